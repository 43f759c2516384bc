"""What a pane lost and renamed: counts for its head, and lists in which each entry knows its
rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from crosswire.model import IdChange, NameChange
from webapp.readmodel.invisible import shortened
from webapp.readmodel.row_numbers import RowNumbers
from webapp.readmodel.text import holdable, lost_thing, one_line, printable

KINDS = ("dropped", "changed", "moved", "added", "kept")
"""The kinds of losses in the order of the page."""
_KEPT = frozenset({"model-name"})
"""Codes of what is written as logged, and may mean another thing: nothing was changed about
it."""
LONGEST_VALUE = 300
"""Characters of an id or of what was written instead that a list shows."""
MOST_PLACES = 20
"""Places of a renamed tool that a list links on either side; the map has all of them."""
MOST_THINGS = 4
"""Things that the line of a group names."""


class LossEntry(TypedDict):
    """A loss, in the list of a pane."""

    kind: str
    code: str
    what: str
    why: str
    fallback: str
    source: str
    """Its place in the upload; empty where it is not there."""
    target: str
    """Its place in the payload; empty where it is not there."""
    row: int | None
    """The row that shows its place in the upload."""
    target_row: int | None
    """The row that shows its place in the payload, or says that there is none."""


class LossGroup(TypedDict):
    """Losses of one kind and code."""

    kind: str
    code: str
    count: int
    things: list[tuple[str, int]]
    """What most of them are about and how often, the most frequent first."""


class RenamedEntry(TypedDict):
    """An id or a tool's name that is not the log's, with one of its places on either side."""

    logged: str | None
    written: str
    how: str
    why: str
    times: int
    """Places where it is written."""
    source: str
    target: str
    row: int | None
    target_row: int | None
    more_sources: NotRequired[list[tuple[str, int | None]]]
    """Further places in the upload, each with its row."""
    more_targets: NotRequired[list[tuple[str, int | None]]]


class LossSummary(TypedDict):
    """What the head of a pane says, without the lists."""

    kinds: dict[str, int]
    groups: list[LossGroup]
    ids: dict[str, int]
    """How ids were changed -> how many."""
    names: int
    """Tools that have another name."""


Lists = dict[str, Sequence[LossEntry] | Sequence[RenamedEntry]]
"""By their name: `loss_list` of a group, `IDS` or `NAMES`."""
IDS = "ids"
NAMES = "names"


def kind_of(kind: str, code: str) -> str:
    """Under which kind a page lists a loss."""
    return "kept" if code in _KEPT else kind


def loss_list(kind: str, code: str) -> str:
    """The name of the list of a group."""
    return f"{kind} {code}"


class PayloadRows:
    """Which row shows a place of the payload: its own, or else that of the nearest place
    around it."""

    def __init__(self, places: Mapping[str, int]) -> None:
        self._places = places
        self._above: dict[str, int] = {}
        """A place that only holds others -> the first row that shows one of them."""
        for place, row in places.items():
            at = _above(place)
            while at and self._above.get(at, row + 1) > row:
                self._above[at] = row
                at = _above(at)

    def row_of(self, address: str) -> int | None:
        at = printable(address)
        while at:
            row = self._places.get(at, self._above.get(at))
            if row is not None:
                return row
            at = _above(at)
        return None


def _above(address: str) -> str:
    if address.endswith(":"):
        return ""
    cut = max(address.rfind(mark) for mark in "/!@")
    return address[:cut] if cut >= 0 else address[: address.find(":") + 1]


def told(
    losses: Sequence[Mapping[str, Any]],
    id_map: Iterable[IdChange],
    names: Sequence[NameChange],
) -> LossSummary:
    """The counts of a pane; `losses` have the fields of `crosswire.Loss`."""
    groups = [
        LossGroup(kind=kind, code=code, count=len(some), things=_things(some))
        for (kind, code), some in _grouped(losses).items()
    ]
    kinds = Counter(kind_of(loss["kind"], loss["code"]) for loss in losses)
    return LossSummary(
        kinds={kind: kinds[kind] for kind in KINDS if kinds[kind]},
        groups=groups,
        ids=dict(Counter(change.how for change in id_map)),
        names=len(names),
    )


def lists(
    losses: Sequence[Mapping[str, Any]],
    id_map: Iterable[IdChange],
    names: Iterable[NameChange],
    rows: RowNumbers,
    payload: PayloadRows,
) -> Lists:
    """All entries, by the list that they stand in."""
    found: Lists = {
        loss_list(kind, code): [_entry(loss, rows, payload) for loss in some]
        for (kind, code), some in _grouped(losses).items()
    }
    found[IDS] = [_renamed_id(change, rows, payload) for change in id_map]
    found[NAMES] = [_renamed_tool(change, rows, payload) for change in names]
    return found


def _grouped(
    losses: Iterable[Mapping[str, Any]],
) -> dict[tuple[str, str], list[Mapping[str, Any]]]:
    """The losses by kind and code: the kinds in their order, in each the largest group
    first."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for loss in losses:
        found[kind_of(loss["kind"], loss["code"]), loss["code"]].append(loss)
    order = KINDS
    return dict(
        sorted(found.items(), key=lambda group: (order.index(group[0][0]), -len(group[1])))
    )


def _things(losses: Iterable[Mapping[str, Any]]) -> list[tuple[str, int]]:
    return Counter(map(_what, losses)).most_common(MOST_THINGS)


def _what(loss: Mapping[str, Any]) -> str:
    return one_line(lost_thing(loss["code"], loss["what"]))


def _entry(loss: Mapping[str, Any], rows: RowNumbers, payload: PayloadRows) -> LossEntry:
    source, target = printable(loss["source"] or ""), printable(loss["target"] or "")
    row = None if not source else rows.of_address(source) or 0
    target_row = payload.row_of(target) if target else row
    return LossEntry(
        kind=kind_of(loss["kind"], loss["code"]),
        code=loss["code"],
        what=_what(loss),
        why=printable(loss["why"]),
        fallback=one_line(loss["fallback"] or "", LONGEST_VALUE),
        source=source,
        target=target,
        row=row,
        target_row=target_row,
    )


def _renamed_id(change: IdChange, rows: RowNumbers, payload: PayloadRows) -> RenamedEntry:
    # An id that stood nowhere has no place in the log; the part that gets it has.
    row = rows.of_node(change.node)
    return RenamedEntry(
        logged=None if change.logged is None else _whole(change.logged),
        written=_whole(change.written),
        how=change.how,
        why=printable(change.why),
        times=1,
        source=printable(change.source or ""),
        target=printable(change.target or ""),
        row=row,
        target_row=payload.row_of(change.target) if change.target else row,
    )


def _whole(text: str) -> str:
    """An id or a name, blanks and all."""
    return shortened(holdable(text), LONGEST_VALUE)


def _renamed_tool(change: NameChange, rows: RowNumbers, payload: PayloadRows) -> RenamedEntry:
    source = change.sources[0] if change.sources else ""
    target = change.targets[0] if change.targets else ""
    return RenamedEntry(
        logged=_whole(change.logged),
        written=_whole(change.written),
        how=change.how,
        why=printable(change.why),
        times=len(change.targets),
        source=printable(source),
        target=printable(target),
        row=(rows.of_address(source) or 0) if source else None,
        target_row=payload.row_of(target) if target else None,
        more_sources=[
            (printable(at), rows.of_address(at)) for at in change.sources[1:MOST_PLACES]
        ],
        more_targets=[
            (printable(at), payload.row_of(at)) for at in change.targets[1:MOST_PLACES]
        ],
    )
