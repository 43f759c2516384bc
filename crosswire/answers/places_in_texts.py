"""Where a value stands in JSON that is written in a text: the characters of the upload that
are it, escapes and all."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from crosswire.address import Address
from crosswire.containers import Data, Source, Span, json_document, spans_of
from crosswire.errors import UnreadableUpload
from crosswire.reading import Log

_LONGEST = 1 << 20
"""Bytes of a text that is looked through; of a longer one the whole is the place."""
_CHARACTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]",
    re.DOTALL,
)
"""What stands for one character in a JSON string."""


def narrow_spans(
    log: Log, data: Data, source: Source, addresses: Iterable[Address]
) -> dict[Address, Span]:
    """Where each address stands; of one in a text its own characters, where those are
    plainly in the text, and not packed."""
    spans = log.spans(data, addresses)
    by_text: dict[Span, dict[str, Address]] = defaultdict(dict)
    for at, span in spans.items():
        _, is_nested, path = at.partition("!")
        if is_nested and span[1] - span[0] <= _LONGEST:
            by_text[span][path] = at
    for (first, last), paths in by_text.items():
        for path, (start, end) in _within(source.slice(first, last), paths).items():
            spans[paths[path]] = first + start, first + end
    return spans


def _within(written: bytes, paths: Iterable[str]) -> dict[str, Span]:
    """The bytes of a JSON string that places within its text stand for."""
    try:
        text, quoted = json_document.read(written), written.decode()
        places = _places(text, paths) if isinstance(text, str) else {}
    except (UnreadableUpload, UnicodeError):
        return {}
    starts = [1 + one.start() for one in _CHARACTER.finditer(quoted[1:-1])]
    if not isinstance(text, str) or len(starts) != len(text):
        return {}
    starts.append(len(quoted) - 1)
    found = {path: (starts[begin], starts[end]) for path, (begin, end) in places.items()}
    in_bytes = _counted(quoted, found.values())
    return {path: (in_bytes[begin], in_bytes[end]) for path, (begin, end) in found.items()}


def _places(text: str, paths: Iterable[str]) -> dict[str, Span]:
    """The characters of a JSON text that places in it stand for."""
    data = text.encode()
    deeper: dict[Address, dict[str, str]] = defaultdict(dict)
    for path in paths:
        here, _, rest = path.partition("!")
        deeper[Address(f"0:{here}")][rest] = path
    found: dict[str, Span] = {}
    for at, (first, last) in spans_of(data, "json", list(deeper), None).items():
        inside = [rest for rest in deeper[at] if rest]
        inner = _within(data[first:last], inside) if inside else {}
        inner.setdefault("", (0, last - first))
        for rest, path in deeper[at].items():
            if rest in inner:
                start, end = inner[rest]
                found[path] = first + start, first + end
    in_characters = _counted(data, found.values())
    return {path: (in_characters[a], in_characters[b]) for path, (a, b) in found.items()}


def _counted(written: str | bytes, spans: Iterable[Span]) -> dict[int, int]:
    """Positions of characters in bytes, or those of bytes in characters."""
    found, last, count = {}, 0, 0
    for position in sorted({one for span in spans for one in span}):
        piece = written[last:position]
        count += len(piece.encode() if isinstance(piece, str) else piece.decode())
        found[position], last = count, position
    return found
