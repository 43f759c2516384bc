"""A turn written as the stream that its provider would have sent, and read again."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire import streams
from crosswire.address import resolve
from crosswire.model import TextPart
from crosswire.model.loss import LossKind
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import strategies
from tests.frozen_schemas import errors
from tests.samples import REQUESTS
from tests.selection import for_each, tries

Json = dict[str, Any]
FEW = settings(max_examples=tries(6, thorough=25), deadline=None)
FORMATS = ("openai-chat", "openai-responses", "anthropic", "gemini")
PAYLOADS = {
    "openai-chat": strategies.CHAT,
    "openai-responses": strategies.RESPONSES,
    "anthropic": strategies.ANTHROPIC,
    "gemini": strategies.GEMINI,
}


def read(data: bytes, format: str) -> crosswire.Conversation:
    [conversation] = crosswire.load(data, format=format).conversations
    return conversation


def turn_of(payload: Json, format: str) -> Any:
    """The last turn of the assistant as its stream should give it back."""
    if format == "openai-chat":
        return chat_turn([m for m in payload["messages"] if m["role"] == "assistant"][-1])
    if format == "anthropic":
        content = [m for m in payload["messages"] if m["role"] == "assistant"][-1]["content"]
        content = [{"type": "text", "text": content}] if isinstance(content, str) else content
        return [{k: v for k, v in block.items() if k != "cache_control"} for block in content]
    return [c for c in payload["contents"] if c.get("role") == "model"][-1]["parts"]


def chat_turn(message: Json) -> Json:
    turn = {k: v for k, v in message.items() if k not in ("tool_calls", "function_call") or v}
    content = turn.get("content")
    if isinstance(content, list) and content and all(part["type"] == "text" for part in content):
        turn["content"] = "".join(part["text"] for part in content)
    return turn


def turn_read(conversation: crosswire.Conversation, format: str) -> Any:
    [message] = [m for m in conversation.messages if m.role == "assistant"]
    raw: Any = message.raw
    return raw if format == "openai-chat" else raw["content" if format == "anthropic" else "parts"]


@pytest.mark.parametrize("format", ["openai-chat", "anthropic", "gemini"])
@FEW
@given(data=st.data())
def test_what_is_written_as_a_stream_is_read_as_the_same_turn(format: str, data: st.DataObject) -> None:
    payload = data.draw(PAYLOADS[format])
    try:
        written = streams.write(payload, format)
    except crosswire.NotAConversation:
        return
    assert turn_read(read(written.data, format), format) == turn_of(payload, format)


@FEW
@given(payload=strategies.RESPONSES)
def test_items_of_a_response_are_read_as_they_were_written_but_for_what_was_added(payload: Json) -> None:
    try:
        written = streams.write(payload, "openai-responses")
    except crosswire.NotAConversation:
        return
    items = [m.raw for m in read(written.data, "openai-responses").messages if m.field is None]
    asked = payload["input"]
    starts = range(len(asked) - len(items) + 1)
    assert any(all(map(_is_as_asked, items, asked[n : n + len(items)])) for n in starts)


def _is_as_asked(item: Any, asked: Json) -> bool:
    made = {"id", "status", "type", "content"}
    rest = {k: v for k, v in item.items() if k not in made}
    same = rest == {k: v for k, v in asked.items() if k not in made}
    same &= item["type"] == asked.get("type", "message") and item["id"] in (asked.get("id") or item["id"],)
    content = asked.get("content")
    if item["type"] == "message":
        texts = [part.get("text", part.get("refusal")) for part in item["content"]]
        return same and texts == ([content] if isinstance(content, str) else [*map(_said, content)])
    return same and item.get("content") == content


def _said(part: Json) -> Any:
    return part.get("text", part.get("refusal"))


@for_each("format", FORMATS)
@FEW
@given(data=st.data())
def test_the_same_payload_gives_the_same_stream(format: str, data: st.DataObject) -> None:
    payload = data.draw(PAYLOADS[format])
    try:
        assert streams.write(payload, format) == streams.write(json.loads(json.dumps(payload)), format)
    except crosswire.NotAConversation:
        return


@for_each("format", FORMATS)
def test_a_call_keeps_its_id_its_name_and_its_arguments(format: str) -> None:
    again = read(streams.write(REQUESTS[format], format).data, format)
    [call] = again.calls()
    assert (call.call_id.value, call.name, call.arguments.value) == ("call_1", "read_file", {"path": "a.txt"})


@for_each("format", FORMATS)
def test_what_a_request_has_not_is_said_to_be_added_with_its_place(format: str) -> None:
    written = streams.write(REQUESTS[format], format)
    documents = crosswire.load(written.data).documents
    assert {loss.kind for loss in written.losses} == {LossKind.ADDED}
    for loss in written.losses:
        assert loss.target is not None
        resolve(loss.target, documents, json.loads)
    if format != "gemini":
        made = next(loss for loss in written.losses if loss.what == "id")
        assert str(resolve(made.target or "", documents, json.loads)).startswith("cw_")


@for_each(
    ("format", "first", "last"),
    [
        ("openai-chat", b'data: {"id":"cw_', b"data: [DONE]\n\n"),
        ("openai-responses", b"event: response.created\ndata: {", b"}\n\n"),
        (
            "anthropic",
            b"event: message_start\ndata: {",
            b'event: message_stop\ndata: {"type":"message_stop"}\n\n',
        ),
        ("gemini", b'data: {"candidates":', b"}\n\n"),
    ],
)
def test_a_stream_begins_and_ends_as_its_provider_has_it(format: str, first: bytes, last: bytes) -> None:
    data = streams.write(REQUESTS[format], format).data
    assert data.startswith(first)
    assert data.endswith(last)


@for_each("target", FORMATS)
@for_each("source", FORMATS)
def test_a_conversation_of_any_format_is_streamed_as_any_other(source: str, target: str) -> None:
    [conversation] = crosswire.load(json.dumps(REQUESTS[source]).encode()).conversations
    written = crosswire.write_stream(conversation, target)
    [call] = read(written.data, target).calls()
    assert (call.name, call.arguments.value) == ("read_file", {"path": "a.txt"})


EVENTS = {
    "openai-chat": "openai.types.chat.ChatCompletionChunk",
    "openai-responses": "openai.types.responses.ResponseStreamEvent",
    "anthropic": "anthropic.types.RawMessageStreamEvent",
    "gemini": "google.genai.types.GenerateContentResponse",
}


@for_each("target", FORMATS)
@for_each("source", FORMATS)
def test_each_event_is_one_that_the_providers_own_package_takes(source: str, target: str) -> None:
    answer = {"role": "assistant", "content": "It is milk."}
    body = {**REQUESTS["openai-chat"], "messages": [*REQUESTS["openai-chat"]["messages"], answer]}
    for log in (REQUESTS[source], body):
        [conversation] = crosswire.load(json.dumps(log).encode()).conversations
        data = crosswire.write_stream(conversation, target).data
        for event in crosswire.load(data).documents:
            if event != "[DONE]":
                assert errors(EVENTS[target], event) == []


def test_a_long_text_comes_in_pieces_and_back_in_one() -> None:
    text = "Ein längerer Satz mit Umlauten, \U0001f600 und \ud800 dazu. " * 500
    messages = [{"role": "user", "content": "?"}, {"role": "assistant", "content": text}]
    data = streams.write({"model": "m", "messages": messages}, "openai-chat").data
    assert 20 < data.count(b"data: ") < 300
    [part] = read(data, "openai-chat").messages[0].parts
    assert isinstance(part, TextPart)
    assert part.text == text


def test_foundry_streams_as_responses_do() -> None:
    data = streams.write(REQUESTS["azure-foundry"], "azure-foundry").data
    assert crosswire.load(data).format == "azure-foundry"


@pytest.mark.parametrize("format", ["bedrock", "mistral", "claude-code"])
def test_a_format_without_a_writer_says_which_have_one(format: str) -> None:
    with pytest.raises(crosswire.UnknownFormat, match="openai-chat, openai-responses"):
        streams.write(REQUESTS["openai-chat"], format)


def test_a_request_that_nobody_answered_is_no_stream() -> None:
    with pytest.raises(crosswire.NotAConversation, match="no turn of the assistant"):
        streams.write({"messages": [{"role": "user", "content": "?"}]}, "openai-chat")
