"""How much the reader by shape finds in the shared corpus, all other readers off.

    python -m bench.by_shape [--all] [FORMAT...]

For each format of the manifest: files, calls and results that were written down for it, how
many of them were found, how many more, and how many files nothing else reads.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from crosswire.containers import open_upload
from crosswire.errors import CrosswireError
from crosswire.logs.by_shape import NAME, TRAITS, guess, read_by
from crosswire.model.builder import ConversationBuilder
from crosswire.model.parts import ToolCallPart, ToolResultPart
from crosswire.reading.by_file import parts_of
from crosswire.reading.loading import detect
from tests.shared_corpus import CORPUS, Row, manifest


@dataclass(slots=True)
class Count:
    """Calls and results: those of the manifest, those found of them, those too many."""

    files: int = 0
    wanted: int = 0
    found: int = 0
    extra: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.files + other.files,
            self.wanted + other.wanted,
            self.found + other.found,
            self.extra + other.extra,
        )


def is_own_stream(row: Row) -> bool:
    """Whether a file is a provider's own event stream, which is for the readers of streams."""
    return row["streaming"] == "yes"


def read(row: Row) -> list[ConversationBuilder]:
    opened = open_upload((CORPUS / row["path"]).read_bytes())
    found: list[ConversationBuilder] = []
    for part in parts_of(opened):
        mapping = guess(part.documents)
        if mapping is not None:
            found += read_by(mapping, part.documents, part.first, NAME, TRAITS)
    return found


def counted(builders: Iterable[ConversationBuilder]) -> tuple[int, int]:
    parts = [part for one in builders for message in one.messages for part in message.parts]
    calls = sum(isinstance(part, ToolCallPart) for part in parts)
    return calls, sum(isinstance(part, ToolResultPart) for part in parts)


def count(row: Row) -> Count:
    """What the reader by shape finds in a file, against the manifest."""
    try:
        found = counted(read(row))
    except CrosswireError:
        found = (0, 0)
    both = list(zip((int(row["calls"] or 0), int(row["results"] or 0)), found, strict=True))
    return Count(
        1,
        sum(wanted for wanted, _ in both),
        sum(min(one) for one in both),
        sum(max(0, got - wanted) for wanted, got in both),
    )


def opened_alone(row: Row) -> bool:
    """Whether nothing but the reader by shape reads a file."""
    try:
        found = detect((CORPUS / row["path"]).read_bytes())
    except CrosswireError:
        return False
    return [one.format for one in found] == [NAME]


def main(names: list[str]) -> None:
    counts: dict[str, Count] = defaultdict(Count)
    only = [name for name in names if not name.startswith("--")]
    opened: Counter[str] = Counter()
    for row in manifest():
        if is_own_stream(row) or (only and row["format"] not in only):
            continue
        one = count(row)
        counts[row["format"]] += one
        opened[row["format"]] += opened_alone(row)
        if "--all" in names and (one.extra or one.found < one.wanted):
            print(f"{row['path']}: {one.found} of {one.wanted}, {one.extra} too many")
    total = sum(counts.values(), Count())
    print(f"{'format':22}{'files':>6}{'calls':>6}{'found':>6}{'more':>6}{'alone':>6}")
    ordered = sorted(counts.items(), key=lambda pair: -pair[1].wanted)
    for name, one in (*ordered, ("all", total)):
        alone = sum(opened.values()) if name == "all" else opened[name]
        print(f"{name:22}{one.files:6}{one.wanted:6}{one.found:6}{one.extra:6}{alone:6}")
    wanted = max(1, total.wanted)
    print(f"{total.found / wanted:.1%} found, {total.extra / wanted:.1%} too many")


if __name__ == "__main__":
    main(sys.argv[1:])
