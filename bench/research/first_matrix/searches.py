"""Its tables of a search of the web and a reader of pages, as it has them."""

from __future__ import annotations

from crosswire.tools.builtin_matrix import Availability

THEN: tuple[Availability, ...] = (
    Availability(
        "web_search",
        "anthropic",
        "no",
        "none of its own",
        "none of its own",
        "a function tool such as google_web_search does it",
    ),
    Availability(
        "web_search",
        "openai-responses",
        "yes",
        '{"type": "web_search"} among the tools, without parameters',
        "a call that is no function's, taken care of at the client",
        "the client shows when it begins and ends; the model gets no function_call_output",
    ),
    Availability(
        "web_search",
        "openai-chat",
        "no",
        "left out: the list takes functions alone",
        "none of its own",
        "a function that wraps a search, where one is wanted",
    ),
    Availability(
        "web_search",
        "gemini",
        "no",
        "a function declaration google_web_search",
        "functionCall with a query",
        "text in functionResponse.response.output, with citations where there are some",
    ),
    Availability(
        "web_fetch",
        "anthropic",
        "no",
        "a function web_fetch that takes a prompt",
        "tool_use",
        "a summary as text in tool_result",
    ),
    Availability(
        "web_fetch",
        "openai-responses",
        "no",
        "a function web_fetch",
        "function_call, answered by function_call_output",
        "a summary as text, nothing binary",
    ),
    Availability(
        "web_fetch",
        "openai-chat",
        "no",
        "a function web_fetch",
        "tool_calls of the assistant, answered by a tool message",
        "a summary as text",
    ),
    Availability(
        "web_fetch",
        "gemini",
        "yes",
        '{"urlContext": {}} beneath, shown to the model as a function web_fetch',
        "functionCall",
        "functionResponse with the output, and sources where there are some",
    ),
)
