"""Arguments in the form that the format wants: an object, or the JSON text of one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from crosswire.containers import json_document
from crosswire.containers.json_document import ObjectWithEqualKeys
from crosswire.model import ArgumentsState, JsonValue, ToolCallPart
from crosswire.rendering.messages import json_text
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.tools.arguments import hidden_value

_TYPES_WITH_TEXT = frozenset({"function", "function_call"})
"""Wire types that write arguments as JSON text."""
_FORMATS_WITH_OBJECTS = frozenset({"gemini-interactions", "ollama"})
"""Formats in which calls of such a type have an object."""
_Repair = tuple[str, str, JsonValue]
"""The rule, the reason, and what is written in place of the arguments."""


def fix_arguments(context: RepairContext) -> Iterator[ProposedChange]:
    """Arguments that are encoded more than once, null, or an object where text is wanted."""
    format = context.conversation.wire_format
    is_log = context.conversation.read_from is None
    for call in context.conversation.calls():
        place, is_parsed = (
            call.arguments.address,
            call.arguments.state is ArgumentsState.PARSED,
        )
        as_text = call.wire_type in _TYPES_WITH_TEXT and format not in _FORMATS_WITH_OBJECTS
        if is_log:
            as_text = call.arguments.text is not None
        fix = _repair_of(call, as_text=as_text) if is_parsed and not call.hybrid else None
        if place is not None and fix is not None:
            rule, reason, value = fix
            make = partial(context.working_copy.write, place, value)
            yield ProposedChange(rule, "arguments", reason, (call,), make)


def _repair_of(call: ToolCallPart, *, as_text: bool) -> _Repair | None:
    """What mends the arguments of a call; None where nothing does, or nothing needs it."""
    value = call.arguments.value
    if isinstance(value, str):
        return _decoded(value, as_text=as_text)
    if value is None:
        reason = "Null stands for having no arguments, which is written as an empty object."
        return "arguments-not-object", reason, json_text({}) if as_text else {}
    if as_text and call.arguments.text is None and isinstance(value, dict):
        reason = "This format writes arguments as JSON text."
        return "arguments-not-text", reason, json_text(value)
    return None


def _decoded(text: str, *, as_text: bool) -> _Repair | None:
    """Arguments that are encoded more than once. An object cannot hold equal keys; those stay
    text."""
    hidden = hidden_value(text)
    if hidden is None or (not as_text and _has_equal_keys(hidden)):
        return None
    reason = (
        "The arguments were encoded more than once; they are written as the JSON that they "
        "hold."
    )
    return "arguments-double-encoded", reason, _innermost(text) if as_text else hidden


def _innermost(text: str) -> str:
    """The JSON text that was encoded over and over, character for character."""
    while isinstance(inner := json_document.read(text.encode("utf-8", "surrogatepass")), str):
        text = inner
    return text


def _has_equal_keys(value: JsonValue) -> bool:
    if isinstance(value, dict):
        inner_ones = value.values()
        return isinstance(value, ObjectWithEqualKeys) or any(map(_has_equal_keys, inner_ones))
    return isinstance(value, list) and any(map(_has_equal_keys, value))
