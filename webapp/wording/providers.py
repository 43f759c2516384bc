"""Who answers at a target, as one says it."""

from crosswire.rules import TARGETS

PROVIDERS = {name: target.title for name, target in TARGETS.items()} | {
    "openai-chat": "OpenAI",
    "openai-responses": "OpenAI",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "vertex": "Vertex AI",
    "bedrock": "Bedrock",
    "unknown-server": "this server",
}
