"""From Cohere's bodies to the model: Chat Completions in its variant, and answers in a form of
their own."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.cohere.variant import COHERE
from crosswire.formats.openai_chat import reading, reading_messages
from crosswire.formats.shared.reading import read_fields
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    reading_messages.read_message(value, at, into, COHERE)


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    reading.read_request(body, at, into, COHERE)


def choices(body: JsonObject) -> int:
    """An answer is one message."""
    return int(body.get("message") is not None)


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    read_fields(body, at, into, but=("message",))
    if choices(body):
        read_message(body["message"], Address(f"{at}/message"), into)
