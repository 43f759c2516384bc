"""How much the reader by shape finds in the shared corpus, all other readers off.

    python -m bench.by_shape [--all] [FORMAT...]

For each format of the manifest: files, calls and results that were written down for it, how
many of them were found, and how many too many.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from crosswire.containers import open_upload
from crosswire.errors import CrosswireError
from crosswire.logs.by_shape import read_by
from crosswire.logs.by_shape.guessing import guess
from crosswire.model import Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.parts import ToolCallPart, ToolResultPart
from crosswire.reading.by_file import parts_of
from tests.shared_corpus import CORPUS, Row, manifest


@dataclass(slots=True)
class Count:
    """Calls and results: those of the manifest, those found of them, those too many."""

    files: int = 0
    opened: int = 0
    wanted: int = 0
    found: int = 0
    extra: int = 0

    def add(self, wanted: int, found: int) -> None:
        self.wanted += wanted
        self.found += min(wanted, found)
        self.extra += max(0, found - wanted)


def is_own_stream(row: Row) -> bool:
    """Whether a file is a provider's own event stream, which is for the readers of streams."""
    return row["streaming"] == "yes"


def read(row: Row) -> list[ConversationBuilder]:
    opened = open_upload((CORPUS / row["path"]).read_bytes())
    found: list[ConversationBuilder] = []
    for part in parts_of(opened):
        mapping = guess(part.documents)
        if mapping is not None:
            found += read_by(mapping, part.documents, part.first, "by-shape", Traits())
    return found


def counted(builders: Iterable[ConversationBuilder]) -> tuple[int, int]:
    parts = [part for one in builders for message in one.messages for part in message.parts]
    calls = sum(isinstance(part, ToolCallPart) for part in parts)
    return calls, sum(isinstance(part, ToolResultPart) for part in parts)


def main(names: list[str]) -> None:
    counts: dict[str, Count] = defaultdict(Count)
    detailed = "--all" in names
    names = [name for name in names if name != "--all"]
    for row in manifest():
        if is_own_stream(row) or (names and row["format"] not in names):
            continue
        started = time.perf_counter()
        try:
            calls, results = counted(read(row))
        except CrosswireError:
            calls = results = 0
        seconds = time.perf_counter() - started
        one = counts[row["format"]]
        wanted = int(row["calls"] or 0), int(row["results"] or 0)
        one.files += 1
        one.add(wanted[0], calls)
        one.add(wanted[1], results)
        if detailed and wanted != (calls, results):
            print(f"{row['path']}: {wanted} found {calls, results} {seconds:.2f} s")
        if seconds > 5:
            print(f"{row['path']}: {seconds:.2f} s")
    total = Count()
    for name, one in sorted(counts.items(), key=lambda pair: -pair[1].wanted):
        total.files += one.files
        total.wanted += one.wanted
        total.found += one.found
        total.extra += one.extra
        print(f"{name:22}{one.files:5}{one.wanted:6}{one.found:6}{one.extra:6}")
    share, extra = total.found / max(1, total.wanted), total.extra / max(1, total.wanted)
    print(f"{'all':22}{total.files:5}{total.wanted:6}{total.found:6}{total.extra:6}")
    print(f"{share:.1%} found, {extra:.1%} too many")


if __name__ == "__main__":
    main(sys.argv[1:])
