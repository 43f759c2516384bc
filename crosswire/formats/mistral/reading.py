"""From Mistral's bodies to the model: Chat Completions in its variant."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.mistral.variant import MISTRAL
from crosswire.formats.openai_chat import reading, reading_messages
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder

choices = reading.choices


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    reading_messages.read_message(value, at, into, MISTRAL)


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    reading.read_request(body, at, into, MISTRAL)


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    reading.read_response(body, at, choice, into, MISTRAL)
