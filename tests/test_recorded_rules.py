"""What recorded traffic says of the rules: where a provider refuses, where it does not, where it depends."""

from __future__ import annotations

import base64
from typing import Any

import crosswire
import pytest
from crosswire.ids.signatures import is_cut
from crosswire.model import Conversation
from tests.histories import (
    Json,
    answers,
    function_call,
    function_output,
    gemini,
    model,
    only,
    responses,
    user,
)
from tests.selection import for_each

REASONING = {
    "type": "reasoning",
    "id": "rs_0b4953538bc9314d006a024b4fa1c48190aa00000000000001",
    "summary": [],
}
CALL = function_call("call_1", id="fc_0b4953538bc9314d006a024b5012348190aa00000000000001")
OUTPUT = function_output("call_1")
SAID = {"role": "assistant", "content": "Drizzle."}
SIGNATURE = base64.b64encode(bytes.fromhex("12ad020a46080b18022a40") + bytes(293)).decode()
NEWER = base64.b64encode(bytes.fromhex("080212ad020a46080b18022a40") + bytes(293)).decode()


def found(conversation: Conversation, target: str) -> list[tuple[str, str]]:
    """Names and severities of what a target would refuse."""
    verdict = crosswire.verdict(conversation, target)
    return [(one.name, one.severity.value) for one in verdict.findings]


# Reasoning of Responses


@for_each(
    ("following", "target", "severity"),
    [
        (SAID, "openai-responses", "error"),
        ({**SAID, "type": "message"}, "openai-responses", "error"),
        (SAID, "azure-foundry", "warning"),
        ({**SAID, "id": "msg_0b4953538bc9314d006a024b51aaaa8190aa00000000000003"}, "openai-responses", None),
    ],
)
def test_the_message_behind_reasoning_keeps_its_id(
    following: Json, target: str, severity: str | None
) -> None:
    body = {"model": "gpt-5", "input": [user(), REASONING, following, user()]}
    conversation = only(body, target)
    expected = [("reasoning-without-follower", severity)] if severity else []
    assert found(conversation, target) == expected


@for_each(
    ("name", "items", "body", "is_unsure"),
    [
        ("gpt-5.4", [user(), CALL, OUTPUT], {}, True),
        ("openai/o4-mini", [user(), CALL, OUTPUT], {}, True),
        ("gpt-5.4", [user(), REASONING, CALL, OUTPUT], {}, False),
        (
            "gpt-5.4",
            [user(), REASONING, CALL, OUTPUT, user(), CALL | {"id": CALL["id"][:-1] + "2"}],
            {},
            True,
        ),
        ("gpt-5.4", [user(), CALL, OUTPUT], {"store": False}, False),
        ("gpt-5.4", [user(), CALL, OUTPUT], {"reasoning": {"effort": "none"}}, False),
        ("gpt-5.4", [user(), function_call("call_1"), OUTPUT], {}, False),
        ("gpt-5.4", [user(), function_call("call_1", id="fc_1"), OUTPUT], {}, False),
        ("gpt-4o", [user(), CALL, OUTPUT], {}, False),
        ("gpt-5-chat-latest", [user(), CALL, OUTPUT], {}, False),
    ],
)
def test_a_call_with_the_id_of_its_item_and_no_reasoning_is_unsure(
    name: str, items: list[Json], body: Json, is_unsure: bool
) -> None:
    told = found(responses(*items, model=name, **body), "openai-responses")
    assert (("call-without-reasoning", "warning") in told) is is_unsure


def test_the_answer_of_the_server_shows_that_the_model_did_not_reason() -> None:
    answer = {"object": "response", "id": "resp_1", "status": "completed", "model": "gpt-5", "output": [CALL]}
    assert crosswire.verdict(only(answer), "openai-responses").findings == []


def test_many_calls_without_reasoning_are_told_once() -> None:
    calls = [function_call(f"call_{n}", id=f"{CALL['id'][:-1]}{n}") for n in range(3)]
    outputs = [function_output(f"call_{n}") for n in range(3)]
    [told] = crosswire.verdict(
        responses(user(), *calls, *outputs, model="gpt-5"), "openai-responses"
    ).findings
    assert told.message.startswith("3 calls have the ids of their items")


@for_each(
    ("body", "severity"),
    [
        ({"agent_reference": {"type": "agent_reference", "name": "weather"}}, "error"),
        ({"store": False}, "warning"),
    ],
)
def test_foundry_surely_wants_the_id_of_reasoning_where_an_agent_is_named(body: Json, severity: str) -> None:
    thought = {"type": "reasoning", "summary": []}
    items = [user(), thought, function_call("call_1"), OUTPUT]
    conversation = only({"model": "gpt-5", "input": items, **body}, "azure-foundry")
    assert found(conversation, "azure-foundry") == [("reasoning-id-missing", severity)]


# Thinking of Anthropic


def thinking(text: str, signature: str) -> Conversation:
    block = {"type": "thinking", "thinking": text, "signature": signature}
    messages = [user(), {"role": "assistant", "content": [block, {"type": "text", "text": "Hm."}]}, user()]
    return only({"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": messages}, "anthropic")


@for_each(
    ("text", "signature", "accepts"),
    [
        ("It drizzles.", SIGNATURE, True),
        ("", SIGNATURE, True),
        ("", NEWER, True),
        ("", "", None),
        ("", SIGNATURE[:15], None),
        ("It drizzles.", NEWER[:60], None),
        ("It drizzles.", "", False),
    ],
)
def test_a_thinking_block_that_was_emptied_or_cut_is_unsure(
    text: str, signature: str, accepts: bool | None
) -> None:
    verdict = crosswire.verdict(thinking(text, signature), "anthropic")
    assert verdict.accepts is accepts
    assert {one.name for one in verdict.findings} <= {"thinking-changed"}


@for_each("value", ["", "E", "EQ==", "E" * 400, "CAIS", "gAAAAABp", "Ein Satz mit einem großen E."])
def test_no_signature_of_another_form_is_called_cut(value: str) -> None:
    assert not is_cut(value)


# Bedrock


def converse(*content: Json, model: str | None = None, role: str = "user") -> Conversation:
    tools = {"tools": [{"toolSpec": {"name": "add", "inputSchema": {"json": {"type": "object"}}}}]}
    call = {"toolUse": {"toolUseId": "tooluse_a", "name": "add", "input": {}}}
    result = {"toolResult": {"toolUseId": "tooluse_a", "content": [{"text": "15"}]}}
    messages = [
        {"role": "user", "content": [{"text": "7 + 8?"}]},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": list(content) if "toolResult" in content[0] else [result]},
        {"role": "assistant", "content": [{"text": "15"}]},
        {"role": "user", "content": [{"text": "Well?"}] if "toolResult" in content[0] else list(content)},
    ]
    body: Json = {"toolConfig": tools, "messages": messages} | ({"modelId": model} if model else {})
    return only(body, "bedrock")


def returned(*content: Json, status: str = "error") -> Json:
    return {"toolResult": {"toolUseId": "tooluse_a", "content": list(content), "status": status}}


CLAUDE, NOVA, TITAN = "us.anthropic.claude-sonnet-4-5-v1:0", "us.amazon.nova-pro-v1:0", "amazon.titan-text-v1"


@for_each(
    ("content", "model", "accepts"),
    [
        ([returned()], CLAUDE, False),
        ([returned(status="success")], CLAUDE, True),
        ([returned({"text": "It failed."})], CLAUDE, True),
        ([{"text": ""}, {"text": "Well?"}], CLAUDE, False),
        ([{"text": "\n"}, {"text": "Well?"}], CLAUDE, True),
        ([{"text": "\n"}, {"text": "Well?"}], None, None),
        ([{"text": "\n"}], CLAUDE, None),
        ([{"text": "\n"}], TITAN, None),
    ],
)
def test_bedrock_wants_words_of_an_error_and_takes_white_space_of_claude(
    content: list[Json], model: str | None, accepts: bool | None
) -> None:
    assert crosswire.verdict(converse(*content, model=model), "bedrock").accepts is accepts


def medium(kind: str, source: Json) -> Json:
    return {kind: {"format": {"image": "png", "video": "mp4", "document": "pdf"}[kind], "source": source}}


S3 = {"s3Location": {"uri": "s3://bucket/key"}}


@for_each(
    ("content", "model", "is_told"),
    [
        ([medium("image", S3)], CLAUDE, True),
        ([medium("image", S3)], NOVA, False),
        ([medium("image", {"bytes": "iVBORw0KGgo="})], CLAUDE, False),
        ([medium("video", S3)], None, True),
        ([medium("video", {"bytes": "AAAA"})], NOVA, False),
        ([returned(medium("document", S3), status="success")], NOVA, True),
        ([returned(medium("video", S3), status="success")], NOVA, True),
        ([returned(medium("image", {"bytes": "iVBORw0KGgo="}), status="success")], NOVA, False),
    ],
)
def test_media_that_only_some_models_at_bedrock_take_are_unsure(
    content: list[Json], model: str | None, is_told: bool
) -> None:
    told = found(converse(*content, model=model), "bedrock")
    assert told == ([("content-part-type", "warning")] if is_told else [])


def test_anthropic_wants_words_of_an_error() -> None:
    for text, names in (("", ["result-form"]), ("It failed.", [])):
        result = {"type": "tool_result", "tool_use_id": "toolu_a", "content": text, "is_error": True}
        use = {"type": "tool_use", "id": "toolu_a", "name": "add", "input": {}}
        tools = [{"name": "add", "input_schema": {"type": "object"}}]
        body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "tools": tools}
        messages = [user(), {"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
        told = found(only({**body, "messages": messages}, "anthropic"), "anthropic")
        assert [name for name, _ in told] == names


# Media for OpenAI


@for_each(
    ("part", "severity"),
    [
        ({"type": "input_file", "filename": "a.mp3", "file_data": "data:audio/mpeg;base64,SUQz"}, "error"),
        ({"type": "input_file", "file_url": "https://example.com/a.MP4?x=1"}, "warning"),
        ({"type": "input_file", "file_url": "https://example.com/a.pdf"}, None),
        ({"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBE"}, None),
    ],
)
def test_sound_and_film_are_no_files_for_responses(part: Json, severity: str | None) -> None:
    in_message = responses({"role": "user", "content": [part]}, model="gpt-5")
    in_output = responses(user(), function_call("call_1"), {**OUTPUT, "output": [part]}, model="gpt-5")
    expected = [("content-part-type", severity)] if severity else []
    assert found(in_message, "openai-responses") == found(in_output, "openai-responses") == expected


@for_each(("name", "is_told"), [("gpt-5-mini", True), ("gpt-4o-audio-preview", False)])
def test_sound_in_chat_completions_depends_on_the_model(name: str, is_told: bool) -> None:
    sound = {"type": "input_audio", "input_audio": {"data": "SUQz", "format": "mp3"}}
    conversation = only({"model": name, "messages": [{"role": "user", "content": [sound]}]}, "openai-chat")
    assert found(conversation, "openai-chat") == ([("content-part-type", "warning")] if is_told else [])


# Order and roles


@for_each(("name", "accepts"), [("mistral-small-latest", True), ("devstral-medium-latest", None)])
def test_a_user_behind_results_depends_on_the_model_of_mistral(name: str, accepts: bool | None) -> None:
    call = {"id": "D681PevKs", "type": "function", "function": {"name": "add", "arguments": "{}"}}
    messages = [
        user(),
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "D681PevKs", "name": "add", "content": "15"},
        user("Well?"),
    ]
    tool = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}
    body: Any = {"model": name, "messages": messages, "tools": [tool]}
    assert crosswire.verdict(only(body, "mistral"), "mistral").accepts is accepts


@pytest.mark.parametrize("target", ["gemini", "vertex"])
def test_a_request_for_gemini_that_ends_with_the_model_is_unsure_without_its_name(target: str) -> None:
    contents = [
        {"role": "user", "parts": [{"text": "Hi."}]},
        {"role": "model", "parts": [{"text": "Let me"}]},
    ]
    for body, accepts in (({}, None), ({"model": "gemini-2.5-flash"}, True), ({"model": "gemini-4"}, None)):
        conversation = only({"contents": contents, **body}, "gemini")
        assert crosswire.verdict(conversation, target).accepts is accepts


def test_messages_of_chat_completions_in_a_request_with_tools_of_responses_are_refused() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
    history = [
        user(),
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "15"},
    ]
    tools = [{"type": "function", "name": "add", "parameters": {"type": "object"}, "strict": False}]
    conversation = only({"model": "gpt-5", "input": history, "tools": tools})
    assert conversation.format == "openai-responses"
    assert ("unknown-role", "error") in found(conversation, "openai-responses")


def test_ids_at_vertex_are_taken() -> None:
    ids = {"name": "add", "id": "x7k2m9qd"}
    told = found(gemini(model(ids), answers(ids)), "vertex")
    assert "id-not-taken" not in [name for name, _ in told]
