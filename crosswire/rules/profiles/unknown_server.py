"""A server that no other profile knows: the maker of the format speaks in its place."""

from crosswire.rules.target import Target, Upstream

_FORMATS = (
    *("openai-chat", "openai-responses", "anthropic", "gemini", "azure-foundry", "bedrock"),
    *("mistral", "cohere", "ollama"),
)

profile = Target(
    "unknown-server",
    "Unknown server",
    _FORMATS,
    upstreams=tuple(Upstream(target=name, formats=(name,)) for name in _FORMATS),
    is_known=False,
)
