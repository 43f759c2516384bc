"""What pages call formats."""

from __future__ import annotations

from crosswire.formats import FORMATS


def short(name: str) -> str:
    """A format as the head of a narrow column names it."""
    return _SHORT.get(name, FORMATS[name].TITLE)


_SHORT = {
    "openai-chat": "Chat",
    "openai-responses": "Responses",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "gemini-interactions": "Interactions",
    "azure-foundry": "Foundry",
    "bedrock": "Bedrock",
    "mistral": "Mistral",
    "cohere": "Cohere",
    "ollama": "Ollama",
}
