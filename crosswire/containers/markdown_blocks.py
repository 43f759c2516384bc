"""Blocks between fences within a page of Markdown.

A paste is read with what stands in them (`pasted`); where none of them holds messages, the
page is refused with the lines of what is JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.errors import UnreadableUpload

_BLANKS = b"\xef\xbb\xbf \t\r\n"
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})[ \t]*([^`\r\n]*)\r?\Z")
_JSON = re.compile(rb"\s*(?:[\[{]|data:|event:)")
_MAX_TOLD = 10

_Lines = tuple[int, int]
"""The first and the last line of a block, without its fences; lines count from 1."""


def refuse(data: bytes) -> None:
    """Raise for a text that holds JSON between fences; what begins as JSON itself does is
    none."""
    if data.lstrip(_BLANKS)[:1] in (b"{", b"[", b'"', b"'"):
        return
    found = [lines for lines, text in blocks(data) if _JSON.match(text)]
    if not found:
        return
    places = [f"{first} to {last}" for first, last in found[:_MAX_TOLD]]
    more = ", ..." if len(found) > _MAX_TOLD else ""
    if len(found) == 1:
        what = f"a block of JSON on lines {places[0]}. Keep these lines alone"
    else:
        what = (
            f"{len(found)} blocks of JSON, on lines {', '.join(places)}{more}. Keep the lines "
            "of one of them alone, or upload each by itself"
        )
    first, _ = found[0]
    raise UnreadableUpload(
        f"This is text in Markdown with {what}, without the fences around them.",
        offset=_offset_of(data, first),
        line=first,
    )


def blocks(data: bytes) -> Iterator[tuple[_Lines, bytes]]:
    """What stands between fences, with its lines; the last fence may lack its end."""
    lines = data.split(b"\n")
    mark = b""
    begun = 0
    for number, line in enumerate(lines, start=1):
        fence = _FENCE.match(line)
        if fence is None:
            continue
        if not mark:
            mark, begun = fence[1], number + 1
        elif fence[1].startswith(mark) and not fence[2].strip():
            yield (begun, number - 1), b"\n".join(lines[begun - 1 : number - 1])
            mark = b""
    if mark and begun <= len(lines):
        yield (begun, len(lines)), b"\n".join(lines[begun - 1 :])


def _offset_of(data: bytes, line: int) -> int:
    offset = 0
    for _ in range(line - 1):
        offset = data.find(b"\n", offset) + 1
    return offset
