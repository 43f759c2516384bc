"""Fields that the models of an SDK drop, below the fields of the body.

Most SDKs send an argument with all that is in it. Those here read it into models, which keep
the fields that they know and silently drop others. Taken from their source code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from crosswire.model import JsonObject, JsonValue


class Fields(Struct, frozen=True):
    """The fields of a model; a list holds such models, and a value that is no object is
    kept."""

    known: Mapping[str, Fields | None]
    """Field -> the model that it is read into; None: all in it is kept. `*` is any other
    name."""
    empty_left_out: bool = False
    """Whether a field that is empty, and not only one that is null, is not sent."""
    null_left_out: bool = True


def _all(*names: str) -> dict[str, Fields | None]:
    return dict.fromkeys(names)


_PROPERTY = Fields(_all("type", "items", "description", "enum"))
_OLLAMA_PARAMETERS = Fields(
    _all("type", "$defs", "items", "required")
    | {"properties": Fields({"*": _PROPERTY}, null_left_out=False)}
)
_OLLAMA = {
    "messages": Fields(
        _all("role", "content", "thinking", "images", "tool_name")
        | {"tool_calls": Fields({"function": Fields(_all("name", "arguments"))})},
        empty_left_out=True,
    ),
    "tools": Fields(
        _all("type")
        | {
            "function": Fields(
                _all("name", "description") | {"parameters": _OLLAMA_PARAMETERS}
            )
        }
    ),
}
_MISTRAL_CALL = Fields(
    _all("id", "type", "index")
    | {"function": Fields(_all("name", "arguments"), null_left_out=False)},
    null_left_out=False,
)
_MISTRAL_MESSAGES = {
    "system": Fields(_all("role", "content"), null_left_out=False),
    "user": Fields(_all("role", "content"), null_left_out=False),
    "assistant": Fields(
        _all("role", "content", "prefix") | {"tool_calls": _MISTRAL_CALL}, null_left_out=False
    ),
    "tool": Fields(_all("role", "content", "tool_call_id", "name"), null_left_out=False),
}
_MISTRAL_TOOL = Fields(
    _all("type") | {"function": Fields(_all("name", "description", "strict", "parameters"))}
)


def left_out(target: str, body: JsonObject) -> Iterator[tuple[str, ...]]:
    """Places in the body that the SDK of this target does not send."""
    if target == "ollama":
        for name, fields in _OLLAMA.items():
            yield from _below(body.get(name), fields, (name,))
    if target == "mistral":
        yield from _of_mistral(body)


def _of_mistral(body: JsonObject) -> Iterator[tuple[str, ...]]:
    messages, tools = body.get("messages"), body.get("tools")
    for n, message in enumerate(messages if isinstance(messages, list) else []):
        role = message.get("role") if isinstance(message, dict) else None
        if isinstance(role, str) and role in _MISTRAL_MESSAGES:
            yield from _below(message, _MISTRAL_MESSAGES[role], ("messages", str(n)))
    for n, tool in enumerate(tools if isinstance(tools, list) else []):
        if isinstance(tool, dict) and tool.get("type", "function") == "function":
            yield from _below(tool, _MISTRAL_TOOL, ("tools", str(n)))


def _below(value: JsonValue, fields: Fields, at: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(value, list):
        for n, item in enumerate(value):
            yield from _below(item, fields, (*at, str(n)))
    elif isinstance(value, dict):
        for name, inner in value.items():
            model = fields.known.get(name, fields.known.get("*"))
            if not _is_sent(name, inner, fields):
                yield (*at, name)
            elif model is not None:
                yield from _below(inner, model, (*at, name))


def _is_sent(name: str, value: JsonValue, fields: Fields) -> bool:
    if name not in fields.known and "*" not in fields.known:
        return False
    return (
        bool(value) if fields.empty_left_out else value is not None or not fields.null_left_out
    )
