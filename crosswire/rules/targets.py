"""Who a conversation may be sent to: the endpoints whose refusals are known."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """An endpoint that takes requests in a wire format, by rules of its own."""

    name: str
    """As in options and URLs."""
    title: str
    format: str
    """The wire format of its requests."""


_ALL = (
    Target("openai-chat", "OpenAI Chat Completions", "openai-chat"),
    Target("openai-responses", "OpenAI Responses", "openai-responses"),
    Target("anthropic", "Anthropic Messages", "anthropic"),
    Target("gemini", "Gemini API", "gemini"),
    Target("vertex", "Gemini on Vertex AI", "gemini"),
    Target("azure-foundry", "Azure AI Foundry", "azure-foundry"),
    Target("bedrock", "Bedrock Converse", "bedrock"),
    Target("mistral", "Mistral", "mistral"),
)

TARGETS: dict[str, Target] = {target.name: target for target in _ALL}
"""By name, in the order of lists."""
