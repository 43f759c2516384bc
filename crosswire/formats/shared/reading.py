"""What the readers of several formats have in common."""

from __future__ import annotations

from collections.abc import Callable

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue, Message, Part, TextPart
from crosswire.model.builder import ConversationBuilder, opaque
from crosswire.model.json_values import list_or_empty, text_or_empty, text_or_none

ReadPart = Callable[[JsonValue, Address], Part]
ReadMessage = Callable[[JsonValue, Address, ConversationBuilder], None]


def read_text(text: str, at: Address) -> list[Part]:
    """A text as a part; an empty one says nothing and is none."""
    return [TextPart(address=at, raw=text, text=text)] if text else []


def read_parts(
    content: JsonValue, at: Address, read_part: ReadPart, reason: str
) -> list[Part]:
    """Content that is a text or a list; for anything else `reason` says what it should be."""
    if isinstance(content, str):
        return read_text(content, at)
    if isinstance(content, list):
        return [read_part(part, Address(f"{at}/{i}")) for i, part in enumerate(content)]
    return [] if content is None else [opaque(content, at, reason)]


def read_each(
    values: JsonValue, at: Address, into: ConversationBuilder, read: ReadMessage
) -> None:
    """The elements of a list, one by one."""
    for i, value in enumerate(list_or_empty(values)):
        read(value, Address(f"{at}/{i}"), into)


def keep_message(
    value: JsonValue, at: Address, into: ConversationBuilder, reason: str
) -> Message:
    """A message of which nothing can be read; `reason` says what it should be."""
    return into.message("other", at, value, [opaque(value, at, reason)])


def read_messages(
    value: JsonValue, at: Address, into: ConversationBuilder, read_message: ReadMessage
) -> None:
    """The messages of a request."""
    if not isinstance(value, list):
        keep_message(value, at, into, "Messages are a list.")
    read_each(value, at, into, read_message)


def read_system(
    value: JsonValue,
    at: Address,
    into: ConversationBuilder,
    read_content: Callable[[JsonValue, Address], list[Part]],
) -> None:
    """A system prompt that stands beside the messages, in the field `system`."""
    if value is not None:
        message = into.message("system", at, value, read_content(value, at))
        message.field = "system"


def read_response_fields(
    body: JsonObject, at: Address, into: ConversationBuilder, *, but: tuple[str, ...]
) -> None:
    """The fields of a response beside its answer. Its model is the conversation's, where no
    request has named one."""
    for name, value in body.items():
        if name not in but and value is not None:
            names_model = name == "model" and not has_model(into)
            into.setting(
                name,
                value,
                child(at, name),
                meaning="model" if names_model else None,
                of_response=not names_model,
            )


def read_fields(
    body: JsonObject,
    at: Address,
    into: ConversationBuilder,
    *,
    but: tuple[str, ...] = (),
    path: str = "",
) -> None:
    """The fields that only a response has, as settings; `path` goes before their names."""
    for name, value in body.items():
        if name not in but and value is not None:
            into.setting(path + name, value, child(at, name), of_response=True)


def has_model(into: ConversationBuilder) -> bool:
    """Whether a model has been named."""
    return any(getattr(part, "meaning", None) == "model" for part in into.settings_and_tools)


def read_odd_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """An element of the tools that is no object; some APIs take a name in the place of one."""
    into.tool(text_or_empty(tool), at, tool, kind=type(tool).__name__)


def declare_tool(
    into: ConversationBuilder,
    at: Address,
    tool: JsonValue,
    declared: JsonObject,
    *,
    schema: str,
    extras: JsonObject | None,
    kind: str = "function",
    unnamed: str = "",
) -> None:
    """Append the tool whose name, description and schema stand in `declared`.

    `schema` names the field of the schema, and `unnamed` is the name of a tool without one.
    """
    name = text_or_none(declared.get("name"))
    into.tool(
        unnamed if name is None else name,
        at,
        tool,
        description=text_or_none(declared.get("description")),
        schema=declared.get(schema),
        kind=kind,
        extras=extras,
    )
