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
from crosswire.formats.protocol import BodyFormat, ReadOnly, WireFormat

# A tuple with a type, so that mypy holds each module against the Protocol.
_ALL: tuple[WireFormat, ...] = (
    openai_chat,
    openai_responses,
    anthropic,
    gemini,
    azure_foundry,
    bedrock,
    mistral,
    cohere,
    ollama,
)

FORMATS: dict[str, WireFormat] = {format.NAME: format for format in _ALL}

_ONLY_READ: tuple[ReadOnly, ...] = (gemini_interactions,)
READ_ONLY: dict[str, ReadOnly] = {format.NAME: format for format in _ONLY_READ}
"""Those that are not written."""


def readers() -> tuple[BodyFormat, ...]:
    """All that are read."""
    return (*FORMATS.values(), *READ_ONLY.values())


def reader(name: str) -> BodyFormat:
    """The one of this name."""
    return FORMATS[name] if name in FORMATS else READ_ONLY[name]
