"""Reads messages by the table of their dialect."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from crosswire.address import Address, child
from crosswire.formats.shared.reading import keep_message
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect import Dialect
from crosswire.logs.shared.fields import field_in, text_in
from crosswire.model import (
    JsonObject,
    JsonValue,
    Message,
    Part,
    ReasoningPart,
    Role,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import list_or_empty


def read_message(
    value: JsonValue, at: Address, into: ConversationBuilder, dialect: Dialect
) -> list[Message]:
    """One message; its results become messages of their own."""
    if not isinstance(value, dict):
        return [keep_message(value, at, into, "A message is an object.")]
    raw, at = unwrapped(value, at, dialect)
    word = word_of(value, raw, dialect)
    role = dialect.roles.get(word, "other")
    if word in dialect.whole:
        known = dialect.known | {*dialect.role}
        return put(dialect.whole[word](raw, at, known) or [], role, raw, at, into)
    parts = said_in(raw, at, dialect)
    for name in dialect.says:
        set_aside(raw.get(name), into, dialect.content)
    return put(parts, role, raw, at, into, extras_in(raw, dialect))


def unwrapped(value: JsonObject, at: Address, dialect: Dialect) -> tuple[JsonObject, Address]:
    """A message itself, where something is around it."""
    held = field_in(value, at, dialect.inner)
    if held is None or not isinstance(held.value, dict):
        return value, at
    return held.value, held.at


def word_of(value: JsonObject, raw: JsonObject, dialect: Dialect) -> str:
    """The word for the role of a message."""
    if dialect.word_of is not None:
        return dialect.word_of(value)
    return text_in(raw, dialect.role) or text_in(value, dialect.role) or ""


def said_in(raw: JsonObject, at: Address, dialect: Dialect) -> list[Part]:
    """What a message says, then the calls and results that it lists."""
    parts: list[Part] = []
    for name in dialect.says:
        if name in raw:
            parts += dialect.content(raw[name], child(at, name))
    for name, block in dialect.lists.items():
        for i, one in enumerate(list_or_empty(raw.get(name))):
            if isinstance(one, dict):
                parts += block(one, child(at, name, i), dialect.content.known) or []
    return parts


def set_aside(value: JsonValue, into: ConversationBuilder, content: Content) -> None:
    """Let coverage know which blocks were read and say nothing."""
    into.set_aside += content.put_aside(value)


def extras_in(raw: JsonObject, dialect: Dialect) -> JsonObject | None:
    """The fields of a message that no word of the model fits."""
    return extras_of(raw, dialect.known | {*dialect.role, *dialect.says, *dialect.lists})


def put(
    parts: Sequence[Part],
    role: Role,
    raw: JsonValue,
    at: Address,
    into: ConversationBuilder,
    extras: JsonObject | None = None,
) -> list[Message]:
    """Append the parts as messages: calls are an assistant's, and results the tools' own."""
    said = [(speaker(part, role), part) for part in parts]
    return put_said(said, role, raw, at, into, extras)


def put_said(
    said: Sequence[tuple[Role, Part]],
    role: Role,
    raw: JsonValue,
    at: Address,
    into: ConversationBuilder,
    extras: JsonObject | None = None,
) -> list[Message]:
    """Append parts, each with who says it, as messages; the first is the message itself."""
    runs = [(who, [part for _, part in run]) for who, run in groupby(said, itemgetter(0))]
    written: list[Message] = []
    # A text among blocks is claimed by no object of its own.
    into.set_aside += [part.raw for _, part in said if isinstance(part.raw, str)]
    for _, part in said:
        part.extras = _telling(part.extras)
    for who, run in runs or [(role, list[Part]())]:
        if written:
            written.append(into.message(who, run[0].address, run[0].raw, run))
            continue
        message = into.message(who, at, raw, run)
        if len(run) == 1 and run[0].raw is raw:  # its other fields are the message's
            extras, run[0].extras = run[0].extras, None
        message.extras = _telling(extras)
        written.append(message)
    return written


def _telling(extras: JsonObject | None) -> JsonObject | None:
    """Fields that hold anything; frameworks write each that they know, mostly empty."""
    if not extras:
        return None
    return {name: value for name, value in extras.items() if value not in ({}, [])} or None


def speaker(part: Part, role: Role) -> Role:
    """Who a part of a message is of, whatever the message's role is."""
    if isinstance(part, ToolResultPart) and part.executed_by == "client":
        return "tool"
    if isinstance(part, (ToolCallPart, ToolResultPart, ReasoningPart)):
        return "assistant"
    return "user" if role == "tool" else role
