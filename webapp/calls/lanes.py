"""The whole length of a conversation at a glance: a lane for each tool, with its calls from
left to right."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

MOST_LANES = 8
MOST_STRETCHES = 120
MOST_WAYS = 20
"""Links from the lanes to their calls."""
TALL, MIDDLE = 24, 14
"""Height of a lane, and of what its calls take of it; what failed stands above, what is alone
below."""


class Stretch(Protocol):
    """The calls of one tool in one stretch of the conversation."""

    @property
    def stretch(self) -> int: ...
    @property
    def tool(self) -> str: ...
    @property
    def calls(self) -> int: ...
    @property
    def failed(self) -> int: ...
    @property
    def alone(self) -> int: ...
    @property
    def loops(self) -> int: ...


@dataclass(slots=True)
class Lane:
    """The calls of one tool, or of all that have no lane of their own."""

    tool: str | None
    calls: int = 0
    failed: int = 0
    alone: int = 0
    loops: int = 0
    stretches: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    failures: set[int] = field(default_factory=set)
    lonely: set[int] = field(default_factory=set)

    def add(self, cell: Stretch) -> None:
        self.calls += cell.calls
        self.failed += cell.failed
        self.alone += cell.alone
        self.loops += cell.loops
        self.stretches[cell.stretch] += cell.calls
        if cell.failed:
            self.failures.add(cell.stretch)
        if cell.alone:
            self.lonely.add(cell.stretch)

    def bars(self, most: int) -> str:
        """A path in SVG: a bar for each stretch, as tall as it has calls."""
        found = []
        for stretch, calls in sorted(self.stretches.items()):
            tall = round(max(MIDDLE * calls / max(most, 1), 3), 1)
            found.append(_box(stretch, 5 + MIDDLE - tall, tall))
        return "".join(found)

    @property
    def failure_marks(self) -> str:
        return "".join(_box(stretch, 0, 4) for stretch in sorted(self.failures))

    @property
    def lonely_marks(self) -> str:
        return "".join(_box(stretch, TALL - 4, 4) for stretch in sorted(self.lonely))


def _box(x: int, y: float, height: float) -> str:
    return f"M{x} {y:g}h.9v{height:g}h-.9z"


@dataclass(frozen=True, slots=True)
class Lanes:
    """All lanes, the fullest first."""

    lanes: Sequence[Lane]
    stretches: int
    most: int
    """Calls in the fullest stretch of a lane."""


def stretch_length(calls: int) -> int:
    """How many calls a stretch has."""
    return max(1, -(-calls // MOST_STRETCHES))


def lanes(cells: Iterable[Stretch], stretches: int) -> Lanes:
    """The lanes of a conversation that has so many stretches."""
    every = list(cells)
    counts = Counter[str]()
    for cell in every:
        counts[cell.tool] += cell.calls
    own = [tool for tool, _ in counts.most_common(MOST_LANES)]
    # A lane for the rest would be as large as that of the one tool that is left over.
    if len(counts) == MOST_LANES + 1:
        own = list(counts)
    found: dict[str | None, Lane] = {tool: Lane(tool) for tool in own}
    for cell in every:
        tool = cell.tool if cell.tool in found else None
        found.setdefault(tool, Lane(tool)).add(cell)
    most = max((max(lane.stretches.values()) for lane in found.values()), default=0)
    return Lanes(list(found.values()), stretches, most)
