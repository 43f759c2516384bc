"""Where each provider has a search of the web and a reader of pages.

What each provider calls its tools is `crosswire.tools.builtin`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Native = Literal["yes", "no", "as a field", "some models"]


class Availability(Struct, frozen=True):
    """One provider's form of one tool."""

    meaning: str
    """As in `builtin_tools.MEANINGS`."""
    format: str
    native: Native
    declaration: str
    call: str
    result: str


TODAY: tuple[Availability, ...] = (
    Availability(
        "web_search",
        "anthropic",
        "yes",
        '{"type": "web_search_20250305", "name": "web_search"}, or a later version',
        "server_tool_use, run by the provider",
        "web_search_tool_result with encrypted_content, which only Anthropic reads",
    ),
    Availability(
        "web_search",
        "openai-responses",
        "yes",
        '{"type": "web_search"}, with filters, user_location and search_context_size',
        "web_search_call, run by the provider",
        "in the item itself and as url_citation of the answer; no output is sent back",
    ),
    Availability(
        "web_search",
        "openai-chat",
        "as a field",
        "web_search_options beside the tools, for models made for it",
        "none on the wire",
        "url_citation in the annotations of the answer",
    ),
    Availability(
        "web_search",
        "gemini",
        "yes",
        '{"googleSearch": {}}; googleSearchRetrieval for models 1.5',
        "none in the contents, or toolCall where server-side calls are asked for",
        "groundingMetadata of the candidate",
    ),
    Availability(
        "web_search",
        "gemini-interactions",
        "yes",
        '{"type": "google_search"}',
        "google_search_call, run by the provider",
        "google_search_result, and annotations of the answer",
    ),
    Availability(
        "web_search",
        "azure-foundry",
        "yes",
        '{"type": "web_search"}, or bing_grounding with a connection of the project',
        "web_search_call, or bing_grounding_call",
        "in the item, or bing_grounding_call_output; url_citation of the answer",
    ),
    Availability(
        "web_search",
        "bedrock",
        "some models",
        '{"systemTool": {"name": "nova_grounding"}}, for Nova',
        "toolUse of type server_tool_use",
        "toolResult in the same message, and citationsContent",
    ),
    Availability(
        "web_search",
        "mistral",
        "no",
        "none in chat; its agents and conversations have web_search",
        "none of its own",
        "a function tool does it",
    ),
    Availability(
        "web_search",
        "cohere",
        "no",
        "none in version 2",
        "none of its own",
        "a function tool does it",
    ),
    Availability(
        "web_search", "ollama", "no", "none", "none of its own", "a function tool does it"
    ),
    Availability(
        "web_fetch",
        "anthropic",
        "yes",
        '{"type": "web_fetch_20250910", "name": "web_fetch"}, or a later version',
        "server_tool_use, run by the provider",
        "web_fetch_tool_result with the document",
    ),
    Availability(
        "web_fetch",
        "openai-responses",
        "no",
        "none of its own: web_search opens pages (open_page, find_in_page)",
        "web_search_call with such an action",
        "as that of a search; else a function tool does it",
    ),
    Availability(
        "web_fetch",
        "openai-chat",
        "no",
        "a function tool",
        "tool_calls",
        "text in a tool message",
    ),
    Availability(
        "web_fetch",
        "gemini",
        "yes",
        '{"urlContext": {}}',
        "none in the contents",
        "urlContextMetadata of the candidate",
    ),
    Availability(
        "web_fetch",
        "gemini-interactions",
        "yes",
        '{"type": "url_context"}',
        "url_context_call, run by the provider",
        "url_context_result",
    ),
    Availability(
        "web_fetch",
        "azure-foundry",
        "no",
        "none of its own; browser_automation opens pages",
        "browser_automation_call",
        "browser_automation_call_output; else a function tool does it",
    ),
    Availability("web_fetch", "bedrock", "no", "a function tool", "toolUse", "toolResult"),
    Availability(
        "web_fetch", "mistral", "no", "a function tool", "tool_calls", "text in a tool message"
    ),
    Availability(
        "web_fetch", "cohere", "no", "a function tool", "tool_calls", "text in a tool message"
    ),
    Availability(
        "web_fetch", "ollama", "no", "a function tool", "tool_calls", "text in a tool message"
    ),
)
"""As the APIs have it today."""
