"""Answers that came as streams, put together: what they say, and where in the events each thing began."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.address import resolve
from crosswire.model import Conversation, ReasoningPart, RefusalPart, TextPart, ToolCallPart
from tests.coverage_check import unaccounted
from tests.measured import work_of
from tests.samples import REQUESTS
from tests.selection import for_each, tries

Json = dict[str, Any]
STREAMS = Path(__file__).parent / "corpus" / "streams"


def sse(*events: Any, named: bool = False) -> bytes:
    lines = []
    for event in events:
        if named:
            lines.append(f"event: {event['type']}")
        lines += [f"data: {event if isinstance(event, str) else json.dumps(event)}", ""]
    return "\n".join([*lines, ""]).encode()


def read(*events: Any) -> Conversation:
    [conversation] = crosswire.load(sse(*events)).conversations
    assert conversation.container == "sse"
    return conversation


def at(conversation: Conversation, address: str | None) -> object:
    assert address is not None
    return resolve(address, conversation.documents, json.loads)


def only_call(conversation: Conversation) -> ToolCallPart:
    [call] = conversation.calls()
    return call


def codes(conversation: Conversation) -> list[str]:
    return [note.code for note in conversation.notes]


# The streams of the matrix, in corrected form


@for_each(
    ("format", "call_id", "id_at", "arguments_at"),
    [
        (
            "openai-chat",
            None,
            "0:/choices/0/delta/tool_calls/0/id",
            "1:/choices/0/delta/tool_calls/0/function/arguments",
        ),
        ("openai-responses", "call_123", "0:/item/call_id", "1:/delta"),
        ("anthropic", "call_123", "0:/content_block/id", "1:/delta/partial_json"),
        (
            "gemini",
            "fc1",
            "0:/candidates/0/content/parts/0/functionCall/id",
            "0:/candidates/0/content/parts/0/functionCall/args",
        ),
    ],
)
def test_the_streams_of_the_four_formats_are_read(
    format: str, call_id: str | None, id_at: str, arguments_at: str
) -> None:
    log = crosswire.load((STREAMS / f"{format}.sse").read_bytes())
    [conversation] = log.conversations
    call = only_call(conversation)
    assert log.format == format
    assert [message.role for message in conversation.messages] == ["assistant"]
    assert (call.name, call.arguments.value) == ("run_shell_command", {"command": "ls -la"})
    assert (call.call_id.value, call.call_id.address) == (call_id, id_at)
    assert call.arguments.address == arguments_at
    at(conversation, arguments_at)
    if call_id is not None:
        assert at(conversation, id_at) == call_id


# Chat Completions


def chunk(delta: Json, *, index: int = 0, finish: str | None = None, **beside: Any) -> Json:
    choice = {"index": index, "delta": delta, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "model": "m", "choices": [choice], **beside}


def piece(index: int | None, text: str = "", *, id: str | None = None, name: str | None = None) -> Json:
    function = {"arguments": text} | ({"name": name} if name else {})
    call = {"function": function} | ({"id": id, "type": "function"} if id is not None else {})
    return {"tool_calls": [call if index is None else {"index": index, **call}]}


def test_parallel_calls_are_told_apart_by_their_index() -> None:
    conversation = read(
        chunk({"role": "assistant", "content": None}),
        chunk(piece(0, id="a", name="f")),
        chunk(piece(1, id="b", name="g")),
        chunk(piece(1, '{"y":')),
        chunk(piece(0, '{"x":1}')),
        chunk(piece(1, "2}")),
        chunk({}, finish="tool_calls"),
        "[DONE]",
    )
    first, second = conversation.calls()
    assert (first.call_id.value, first.arguments.value) == ("a", {"x": 1})
    assert (second.call_id.value, second.arguments.value) == ("b", {"y": 2})
    assert second.arguments.address == "3:/choices/0/delta/tool_calls/0/function/arguments"
    assert codes(conversation) == []


def test_texts_begin_where_their_first_piece_stands() -> None:
    conversation = read(
        chunk({"role": "assistant", "content": ""}),
        chunk({"reasoning_content": "I "}),
        chunk({"reasoning_content": "think"}),
        chunk({"content": "Hel"}),
        chunk({"content": "lo"}),
        chunk({"refusal": "No"}, finish="stop"),
        {"id": "c1", "object": "chat.completion.chunk", "choices": [], "usage": {"total_tokens": 3}},
        "[DONE]",
    )
    thought, text, refusal = conversation.messages[0].parts
    assert isinstance(thought, ReasoningPart)
    assert isinstance(text, TextPart)
    assert isinstance(refusal, RefusalPart)
    assert (thought.text, thought.address) == ("I think", "1:/choices/0/delta/reasoning_content")
    assert (text.text, text.address) == ("Hello", "3:/choices/0/delta/content")
    assert (refusal.text, refusal.address) == ("No", "5:/choices/0/delta/refusal")
    [usage] = [s for s in conversation.settings() if s.name == "usage"]
    assert (usage.value, usage.address) == ({"total_tokens": 3}, "6:/usage")


def test_each_choice_is_a_conversation() -> None:
    data = sse(
        chunk({"role": "assistant", "content": "one"}, index=1),
        chunk({"role": "assistant", "content": "two"}, index=0),
        chunk({}, index=0, finish="stop"),
        chunk({}, index=1, finish="stop"),
        "[DONE]",
    )
    first, second = crosswire.load(data).conversations
    assert [p.text for c in (first, second) for _, p in c.parts() if isinstance(p, TextPart)] == [
        "two",
        "one",
    ]
    assert second.messages[0].address == "0:/choices/0/delta"


def test_a_call_of_the_old_kind_is_put_together() -> None:
    call = only_call(
        read(
            chunk({"role": "assistant", "function_call": {"name": "f", "arguments": ""}}),
            chunk({"function_call": {"arguments": '{"x":1}'}}),
            chunk({}, finish="function_call"),
        )
    )
    assert (call.wire_type, call.name, call.arguments.value) == ("function_call", "f", {"x": 1})
    assert call.arguments.address == "1:/choices/0/delta/function_call/arguments"


@for_each(
    ("pieces", "expected"),
    [
        ([piece(0, id="a", name="f"), piece(0, "{}", id="a", name="f")], [("a", "f", "{}")]),
        ([piece(0, id="", name="f"), piece(0, "{}", id="a")], [("a", "f", "{}")]),
        ([piece(0, name="f"), piece(0, "{}", id="a")], [("a", "f", "{}")]),
        ([piece(0, name="get_"), piece(0, "{}", name="weather")], [(None, "get_weather", "{}")]),
        (
            [piece(0, "{}", id="a", name="f"), piece(0, "{}", id="b", name="g")],
            [("a", "f", "{}"), ("b", "g", "{}")],
        ),
        ([piece(0, "{}", name="f"), piece(0, "{}", name="f")], [(None, "f", "{}"), (None, "f", "{}")]),
        (
            [piece(None, id="a", name="f"), piece(None, "{}"), piece(None, "{}", id="b", name="f")],
            [("a", "f", "{}"), ("b", "f", "{}")],
        ),
        ([piece(7, "{}", id="a", name="f")], [("a", "f", "{}")]),
        (
            [piece(10**9, "{}", id="a", name="f"), piece(0, "{}", id="b", name="g")],
            [("b", "g", "{}"), ("a", "f", "{}")],
        ),
    ],
)
def test_servers_that_count_calls_otherwise_are_read_where_one_reading_makes_sense(
    pieces: Sequence[Json], expected: list[tuple[str | None, str, str]]
) -> None:
    conversation = read(*map(chunk, pieces), chunk({}, finish="tool_calls"))
    found = [(call.call_id.value, call.name, call.arguments.text) for call in conversation.calls()]
    assert sorted(found, key=str) == sorted(expected, key=str)
    for call in conversation.calls():
        if call.call_id.value is not None:
            assert at(conversation, call.call_id.address) == call.call_id.value


def test_a_field_of_a_delta_that_changes_keeps_its_first_value_and_says_so() -> None:
    conversation = read(chunk({"role": "assistant", "mood": "a"}), chunk({"mood": "b"}, finish="stop"))
    assert conversation.messages[0].extras == {"mood": "a"}
    [note] = conversation.notes
    assert (note.code, note.address) == ("unread-event", "1:/choices/0/delta/mood")


# Responses


def response(kind: str, output: Sequence[Json] = (), **fields: Any) -> Json:
    body = {
        "id": "resp_1",
        "object": "response",
        "model": "m",
        "status": kind,
        "output": list(output),
        **fields,
    }
    return {"type": f"response.{kind}", "response": body}


def item(kind: str, value: Json, index: int = 0) -> Json:
    return {"type": f"response.output_item.{kind}", "output_index": index, "item": value}


def event(kind: str, index: int = 0, **fields: Any) -> Json:
    return {"type": f"response.{kind}", "output_index": index, **fields}


CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": '{"x":1}'}
TEXT = {"type": "output_text", "text": "Hello", "annotations": [{"type": "url_citation", "url": "u"}]}
SAID = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [TEXT]}


def test_items_of_a_response_stand_where_they_were_added_and_their_texts_where_they_began() -> None:
    conversation = read(
        response("created"),
        item("added", {**SAID, "status": "in_progress", "content": []}),
        event("content_part.added", content_index=0, part={**TEXT, "text": "", "annotations": []}),
        event("output_text.delta", content_index=0, delta="Hel"),
        event("output_text.delta", content_index=0, delta="lo"),
        event("output_text.annotation.added", content_index=0, annotation=TEXT["annotations"][0]),
        item("done", SAID),
        item("added", {**CALL, "arguments": ""}, 1),
        event("function_call_arguments.delta", 1, delta='{"x"'),
        event("function_call_arguments.delta", 1, delta=":1}"),
        item("done", CALL, 1),
        response("completed", [SAID, CALL], usage={"total_tokens": 3}),
    )
    said, called = conversation.messages
    assert (said.address, said.raw) == ("1:/item", SAID)
    assert said.parts[0].address == "3:/delta"
    call = only_call(conversation)
    assert (called.address, call.address, called.raw) == ("7:/item", "7:/item", CALL)
    assert (call.call_id.address, call.arguments.address) == ("7:/item/call_id", "8:/delta")
    assert codes(conversation) == []
    [usage] = [s for s in conversation.settings() if s.name == "usage"]
    assert usage.address == "11:/response/usage"
    losses = crosswire.render(conversation, "openai-chat").losses
    assert [loss.source for loss in losses if loss.what == "annotations"] == ["6:/item/content/0/annotations"]


def test_items_that_were_never_done_are_put_together_from_their_deltas() -> None:
    conversation = read(
        response("created"),
        item("added", {"type": "reasoning", "id": "rs_1", "summary": []}),
        event("reasoning_summary_part.added", summary_index=0, part={"type": "summary_text", "text": ""}),
        event("reasoning_summary_text.delta", summary_index=0, delta="Thin"),
        event("reasoning_summary_text.delta", summary_index=0, delta="king"),
        item("added", {**CALL, "arguments": ""}, 1),
        event("function_call_arguments.delta", 1, delta='{"x"'),
    )
    [thought] = [part for _, part in conversation.parts() if isinstance(part, ReasoningPart)]
    call = only_call(conversation)
    assert thought.text == "Thinking"
    assert (call.arguments.text, call.arguments.state.value) == ('{"x"', "invalid")
    assert codes(conversation) == ["stream-cut"]


def test_an_id_that_is_only_said_when_the_item_is_done_stands_there() -> None:
    conversation = read(
        item("added", {"type": "function_call", "id": "fc_a", "name": "f", "arguments": ""}),
        item("done", CALL),
    )
    call = only_call(conversation)
    assert (call.item_id, call.call_id.address) == ("fc_1", "1:/item/call_id")


def test_items_that_only_the_last_event_has_are_read_from_it() -> None:
    conversation = read(response("created"), response("completed", [CALL]))
    assert only_call(conversation).call_id.address == "1:/response/output/0/call_id"


def test_a_final_response_that_says_otherwise_than_the_stream_is_told_with_both_places() -> None:
    conversation = read(
        response("created"),
        item("done", CALL),
        response("completed", [{**CALL, "call_id": "call_OTHER"}]),
    )
    assert only_call(conversation).call_id.value == "call_1"
    [note] = conversation.notes
    assert (note.code, note.address) == ("stream-disagrees", "2:/response/output/0/call_id")
    assert at(conversation, note.address) == "call_OTHER"
    assert "'call_OTHER'" in note.message
    assert "'call_1' at 1:/item/call_id" in note.message


@for_each(
    ("done", "final", "place"),
    [
        (CALL, {**CALL, "id": "fc_2"}, "id"),
        (CALL, {**CALL, "name": "g"}, "name"),
        (CALL, {**CALL, "arguments": '{"x":2}'}, "arguments"),
        (CALL, SAID, "type"),
        (SAID, {**SAID, "content": [{**TEXT, "text": "Hullo"}]}, "content/0/text"),
        (SAID, {**SAID, "content": [TEXT, TEXT]}, "content"),
        (SAID, {**SAID, "content": [{"type": "refusal", "refusal": "No"}]}, "content/0/type"),
    ],
)
def test_each_part_of_an_item_that_the_final_response_changes_is_told(
    done: Json, final: Json, place: str
) -> None:
    conversation = read(response("created"), item("done", done), response("completed", [final]))
    [note] = conversation.notes
    assert (note.code, note.address) == ("stream-disagrees", f"2:/response/output/0/{place}")
    assert f"1:/item/{place}" in note.message


def test_pieces_and_a_beginning_that_the_finished_item_contradicts_are_told() -> None:
    conversation = read(
        item("added", {**CALL, "call_id": "call_0", "arguments": ""}),
        event("function_call_arguments.delta", delta='{"y":'),
        event("function_call_arguments.delta", delta="1}"),
        item("done", CALL),
        item("added", {**SAID, "content": []}, 1),
        event("output_text.delta", 1, content_index=0, delta="Hullo"),
        item("done", SAID, 1),
    )
    assert [(note.code, note.address) for note in conversation.notes] == [
        ("stream-disagrees", "0:/item/call_id"),
        ("stream-disagrees", "1:/delta"),
        ("stream-disagrees", "5:/delta"),
    ]
    call = only_call(conversation)
    assert (call.call_id.value, call.arguments.text) == ("call_1", CALL["arguments"])


def test_a_final_response_without_its_items_or_without_some_words_contradicts_nothing() -> None:
    short = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "arguments": ""}
    assert codes(read(response("created"), item("done", CALL), response("completed"))) == []
    assert codes(read(response("created"), item("done", CALL), response("completed", [short]))) == []
    begun = [{**CALL, "arguments": ""}]
    cut = read(
        response("in_progress", begun),
        item("added", begun[0]),
        event("function_call_arguments.delta", delta='{"'),
    )
    assert codes(cut) == ["stream-cut"]


# Anthropic


def start(**fields: Any) -> Json:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": []}
    return {"type": "message_start", "message": {**message, "stop_reason": None, **fields}}


def block(index: int, value: Json) -> Json:
    return {"type": "content_block_start", "index": index, "content_block": value}


def delta(index: int, kind: str, **value: Any) -> Json:
    return {"type": "content_block_delta", "index": index, "delta": {"type": f"{kind}_delta", **value}}


def stop(index: int) -> Json:
    return {"type": "content_block_stop", "index": index}


END: list[Json] = [
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 5}},
    {"type": "message_stop"},
]


def test_blocks_of_a_message_are_put_together_each_from_its_own_deltas() -> None:
    conversation = read(
        start(usage={"input_tokens": 2, "output_tokens": 1}),
        {"type": "ping"},
        block(0, {"type": "thinking", "thinking": "", "signature": ""}),
        delta(0, "thinking", thinking="I "),
        delta(0, "thinking", thinking="think"),
        delta(0, "signature", signature="c2ln"),
        stop(0),
        block(1, {"type": "text", "text": "", "citations": []}),
        delta(1, "citations", citation={"type": "char_location", "cited_text": "x"}),
        delta(1, "text", text="Hello"),
        stop(1),
        block(2, {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}),
        delta(2, "input_json", partial_json=""),
        delta(2, "input_json", partial_json='{"x":'),
        delta(2, "input_json", partial_json="1}"),
        stop(2),
        block(3, {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}),
        stop(3),
        *END,
    )
    thought, text, call, search = conversation.messages[0].parts
    assert isinstance(thought, ReasoningPart)
    assert (thought.text, thought.signature, thought.address) == ("I think", "c2ln", "3:/delta")
    assert isinstance(text, TextPart)
    assert (text.text, text.address) == ("Hello", "9:/delta")
    assert text.extras == {"citations": [{"type": "char_location", "cited_text": "x"}]}
    assert isinstance(call, ToolCallPart)
    assert (call.arguments.value, call.arguments.address) == ({"x": 1}, "13:/delta/partial_json")
    assert call.call_id.address == "11:/content_block/id"
    assert isinstance(search, ToolCallPart)
    assert search.arguments.value == {}
    said = {s.name: (s.value, s.address) for s in conversation.settings()}
    assert said["stop_reason"] == ("tool_use", "18:/delta/stop_reason")
    assert said["usage"][0] == {"input_tokens": 2, "output_tokens": 5}
    assert codes(conversation) == []


CUT = '{"a": "x'


def cut_call(**fields: Any) -> list[Json]:
    return [
        start(),
        block(0, {"type": "tool_use", "id": "t", "name": "f", "input": {}, **fields}),
        delta(0, "input_json", partial_json=CUT[:3]),
        delta(0, "input_json", partial_json=CUT[3:]),
    ]


@pytest.mark.parametrize("end", [[], [{"type": "error", "error": {"type": "overloaded_error"}}]])
def test_an_input_whose_pieces_make_no_json_is_invalid_and_kept_as_text(end: list[Json]) -> None:
    conversation = read(*cut_call(), *end)
    given = only_call(conversation).arguments
    assert (given.state.value, given.value, given.text) == ("invalid", None, CUT)
    assert given.address == "2:/delta/partial_json"
    assert {"input-not-json", "stream-cut"} <= set(codes(conversation))
    found = {d.code: d.address for d in crosswire.diagnose(conversation)}
    assert found["CW401"] == "2:/delta/partial_json"
    assert "CW402" not in found


def test_an_input_that_is_cut_is_written_as_it_stood_on_the_wire() -> None:
    conversation = read(*cut_call())
    chat = crosswire.render(conversation, "openai-chat").payload["messages"][0]
    assert chat["tool_calls"][0]["function"]["arguments"] == CUT
    assert crosswire.render(conversation, "openai-responses").payload["input"][0]["arguments"] == CUT


@pytest.mark.parametrize("links", [True, False])
def test_an_input_that_is_cut_is_wrapped_for_its_own_provider_with_a_loss(links: bool) -> None:
    conversation = read(*cut_call())
    rendering = crosswire.render(conversation, "anthropic", links=links)
    [written] = rendering.payload["messages"][0]["content"]
    assert written == {"type": "tool_use", "id": "t", "name": "f", "input": {"_raw": CUT}}
    if links:
        assert "arguments-wrapped" in [loss.code for loss in rendering.losses]
        assert unaccounted(conversation, rendering) == {}


def test_an_input_that_is_whole_and_a_text_stays_a_value() -> None:
    conversation = read(
        start(),
        block(0, {"type": "tool_use", "id": "t", "name": "f", "input": {}}),
        delta(0, "input_json", partial_json='"x"'),
    )
    given = only_call(conversation).arguments
    assert (given.state.value, given.value) == ("parsed", "x")


def test_a_result_of_the_providers_own_tool_is_read_with_its_call() -> None:
    found = {
        "type": "web_search_tool_result",
        "tool_use_id": "srvtoolu_1",
        "content": [{"type": "web_search_result", "url": "u"}],
    }
    conversation = read(
        start(),
        block(0, {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}),
        delta(0, "input_json", partial_json='{"query":"q"}'),
        stop(0),
        block(1, found),
        stop(1),
        *END,
    )
    [result] = conversation.results()
    assert (result.call_id.address, result.raw) == ("4:/content_block/tool_use_id", found)
    assert len(crosswire.pair(conversation).pairs) == 1


# Gemini


def part(*parts: Json, index: int | None = None, finish: str | None = None, **beside: Any) -> Json:
    candidate: Json = {"content": {"role": "model", "parts": list(parts)}}
    candidate |= {} if index is None else {"index": index}
    candidate |= {} if finish is None else {"finishReason": finish}
    return {"candidates": [candidate], **beside}


def test_texts_of_gemini_go_on_in_the_next_event_and_thoughts_apart_from_them() -> None:
    conversation = read(
        part({"text": "I ", "thought": True}, responseId="r"),
        part({"text": "think", "thought": True}, responseId="r"),
        part({"text": "Hel"}, responseId="r"),
        part(
            {"text": "lo"},
            {"functionCall": {"name": "f", "args": {"x": 1}}, "thoughtSignature": "c2ln"},
            responseId="r",
        ),
        part({"text": ""}, finish="STOP", responseId="r", usageMetadata={"totalTokenCount": 3}),
    )
    thought, text, call, _ = conversation.messages[0].parts
    assert isinstance(thought, ReasoningPart)
    assert thought.text == "I think"
    assert isinstance(text, TextPart)
    assert (text.text, text.address) == ("Hello", "2:/candidates/0/content/parts/0")
    assert isinstance(call, ToolCallPart)
    assert call.address == "3:/candidates/0/content/parts/1"
    assert codes(conversation) == []


def test_arguments_that_gemini_sends_in_pieces_are_put_together_by_their_places() -> None:
    def more(*pieces: Json, goes_on: bool = True, **call: Any) -> Json:
        return part({"functionCall": {**call, "partialArgs": list(pieces), "willContinue": goes_on}})

    conversation = read(
        part({"functionCall": {"name": "f", "id": "fc1", "willContinue": True}, "thoughtSignature": "c2ln"}),
        more({"jsonPath": "$.city", "stringValue": "Par", "willContinue": True}),
        more({"jsonPath": "$.city", "stringValue": "is"}, {"jsonPath": "$.days[0].n", "numberValue": 1}),
        more(
            {"jsonPath": "$.days[1]['n']", "boolValue": True},
            {"jsonPath": "$.none", "nullValue": "NULL_VALUE"},
        ),
        part({"functionCall": {}}),
        part({"text": ""}, finish="STOP"),
    )
    call = only_call(conversation)
    assert (call.name, call.call_id.value) == ("f", "fc1")
    assert call.arguments.value == {"city": "Paris", "days": [{"n": 1}, {"n": True}], "none": None}
    assert call.arguments.address == "1:/candidates/0/content/parts/0/functionCall/partialArgs"
    assert codes(conversation) == []


def test_a_call_of_gemini_without_an_end_says_so() -> None:
    conversation = read(
        part(
            {
                "functionCall": {
                    "name": "f",
                    "willContinue": True,
                    "partialArgs": [{"jsonPath": "$.a", "stringValue": "x"}],
                }
            }
        ),
        part({"text": "."}, finish="STOP"),
    )
    assert only_call(conversation).arguments.value == {"a": "x"}
    assert codes(conversation) == ["call-cut"]


def test_candidates_are_conversations() -> None:
    data = sse(part({"text": "b"}, index=1, finish="STOP"), part({"text": "a"}, index=0, finish="STOP"))
    found = [
        p.text for c in crosswire.load(data).conversations for _, p in c.parts() if isinstance(p, TextPart)
    ]
    assert found == ["a", "b"]


# Several answers, and other containers


@for_each(
    "events",
    [
        [chunk({"content": "a"}, finish="stop"), "[DONE]", chunk({"content": "b"}, finish="stop"), "[DONE]"],
        [chunk({"content": "a"}, finish="stop"), {**chunk({"content": "b"}, finish="stop"), "id": "c2"}],
        [
            response("created"),
            response("completed", [SAID]),
            response("created"),
            response("completed", [SAID]),
        ],
        [
            start(),
            block(0, {"type": "text", "text": "a"}),
            stop(0),
            *END,
            start(),
            block(0, {"type": "text", "text": "b"}),
            *END,
        ],
        [
            part({"text": "a"}, responseId="1", finish="STOP"),
            part({"text": "b"}, responseId="2", finish="STOP"),
        ],
        [part({"text": "a"}, finish="STOP"), part({"text": "b"}, finish="STOP")],
    ],
)
def test_answers_after_each_other_are_a_conversation_each(events: Sequence[Any]) -> None:
    conversations = crosswire.load(sse(*events)).conversations
    assert len(conversations) == 2
    assert [len(c.messages) for c in conversations] == [1, 1]
    assert crosswire.address.document_of(conversations[1].messages[0].parts[0].address) > 0


def _as_lines(events: list[Any]) -> str:
    return "\n".join(map(json.dumps, events))


CAPTURES: dict[str, list[Any]] = {
    "openai-chat": [
        chunk({"role": "assistant"}),
        chunk(piece(0, "{}", id="a", name="f")),
        chunk({}, finish="tool_calls"),
    ],
    "openai-responses": [
        response("created"),
        item("added", CALL),
        item("done", CALL),
        response("completed", [CALL]),
    ],
    "anthropic": [
        start(),
        block(0, {"type": "tool_use", "id": "t", "name": "f", "input": {}}),
        stop(0),
        *END,
    ],
    "gemini": [
        part({"text": "a"}),
        part({"functionCall": {"name": "f", "args": {}}}),
        part({"text": ""}, finish="STOP"),
    ],
}


@for_each("format", CAPTURES)
@for_each("written", [json.dumps, _as_lines])
def test_a_list_or_lines_of_events_are_read_as_their_stream(
    format: str, written: Callable[[Any], str]
) -> None:
    log = crosswire.load(written(CAPTURES[format]).encode())
    assert log.format == format
    [conversation] = log.conversations
    call = only_call(conversation)
    at(conversation, call.address)
    at(conversation, call.arguments.address)


def test_several_whole_responses_of_gemini_are_not_taken_for_a_stream() -> None:
    log = crosswire.load(json.dumps([part({"text": "a"}, finish="STOP")] * 2).encode())
    assert len(log.conversations) == 2


@pytest.mark.parametrize("format", ["openai-chat", "openai-responses", "anthropic"])
def test_an_exchange_may_hold_its_response_as_the_text_of_a_stream(format: str) -> None:
    text = sse(*CAPTURES[format]).decode()
    log = crosswire.load(json.dumps({"request": REQUESTS[format], "response": text}).encode())
    assert log.format == format
    [conversation] = log.conversations
    *_, call = conversation.calls()
    assert call.address.startswith("0:/response!/")
    assert [note.code for note in conversation.notes] == []
    assert crosswire.render(conversation, format).payload


def test_a_format_that_is_asked_for_reads_a_stream_of_its_kind_and_no_other() -> None:
    data = sse(*CAPTURES["openai-responses"])
    assert crosswire.load(data, format="azure-foundry").format == "azure-foundry"
    with pytest.raises(crosswire.NotAConversation):
        crosswire.load(data, format="bedrock")


def test_a_stream_of_no_known_kind_is_named_as_one() -> None:
    with pytest.raises(crosswire.NotAConversation, match=r"reads as an event stream \(2 events"):
        crosswire.load(sse({"kind": "tick"}, {"kind": "tock"}))


# Hostile streams


def _texts(n: int) -> list[Any]:
    return [chunk({"content": "x"})] * n


def _calls(n: int) -> list[Any]:
    return [chunk(piece(10**9 - i, "{}", id=f"c{i}", name="f")) for i in range(n)]


def _names(n: int) -> list[Any]:
    return [chunk(piece(0, name="f" * (1 + i % 2))) for i in range(n)]


def _opened(n: int) -> list[Any]:
    opened = [block(i, {"type": "text", "text": ""}) for i in range(n // 2)]
    return [start(), *opened, *[stop(i) for i in reversed(range(n // 2))]]


def _empty_texts(n: int) -> list[Any]:
    return [part({"text": ""})] * n


def _deltas(n: int) -> list[Any]:
    added = item("added", {**CALL, "arguments": ""}, 10**9)
    return [added, *[event("function_call_arguments.delta", 10**9, delta="x")] * n]


@for_each("make", [_texts, _calls, _names, _opened, _empty_texts, _deltas])
def test_very_many_events_take_time_in_proportion(make: Callable[[int], list[Any]]) -> None:
    def work(n: int) -> float:
        data = sse(*make(n))
        return work_of(lambda: crosswire.load(data))

    size = tries(60, thorough=2_000)
    assert work(10 * size) < 30 * work(size)
