"""Changes of texts: added and removed lines, told by sign and word; the colour only helps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import groupby

from markupsafe import Markup

from webapp.wording.invisible import marked

MOST_COMPARED = 400
"""Lines that differ on either side; more are shown as all removed and all added."""

Line = tuple[str, str]
"""`added`, `removed`, `head` or empty, and the line with its sign."""

_DIFF = re.compile(
    (
        r"^(?:diff --git |Index: |\*\*\* Begin Patch\s*$|--- "
        r"[^\n]*\n\+\+\+ )"
    ),
    re.MULTILINE,
)
_HUNK = re.compile(r"^(?:@@|\*\*\* (?:Update|Add|Delete) File: )", re.MULTILINE)
_HEADS = (
    "diff --git ",
    "index ",
    "Index: ",
    "--- ",
    "+++ ",
    "@@",
    "*** ",
    "new file",
    "deleted file",
)
_TAGS = {
    "added": Markup('<ins><span class="visually-hidden">added: </span>{}</ins>'),
    "removed": Markup('<del><span class="visually-hidden">removed: </span>{}</del>'),
    "head": Markup("<b>{}</b>"),
    "": Markup("{}"),
}


def is_diff(text: str) -> bool:
    """Whether a text says of itself that it is a diff or a patch."""
    start = text[:4_000]
    return _DIFF.search(start) is not None and _HUNK.search(start) is not None


def of_patch(text: str) -> list[Line]:
    """The lines of a unified diff, or of a patch of Codex."""
    return [(_kind_of(line), line) for line in text.split("\n")]


def _kind_of(line: str) -> str:
    if line.startswith(_HEADS):
        return "head"
    return {"+": "added", "-": "removed"}.get(line[:1], "")


def of_edit(old: str, new: str) -> list[Line]:
    """The lines that make one text into another."""
    before, after = old.split("\n") if old else [], new.split("\n") if new else []
    return [(kind, sign + line) for kind, sign, line in _compared(before, after)]


def _compared(before: list[str], after: list[str]) -> Iterator[tuple[str, str, str]]:
    start = _equal(before, after)
    yield from (("", "  ", line) for line in before[:start])
    before, after = before[start:], after[start:]
    end = _equal(before[::-1], after[::-1])
    yield from _changed(before[: len(before) - end], after[: len(after) - end])
    yield from (("", "  ", line) for line in before[len(before) - end :])


def _equal(one: list[str], other: list[str]) -> int:
    """How many lines are the same from the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def _changed(before: list[str], after: list[str]) -> Iterator[tuple[str, str, str]]:
    if max(len(before), len(after)) > MOST_COMPARED:
        codes = [("replace", 0, len(before), 0, len(after))]
    else:
        codes = list(SequenceMatcher(None, before, after, autojunk=True).get_opcodes())
    for code, i, j, m, n in codes:
        for line in before[i:j]:
            yield ("", "  ", line) if code == "equal" else ("removed", "- ", line)
        for line in after[m:n] if code != "equal" else []:
            yield "added", "+ ", line


def block(lines: list[Line]) -> Markup:
    """A diff that stands by itself; lines of one kind that follow each other share an
    element."""
    pieces = []
    for kind, some in groupby(lines, key=lambda line: line[0]):
        pieces.append(_TAGS[kind].format(marked("".join(f"{line}\n" for _, line in some))))
    return Markup('<pre class="patch">{}</pre>').format(Markup("").join(pieces))
