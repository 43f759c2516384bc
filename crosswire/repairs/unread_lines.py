"""Ties the lines of a log past those of which nothing can be read, which are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import child, root
from crosswire.logs.shared.own_results import LineNames
from crosswire.model import JsonObject, JsonValue
from crosswire.repairs.change import Change
from crosswire.repairs.file_repair import FileRepair
from crosswire.repairs.links import State, loose_lines
from crosswire.repairs.working_copy import own_results_of

_RULE = "broken-line"
_REASON = "The line that it followed cannot be read; it follows the one before it now."


def tie_past(broken: Sequence[int], lines: Sequence[int], file: FileRepair) -> None:
    """Let what followed a broken line follow the one before it. `broken` and `lines` are the
    numbers of the broken lines and of the file's documents, from 1."""
    first = file.conversations[0]
    own = own_results_of(first)
    if own is None or own.names is None:
        return
    before, places = own.names.before, _places(own.names, file.own)
    entries = (
        (line, state)
        for line, state in _entries(broken, lines, file)
        if line is None or own.names.are_in(line)
    )
    now = list(file.own)
    for line, behind in loose_lines(own.names, entries):
        place, new = places[str(line[own.names.own])], behind[own.names.own]
        now[place] = {**line, before: new}
        origin, number = file.origins[place], first.documents_before
        source = None if origin is None else child(root(number + origin), before)
        target = child(root(number + place), before)
        change = Change(_RULE, "link", source, target, line[before], new, _REASON)
        file.repaired[0].changes.append(change)
    file.own = now


def _places(names: LineNames, lines: Sequence[JsonValue]) -> dict[str, int]:
    """The id of a line -> where it stands; of lines that share one, the first."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines):
        if isinstance(line, dict) and names.are_in(line):
            found.setdefault(str(line[names.own]), number)
    return found


def _entries(
    broken: Sequence[int], lines: Sequence[int], file: FileRepair
) -> Iterator[tuple[JsonObject | None, State]]:
    """The lines of the file as it stands now, None where one cannot be read."""
    waiting = iter([*broken])
    lost = next(waiting, None)
    for line, origin in zip(file.own, file.origins, strict=True):
        while lost is not None and origin is not None and lost < lines[origin]:
            yield None, "gone"
            lost = next(waiting, None)
        if isinstance(line, dict):
            yield line, "new" if origin is None else "kept"
