"""The names of wire formats in sentences, for modules that may not import formats.

A format has its title itself too (`TITLE`); a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "openai-chat": "OpenAI Chat Completions",
    "openai-responses": "OpenAI Responses",
    "anthropic": "Anthropic Messages",
    "gemini": "Gemini generateContent",
    "gemini-interactions": "Gemini Interactions",
    "azure-foundry": "Azure AI Foundry",
    "bedrock": "Bedrock Converse",
    "mistral": "Mistral",
    "cohere": "Cohere Chat",
    "ollama": "Ollama chat",
}
"""By the name of the format."""
