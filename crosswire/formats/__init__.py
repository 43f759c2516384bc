"""The wire formats, in the order of menus. To add one: a package, a corpus, a line here."""

from crosswire.formats import (
    anthropic,
    azure_foundry,
    bedrock,
    cohere,
    gemini,
    gemini_interactions,
    mistral,
    ollama,
    openai_chat,
    openai_responses,
)
from crosswire.formats.protocol import WireFormat

# A tuple with a type, so that mypy holds each module against the Protocol.
_ALL: tuple[WireFormat, ...] = (
    openai_chat,
    openai_responses,
    anthropic,
    gemini,
    gemini_interactions,
    azure_foundry,
    bedrock,
    mistral,
    cohere,
    ollama,
)

FORMATS: dict[str, WireFormat] = {format.NAME: format for format in _ALL}
