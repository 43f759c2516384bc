"""What a conversion lost and renamed, as lines for people: equal ones are counted, not
repeated."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

import click

from crosswire.cli.output import print_text
from crosswire.model.loss import IdChange, Loss, NameChange
from crosswire.model.loss_codes import LOSS_CODES, by_family

MAX_APART = 3
"""Losses of one kind and code, or ids changed in one way, that have a line each."""
MAX_NAMED = 4
"""Different things that a line names."""


_Key = TypeVar("_Key", bound=Hashable)
_Entry = TypeVar("_Entry")


def lost_lines(
    losses: Iterable[Loss], id_map: Iterable[IdChange], name_map: Iterable[NameChange]
) -> Iterator[str]:
    """A line for each loss and each changed id or name; many of the same kind share a line."""
    groups = _grouped(((loss.kind.value, loss.code), loss) for loss in losses)
    ids = _grouped((change.how, change) for change in id_map)
    for (kind, code), some in groups.items():
        yield from (
            map(_loss_line, some)
            if len(some) <= MAX_APART
            else [_losses_line(kind, code, some)]
        )
    for how, changes in ids.items():
        few = len(changes) <= MAX_APART
        yield from map(_id_line, changes) if few else [_ids_line(how, changes)]
    for change in name_map:
        places = f" at {len(change.targets)} places" if len(change.targets) > 1 else ""
        yield (
            f"tool name {change.how}{places}: {change.logged!r} -> {change.written!r}: "
            f"{change.why}."
        )
    if max([0, *map(len, groups.values()), *map(len, ids.values())]) > MAX_APART:
        yield "crosswire: each of them, with its place: --losses FILE"


def _grouped(entries: Iterable[tuple[_Key, _Entry]]) -> dict[_Key, list[_Entry]]:
    found: dict[_Key, list[_Entry]] = defaultdict(list)
    for key, entry in entries:
        found[key].append(entry)
    return found


def _loss_line(loss: Loss) -> str:
    place = loss.source or f"payload {loss.target}"
    instead = f" Instead: {loss.fallback}" if loss.fallback else ""
    return f"{place}: {loss.kind} {loss.code}: {loss.what}: {loss.why}{instead}"


def _losses_line(kind: str, code: str, losses: Sequence[Loss]) -> str:
    reasons = {loss.why for loss in losses}
    known = LOSS_CODES.get(code)
    why = reasons.pop() if len(reasons) == 1 or known is None else known.says
    first = losses[0].source or f"payload {losses[0].target}"
    return (
        f"{len(losses)} x {kind} {code}: {_named(loss.what for loss in losses)}: {why} "
        f"First at {first}"
    )


def _named(things: Iterable[str]) -> str:
    """The things that a group is about, the most frequent first."""
    counted = Counter(things)
    named = [
        f"{what} ({times})" if times > 1 and len(counted) > 1 else what
        for what, times in counted.most_common(MAX_NAMED)
    ]
    more = len(counted) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")


def _id_line(change: IdChange) -> str:
    return (
        f"{change.source}: id {change.how}: {change.logged!r} -> {change.written!r}: "
        f"{change.why}."
    )


def _ids_line(how: str, changes: Sequence[IdChange]) -> str:
    first = changes[0]
    named = _named(change.why for change in changes)
    made = f"{first.logged!r} -> {first.written!r}"
    return f"{len(changes)} x id {how}: {named}. First at {first.source}: {made}"


@click.command("losses")
@click.argument("code", required=False)
def loss_codes(code: str | None) -> None:
    """List what each code of a loss means, or what the one with this CODE does."""
    if code is not None:
        found = LOSS_CODES.get(code)
        if found is None:
            raise click.UsageError(
                f"There is no loss {code!r}; `crosswire losses` lists them."
            )
        print_text(f"{found.name} ({found.family})\n\n{found.says}")
        return
    for number, (family, codes) in enumerate(by_family().items()):
        print_text(f"{'' if number == 0 else chr(10)}{family}")
        for one in codes:
            print_text(f"{one.name:<20} {one.says}")
