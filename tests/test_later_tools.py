"""Tools that are declared in the midst of a conversation, and what else its blocks say of it."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.address import resolve
from crosswire.model import Conversation, TextPart
from tests.coverage_check import unaccounted
from tests.sdk_types import check_anthropic, check_openai_responses
from tests.selection import for_each
from tests.streams import as_sse

Json = dict[str, Any]

SCHEMA: Json = {"type": "object", "properties": {}}
CHANGED = {"openai-responses": ["openai-responses", "azure-foundry"], "anthropic": ["anthropic"]}
"""A format -> those that have its words for a later declaration."""


def tool(name: str) -> Json:
    return {"name": name, "description": "Looks it up.", "input_schema": SCHEMA}


def defined(name: str) -> Json:
    return {"type": "tool_addition", "tool": {"type": "tool_definition", "definition": tool(name)}}


def blocks(*given: Json) -> Json:
    call = {"type": "tool_use", "id": "toolu_1", "name": "later", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}
    messages = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": "Of course."},
        {"role": "system", "content": list(given)},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
    ]
    return {"model": "claude-test", "max_tokens": 9, "tools": [tool("first")], "messages": messages}


def items(*given: Json) -> Json:
    name, id = "later", "call_1"
    call = {"type": "function_call", "call_id": id, "name": name, "arguments": "{}"}
    result = {"type": "function_call_output", "call_id": id, "output": "ok"}
    first = {"type": "function", "name": "first", "parameters": SCHEMA, "strict": False}
    said = {"role": "user", "content": "Go."}
    return {"model": "gpt-test", "input": [said, *given, call, result], "tools": [first]}


ADDED: Json = {
    "type": "additional_tools",
    "role": "developer",
    "tools": [{"type": "function", "name": "later", "parameters": SCHEMA, "strict": False}],
}
BODIES = {"anthropic": blocks(defined("later")), "openai-responses": items(ADDED)}


def parsed(body: Any, format: str) -> Conversation:
    return crosswire.parse(body, format)[0]


def found(conversation: Conversation) -> list[str]:
    return [one.code for one in crosswire.diagnose(conversation) if one.severity != "info"]


@for_each("format", BODIES)
def test_a_tool_that_a_message_brings_is_declared(format: str) -> None:
    body = BODIES[format]
    conversation = parsed(body, format)
    first, later = conversation.tools()
    assert (first.name, later.name, later.kind) == ("first", "later", "function")
    assert resolve(later.address, [body], json.loads) == later.raw
    assert found(conversation) == []
    assert found(parsed(json.loads(json.dumps(body).replace('"later"', '"other"', 1)), format)) == ["CW443"]


@for_each("format", BODIES)
def test_a_later_declaration_stays_where_the_target_has_one_and_is_listed_elsewhere(format: str) -> None:
    conversation = parsed(BODIES[format], format)
    for target in crosswire.FORMATS:
        rendering = crosswire.render(conversation, target)
        assert unaccounted(conversation, rendering) == {}
        (again,) = crosswire.parse(rendering.payload, target)
        assert [one.name for one in again.tools()] == ["first", "later"]
        stays = target in CHANGED[format]
        assert len(list(again.listed_tools())) == (1 if stays else 2)
        told = [loss for loss in rendering.losses if loss.code == "later-tools"]
        assert [loss.kind for loss in told] == ([] if stays else ["moved"])
        assert all(loss.target is not None for loss in told)
        if target == format:
            assert rendering.payload == BODIES[format]


@for_each("format", BODIES)
def test_a_name_that_the_target_refuses_is_rewritten_in_its_declaration_too(format: str) -> None:
    body = json.loads(json.dumps(BODIES[format]).replace('"later"', '"later one"'))
    rendering = crosswire.render(parsed(body, format), format)
    (again,) = crosswire.parse(rendering.payload, format)
    (call,) = again.calls()
    assert [one.name for one in again.tools()] == ["first", call.name]
    assert call.name != "later one"


def test_a_tool_that_is_defined_twice_is_listed_once() -> None:
    conversation = parsed(blocks(defined("later"), defined("later")), "anthropic")
    rendering = crosswire.render(conversation, "openai-chat")
    (again,) = crosswire.parse(rendering.payload, "openai-chat")
    assert [one.name for one in again.tools()] == ["first", "later"]
    assert [loss.kind for loss in rendering.losses if loss.code == "later-tools"] == [
        "moved",
        "moved",
        "dropped",
    ]


def test_the_tools_of_an_mcp_server_are_lost_with_the_block_that_lists_them() -> None:
    listing = {"type": "mcp_tool_listing", "mcp_server_name": "s", "tools": [tool("later")]}
    conversation = parsed(blocks(listing), "anthropic")
    assert [one.kind for one in conversation.tools()] == ["function", "mcp_tool"]
    for target in crosswire.FORMATS:
        rendering = crosswire.render(conversation, target)
        assert unaccounted(conversation, rendering) == {}
        lost = [loss.what for loss in rendering.losses if loss.kind == "dropped" and "mcp" in loss.what]
        assert lost == ([] if target == "anthropic" else ["mcp_tool_listing"])


def test_the_summary_of_a_compaction_is_text_that_stands_for_all_before() -> None:
    compacted = {"type": "compaction", "content": "They asked.", "tool_changes": [defined("later")]}
    body = blocks({"type": "text", "text": "Be brief."})
    body["messages"][3]["content"].insert(0, compacted)
    conversation = parsed(body, "anthropic")
    assert isinstance(conversation.messages[3].parts[0], TextPart)
    (event,) = conversation.events
    assert (event.kind, event.before, event.replaced_by) == ("compaction", 3, "0:/messages/3")
    assert event.replaced == ("0:/messages/0", "0:/messages/1")
    assert found(conversation) == []
    assert crosswire.render(conversation, "anthropic").payload == body
    for target in crosswire.FORMATS:
        rendering = crosswire.render(conversation, target)
        assert unaccounted(conversation, rendering) == {}
        assert "They asked." in json.dumps(rendering.payload)
        (again,) = crosswire.parse(rendering.payload, target)
        assert "later" in [one.name for one in again.tools()]


def test_what_changes_on_the_way_is_an_event() -> None:
    changed = {"type": "configuration_update", "reasoning": {"effort": "high"}}
    trigger = {"type": "compaction_trigger"}
    compacted = {"type": "compaction", "id": "cmp_1", "encrypted_content": "c2VjcmV0"}
    body = items(changed, compacted)
    body["input"].append(trigger)
    conversation = parsed(body, "openai-responses")
    told = [(one.kind, one.address, one.detail) for one in conversation.events]
    assert told == [
        ("mode changed", "0:/input/1", '{"reasoning":{"effort":"high"}}'),
        ("compaction", "0:/input/2", ""),
        ("compaction asked for", "0:/input/5", ""),
    ]
    assert crosswire.render(conversation, "openai-responses").payload == body


def test_another_model_that_took_over_is_an_event() -> None:
    took_over = {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}}
    (event,) = parsed(blocks(took_over), "anthropic").events
    assert (event.kind, event.detail, event.before) == ("model changed", "b", 2)


def test_events_of_requests_that_go_on_from_another_keep_their_places() -> None:
    compacted = {"role": "assistant", "content": [{"type": "compaction", "content": "They asked."}]}
    asked = [{"role": "user", "content": "Go."}]
    requests = [asked, [*asked, compacted, {"role": "user", "content": "Go on."}]]
    lines = [
        {
            "request": {"model": "claude-test", "max_tokens": 9, "messages": messages},
            "response": {
                "stop_reason": "end_turn",
                "type": "message",
                "role": "assistant",
                "content": [{"type": "text", "text": "Yes."}],
            },
        }
        for messages in requests
    ]
    lines[0]["response"]["content"] = compacted["content"]  # type: ignore[index]
    data = "\n".join(map(json.dumps, lines)).encode()
    (conversation,) = crosswire.load(data).conversations
    (event,) = (one for one in conversation.events if one.kind == "compaction")
    said = conversation.messages[event.before].parts[0]
    assert isinstance(said, TextPart)
    assert said.text == "They asked."


def test_the_place_of_an_event_in_a_streamed_answer_is_that_of_its_block() -> None:
    block = {"type": "compaction", "content": "They asked."}
    message = {"type": "message", "role": "assistant", "content": [], "model": "claude-test"}
    events = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_stop"},
    ]
    log = crosswire.load(as_sse(events))
    (event,) = log.conversations[0].events
    assert event.address.startswith("1:/content_block")


def test_the_bodies_are_what_the_providers_sdks_have() -> None:
    assert check_openai_responses(BODIES["openai-responses"]) == []
    assert check_anthropic(BODIES["anthropic"]) == []
