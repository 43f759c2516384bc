"""Replaces ids and names that the target refuses, where the log is in the target's format, as
`render(ids="fill")` writes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain

from crosswire.address import Address, child
from crosswire.model import JsonValue, Part, SettingPart, ToolCallPart, ToolResultPart
from crosswire.rendering.id_plan import plan_ids
from crosswire.rendering.name_plan import has_own_name, parts_named, plan_names, tokens_of_name
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import CallOrResult, RepairContext
from crosswire.rules.as_sent import refusals
from crosswire.rules.rule import TargetContext
from crosswire.rules.runner import walk
from crosswire.rules.targets import TARGETS


def fill_ids(context: RepairContext, target: str) -> Iterator[ProposedChange]:
    """One change for each id that is refused, at all places that have it. Absent ids are not
    filled in here."""
    wire = context.working_copy.wire
    plan = plan_ids(context.conversation, context.pairing, wire.ID_RULE, "fill")
    parts_with: dict[tuple[str, str], list[CallOrResult]] = defaultdict(list)
    for part in context.conversation.ends():
        change = plan.changes.get(part.key)
        if change is not None and change.logged and part.call_id.address is not None:
            parts_with[change.logged, change.written].append(part)
    rules = _rules_that_refuse(context, target) if parts_with else {}
    for (logged, written), parts in parts_with.items():
        reason = (
            f"{wire.TITLE} does not take this id: {plan.changes[parts[0].key].why}. It gets "
            "another at both ends."
        )
        rule = rules.get(logged) or _rule_by_length(logged, context, parts[0])
        make = context.renaming(parts, written)
        yield ProposedChange(rule, "id", reason, tuple(parts), make)


def _rules_that_refuse(context: RepairContext, target: str) -> dict[str, str]:
    """An id -> the first rule by which the target refuses it."""
    if target not in TARGETS:
        return {}
    rules = [rule for rule in refusals(target) if rule.family == "id_form"]
    sent = TargetContext(context.conversation, context.pairing, target)
    values = {part.key: part.call_id.value for part in context.conversation.ends()}
    names = {values.get(refusal.node): refusal.name for refusal in reversed(walk(sent, rules))}
    return {value: name for value, name in names.items() if value is not None}


def _rule_by_length(value: str, context: RepairContext, part: CallOrResult) -> str:
    """The rule for a format whose target refuses no ids by a rule."""
    limit = context.working_copy.wire.ID_RULE.of(part).max_length
    return "id-too-long" if limit is not None and len(value) > limit else "id-charset"


# Names


def fill_names(context: RepairContext) -> Iterator[ProposedChange]:
    """One change for each tool's name that is refused: in declarations, choice, calls and
    results alike."""
    wire = context.working_copy.wire
    plan = plan_names(context.conversation, wire.NAME_RULE, "fill")
    for name, parts in parts_named(context.conversation, plan.written).items():
        naming = [part for part in parts if _names_tool(part)]
        places = [_places_of_name(part, name, context) for part in naming]
        if places and all(places):  # else one name would become two
            reason = (
                f"{wire.TITLE} does not take this name: {plan.changes[name].why}. All that "
                "name the tool get the same other one."
            )
            all_places = [*chain.from_iterable(places)]
            make = partial(context.write_everywhere, all_places, plan.written[name])
            yield ProposedChange("tool-name-pattern", "name", reason, tuple(naming), make)


def _names_tool(part: Part) -> bool:
    """Whether a part says the name itself, rather than by its call."""
    return not isinstance(part, (ToolCallPart, ToolResultPart)) or has_own_name(part)


def _places_of_name(part: Part, name: str, context: RepairContext) -> list[Address]:
    """Where a part says the name of a tool."""
    if isinstance(part, SettingPart):
        return list(_places_in_choice(part.value, name, part.address))
    tokens = tokens_of_name(part.raw, name)
    place = part.address if tokens is None else child(part.address, *tokens)
    return [place] if context.working_copy.value_at(place) == name else []


def _places_in_choice(
    value: JsonValue, name: str, address: Address, *, is_name: bool = False
) -> Iterator[Address]:
    """The names in a choice of tools: fields of that name, and lists of names."""
    if is_name and value == name:
        yield address
    elif isinstance(value, dict):
        for key, inner in value.items():
            place = child(address, key)
            yield from _places_in_choice(inner, name, place, is_name=key == "name")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _places_in_choice(inner, name, child(address, i), is_name=True)
