"""Which calls the view of all calls shows, and in which order: its part of a page's
address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from webapp.readmodel.call_lines import LONGEST_NAME

Facet = Literal["tool", "how", "origin", "looks", "ended", "again", "worst"]
Axis = Literal["time", "position"]

FACETS: Mapping[Facet, str] = {
    "tool": "Tool",
    "how": "Result",
    "origin": "Id from",
    "looks": "Id looks like",
    "ended": "Ended",
    "again": "Repeats",
    "worst": "Worst finding",
}
"""What calls are filtered by, beside words: the name in the query, and on the page."""
SORTS: Mapping[str, str] = {
    "tool": "Call",
    "number": "Within",
    "started": "Start",
    "took": "Time",
    "tokens": "Tokens",
}
"""Columns that calls are sorted by, and what the page calls them."""
MORE_SORTS: Mapping[str, str] = {
    "call_id": "Id",
    "how": "Result",
    "argument_bytes": "Arguments",
    "result_bytes": "Output",
    "times": "Same call",
    "batch_size": "At once",
    "badness": "Findings",
}
"""Those that stand on the page only where calls are sorted by them."""
LARGEST_FIRST = frozenset(
    {"took", "tokens", "argument_bytes", "result_bytes", "times", "batch_size", "badness"}
)
"""Columns where the first click asks for the largest."""
LONGEST_QUERY = 200
"""Characters of the words that are looked for."""
EMPTY = "(none)"
"""Asks for calls where the facet says nothing: a tool without a name, an id of no known
shape."""


@dataclass(frozen=True, slots=True)
class CallChoice:
    """What a page of calls shows."""

    facets: Mapping[str, str] = field(default_factory=dict)
    """Name of a facet -> the value that is asked for."""
    find: str = ""
    """Words that a call has, in its tool, arguments, result or ids."""
    numbers: Sequence[int] | None = None
    """The calls that have the words; None where there are no words."""
    checksum: str = ""
    """The checksum that calls share."""
    sort: str = "number"
    descending: bool = False
    page: int = 1
    by: Axis | None = None
    """The axis of the bars; None for the best one."""
    turns: bool = False
    """Whether the answers of the model stand between the calls."""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> CallChoice:
        """What a request asks for; wrong words change nothing."""
        wanted = query.get("sort", "")
        column = wanted.removeprefix("-")
        known = column in SORTS or column in MORE_SORTS
        return cls(
            facets={
                name: query[name][: LONGEST_NAME * 8] for name in FACETS if query.get(name)
            },  # characters that no page can hold are spelt, which makes a name longer
            find=(query.get("find") or query.get("id", "")).strip()[:LONGEST_QUERY],
            checksum=query.get("checksum", "")[:64].lower(),
            sort=column if known else "number",
            descending=known and wanted.startswith("-"),
            page=_page(query.get("page", "")),
            by=next((axis for axis in get_args(Axis) if axis == query.get("by")), None),
            turns=query.get("turns") == "1",
        )

    def query(self, **changes: Any) -> dict[str, str | int | None]:
        """The query that asks for the same, changes aside; what is usual is left away."""
        one = replace(self, **({"page": 1} | changes))
        sort = f"-{one.sort}" if one.descending else one.sort
        return {
            **{name: one.facets.get(name) or None for name in FACETS},
            "find": one.find or None,
            "checksum": one.checksum or None,
            "sort": None if sort == "number" else sort,
            "by": one.by,
            "turns": 1 if one.turns else None,
            "page": one.page if one.page > 1 else None,
        }

    def without(self, name: str) -> CallChoice:
        """The same with one of the facets left open."""
        return replace(
            self, facets={key: value for key, value in self.facets.items() if key != name}
        )

    def sorted_by(self, column: str) -> dict[str, str | int | None]:
        """The query that sorts by a column, the other way round where it is sorted by it."""
        descending = not self.descending if column == self.sort else column in LARGEST_FIRST
        return self.query(sort=column, descending=descending)

    @property
    def is_filtered(self) -> bool:
        return bool(self.facets or self.find or self.checksum)

    @property
    def is_in_order(self) -> bool:
        return self.sort == "number" and not self.descending


def _page(asked: str) -> int:
    return (
        min(max(int(asked), 1), 10**7)
        if asked.isascii() and asked.isdigit() and len(asked) < 9
        else 1
    )
