"""From Cohere's bodies to the model: Chat Completions in its variant, and answers in a form of
their own."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.cohere.variant import COHERE
from crosswire.formats.openai_chat import reading
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    reading.read_message(value, at, into, COHERE)


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    reading.read_request(body, at, into, COHERE)


def choices(body: JsonObject) -> int:
    """An answer is one message."""
    return int(body.get("message") is not None)


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    for name, value in body.items():
        if value is None:
            continue
        place = child(at, name)
        if name == "message":
            read_message(value, place, into)
        else:
            into.setting(name, value, place, of_response=True)
