"""A search in the text of an upload: where it stands, a page of hits at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from webapp.document.page import DocumentPage
from webapp.store.blobs import PIECE_BYTES

MOST_HITS = 50
LONGEST_FOUND = 200
"""Characters of what is searched for."""
BEFORE, BEHIND = 40, 80
"""Bytes that are shown around a hit."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that holds the text."""

    url: str
    line: int
    before: str
    found: str
    behind: str


class Hits:
    """The hits of a text, from an offset of the upload on."""

    def __init__(self, document: DocumentPage, text: str, after: int) -> None:
        self._document = document
        self._after = after
        self.text = text[:LONGEST_FOUND]

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """First and last byte of each hit, one more than is shown."""
        found = []
        for place in self._search():
            found.append(place)
            if len(found) > MOST_HITS:
                break
        return found

    def _search(self) -> Iterator[tuple[int, int]]:
        """Pieces overlap by what a hit may be long; each hit is told once."""
        pattern, longest = _pattern(self.text)
        size, told = self._document.size, self._after
        for start in range(self._after, size, PIECE_BYTES):
            data = self._document.read(start, min(start + PIECE_BYTES + longest, size))
            for found in pattern.finditer(data):
                first, last = start + found.start(), start + found.end()
                if first >= told and found.start() < PIECE_BYTES:
                    told = last
                    yield first, last

    @cached_property
    def hits(self) -> list[Hit]:
        return [self._hit(*place) for place in self._places[:MOST_HITS]]

    @property
    def more_url(self) -> str:
        """Where the search goes on; empty where these are all."""
        if len(self._places) <= MOST_HITS:
            return ""
        return self._document.link(find=self.text, after=self._places[MOST_HITS][0])

    def _hit(self, first: int, last: int) -> Hit:
        start = max(first - BEFORE, 0)
        data = self._document.read(start, min(last + BEHIND, self._document.size))
        before = data[: first - start].rpartition(b"\n")[2]
        behind = data[last - start :].partition(b"\n")[0]
        line, url = self._document.way_to(first, self.text)
        return Hit(
            url,
            line,
            before.decode("utf-8", "ignore").lstrip(),
            data[first - start : last - start].decode("utf-8", "replace"),
            behind.decode("utf-8", "ignore").rstrip(),
        )


def _pattern(text: str) -> tuple[re.Pattern[bytes], int]:
    """Finds the text as it is, and as JSON writes it; how many bytes a hit may have."""
    ways = {
        text,
        json.dumps(text, ensure_ascii=False)[1:-1],
        json.dumps(text)[1:-1],
    }
    written = [way.encode("utf-8", "surrogatepass") for way in sorted(ways)]
    pattern = b"|".join(map(re.escape, written))
    return re.compile(pattern, re.IGNORECASE), max(map(len, written))
