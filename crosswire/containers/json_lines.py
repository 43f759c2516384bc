"""JSON Lines: one value a line; a line that does not read is left out with a note, not the
whole file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from crosswire import address
from crosswire.address import Address
from crosswire.containers import json_document, lenient_json
from crosswire.containers.lines import Documents, Lines, MayGo, Values
from crosswire.containers.opened import MAX_NOTES, Opened, shortened
from crosswire.containers.repeats import Repeated, Repeats
from crosswire.containers.source import Data, source_of
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue, Note

_COMMENT = re.compile(rb"[ \t]*((?://|#).*)")

READABLE_SHARE = 0.8
"""Of the lines with content: with fewer, this is a text log that happens to contain JSON."""

DAMAGED_SHARE = 0.5
"""The same where each of the others begins an object, which was cut or spoilt."""

_AHEAD = 1024
"""Bytes in which a second line begins."""
GIVE_UP = 8
"""Broken lines, after which a file with more broken than whole lines is read no further."""


def open(
    data: Data, repeats: Sequence[Repeated] = (), may_go: MayGo | None = None
) -> Opened | None:
    """Read an upload as JSON Lines; None where it is nothing like it, UnreadableUpload where
    it nearly is. What `repeats` of earlier lines is kept once; where the values of a long file
    `may_go`, none of them is held."""
    source = source_of(data)
    start, notes = json_document.begin_of(source.slice(0, _AHEAD))
    odd_places: list[Note] = []
    values = Values(may_go)
    numbers: list[int] = []
    broken: list[tuple[int, UnreadableUpload]] = []
    damaged = 0
    lines = Lines(source)
    known = Repeats(lines, repeats, values.held)
    for number, (offset, line) in enumerate(source.lines(start), start=1):
        comment = _COMMENT.match(line)
        if comment is not None:
            if len(odd_places) <= MAX_NOTES:
                odd_places.append(_note_on_comment(number, comment[1]))
        elif line.strip():
            try:
                place = line, address.root(len(values)), offset, number
                value, odd = known.read(*place) or _read(*place)
            except UnreadableUpload as error:
                broken.append((number, error))
                damaged += line.lstrip().startswith(b"{")
                if len(broken) > GIVE_UP and len(broken) > len(values):
                    return None
            else:
                values.add(value, offset)
                odd_places += odd if len(odd_places) <= MAX_NOTES else []
                numbers.append(number)
                lines.add(offset, line)
    cut = _is_cut(broken, numbers)
    if not _are_lines(values, broken, cut, damaged):
        return None
    notes += [_note(number, error, cut) for number, error in broken[: MAX_NOTES + 1]]
    documents = values.held if isinstance(data, bytes) else _documents(values, lines, numbers)
    return Opened("jsonl", documents, shortened(notes + odd_places), numbers)


def _documents(values: Values, lines: Lines, numbers: Sequence[int]) -> Documents:
    """The values of a file that is not held: they need not be either."""
    again = partial(_read_again, lines, numbers)
    return Documents(lines, values.held, again, are_gone=values.are_gone)


def _read_again(lines: Lines, numbers: Sequence[int], one: int) -> JsonValue:
    return _read(lines.text(one), address.root(one), lines.begin(one), numbers[one])[0]


def are_likely(data: Data) -> bool:
    """Whether the first line holds a whole object or list and more follows, so that the data
    is no single JSON value: trying that takes several times its size in memory."""
    source = source_of(data)
    start, _ = json_document.begin_of(source.slice(0, _AHEAD))
    if source.slice(start, start + 1) not in (b"{", b"["):
        return False
    end = source.find(b"\n", start)
    if end < 0 or not source.slice(end, end + _AHEAD).strip():
        return False
    try:
        json_document.read(source.slice(start, end))
    except UnreadableUpload:
        return False
    return True


def _read(line: bytes, at: Address, offset: int, number: int) -> tuple[JsonValue, list[Note]]:
    try:
        return json_document.read_with_notes(line, at, offset=offset, line=number)
    except UnreadableUpload as not_json:
        try:
            return lenient_json.read(line, at, offset=offset, line=number, may_be_cut=False)
        except UnreadableUpload:
            raise not_json from None


def _note_on_comment(number: int, comment: bytes) -> Note:
    shown = comment[:40].decode(errors="replace").strip()
    return Note("comment", f"A comment was left out, {shown!r} (line {number}, column 1).")


def _is_cut(broken: list[tuple[int, UnreadableUpload]], numbers: list[int]) -> bool:
    """Whether the one broken line is the last one, and was cut off."""
    if len(broken) != 1 or not numbers:
        return False
    number, error = broken[0]
    return number > numbers[-1] and isinstance(error, json_document.CutOff)


def _are_lines(
    values: Values, broken: list[tuple[int, UnreadableUpload]], cut: bool, damaged: int
) -> bool:
    whole = values.objects
    if cut and whole:
        return True
    if whole < 2:
        return False
    share = DAMAGED_SHARE if damaged == len(broken) else READABLE_SHARE
    if whole >= share * (len(values) + len(broken)):
        return True
    if not broken:
        return False
    number, error = broken[0]
    raise UnreadableUpload(
        f"Of {len(values) + len(broken)} lines only {whole} hold a JSON object or array, so "
        f"this is no JSON Lines file. The first that is no JSON is line {number}: "
        f"{_cause(error)}",
        offset=error.offset,
        line=number,
    )


def _note(number: int, error: UnreadableUpload, cut: bool) -> Note:
    if cut:
        return Note(
            "cut-line",
            f"Line {number}, the last one, was cut off and is left out: {_cause(error)}",
        )
    return Note("broken-line", f"Line {number} is no JSON and is left out: {_cause(error)}")


def _cause(error: UnreadableUpload) -> str:
    return str(error).removeprefix("Not JSON: ")


def values_in(text: str) -> list[JsonValue] | None:
    """The values of a string that holds several lines of JSON; None where it does not."""
    if not text.startswith("{"):
        return None
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or not all(line.startswith("{") for line in lines):
        return None
    try:
        return [json_document.read(line.encode("utf-8", "surrogatepass")) for line in lines]
    except UnreadableUpload:
        return None
