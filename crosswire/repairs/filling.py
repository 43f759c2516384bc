"""Ids and names that the target refuses, where it is the log's own format: as `fill` writes
them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from crosswire.address import Address, child
from crosswire.model import JsonValue, Part, SettingPart, ToolCallPart, ToolResultPart
from crosswire.rendering.id_plan import plan_ids
from crosswire.rendering.name_plan import has_own_name, parts_named, plan_names, tokens_of_name
from crosswire.repairs.change import Fix
from crosswire.repairs.view import End, View
from crosswire.rules.rule import TargetContext
from crosswire.rules.runner import walk
from crosswire.rules.target_verdicts import refusals
from crosswire.rules.targets import TARGETS

_ENDS = (ToolCallPart, ToolResultPart)


def fill_ids(view: View, target: str) -> Iterator[Fix]:
    """One change for each id that is refused, at all places that have it; what has none is
    another step's."""
    plan = plan_ids(view.conversation, view.pairing, view.sheet.wire.ID_RULE, "fill")
    together: dict[tuple[str, str], list[End]] = defaultdict(list)
    for part in view.ends if plan.changes else ():
        change = plan.changes.get(part.key)
        if change is not None and change.logged and part.call_id.address is not None:
            together[change.logged, change.written].append(part)
    rules = _refused_by(view, target) if together else {}
    who = view.sheet.wire.TITLE
    for (logged, written), parts in together.items():
        why = (
            f"{who} does not take this id: {plan.changes[parts[0].key].why}. It gets "
            "another at both ends."
        )
        rule = rules.get(logged) or _by_length(logged, view, parts[0])
        yield Fix(rule, "id", why, tuple(parts), view.renaming(parts, written))


def _refused_by(view: View, target: str) -> dict[str, str]:
    """An id -> the rule by which the target refuses it."""
    rules = (
        [rule for rule in refusals(target) if rule.family == "id_form"]
        if target in TARGETS
        else []
    )
    context = TargetContext(view.conversation, view.pairing, target)
    values = {part.key: part.call_id.value for part in view.ends}
    found: dict[str, str] = {}
    for one in walk(context, rules):
        value = values.get(one.node)
        if value is not None:
            found.setdefault(value, one.name)
    return found


def _by_length(value: str, view: View, part: ToolCallPart | ToolResultPart) -> str:
    """The rule for a format that no verdict is known for."""
    longest = view.sheet.wire.ID_RULE.of(part).longest
    return "id-too-long" if longest is not None and len(value) > longest else "id-charset"


# Names


def fill_names(view: View) -> Iterator[Fix]:
    """One change for each tool's name that is refused: in declarations, choice, calls and
    results alike."""
    plan = plan_names(view.conversation, view.sheet.wire.NAME_RULE, "fill")
    named = parts_named(view.conversation, plan.written)
    for name, parts in named.items():
        own = [part for part in parts if not isinstance(part, _ENDS) or has_own_name(part)]
        places = [_places_of(part, name, view) for part in own]
        if not places or not all(places):
            continue  # one name must not become two
        why = (
            f"{view.sheet.wire.TITLE} does not take this name: {plan.changes[name].why}. "
            "All that name the tool get the same other one."
        )
        together = [place for found in places for place in found]
        do = partial(_write, view, together, plan.written[name])
        yield Fix("tool-name-pattern", "name", why, tuple(own), do)


def _write(view: View, places: list[Address], name: str) -> None:
    for place in places:
        view.sheet.set(place, name)


def _places_of(part: Part, name: str, view: View) -> list[Address]:
    """Where a part says the name of a tool."""
    if isinstance(part, SettingPart):
        return list(_in_choice(part.value, name, part.address))
    tokens = tokens_of_name(part.raw, name)
    place = None if tokens is None else child(part.address, *tokens)
    return [] if place is None or view.sheet.value_at(place) != name else [place]


def _in_choice(
    value: JsonValue, name: str, at: Address, *, is_name: bool = False
) -> Iterator[Address]:
    """The names in a choice of tools: fields of that name, and lists of names."""
    if value == name and is_name:
        yield at
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _in_choice(inner, name, child(at, key), is_name=key == "name")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _in_choice(inner, name, Address(f"{at}/{i}"), is_name=True)
