"""Arguments in the form that the format wants: an object, or the JSON text of one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from crosswire.containers import json_document
from crosswire.containers.json_document import ObjectWithEqualKeys
from crosswire.model import ArgumentsState, JsonValue, ToolCallPart
from crosswire.rendering.messages import json_text
from crosswire.repairs.change import Fix
from crosswire.repairs.view import View
from crosswire.tools.arguments import hidden_value

_AS_TEXT = frozenset({"function", "function_call"})
"""Wire types that write arguments as JSON text."""
_AS_OBJECT = frozenset({"ollama"})
"""Formats in which calls of such a type have an object."""


def fix_arguments(view: View) -> Iterator[Fix]:
    for call in view.conversation.calls():
        if (
            call.arguments.address is None
            or call.arguments.state is not ArgumentsState.PARSED
            or call.hybrid
        ):
            continue
        value = call.arguments.value
        as_text = (
            call.wire_type in _AS_TEXT and view.conversation.wire_format not in _AS_OBJECT
        )
        hidden = hidden_value(value) if isinstance(value, str) else None
        if hidden is not None and isinstance(value, str):
            if not as_text and _has_equal_keys(hidden):
                continue  # an object would lose all but the last of them
            inner: JsonValue = _innermost(value) if as_text else hidden
            why = (
                "The arguments were encoded more than once; they are written as the JSON "
                "that they hold."
            )
            yield _fix(call, inner, view, "arguments-double-encoded", why)
        elif value is None:
            why = "Null stands for having no arguments, which is written as an empty object."
            yield _written(call, {}, view, "arguments-not-object", why, as_text=as_text)
        elif as_text and call.arguments.text is None and isinstance(value, dict):
            why = "This format writes arguments as JSON text."
            yield _written(call, value, view, "arguments-not-text", why, as_text=True)


def _written(
    call: ToolCallPart, value: JsonValue, view: View, rule: str, why: str, *, as_text: bool
) -> Fix:
    return _fix(call, json_text(value) if as_text else value, view, rule, why)


def _fix(call: ToolCallPart, written: JsonValue, view: View, rule: str, why: str) -> Fix:
    assert call.arguments.address is not None  # noqa: S101 - the caller saw it
    return Fix(
        rule,
        "arguments",
        why,
        (call,),
        partial(view.sheet.set, call.arguments.address, written),
    )


def _innermost(text: str) -> str:
    """The JSON text that was encoded over and over, to the letter."""
    while isinstance(inner := json_document.read(text.encode("utf-8", "surrogatepass")), str):
        text = inner
    return text


def _has_equal_keys(value: JsonValue) -> bool:
    if isinstance(value, dict):
        return isinstance(value, ObjectWithEqualKeys) or any(
            map(_has_equal_keys, value.values())
        )
    return isinstance(value, list) and any(map(_has_equal_keys, value))
