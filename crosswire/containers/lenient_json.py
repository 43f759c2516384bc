"""JSON with slips, as people write and cut it: each value is what the strict reader makes of
the mended text, and each slip has a note."""

from __future__ import annotations

from collections.abc import Iterable

from crosswire import address
from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.containers.json_document import MAX_DEPTH
from crosswire.containers.mended import Mended
from crosswire.containers.mending import mend
from crosswire.containers.odd_texts import NotUnderstood
from crosswire.containers.opened import Opened, shortened
from crosswire.errors import UnreadableUpload, UploadTooDeep
from crosswire.model import JsonValue, Note


def open(data: bytes) -> Opened:
    """Read an upload that is one JSON value but for slips; raises UnreadableUpload with the
    place that means nothing."""
    text, notes = json_document.without_bom(data)
    value, more = read(text, address.root(), offset=len(data) - len(text))
    return Opened("json", [value], shortened(notes + more))


def read(
    data: bytes,
    at: Address,
    *,
    offset: int = 0,
    line: int = 1,
    indent: int = 0,
    may_be_cut: bool = True,
) -> tuple[JsonValue, list[Note]]:
    """The value that some bytes mean, with a note for each slip; raises UnreadableUpload.

    `offset` and `line` are the place of the bytes in the upload, and `indent` the characters
    before them on each line.
    """
    text = text_of(data)
    if text is None:  # which the strict reader says with its place
        return json_document.read_strictly(data, offset=offset, line=line), []
    try:
        mended = mend(text, may_be_cut=may_be_cut)
    except NotUnderstood as fault:
        raise _refusal(fault, text, offset, line, indent) from fault
    value = json_document.read_strictly(mended.text.encode(), offset=offset, line=line)
    notes = mended.notes(value, at, line, indent)
    return value, notes + json_document.notes_on(value, at)


def text_of(data: bytes) -> str | None:
    """The text of some bytes, of which the last character may be cut; None where they are
    none."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        was_cut = error.reason == "unexpected end of data"
        return data[: error.start].decode() if was_cut else None


def mended(text: str) -> Mended | None:
    """As `read` understands a text, with the way back; None where it does not."""
    try:
        return mend(text)
    except NotUnderstood:
        return None


def moved(data: bytes, places: Iterable[int]) -> tuple[bytes, dict[int, int]] | None:
    """JSON for some bytes with slips, and where each of these places of theirs (in order)
    stands in it, but for what was left out; None where they are not understood."""
    text = text_of(data)
    found = None if text is None else mended(text)
    if found is None:
        return None
    character = before = 0
    in_bytes: dict[int, int] = {}
    written = seen = 0
    for place in places:
        character += len(data[before:place].decode(errors="replace"))
        before = place
        there = found.place(character)
        if there is not None:
            written += len(found.text[seen:there].encode())
            seen = there
            in_bytes[place] = written
    return found.text.encode(), in_bytes


def _refusal(
    fault: NotUnderstood, text: str, offset: int, line: int, indent: int
) -> UnreadableUpload:
    before = text[: fault.position]
    offset += len(before.encode())
    line += before.count("\n")
    column = len(before) - before.rfind("\n") + indent
    place = f"(byte {offset}, line {line}, column {column})"
    if fault.too_deep:
        what = f"The JSON is nested more than {MAX_DEPTH} levels deep {place}."
        return UploadTooDeep(what, offset=offset, line=line)
    return UnreadableUpload(f"Not JSON: {fault.cause} {place}.", offset=offset, line=line)
