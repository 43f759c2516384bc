"""Messages in the words of another API in a request: read, told, never a yes, and mended."""

import json
from itertools import permutations
from typing import Any

import crosswire
import pytest
from crosswire.repairs import repair

Json = Any
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
ASKED = {"city": "Bergen"}
TEXT = json.dumps(ASKED)


def _calling(id: str) -> dict[str, list[Json]]:
    """A call and its result, as each API has them."""
    call = {"id": id, "type": "function", "function": {"name": "rain", "arguments": TEXT}}
    answer = {"toolUseId": id, "content": [{"text": "wet"}]}
    return {
        "openai-chat": [
            {"role": "assistant", "content": "I look.", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": id, "content": "wet"},
        ],
        "openai-responses": [
            {"type": "function_call", "call_id": id, "name": "rain", "arguments": TEXT},
            {"type": "function_call_output", "call_id": id, "output": "wet"},
        ],
        "anthropic": [
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": id, "name": "rain", "input": ASKED}],
            },
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "wet"}]},
        ],
        "gemini": [
            {"role": "model", "parts": [{"functionCall": {"id": id, "name": "rain", "args": ASKED}}]},
            {
                "role": "user",
                "parts": [{"functionResponse": {"id": id, "name": "rain", "response": {"result": "wet"}}}],
            },
        ],
        "bedrock": [
            {
                "role": "assistant",
                "content": [{"toolUse": {"toolUseId": id, "name": "rain", "input": ASKED}}],
            },
            {"role": "user", "content": [{"toolResult": answer}]},
        ],
    }


def _body(format: str, *messages: Json) -> Json:
    """A request of an API with its tool declared, which begins with what a user asks."""
    said: Json = {"role": "user", "content": "Does it rain?"}
    function = {"name": "rain", "parameters": SCHEMA}
    if format == "openai-chat":
        tool: Json = {"type": "function", "function": function}
        return {"model": "gpt-4o", "messages": [said, *messages], "tools": [tool]}
    if format == "openai-responses":
        return {"model": "gpt-5", "input": [said, *messages], "tools": [{"type": "function", **function}]}
    if format == "anthropic":
        tool = {"name": "rain", "input_schema": SCHEMA}
        whole = {"model": "claude-sonnet-4-5", "max_tokens": 99, "tools": [tool]}
        return {**whole, "messages": [said, *messages]}
    if format == "gemini":
        asked = {"role": "user", "parts": [{"text": "Does it rain?"}]}
        return {"contents": [asked, *messages], "tools": [{"functionDeclarations": [function]}]}
    asked = {"role": "user", "content": [{"text": "Does it rain?"}]}
    spec = {"name": "rain", "inputSchema": {"json": SCHEMA}}
    whole = {"modelId": "amazon.nova-pro-v1:0", "toolConfig": {"tools": [{"toolSpec": spec}]}}
    return {**whole, "messages": [asked, *messages]}


IDS = {
    "openai-chat": "call_mK4bTz1qXwN8sVfY2hLc6RjD",
    "openai-responses": "call_mK4bTz1qXwN8sVfY2hLc6RjD",
    "anthropic": "toolu_01Hq7mVdX3kRwZt9LbNc5sGy",
    "gemini": "rain-1",
    "bedrock": "tooluse_Q7xkVbR2TzmN4wLpYc8sHd",
}
PAIRS = list(permutations(IDS, 2))


def _mixed(sent_to: str, words: str) -> Json:
    return _body(sent_to, *_calling(IDS[words])[words])


@pytest.mark.parametrize(("sent_to", "words"), PAIRS)
def test_a_call_and_its_result_in_anothers_words_are_read_paired_and_told(sent_to: str, words: str) -> None:
    [conversation] = crosswire.parse(_mixed(sent_to, words), sent_to)
    [pair] = crosswire.pair(conversation).pairs
    assert pair.call.arguments.value == ASKED
    assert pair.call.call_id.value == pair.result.call_id.value == IDS[words]
    assert {message.wire_format for message in conversation.messages} == {sent_to}
    told = {found.name for found in crosswire.diagnose(conversation) if found.severity == "error"}
    assert told & {"foreign-container", "result-in-wrong-role"}
    assert crosswire.verdict(conversation, sent_to).accepts is not True


@pytest.mark.parametrize(("sent_to", "words"), PAIRS)
def test_what_another_api_says_is_never_an_all_clear_however_the_request_is_read(
    sent_to: str, words: str
) -> None:
    data = json.dumps(_mixed(sent_to, words)).encode()
    [conversation] = crosswire.load(data).conversations
    assert len(list(conversation.calls())) == len(list(conversation.results())) == 1
    assert crosswire.verdict(conversation, conversation.wire_format).accepts is not True


@pytest.mark.parametrize(("sent_to", "words"), PAIRS)
def test_they_are_mended_into_the_words_of_the_api_that_was_asked(sent_to: str, words: str) -> None:
    [conversation] = crosswire.parse(_mixed(sent_to, words), sent_to)
    mended = repair(conversation)
    names = {left.finding.name for left in mended.remaining}
    assert not names & {"foreign-container", "result-in-wrong-role", "missing-result"}
    [pair] = crosswire.pair(mended.conversation).pairs
    assert (pair.call.arguments.value, pair.call.name) == (ASKED, "rain")
    kinds = [change for change in mended.changes if change.kind == "kind"]
    sources = [message.address for message in conversation.messages[1:]]
    assert [change.source for change in kinds] == sources
    assert mended.origins[pair.call.key].startswith(sources[0])
    assert mended.verdict is not None
    assert mended.verdict.accepts is not False


DECLARED = {
    "openai-chat": {"type": "function", "function": {"name": "rain", "parameters": SCHEMA}},
    "anthropic": {"name": "rain", "input_schema": SCHEMA},
    "gemini": {"functionDeclarations": [{"name": "rain", "parameters": SCHEMA}]},
    "bedrock": {"toolSpec": {"name": "rain", "inputSchema": {"json": SCHEMA}}},
}


@pytest.mark.parametrize("words", DECLARED)
def test_a_tool_in_anothers_words_is_told_and_declared_in_those_of_the_api_that_was_asked(words: str) -> None:
    body = _body("openai-responses") | {"tools": [DECLARED[words]]}
    [conversation] = crosswire.parse(body, "openai-responses")
    assert [one.address for one in crosswire.diagnose(conversation)] == ["0:/tools/0"]
    assert crosswire.verdict(conversation, "openai-responses").accepts is not True
    mended = repair(conversation)
    [tool] = mended.conversation.tools()
    assert (tool.name, tool.schema, mended.remaining) == ("rain", SCHEMA, [])
    assert [change.source for change in mended.changes] == ["0:/tools/0"]
    assert mended.verdict is not None
    assert mended.verdict.accepts


def test_tools_in_a_field_of_another_api_are_told() -> None:
    body = _body("bedrock")
    body["tools"] = body.pop("toolConfig")["tools"]
    [conversation] = crosswire.parse(body, "bedrock")
    assert [(one.name, one.address) for one in crosswire.diagnose(conversation)] == [
        ("foreign-container", "0:/tools")
    ]
    beside = _body("openai-chat") | {"toolConfig": _body("bedrock")["toolConfig"]}
    [conversation] = crosswire.parse(beside, "openai-chat")
    assert "0:/toolConfig" in {one.address for one in crosswire.diagnose(conversation)}


CHAT = _calling("call_1")["openai-chat"]


@pytest.mark.parametrize("beside", [{}, {"instructions": "Be short.", "store": False}, {"temperature": 0}])
def test_messages_of_chat_make_a_request_of_responses_no_chat(beside: Json) -> None:
    body = {"model": "gpt-5", "input": [{"role": "user", "content": "?"}, *CHAT], **beside}
    [conversation] = crosswire.load(json.dumps(body).encode()).conversations
    assert conversation.format == "openai-responses"
    assert [*map(str, (call.address for call in conversation.calls()))] == ["0:/input/1/tool_calls/0"]
    assert {found.address for found in crosswire.diagnose(conversation)} >= {"0:/input/1", "0:/input/2"}


def test_an_observation_with_input_and_fields_of_its_own_is_no_request_of_responses() -> None:
    traced = {
        "id": "obs_1",
        "model": "gpt-4o",
        "input": [{"role": "user", "content": "?"}, *CHAT],
        "level": "X",
    }
    [conversation] = crosswire.load(json.dumps(traced).encode()).conversations
    assert conversation.format == "openai-chat"
    assert "foreign-container" not in {found.name for found in crosswire.diagnose(conversation)}


def test_what_its_own_api_has_no_words_for_stays_as_it_was() -> None:
    picture = {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="},
    }
    thought = {"type": "redacted_thinking", "data": "c2VjcmV0"}
    message = {"role": "assistant", "content": [thought, picture]}
    body = _body("openai-responses", message)
    [conversation] = crosswire.parse(body, "openai-responses")
    mended = repair(conversation)
    assert mended.payload == body
    assert "foreign-container" in {left.finding.name for left in mended.remaining}


def test_a_later_message_with_a_field_that_would_be_lost_stays_as_it_was() -> None:
    """A field is looked up with the message that it is in, which is written by itself."""
    message = {"role": "user", "content": [{"text": "In Bergen, I mean.", "note": "typed"}]}
    body = _body("openai-responses", message)
    [conversation] = crosswire.parse(body, "openai-responses")
    mended = repair(conversation)
    assert mended.payload == body
    assert "foreign-container" in {left.finding.name for left in mended.remaining}


@pytest.mark.parametrize("field", ["arguments", "args", "input"])
@pytest.mark.parametrize("given", [ASKED, TEXT])
def test_a_call_that_has_its_name_beside_its_id_is_read_told_and_mended(field: str, given: Json) -> None:
    call = {"id": "call_1", "type": "tool_call", "name": "rain", field: given}
    asked = {"role": "assistant", "content": "", "tool_calls": [call]}
    body = _body("openai-chat", asked, CHAT[1])
    [conversation] = crosswire.load(json.dumps(body).encode()).conversations
    [pair] = crosswire.pair(conversation).pairs
    assert (pair.call.name, pair.call.arguments.value) == ("rain", ASKED)
    told = [(one.name, one.address) for one in crosswire.diagnose(conversation) if one.severity == "error"]
    assert told == [("foreign-container", "0:/messages/1/tool_calls/0")]
    assert crosswire.verdict(conversation, "openai-chat").accepts is not True
    mended = repair(conversation)
    [written] = mended.conversation.calls()
    function = {"name": "rain", "arguments": written.raw["function"]["arguments"]}
    assert written.raw == {"id": "call_1", "type": "function", "function": function}
    assert (json.loads(function["arguments"]), mended.remaining) == (ASKED, [])
