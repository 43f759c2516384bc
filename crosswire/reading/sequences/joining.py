"""Joins recorded exchanges that belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crosswire.model.builder import ConversationBuilder
from crosswire.reading.sequences.edges import tie
from crosswire.reading.sequences.exchange import exchange_of
from crosswire.reading.sequences.following import steps
from crosswire.reading.sequences.joined import Joined
from crosswire.reading.sequences.lines import lines

Read = tuple[ConversationBuilder, str]
"""A conversation as it was read, with its shape."""


def join(files: Sequence[list[Read]]) -> None:
    """Join the exchanges among what was read of some files; each conversation stays in the
    list of the file that its last exchange stands in."""
    read = [builder for of_file in files for builder, _ in of_file]
    found = (exchange_of(builder) for builder in read)
    exchanges = [one for one in found if one is not None]
    if len(exchanges) < 2:
        return
    followed = steps(exchanges)
    joined = [Joined(line, exchanges, followed) for line in lines(exchanges, followed)]
    for one in joined:
        one.join()
    tie(joined, exchanges)
    gone = {id(part.builder) for one in joined for part in one.way[:-1]}
    places = {id(builder): (number, 0) for number, builder in enumerate(read)}
    places |= _order(joined, places)
    for of_file in files:
        kept = [one for one in of_file if id(one[0]) not in gone]
        of_file[:] = sorted(kept, key=lambda one: places[id(one[0])])


def _order(
    joined: Sequence[Joined], places: Mapping[int, tuple[int, int]]
) -> dict[int, tuple[int, int]]:
    """Conversations stand where they begin, those that leave another behind it."""
    homes = {at: one for one in joined for at in one.line.way}
    roots: dict[int, Joined] = {}
    for one in joined:
        passed, root = [one], one
        while root.line.beside is not None and id(root) not in roots:
            root = homes[root.line.beside]
            passed.append(root)
        roots |= dict.fromkeys(map(id, passed), roots.get(id(root), root))
    found: dict[int, tuple[int, int]] = {}
    for one in joined:
        begins = places[id(roots[id(one)].way[0].builder)][0]
        behind = 0 if roots[id(one)] is one else 1 + places[id(one.way[0].builder)][0]
        found[id(one.builder)] = begins, behind
    return found
