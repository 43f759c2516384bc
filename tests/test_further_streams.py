"""Streams of Cohere, Bedrock, Interactions and Ollama: what they say, where it began, and their odd ends."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.address import resolve
from crosswire.model import Conversation, ReasoningPart, TextPart
from tests.selection import for_each

Json = dict[str, Any]


def _cohere_call(index: int, text: str) -> Json:
    return {
        "type": "tool-call-delta",
        "index": index,
        "delta": {"message": {"tool_calls": {"function": {"arguments": text}}}},
    }


def _cohere_begin(index: int, id: str, name: str) -> Json:
    call = {"id": id, "type": "function", "function": {"name": name, "arguments": ""}}
    return {"type": "tool-call-start", "index": index, "delta": {"message": {"tool_calls": call}}}


COHERE: list[Json] = [
    {"type": "message-start", "id": "m1", "delta": {"message": {"role": "assistant", "content": []}}},
    {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": "I look "}}},
    {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": "twice."}}},
    _cohere_begin(0, "look_1", "look"),
    _cohere_begin(1, "look_2", "look"),
    _cohere_call(1, '{"at":'),
    _cohere_call(0, '{"at":1}'),
    _cohere_call(1, "2}"),
    {"type": "tool-call-end", "index": 0},
    {"type": "tool-call-end", "index": 1},
    {
        "type": "message-end",
        "delta": {"finish_reason": "TOOL_CALL", "usage": {"tokens": {"input_tokens": 3}}},
    },
]
BEDROCK: list[Json] = [
    {"messageStart": {"role": "assistant"}},
    {"contentBlockDelta": {"delta": {"reasoningContent": {"text": "I look "}}, "contentBlockIndex": 0}},
    {"contentBlockDelta": {"delta": {"reasoningContent": {"text": "twice."}}, "contentBlockIndex": 0}},
    {"contentBlockDelta": {"delta": {"reasoningContent": {"signature": "sig"}}, "contentBlockIndex": 0}},
    {"contentBlockStop": {"contentBlockIndex": 0}},
    {
        "contentBlockStart": {
            "start": {"toolUse": {"toolUseId": "look_1", "name": "look"}},
            "contentBlockIndex": 1,
        }
    },
    {"contentBlockDelta": {"delta": {"toolUse": {"input": '{"at":1}'}}, "contentBlockIndex": 1}},
    {"contentBlockStop": {"contentBlockIndex": 1}},
    {
        "contentBlockStart": {
            "start": {"toolUse": {"toolUseId": "look_2", "name": "look"}},
            "contentBlockIndex": 2,
        }
    },
    {"contentBlockDelta": {"delta": {"toolUse": {"input": '{"at":'}}, "contentBlockIndex": 2}},
    {"contentBlockDelta": {"delta": {"toolUse": {"input": "2}"}}, "contentBlockIndex": 2}},
    {"contentBlockStop": {"contentBlockIndex": 2}},
    {"messageStop": {"stopReason": "tool_use"}},
    {"metadata": {"usage": {"inputTokens": 3, "outputTokens": 4, "totalTokens": 7}}},
]


def _ollama(message: Json, **beside: Any) -> Json:
    return {"model": "m", "message": {"role": "assistant", "content": "", **message}, "done": False, **beside}


OLLAMA: list[Json] = [
    _ollama({"thinking": "I look "}),
    _ollama({"thinking": "twice."}),
    _ollama({"tool_calls": [{"id": "look_1", "function": {"name": "look", "arguments": {"at": 1}}}]}),
    _ollama({"tool_calls": [{"id": "look_2", "function": {"name": "look", "arguments": {"at": 2}}}]}),
    _ollama({}, done=True, done_reason="stop", eval_count=4),
]


def _step(what: str, index: int, **beside: Any) -> Json:
    return {"event_type": f"step.{what}", "index": index, **beside}


def _step_delta(index: int, **delta: Any) -> Json:
    return _step("delta", index, delta=delta)


def _step_call(id: str) -> Json:
    return {"type": "function_call", "id": id, "name": "look", "arguments": {}}


INTERACTION: list[Json] = [
    {
        "event_type": "interaction.created",
        "interaction": {"id": "v1_a", "object": "interaction", "status": "in_progress"},
    },
    {"event_type": "interaction.status_update", "interaction_id": "v1_a", "status": "in_progress"},
    _step("start", 0, step={"type": "thought"}),
    _step_delta(0, type="thought_summary", content={"type": "text", "text": "I look "}),
    _step_delta(0, type="thought_summary", content={"type": "text", "text": "twice."}),
    _step_delta(0, type="thought_signature", signature="c2ln"),
    _step("stop", 0),
    _step("start", 1, step=_step_call("look_1")),
    _step_delta(1, type="arguments_delta", arguments='{"at":1}'),
    _step("stop", 1),
    _step("start", 2, step=_step_call("look_2")),
    _step_delta(2, type="arguments_delta", arguments='{"at":'),
    _step_delta(2, type="arguments_delta", arguments="2}"),
    _step("stop", 2),
    {
        "event_type": "interaction.completed",
        "interaction": {"id": "v1_a", "object": "interaction", "status": "requires_action"},
    },
]
STREAMS = {"cohere": COHERE, "bedrock": BEDROCK, "ollama": OLLAMA, "gemini-interactions": INTERACTION}


def as_sse(events: list[Json]) -> bytes:
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode()


def as_lines(events: list[Json]) -> bytes:
    return "\n".join(map(json.dumps, events)).encode()


def as_list(events: list[Json]) -> bytes:
    return json.dumps(events).encode()


WAYS = {"an event stream": as_sse, "lines": as_lines, "a list": as_list}


def read(data: bytes) -> Conversation:
    [conversation] = crosswire.load(data).conversations
    return conversation


@for_each(("format", "way"), [(format, way) for format in STREAMS for way in WAYS])
def test_an_answer_is_put_together_from_its_events(format: str, way: str) -> None:
    conversation = read(WAYS[way](STREAMS[format]))
    calls = [(call.name, call.call_id.value, call.arguments.value) for call in conversation.calls()]
    assert (conversation.format, conversation.shape) == (format, "response")
    assert calls == [("look", "look_1", {"at": 1}), ("look", "look_2", {"at": 2})]
    said = [part.text for _, part in conversation.parts() if isinstance(part, TextPart | ReasoningPart)]
    assert said == ["I look twice."]
    assert [note.message for note in (*conversation.notes, *conversation.unread)] == []


@for_each("format", STREAMS)
def test_each_part_has_the_address_of_the_event_in_which_it_began(format: str) -> None:
    conversation = read(as_sse(STREAMS[format]))
    for call in conversation.calls():
        at = call.call_id.address
        assert at is not None
        assert resolve(at, conversation.documents, json.loads) == call.call_id.value


@for_each("format", STREAMS)
def test_a_stream_that_ends_before_its_answer_says_so(format: str) -> None:
    events = STREAMS[format]
    end = next(
        n for n, event in enumerate(events) if "stop" in json.dumps(event) or "message-end" in str(event)
    )
    notes = [note.code for note in read(as_sse(events[:end])).notes]
    assert notes == ["stream-cut"]


@for_each("format", STREAMS)
def test_two_answers_in_one_capture_are_two(format: str) -> None:
    log = crosswire.load(as_sse(STREAMS[format] * 2))
    assert [len(list(each.calls())) for each in log.conversations] == [2, 2]


@for_each("format", ["cohere", "bedrock", "gemini-interactions"])
def test_arguments_that_make_no_json_are_kept_as_they_came(format: str) -> None:
    broken = json.loads(json.dumps(STREAMS[format]).replace('"2}"', '"2"'))
    *_, last = read(as_sse(broken)).calls()
    assert last.arguments.text == '{"at":2' or last.arguments.value == '{"at":2'


@for_each("format", STREAMS)
def test_an_event_that_nobody_knows_is_kept_and_told(format: str) -> None:
    first, *rest = STREAMS[format]
    strange = {"type": "mystery", "text": "something that somebody said"}
    conversation = read(as_sse([first, strange, *rest]))
    assert len(list(conversation.calls())) == 2
    assert any(note.code == "unread-event" for note in (*conversation.notes, *conversation.unread))


@for_each("format", STREAMS)
def test_the_answer_of_an_exchange_may_be_such_a_stream(format: str) -> None:
    asked = {"messages": [{"role": "user", "content": "Look twice."}], "model": "m"}
    if format == "bedrock":
        asked = {"messages": [{"role": "user", "content": [{"text": "Look twice."}]}]}
    if format == "gemini-interactions":
        asked = {"input": "Look twice.", "model": "m"}
    for answer in (STREAMS[format], as_sse(STREAMS[format]).decode(), as_lines(STREAMS[format]).decode()):
        conversation = read(json.dumps({"request": asked, "response": {"body": answer}}).encode())
        assert (conversation.format, conversation.shape) == (format, "exchange")
        assert len(list(conversation.calls())) == 2


def test_whole_answers_of_ollama_in_lines_are_one_each() -> None:
    whole = {"model": "m", "message": {"role": "assistant", "content": "Hi"}, "done": True}
    log = crosswire.load(as_lines([whole, whole]))
    assert [each.format for each in log.conversations] == ["ollama", "ollama"]
    assert log.container == "jsonl"


def test_events_of_a_program_that_uses_the_words_of_cohere_are_not_taken_for_its() -> None:
    events = [{"type": "tool-call-delta", "toolCallId": "c", "argsTextDelta": "{}"}] * 3
    log = crosswire.load(as_lines(events), or_document=True)
    assert log.format not in crosswire.FORMATS
