"""What a conversion lost and renamed, as lines for people; equal losses are counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import click

from crosswire.cli.output import print_text
from crosswire.model.loss import IdChange, Loss, NameChange
from crosswire.model.loss_codes import LOSS_CODES, by_family

MAX_APART = 3
"""Losses of one kind and code, or ids changed in one way, that have a line each."""
MAX_NAMED = 4
"""Different things that a line names."""


_Entry = TypeVar("_Entry")


def lost_lines(
    losses: Iterable[Loss], id_map: Iterable[IdChange], name_map: Iterable[NameChange]
) -> Iterator[str]:
    """A line for each loss and each changed id or name; many of the same kind share a line."""
    by_code = _grouped((f"{loss.kind.value} {loss.code}", loss) for loss in losses)
    by_way = _grouped((f"id {change.how}", change) for change in id_map)
    yield from _few_or_counted(by_code, _loss_line, _losses_line)
    yield from _few_or_counted(by_way, _id_line, _ids_line)
    for change in name_map:
        places = f" at {len(change.targets)} places" if len(change.targets) > 1 else ""
        yield (
            f"tool name {change.how}{places}: {change.logged!r} -> {change.written!r}: "
            f"{change.why}."
        )
    sizes = [*map(len, by_code.values()), *map(len, by_way.values())]
    if max(sizes, default=0) > MAX_APART:
        yield "crosswire: each of them, with its place: --losses FILE"


def _few_or_counted(
    groups: dict[str, list[_Entry]],
    line: Callable[[_Entry], str],
    counted: Callable[[str, list[_Entry]], str],
) -> Iterator[str]:
    for label, some in groups.items():
        yield from map(line, some) if len(some) <= MAX_APART else [counted(label, some)]


def _grouped(entries: Iterable[tuple[str, _Entry]]) -> dict[str, list[_Entry]]:
    groups: dict[str, list[_Entry]] = defaultdict(list)
    for label, entry in entries:
        groups[label].append(entry)
    return groups


def _loss_line(loss: Loss) -> str:
    place = loss.source or f"payload {loss.target}"
    instead = f" Instead: {loss.fallback}" if loss.fallback else ""
    return f"{place}: {loss.kind} {loss.code}: {loss.what}: {loss.why}{instead}"


def _losses_line(label: str, losses: Sequence[Loss]) -> str:
    first = losses[0]
    known = LOSS_CODES.get(first.code)
    has_one_reason = len({loss.why for loss in losses}) == 1
    why = first.why if has_one_reason or known is None else known.says
    place = first.source or f"payload {first.target}"
    named = _named(loss.what for loss in losses)
    return f"{len(losses)} x {label}: {named}: {why} First at {place}"


def _named(things: Iterable[str]) -> str:
    """The things that a group is about, the most frequent first."""
    counted = Counter(things)
    named = [
        f"{thing} ({times})" if times > 1 and len(counted) > 1 else thing
        for thing, times in counted.most_common(MAX_NAMED)
    ]
    more = len(counted) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")


def _id_line(change: IdChange) -> str:
    return (
        f"{change.source}: id {change.how}: {change.logged!r} -> {change.written!r}: "
        f"{change.why}."
    )


def _ids_line(label: str, changes: Sequence[IdChange]) -> str:
    first = changes[0]
    named = _named(change.why for change in changes)
    made = f"{first.logged!r} -> {first.written!r}"
    return f"{len(changes)} x {label}: {named}. First at {first.source}: {made}"


@click.command("losses")
@click.argument("code", required=False)
def loss_codes(code: str | None) -> None:
    """List what each code of a loss means, or what the one with this CODE does."""
    if code is not None:
        loss = LOSS_CODES.get(code)
        if loss is None:
            raise click.UsageError(
                f"There is no loss {code!r}; `crosswire losses` lists them."
            )
        print_text(f"{loss.name} ({loss.family})\n\n{loss.says}")
        return
    families = (
        "\n".join([family, *(f"{loss.name:<20} {loss.says}" for loss in losses)])
        for family, losses in by_family().items()
    )
    print_text("\n\n".join(families))
