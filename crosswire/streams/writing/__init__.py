"""An answer as the stream that its provider would have sent: the events, and what was
added."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from crosswire.errors import NotAConversation, UnknownFormat
from crosswire.model import JsonObject, JsonValue
from crosswire.model.loss import Loss
from crosswire.streams.writing import anthropic, gemini, openai_chat, openai_responses
from crosswire.streams.writing.events import EventWriter


class StreamWriter(Protocol):
    """Writes a provider's kind of stream."""

    def write(self, payload: JsonObject, out: EventWriter) -> bool:
        """Write the assistant's last turn in a request body; False where there is none."""


WRITERS: dict[str, StreamWriter] = {
    "openai-chat": openai_chat,
    "openai-responses": openai_responses,
    "azure-foundry": openai_responses,
    "anthropic": anthropic,
    "gemini": gemini,
}
"""The formats that have a writer of streams."""


class WrittenStream(Struct, frozen=True):
    """A stream, and the parts of it that were not in the turn."""

    data: bytes
    losses: list[Loss]
    """Their targets are addresses of the stream, as it is read again."""


def write(payload: JsonValue, format: str) -> WrittenStream:
    """The last turn of the assistant in a request body, such as a rendering's payload, as a
    stream.

    The same payload gives the same bytes. Raises UnknownFormat where the format has no writer
    of streams, and NotAConversation where the payload has nothing of the assistant.
    """
    writer = WRITERS.get(format)
    if writer is None:
        raise UnknownFormat(
            f"No stream is written of {format!r}. These can be: {', '.join(WRITERS)}."
        )
    out = EventWriter(payload)
    if not isinstance(payload, dict) or not writer.write(payload, out):
        raise NotAConversation(
            "There is no turn of the assistant in it, so there is nothing to stream."
        )
    return WrittenStream(b"".join(out.chunks), out.losses)
