"""Tools that providers bring themselves, from one provider's declaration to another's."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import crosswire
from crosswire.conversion import render
from crosswire.model.loss import Rendering
from crosswire.tools.builtin import BUILT_IN_TOOLS, MEANINGS, built_in_tool, form_in
from crosswire.tools.builtin_matrix import TODAY
from tests.coverage_check import uncovered_parts, unreached_leaves
from tests.frozen_schemas import fields, members, words
from tests.sdk_types import CHECKS
from tests.selection import for_each
from tests.test_tool_declarations import SAID

WRITABLE = [tool for tool in BUILT_IN_TOOLS if tool.writable]
LOCATION = {"city": "Ulm", "country": "DE"}
APPROXIMATE = {"type": "approximate", **LOCATION}


def read(format: str, **body: Any) -> crosswire.Conversation:
    data = json.dumps({**SAID[format], **body}).encode()
    [conversation] = crosswire.load(data, format=format).conversations
    return conversation


def tools(rendering: Rendering) -> Any:
    payload: Any = rendering.payload
    return payload.get("tools")


def lost(rendering: Rendering, code: str = "built-in-option") -> list[str]:
    return [loss.what for loss in rendering.losses if loss.code == code]


def declaring(tool: Any) -> dict[str, Any]:
    """A body that declares one tool as its provider does."""
    if tool.at is not None:
        return {tool.at: tool.base}
    return {"tools": [tool.base]}


@for_each("target", crosswire.FORMATS)
@for_each("tool", WRITABLE, ids=lambda tool: f"{tool.format}-{tool.kind}")
def test_a_tool_goes_to_the_target_s_own_or_is_said_to_have_none(tool, target):
    conversation = read(tool.format, **declaring(tool))
    rendering = render(conversation, target)
    form = form_in(target, tool.meaning)
    if tool.format != target and form is None:
        assert tools(rendering) is None
        [loss] = [loss for loss in rendering.losses if loss.code == "built-in-tool"]
        assert (loss.kind, loss.fallback) == ("dropped", "declare a function, and let the client run it")
    elif form is not None and form.at is None:
        assert tools(rendering) == [tool.base if tool.format == target else form.base]
    elif form is not None:
        assert rendering.payload[form.at] == {}
    if target in CHECKS:
        assert CHECKS[target](rendering.payload) == []
    assert uncovered_parts(conversation, rendering) == []
    assert unreached_leaves(rendering, conversation) == []


def test_options_of_a_search_are_carried_and_the_rest_is_said():
    search = {
        "type": "web_search_20260209",
        "name": "web_search",
        "max_uses": 3,
        "allowed_domains": ["example.com"],
        "user_location": {**APPROXIMATE, "region": None},
    }
    rendering = render(read("anthropic", tools=[search]), "openai-responses")
    assert tools(rendering) == [
        {"type": "web_search", "filters": {"allowed_domains": ["example.com"]}, "user_location": APPROXIMATE}
    ]
    [loss] = [loss for loss in rendering.losses if loss.code == "built-in-option"]
    assert (loss.what, loss.source, loss.target) == ("max_uses", "0:/tools/0/max_uses", "0:/tools/0")


def test_blocked_domains_that_a_target_cannot_block_are_said_to_be_lost():
    search = {"type": "web_search_20250305", "name": "web_search", "blocked_domains": ["example.com"]}
    assert lost(render(read("anthropic", tools=[search]), "gemini")) == ["blocked_domains"]
    assert lost(render(read("anthropic", tools=[search]), "openai-responses")) == ["blocked_domains"]


def test_chat_has_its_search_beside_the_tools():
    options = {
        "search_context_size": "low",
        "user_location": {"type": "approximate", "approximate": LOCATION},
    }
    there = render(read("openai-chat", web_search_options=options), "openai-responses")
    search = {"type": "web_search", "user_location": APPROXIMATE, "search_context_size": "low"}
    assert tools(there) == [search]
    back: Any = render(read("openai-responses", tools=[search]), "openai-chat").payload
    assert back["web_search_options"] == options
    own: Any = render(read("openai-chat", web_search_options=options), "openai-chat").payload
    assert own["web_search_options"] == options


def test_older_types_are_read_as_the_same():
    for kind in ("web_search_preview", "web_search_2025_08_26"):
        rendering = render(read("openai-responses", tools=[{"type": kind}]), "gemini")
        assert tools(rendering) == [{"googleSearch": {}}]
    gone = {"googleSearchRetrieval": {"dynamicRetrievalConfig": {"mode": "MODE_DYNAMIC"}}}
    rendering = render(read("gemini", tools=[gone]), "openai-responses")
    assert tools(rendering) == [{"type": "web_search"}]
    assert lost(rendering) == ["dynamicRetrievalConfig"]


def test_what_a_provider_keeps_is_not_brought_to_another():
    search = {"type": "file_search", "vector_store_ids": ["vs_1"]}
    server = {
        "type": "mcp",
        "server_label": "x",
        "server_url": "https://example.com",
        "authorization": "secret",
    }
    for target in ("anthropic", "gemini", "mistral"):
        rendering = render(read("openai-responses", tools=[search, server]), target)
        assert tools(rendering) is None
        assert lost(rendering, "built-in-tool") == ["file_search", "mcp"]
        assert "secret" not in json.dumps(rendering.payload)


def test_a_client_s_program_is_told_that_its_words_change():
    rendering = render(
        read("anthropic", tools=[{"type": "bash_20250124", "name": "bash"}]), "openai-responses"
    )
    assert tools(rendering) == [{"type": "shell"}]
    [loss] = [loss for loss in rendering.losses if loss.code == "built-in-tool"]
    assert "client" in loss.why


def test_a_client_s_tool_that_the_messages_tell_of_stays_a_function():
    use = {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {"command": "ls"}}
    messages = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [use]}]
    declared = [{"type": "bash_20250124", "name": "bash"}]
    rendering = render(read("anthropic", tools=declared, messages=messages), "openai-chat")
    [tool] = tools(rendering)
    assert tool["function"]["name"] == "bash"
    assert lost(rendering, "built-in-tool") == ["bash_20250124"]


def test_a_function_and_a_built_in_tool_never_share_a_name():
    function = {"type": "function", "name": "web_search", "parameters": {"type": "object"}, "strict": False}
    rendering = render(read("openai-responses", tools=[function, {"type": "web_search"}]), "anthropic")
    assert [tool.get("type") for tool in tools(rendering)] == [None]
    assert lost(rendering, "built-in-tool") == ["web_search"]


def test_two_searches_of_one_meaning_become_one():
    two = [{"googleSearch": {}}, {"enterpriseWebSearch": {}}]
    rendering = render(read("gemini", tools=two), "anthropic")
    assert [tool["name"] for tool in tools(rendering)] == ["web_search"]
    assert lost(rendering, "built-in-tool") == ["googleSearch", "enterpriseWebSearch"]


def test_a_choice_of_a_built_in_tool_follows_it():
    body = {"tools": [{"type": "web_search"}], "tool_choice": {"type": "web_search"}}
    there: Any = render(read("openai-responses", **body), "anthropic").payload
    assert there["tool_choice"] == {"type": "tool", "name": "web_search"}
    back: Any = render(
        read("anthropic", tools=there["tools"], tool_choice=there["tool_choice"]), "openai-responses"
    )
    assert back.payload["tool_choice"] == {"type": "web_search"}
    nowhere = render(read("openai-responses", **body), "gemini")
    assert "tool_choice" in [loss.what for loss in nowhere.losses if loss.kind == "dropped"]


def test_the_history_of_a_provider_s_tool_is_never_the_target_s():
    items = [
        {"type": "message", "role": "user", "content": "hi"},
        {
            "type": "web_search_call",
            "id": "ws_1",
            "status": "completed",
            "action": {"type": "search", "query": "x"},
        },
    ]
    rendering = render(read("openai-responses", tools=[{"type": "web_search"}], input=items), "anthropic")
    assert "server_tool_use" not in json.dumps(rendering.payload)
    assert tools(rendering)[0]["name"] == "web_search"


# The tables


def test_every_type_means_one_thing():
    seen = [
        (tool.format, kind, name)
        for tool in BUILT_IN_TOOLS
        for kind in (tool.kind, *tool.also)
        for name in tool.names or ("",)
    ]
    assert len(seen) == len(set(seen))
    assert {tool.meaning for tool in BUILT_IN_TOOLS} <= set(MEANINGS)
    assert {tool.format for tool in BUILT_IN_TOOLS} <= set(crosswire.FORMATS)


def test_every_official_type_of_a_tool_is_known():
    ordinary = {"function", "custom", "namespace", "programmatic_tool_calling"}
    unions = (
        ("openai-responses", "openai.types.responses.ToolParam"),
        ("anthropic", "anthropic.types.ToolUnionParam"),
    )
    for format, union in unions:
        types = [schema["properties"]["type"] for _, schema in members(union)]
        kinds = {kind for schema in types for kind in words(schema)} - ordinary
        assert len(kinds) > 10
        assert [kind for kind in kinds if built_in_tool(format, kind) is None] == []
    kinds = set(fields("google.genai.types.Tool")) - {
        "functionDeclarations",
        "parallelAiSearch",
        "exaAiSearch",
    }
    assert [kind for kind in kinds if built_in_tool("gemini", kind) is None] == []


def test_today_s_matrix_has_each_format_once_and_agrees_with_the_types():
    rows = [(row.meaning, row.format) for row in TODAY]
    assert sorted(rows) == sorted(product(("web_search", "web_fetch"), crosswire.FORMATS))
    for row in TODAY:
        known = any((t.meaning, t.format) == (row.meaning, row.format) for t in BUILT_IN_TOOLS)
        assert known == (row.native != "no"), row
