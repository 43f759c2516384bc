"""Arguments in the form that the format wants: an object, or the JSON text of one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from crosswire.arguments import hidden_value
from crosswire.model import ArgumentsState, JsonValue, ToolCallPart
from crosswire.repair.change import Fix
from crosswire.repair.view import View
from crosswire.writing import json_text

_AS_TEXT = frozenset({"function", "function_call"})
"""Wire types that write arguments as JSON text."""


def fix_arguments(view: View) -> Iterator[Fix]:
    for call in view.conversation.calls():
        if call.arguments.address is None or call.arguments.state is not ArgumentsState.PARSED or call.hybrid:
            continue
        value = call.arguments.value
        as_text = call.wire_type in _AS_TEXT
        hidden = hidden_value(value) if isinstance(value, str) else None
        if hidden is not None:
            why = "The arguments were encoded more than once; they are written as the JSON that they hold."
            yield _written(call, hidden, view, "arguments-double-encoded", why, as_text=as_text)
        elif value is None:
            why = "Null stands for having no arguments, which is written as an empty object."
            yield _written(call, {}, view, "arguments-not-object", why, as_text=as_text)
        elif as_text and call.arguments.text is None and isinstance(value, dict):
            why = "This format writes arguments as JSON text."
            yield _written(call, value, view, "arguments-not-text", why, as_text=True)


def _written(call: ToolCallPart, value: JsonValue, view: View, rule: str, why: str, *, as_text: bool) -> Fix:
    written = json_text(value) if as_text else value
    assert call.arguments.address is not None  # noqa: S101 - the caller saw it
    return Fix(rule, "arguments", why, (call,), partial(view.sheet.set, call.arguments.address, written))
