"""Writes a result in the kind that its call asks for: an output of functions or of custom
tools, a message with the role `tool` or the older `function`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from crosswire.address import child
from crosswire.model import JsonValue
from crosswire.pairing import How, Pair
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.rules.content import mismatched_kind

_FIELD_OF_KIND = {"tool": "role", "function": "role"}
"""Where a result says its kind; elsewhere in `type`."""
_NAMES_OF_CALLS = {"tool_call_id", "name"}


def fix_kinds(context: RepairContext) -> Iterator[ProposedChange]:
    """Results of another kind than their calls, where the call of each is known."""
    if not mismatched_kind.rule.is_about(
        context.conversation.format, context.conversation.wire_format
    ):
        return
    for pair in context.pairing.pairs:
        kind = mismatched_kind.own_kind(pair)
        if kind is not None and pair.result.raw is not pair.call.raw:
            yield from _rewritten(pair, kind, context)


def _rewritten(pair: Pair, kind: str, context: RepairContext) -> Iterator[ProposedChange]:
    """The result in its call's kind, with what that kind names its call by."""
    if context.has_rivals(pair):
        return  # the result may as well be that of a call that has none
    fields: dict[str, JsonValue] = {_FIELD_OF_KIND.get(kind, "type"): kind}
    if kind == "tool":
        fields["tool_call_id"] = pair.call.call_id.value
    if kind == "function":
        fields["name"] = pair.call.name
    if None in fields.values():
        return
    is_sure = pair.how is not How.BY_POSITION or _is_only_one(pair, context)
    reason = f"The call asks for a result of the kind `{kind}`, and this one answers it."
    make = partial(_write, pair, fields, context)
    parts = (pair.result, pair.call)
    yield ProposedChange(mismatched_kind.rule.name, "kind", reason, parts, make, is_sure)


def _is_only_one(pair: Pair, context: RepairContext) -> bool:
    """Whether no other call of the turn may be meant by the name that the result has, or by
    none."""
    calls, name = context.calls_of_turn[context.turn(pair.call)], pair.result.name
    return len([call for call in calls if name in (None, call.name)]) <= 1


def _write(pair: Pair, fields: dict[str, JsonValue], context: RepairContext) -> None:
    """A `tool` message names its call by the id alone, a `function` message by the name."""
    copy, place = context.working_copy, pair.result.address
    for name, value in fields.items():
        copy.write(child(place, name), value)
    for other in _NAMES_OF_CALLS - fields.keys() if "role" in fields else ():
        copy.remove_field(child(place, other))
