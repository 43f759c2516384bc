"""What the wire formats are called in sentences, for modules that stand below them.

A format says its title itself (`TITLE`); the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "openai-chat": "OpenAI Chat Completions",
    "openai-responses": "OpenAI Responses",
    "anthropic": "Anthropic Messages",
    "gemini": "Gemini generateContent",
    "azure-foundry": "Azure AI Foundry",
    "bedrock": "Bedrock Converse",
    "mistral": "Mistral",
    "cohere": "Cohere Chat",
    "ollama": "Ollama chat",
}
"""By the name of the format."""
