"""Messages whose pieces are attributes of their own, as OpenInference and Traceloop write
them: `llm.input_messages.0.message.tool_calls.1.tool_call.function.name`."""

from __future__ import annotations

from collections.abc import Iterable

from crosswire.address import Address
from crosswire.logs.shared.keyed_blocks import read_blocks
from crosswire.logs.shared.keyed_messages import ROLES
from crosswire.logs.spans.attributes import Attribute, Attributes
from crosswire.logs.spans.span import Retold
from crosswire.model import (
    JsonObject,
    JsonValue,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import no_call_id, read_call_id
from crosswire.model.json_values import text_or_empty, text_or_none
from crosswire.tools import arguments

_Fields = dict[str, Attribute]
_IDS = ("tool_call.id", "id")
_NAMES = ("tool_call.function.name", "function.name", "name")
_ARGUMENTS = ("tool_call.function.arguments", "function.arguments", "arguments")
_TEXTS = ("message_content.text", "text")


_READ = (
    *(
        "role",
        "content",
        "id",
        "name",
        "arguments",
        "text",
        "url",
        "completion",
        "user",
        "type",
    ),
    *("tool_call_id", "function_call_name", "function_call_arguments_json", "finish_reason"),
)
"""How the names of pieces end that are read."""


def read_indexed(attributes: Attributes, prefixes: Iterable[str], own: str) -> Retold:
    """The messages under the first prefix that has any."""
    for prefix in prefixes:
        found = {rest: one for rest, one in attributes.beginning(prefix) if rest[:1].isdigit()}
        if found:
            attributes.taken.update(prefix + rest for rest in found)
            messages = [
                _message(_without(fields, "message."), own)
                for _, fields in sorted(_by_number(found).items())
            ]
            ends = ((rest.rpartition(".")[2], one) for rest, one in found.items())
            return Retold(
                messages, [(one.holder, one.at) for end, one in ends if end in _READ]
            )
    return Retold([])


def _by_number(fields: _Fields) -> dict[int, _Fields]:
    """`0.role` -> {0: {role}}; what has no number is left."""
    found: dict[int, _Fields] = {}
    for name, one in fields.items():
        number, _, rest = name.partition(".")
        if number.isascii() and number.isdigit() and len(number) < 7:
            found.setdefault(int(number), {})[rest] = one
    return found


def _without(fields: _Fields, prefix: str) -> _Fields:
    return {name.removeprefix(prefix): one for name, one in fields.items()}


def _below(fields: _Fields, prefix: str) -> dict[int, _Fields]:
    inside = {n[len(prefix) :]: one for n, one in fields.items() if n.startswith(prefix)}
    return dict(sorted(_by_number(inside).items()))


def _message(fields: _Fields, own: str) -> Message:
    at = next(iter(fields.values())).at
    role = ROLES.get(text_or_empty(_value(fields, "role")).lower(), "other")
    raw: JsonObject = {name: one.value for name, one in fields.items()}
    if role == "tool":
        return Message(role, at, raw, own, [_result(fields, at, raw)])
    parts: list[Part] = []
    for block in _below(fields, "contents.").values():
        parts += _content(block)
    if not parts:
        for name in ("content", "completion", "text", "user"):
            if name in fields:
                parts += read_blocks(fields[name].value, fields[name].at)
    parts += [_call(one) for one in _below(fields, "tool_calls.").values()]
    if not any(isinstance(part, ToolCallPart) for part in parts):
        parts += _legacy_call(fields)
    return Message(role, at, raw, own, parts)


def _content(block: _Fields) -> list[Part]:
    for name in _TEXTS:
        if name in block:
            held = block[name]
            return read_blocks(held.value, held.at)
    url = block.get("message_content.image.image.url")
    if url is None:
        return []
    return read_blocks({"type": "image", "url": url.value}, url.at)


def _result(fields: _Fields, at: Address, raw: JsonObject) -> ToolResultPart:
    id = fields.get("tool_call_id")
    parts: list[Part] = []
    if "content" in fields:
        parts = read_blocks(fields["content"].value, fields["content"].at)
    for block in _below(fields, "contents.").values() if not parts else ():
        parts += _content(block)
    return ToolResultPart(
        address=at,
        raw=raw,
        call_id=no_call_id() if id is None else read_call_id(id.value, address=id.at),
        wire_type="tool",
        content=parts,
        name=text_or_none(_value(fields, "name")),
    )


def _call(fields: _Fields) -> ToolCallPart:
    at = next(iter(fields.values())).at
    id, given = _first(fields, _IDS), _first(fields, _ARGUMENTS)
    name = _first(fields, _NAMES)
    return ToolCallPart(
        address=at,
        raw={name: one.value for name, one in fields.items()},
        call_id=no_call_id() if id is None else read_call_id(id.value, address=id.at),
        name=text_or_empty(None if name is None else name.value),
        arguments=arguments.from_text(
            None if given is None else given.value, at if given is None else given.at
        ),
        wire_type="tool_call",
    )


def _legacy_call(fields: _Fields) -> list[Part]:
    name = fields.get("function_call_name")
    if name is None:
        return []
    given = fields.get("function_call_arguments_json", name)
    value = given.value if given is not name else None
    return [
        ToolCallPart(
            address=name.at,
            raw={"name": name.value, "arguments": value},
            call_id=no_call_id(),
            name=text_or_empty(name.value),
            arguments=arguments.from_text(value, given.at),
            wire_type="function_call",
        )
    ]


def _first(fields: _Fields, names: tuple[str, ...]) -> Attribute | None:
    return next((fields[name] for name in names if name in fields), None)


def _value(fields: _Fields, name: str) -> JsonValue:
    found = fields.get(name)
    return None if found is None else found.value
