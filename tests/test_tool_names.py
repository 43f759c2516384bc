"""Names of tools in renderings: which are rewritten, how, and the way back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import crosswire
import pytest
from crosswire.address import Address, resolve
from crosswire.conversion import render
from crosswire.model.loss import Rendering
from crosswire.rendering.name_plan import MAX_WRITTEN, NameRule
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.coverage_check import uncovered_parts, unreached_leaves
from tests.measured import within
from tests.sdk_types import CHECKS
from tests.selection import for_each, tries

LONG = "mcp__" + "server_with_a_long_name_" * 4 + "__read_file"
NAMES = ["files/read", "mcp.server.tool", "a:b", "näive", "工具", LONG, "get weather", "1st"]
STRICTEST = ("openai-chat", "openai-responses", "anthropic", "azure-foundry", "bedrock", "mistral", "cohere")


def read(body: dict[str, Any]) -> crosswire.Conversation:
    [conversation] = crosswire.load(json.dumps(body).encode()).conversations
    return conversation


def chat(*names: str, chosen: str | None = None) -> dict[str, Any]:
    """A request that declares some tools, and calls and answers each of them."""
    calls = [
        {"id": f"call_{i}", "type": "function", "function": {"name": name, "arguments": "{}"}}
        for i, name in enumerate(names)
    ]
    schema = {"type": "object", "properties": {}}
    body: dict[str, Any] = {
        "model": "gpt-5",
        "messages": [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": None, "tool_calls": calls},
            *({"role": "tool", "tool_call_id": call["id"], "content": "ok"} for call in calls),
        ],
        "tools": [{"type": "function", "function": {"name": n, "parameters": schema}} for n in names],
    }
    if chosen is not None:
        body["tool_choice"] = {"type": "function", "function": {"name": chosen}}
    return body


def names_in(value: Any) -> Iterator[str]:
    """All that a payload gives as the name of a tool."""
    if isinstance(value, list):
        for item in value:
            yield from names_in(item)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key == "name" and isinstance(inner, str):
                yield inner
            elif key == "allowedFunctionNames":
                yield from inner
            elif key not in ("arguments", "args", "input", "parameters", "input_schema"):
                yield from names_in(inner)
        if isinstance(value.get("input"), list):
            yield from names_in(value["input"])


def at_place(rendering: Rendering, target: Address) -> object:
    return resolve(target, [rendering.payload], json.loads)


def declared(rendering: Rendering) -> list[str]:
    [conversation] = crosswire.load(
        json.dumps(rendering.payload).encode(), format=rendering.target
    ).conversations
    return [tool.name for tool in conversation.tools()]


@for_each("target", crosswire.FORMATS)
def test_every_name_of_a_payload_is_one_that_the_target_takes(target):
    rule = crosswire.FORMATS[target].NAME_RULE
    for name in NAMES:
        rendering = render(read(chat(name, "plain", chosen=name)), target)
        found = set(names_in(rendering.payload))
        assert found
        assert [name for name in found if rule.refusal(name)] == []


@for_each("target", crosswire.FORMATS)
def test_declaration_call_result_and_choice_are_written_alike(target):
    rendering = render(read(chat("files/read", chosen="files/read")), target)
    assert len(set(names_in(rendering.payload))) == 1
    assert unreached_leaves(rendering) == []
    assert uncovered_parts(read(chat("files/read", chosen="files/read")), rendering) == []
    if target in CHECKS:
        assert CHECKS[target](rendering.payload) == []


@for_each("target", STRICTEST)
def test_a_rewritten_name_is_a_readable_stem_and_a_hash(target):
    [written] = declared(render(read(chat("mcp.files/read file")), target))
    stem, _, digest = written.rpartition("_")
    assert (stem, len(digest)) == ("mcp_files_read_file", 8)


def test_gemini_keeps_dots_and_colons_and_wants_a_letter_first():
    assert declared(render(read(chat("mcp.files:read", "1st")), "gemini"))[0] == "mcp.files:read"
    assert declared(render(read(chat("1st")), "gemini"))[0].startswith("t_1st_")


def test_accents_go_and_what_is_left_of_other_scripts_is_called_a_tool():
    assert declared(render(read(chat("Café")), "bedrock"))[0].startswith("Cafe_")
    assert declared(render(read(chat("工具")), "bedrock"))[0].startswith("tool_")


def test_a_long_name_keeps_both_ends_within_the_length():
    [written] = declared(render(read(chat(LONG)), "openai-chat"))
    assert len(written) <= MAX_WRITTEN
    assert written.startswith("mcp__server")
    assert "__read_file_" in written


def test_a_name_of_very_many_characters_is_rewritten_at_once():
    conversation = read(chat("é/" * 1_000_000))
    with within(2):
        render(conversation, "openai-chat")


def test_mcp_names_that_fit_stay():
    assert render(read(chat("github__create_issue")), "openai-chat").name_map == []


def test_names_that_differ_only_where_they_are_refused_stay_apart():
    names = declared(render(read(chat("a.b", "a:b", "a/b", "a_b")), "anthropic"))
    assert len(set(names)) == 4
    assert names[3] == "a_b"


def test_a_rewritten_name_makes_way_for_one_that_is_logged():
    [first] = declared(render(read(chat("a.b")), "anthropic"))
    names = declared(render(read(chat("a.b", first)), "anthropic"))
    assert names[1] == first
    assert names[0] != first
    assert names[0].startswith("a_b_")


def test_as_logged_nothing_is_rewritten():
    rendering = render(read(chat(*NAMES, chosen=NAMES[0])), "anthropic", ids="keep")
    assert declared(rendering) == NAMES
    assert rendering.name_map == []


@pytest.mark.parametrize("policy", ["fill", "native"])
def test_other_policies_rewrite_what_is_refused_and_nothing_else(policy):
    names = declared(render(read(chat("a.b", "plain")), "openai-chat", ids=policy))
    assert names[1] == "plain"
    assert names[0] != "a.b"


def test_a_name_only_in_the_history_is_held_against_what_holds_there():
    body = chat("files/read")
    del body["tools"]
    assert render(read(body), "anthropic").name_map == []
    assert [change.logged for change in render(read(body), "bedrock").name_map] == ["files/read"]


def test_what_was_rewritten_is_said_with_all_places():
    body = chat("files/read", chosen="files/read")
    rendering = render(read(body), "anthropic")
    [change] = rendering.name_map
    assert change.sources == ("0:/tools/0", "0:/tool_choice", "0:/messages/1/tool_calls/0")
    assert {at_place(rendering, at) for at in change.targets} == {change.written}
    assert len(change.targets) == 3
    [loss] = [loss for loss in rendering.losses if loss.code == "tool-name"]
    assert (loss.kind, loss.source, loss.target) == ("changed", "0:/tools/0", "0:/tools/0/name")
    assert loss.fallback == change.written
    assert change.record()["before"] == "files/read"


def test_messages_in_the_target_s_own_words_are_patched():
    rendering = render(read(chat("files/read", chosen="files/read")), "openai-chat")
    payload: Any = rendering.payload
    [written] = {change.written for change in rendering.name_map}
    assert payload["tools"][0]["function"]["name"] == written
    assert payload["tool_choice"]["function"]["name"] == written
    assert payload["messages"][1]["tool_calls"][0]["function"]["name"] == written


def test_own_contents_of_gemini_are_patched_in_call_and_result():
    parts = [{"functionCall": {"name": "a/b", "args": {}}}]
    answer = [{"functionResponse": {"name": "a/b", "response": {"output": "ok"}}}]
    calling = {"mode": "ANY", "allowedFunctionNames": ["a/b", "c"]}
    body = {
        "contents": [
            {"role": "user", "parts": [{"text": "hi"}]},
            {"role": "model", "parts": parts},
            {"role": "user", "parts": answer},
        ],
        "tools": [{"functionDeclarations": [{"name": "a/b"}, {"name": "c"}]}],
        "toolConfig": {"functionCallingConfig": calling},
    }
    rendering = render(read(body), "gemini")
    [change] = rendering.name_map
    assert set(names_in(rendering.payload)) == {change.written, "c"}
    assert len(change.targets) == 4
    assert {at_place(rendering, at) for at in change.targets} == {change.written}


def test_words_of_a_provider_s_own_tools_are_left_alone():
    search = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web.search", "input": {}}
    body = {"max_tokens": 9, "messages": [{"role": "assistant", "content": [search]}]}
    assert render(read({**body, "model": "claude-x"}), "anthropic").name_map == []


def test_an_empty_name_stays_empty():
    rendering = render(read(chat("")), "openai-chat")
    assert rendering.name_map == []


def test_without_links_the_map_is_there_without_places():
    [change] = render(read(chat("a.b")), "anthropic", links=False).name_map
    assert (change.sources, change.targets) == ((), ())
    assert change == render(read(chat("a.b")), "anthropic", links=False).name_map[0]


# The way back


def test_a_conversion_back_gives_the_logged_names():
    there = render(read(chat("mcp.files:read", "plain", chosen="mcp.files:read")), "openai-chat")
    records = [change.record() for change in there.name_map]
    back = render(read(there.payload), "gemini", names=records)  # type: ignore[arg-type]
    assert declared(back) == ["mcp.files:read", "plain"]
    assert [change.how for change in back.name_map] == ["restored"]
    assert [loss for loss in back.losses if loss.code == "tool-name"] == []


def test_a_logged_name_that_another_tool_has_by_now_is_not_given_twice():
    there = render(read(chat("a.b")), "openai-chat")
    records = [change.record() for change in there.name_map]
    grown = chat(there.name_map[0].written, "a.b")
    names = declared(render(read(grown), "gemini", names=records))
    assert len(set(names)) == 2


def test_a_rule_says_why():
    rule = NameRule("[a-z]+", 3)
    assert rule.refusal("abc") is None
    assert "4 characters" in (rule.refusal("abcd") or "")
    assert "[a-z]+" in (rule.refusal("a.b") or "")


# Properties

TEXTS = st.text(
    st.sampled_from("abzAZ019_-.:/ é工") | st.characters(codec="utf-8", exclude_characters="\0"),
    min_size=1,
    max_size=80,
)


@settings(max_examples=tries(8, thorough=40), deadline=None)
@given(
    names=st.lists(TEXTS, min_size=1, max_size=6, unique=True),
    target=st.sampled_from(list(crosswire.FORMATS)),
)
def test_no_two_names_become_one_and_all_are_taken(names, target):
    rule = crosswire.FORMATS[target].NAME_RULE
    rendering = render(read(chat(*names, chosen=names[0])), target)
    written = declared(rendering)
    assert len(set(written)) == len(names)
    assert [name for name in written if rule.refusal(name)] == []
    assert set(names_in(rendering.payload)) <= set(written)
    assert declared(render(read(chat(*names, chosen=names[0])), target)) == written


@settings(max_examples=tries(8, thorough=40), deadline=None)
@given(
    names=st.lists(TEXTS, min_size=1, max_size=6, unique=True),
    target=st.sampled_from(["openai-chat", "anthropic", "bedrock"]),
)
def test_there_and_back_is_identity(names, target):
    there = render(read(chat(*names)), target)
    records = [change.record() for change in there.name_map]
    [again] = crosswire.load(json.dumps(there.payload).encode(), format=target).conversations
    assert declared(render(again, "openai-chat", ids="keep", names=records)) == names


def test_a_rewritten_name_of_a_stream_is_among_the_losses() -> None:
    call = {"index": 0, "id": "call_Q8s", "type": "function"}
    delta = {
        "role": "assistant",
        "tool_calls": [{**call, "function": {"name": "files/read", "arguments": "{}"}}],
    }
    begin = {"id": "c1", "object": "chat.completion.chunk", "model": "m", "created": 1}
    events = [
        {**begin, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {**begin, "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
    ]
    lines = [f"data: {json.dumps(event)}\n\n" for event in events]
    log = crosswire.load("".join([*lines, "data: [DONE]\n\n"]).encode())
    rendering = render(log.conversations[0], "bedrock")
    assert [change.logged for change in rendering.name_map] == ["files/read"]
    assert [loss.what for loss in rendering.losses if loss.code == "tool-name"] == ["files/read"]
