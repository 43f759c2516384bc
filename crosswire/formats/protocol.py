"""What a package must offer to be a wire format: the JSON of one provider's API, in both
directions.

A format is a package, not a class: `crosswire/formats/x/` hands out the names of `WireFormat`,
and `crosswire/formats/__init__.py` lists it; mypy proves that each package fits. By custom
`names.py` holds the constants, `recognising.py` tells whether JSON is of the format,
`reading*.py` read it, and `writing*.py` write it. What several formats do alike stands in
`crosswire/formats/shared/`.
"""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

Shape = Literal["request", "response", "messages", "message"]


class Recognition(Struct, frozen=True):
    """A format's answer to "is this yours?"."""

    shape: Shape
    confidence: float
    """0 to 1. 0.9 and more: keys that no other format has. About 0.5: it fits, and so may
    others."""
    reason: str
    """A sentence that names the keys that decided."""


class BodyFormat(Protocol):
    """A provider's JSON, as it is read."""

    NAME: str
    """As in URLs and options, e.g. `openai-chat`."""
    TITLE: str
    """As on the page, e.g. `OpenAI Chat Completions`."""
    TRAITS: Traits

    def recognise(self, value: JsonValue) -> Recognition | None:
        """Whether a JSON value is a request, a response, a list of messages or one message of
        this format."""

    def read_request(self, body: JsonObject, at: Address, into: ConversationBuilder) -> None:
        """Read a request body: settings, tools, system prompt, messages. Never raises."""

    def choices(self, body: JsonObject) -> int:
        """How many alternative answers a response body holds."""

    def read_response(
        self, body: JsonObject, at: Address, choice: int, into: ConversationBuilder
    ) -> None:
        """Read one answer of a response body, and the fields beside it. Never raises."""

    def read_message(self, value: JsonValue, at: Address, into: ConversationBuilder) -> None:
        """Read one element of the messages (contents, input items). Never raises."""


class WireFormat(BodyFormat, Protocol):
    """A provider's JSON, read and written."""

    MODEL_IN_BODY: bool
    """Whether a request body must name the model; elsewhere the address does."""
    ID_RULE: IdRule
    """What the format asks of a call id."""
    NAME_RULE: NameRule
    """What the format asks of the name of a tool."""

    def render(self, out: RenderingBuilder) -> JsonObject:
        """Write the conversation as a request body; report every link and loss to `out`."""
