"""What was not read is counted and told with its address, and never passed for an all-clear."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.formats import FORMATS
from crosswire.reading.known_fields import characters_in
from crosswire.reading.unread_places import MAX_PLACES
from tests.samples import MESSAGES, REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each

CALL = {"role": "assistant", "content": None, "tool_calls": [
    {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}]}  # fmt: skip
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "It is sunny."}
ASKED = {"role": "user", "content": "How is the weather?"}
UI_MESSAGES = [
    {"id": "1", "role": "user", "parts": [{"type": "text", "words": "How is the weather?"}]},
    {
        "id": "2",
        "role": "assistant",
        "parts": [{"type": "look-up", "toolCallId": "call_1", "input": {}, "output": "It is sunny."}],
    },
]


def load(value: Any, **options: Any) -> crosswire.Log:
    return crosswire.load(json.dumps(value).encode(), **options)


def unread(log: crosswire.Log) -> list[tuple[str, str]]:
    """Code and address of each note on what was not read."""
    return [(note.code, note.address or "") for each in log.conversations for note in each.unread]


@for_each("value", [*REQUESTS.values(), *RESPONSES.values(), *MESSAGES.values(), SESSION_LINES])
def test_what_a_format_knows_is_read_whole(value: Any) -> None:
    lines = value if value is SESSION_LINES else [value]
    log = crosswire.load("\n".join(map(json.dumps, lines)).encode())
    assert unread(log) == []
    assert log.coverage.share > 0.9


def test_messages_whose_content_stands_in_unknown_fields_are_refused_with_the_field() -> None:
    spoken = [{"role": role, "speech": {"wave": "It is sunny."}} for role in ("user", "assistant")]
    with pytest.raises(crosswire.NotAConversation, match=r"2 of 2 messages .* the first at 0:/0/speech"):
        load(spoken)


def test_a_format_that_was_asked_for_tells_what_it_could_not_read() -> None:
    log = load(UI_MESSAGES, format="openai-chat")
    assert unread(log) == [("unread-content", "0:/0/parts"), ("unread-content", "0:/1/parts/0")]
    assert log.coverage.share < 0.25


STEPS = [
    {"type": "remark", "payload": {"type": "agent_message", "message": "I look it up."}},
    {"type": "step", "payload": {"text": "It is sunny."}},
]


@for_each("format", FORMATS)
def test_a_format_that_was_asked_for_and_knows_no_part_of_any_message_is_refused(format: str) -> None:
    with pytest.raises(crosswire.NotAConversation, match=f"but not as {format}") as refused:
        load(STEPS, format=format)
    assert "Known formats" in str(refused.value)


@for_each("format", ["bedrock", "cohere", "openai-chat", "ollama"])
def test_the_refusal_of_a_format_that_was_asked_for_names_what_fits(format: str) -> None:
    calls = [{"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]}]
    body = {"model": "m", "messages": calls, "contents": calls}
    with pytest.raises(crosswire.NotAConversation, match="It reads as Gemini"):
        load(body, format=format)


@for_each(
    ("beside", "address"),
    [
        ({"toolCalls": [{"toolName": "look", "args": {"x": 1}}]}, "toolCalls/0"),
        ({"trace": {"steps": [{"callId": "c", "result": "It is sunny."}]}}, "trace/steps/0"),
        ({"made_by": {"id": "call_1"}}, "made_by"),
        ({"extra": {"role": "assistant", "content": "Sunny."}}, "extra"),
        ({"thoughts": "The user wants to know about the weather."}, "thoughts"),
    ],
)
def test_what_looks_like_content_in_an_unknown_field_is_told(beside: Any, address: str) -> None:
    log = load([ASKED, CALL, RESULT, {"role": "assistant", "content": "Sunny.", **beside}])
    assert unread(log) == [("unread-content", f"0:/3/{address}")]


def test_a_call_in_a_setting_that_the_format_does_not_know_is_told() -> None:
    log = load({"messages": [ASKED, CALL], "tools": [], "history": [CALL]})
    assert ("unread-content", "0:/history/0/tool_calls/0") in unread(log)


def test_a_call_in_a_block_that_no_part_fits_is_told() -> None:
    block = {"type": "tool_request", "name": "look", "arguments": {"x": 1}}
    log = load(
        {"max_tokens": 5, "messages": [ASKED, {"role": "assistant", "content": [block]}]}, format="anthropic"
    )
    assert unread(log) == [("unread-content", "0:/messages/1/content/0")]


@for_each(
    "beside",
    [
        {"id": "msg_1", "timestamp": "2026-01-01T00:00:00Z", "status": "done"},
        {"signature": "A" * 300},
        {"tags": ["a", "b"], "cost": 0.5, "cached": True},
    ],
)
def test_marks_numbers_and_signatures_are_no_content(beside: Any) -> None:
    assert unread(load([ASKED, CALL, RESULT, {"role": "assistant", "content": "Sunny.", **beside}])) == []


def test_tools_that_stand_as_a_text_are_told() -> None:
    tools = json.dumps([{"type": "function", "function": {"name": "look"}}])
    log = load({"model": "m", "messages": [ASKED], "tools": tools})
    assert unread(log) == [("unread-content", "0:/tools")]
    assert log.detection.format == "openai-chat"


def test_a_declaration_in_a_setting_is_no_call() -> None:
    declared = {"name": "look", "parameters": {"type": "object", "properties": {}}}
    assert unread(load({"messages": [ASKED, CALL], "tools": [], "known_tools": [declared]})) == []


def test_the_answer_in_a_field_of_its_request_is_read() -> None:
    answer = {"choices": [{"message": CALL, "finish_reason": "tool_calls"}]}
    [conversation] = load({"messages": [ASKED], "model": "m", "response": answer}).conversations
    assert conversation.shape == "exchange"
    assert [call.name for call in conversation.calls()] == ["look"]
    assert "response" not in [setting.name for setting in conversation.settings()]


def test_the_format_that_leaves_less_is_taken() -> None:
    """Both formats take the list for theirs, and one of them knows the blocks."""
    blocks = [{"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}]
    log = load([ASKED, {"role": "assistant", "content": blocks}])
    assert log.format == "anthropic"
    assert unread(log) == []


def test_a_line_of_another_program_is_told_in_the_conversation_before_it() -> None:
    other = {"kind": "step", "tool": "look", "args": {"x": 1}}
    request = {"messages": [ASKED], "tools": [{"type": "function", "function": {"name": "look"}}]}
    log = crosswire.load("\n".join(map(json.dumps, [request, request, other])).encode())
    assert [note.code for note in log.notes] == ["skipped-document"]
    assert unread(log) == [("unread-content", "2:")]


def test_confidence_falls_with_what_was_not_read() -> None:
    plain = [ASKED, CALL, RESULT]
    odd = [ASKED, {**CALL, "toolCalls": [{"toolName": "look", "args": {"text": "word " * 20}}]}, RESULT]
    assert load(odd).detection.confidence < load(plain).detection.confidence


def test_so_many_places_are_told_and_all_are_counted() -> None:
    log = load([ASKED, *[{**RESULT, "beside": [{"tool": "look", "args": "word"}] * 3} for _ in range(60)]])
    assert len(unread(log)) == MAX_PLACES
    assert log.coverage.unread_characters == 60 * 3 * len("lookword")


def test_characters_are_those_of_texts_in_values() -> None:
    assert characters_in({"a": ["bc", 7, None, {"d": "é"}], "key": ""}) == 3


REQUEST = {"model": "m", "messages": [ASKED, CALL, RESULT]}


@for_each(
    ("field", "value", "address"),
    [
        ("completion", "It is sunny today.", "completion"),
        ("completion", "Sunny", "completion"),
        ("notes", "今日はとても良い天気です", "notes"),
        ("turns", [{"who": "bot", "says": "It is sunny."}], "turns"),
        ("extra", {"said": "It is sunny."}, "extra"),
    ],
)
def test_a_text_in_a_setting_that_no_provider_has_is_told(field: str, value: Any, address: str) -> None:
    log = load({**REQUEST, field: value})
    assert unread(log) == [("unread-content", f"0:/{address}")]
    assert not any(verdict.accepts for verdict in crosswire.verdicts(log.conversations[0]).values())


@for_each(
    "field",
    [
        {"metadata": {"purpose": "a test of the weather"}},
        {"prediction": {"type": "content", "content": "It is sunny today."}},
        {"text": {"format": {"type": "json_schema", "description": "How the weather is."}}},
        {"created_at": "2026-01-01 10:00:00"},
        {"system_fingerprint": "fp_1"},
        {"plugins": [{"id": "web", "search_prompt": "A search was done."}]},
    ],
)
def test_a_setting_that_a_provider_has_is_no_text_that_was_missed(field: Any) -> None:
    assert unread(load({**REQUEST, **field})) == []


@for_each(
    "field",
    [
        {"annotations": [{"type": "url_citation", "url_citation": {"title": "The weather today"}}]},
        {"reasoning": "I look it up.", "reasoning_details": [{"text": "I look it up."}]},
        {"timestamp": "2026-01-01 10:00:00"},
    ],
)
def test_sources_and_times_of_a_message_are_no_text_that_was_missed(field: Any) -> None:
    assert unread(load([ASKED, {"role": "assistant", "content": "It is sunny.", **field}])) == []


def test_thoughts_that_stand_in_their_details_alone_are_told() -> None:
    details = [{"type": "reasoning.text", "text": "I look it up."}]
    log = load([ASKED, CALL, RESULT, {"role": "assistant", "content": None, "reasoning_details": details}])
    assert unread(log) == [("unread-content", "0:/3/reasoning_details")]


@for_each(
    ("call", "address"),
    [
        ({"function": {"name": "look", "kwargs": {"q": "Oslo"}}}, "function/kwargs"),
        ({"function": {"name": "look", "arguments": "{}"}, "why": "The user asked for it."}, "why"),
    ],
)
def test_what_a_call_holds_in_unknown_fields_is_told_with_its_place(call: Any, address: str) -> None:
    asked = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "call_1", "type": "function", **call}],
    }
    assert unread(load([ASKED, asked, RESULT])) == [("unread-content", f"0:/1/tool_calls/0/{address}")]


@for_each("value", ["Sunny", {"rows": ["Sunny"]}])
def test_a_result_whose_only_text_stands_in_an_unknown_field_is_told(value: Any) -> None:
    result = {"role": "tool", "tool_call_id": "call_1", "content": None, "value": value}
    assert unread(load([ASKED, CALL, result])) == [("unread-content", "0:/2/value")]


def test_a_field_that_is_named_for_calls_is_told_whatever_it_holds() -> None:
    said = {"role": "assistant", "content": "Sunny.", "calls": {"look": {"q": "Oslo"}}}
    assert unread(load([ASKED, said])) == [("unread-content", "0:/1/calls")]


@for_each(
    "field",
    [
        {"tool_use": "look"},
        {"result": 5},
        {"output": False},
        {"text": "No"},
        {"said": "No"},
    ],
)
def test_a_word_or_a_number_in_a_field_that_is_named_for_content_is_told(field: Any) -> None:
    log = load([ASKED, {"role": "assistant", "content": "Sunny.", **field}])
    assert unread(log) == [("unread-content", f"0:/1/{next(iter(field))}")]
    assert not any(verdict.accepts for verdict in crosswire.verdicts(log.conversations[0]).values())


@for_each("field", [{"text": ""}, {"result": None}, {"verdict": "no"}, {"count": 7}, {"output": []}])
def test_a_word_or_a_number_in_any_other_field_and_an_empty_one_are_not(field: Any) -> None:
    assert unread(load([ASKED, {"role": "assistant", "content": "Sunny.", **field}])) == []


@for_each("value", [21, 0, False])
def test_a_result_whose_only_value_is_a_number_in_an_unknown_field_is_told(value: Any) -> None:
    result = {"role": "tool", "tool_call_id": "call_1", "content": None, "value": value}
    assert unread(load([ASKED, CALL, result])) == [("unread-content", "0:/2/value")]


def test_a_message_whose_only_word_stands_in_an_unknown_field_is_told() -> None:
    assert unread(load([ASKED, {"role": "assistant", "text": "No"}])) == [("unread-content", "0:/1/text")]


def test_a_result_beside_the_function_of_its_call_is_told() -> None:
    [call] = CALL["tool_calls"]
    answered = {**CALL, "tool_calls": [{**call, "result": {"value": "Sunny"}}]}
    assert unread(load([ASKED, answered])) == [("unread-content", "0:/1/tool_calls/0/result")]


def test_an_unknown_field_of_a_block_and_of_an_item_is_told() -> None:
    block = {"text": "How is it?", "toolResult": {"name": "look", "result": "It is sunny."}}
    assert unread(load({"contents": [{"role": "user", "parts": [block]}]})) == [
        ("unread-content", "0:/contents/0/parts/0/toolResult")
    ]
    call = {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{}"}
    result = {"type": "function_call_output", "call_id": "call_1", "result": "It is sunny."}
    assert unread(load({"model": "m", "input": [call, result]})) == [("unread-content", "0:/input/1/result")]


def test_a_call_in_a_block_within_a_result_is_told() -> None:
    block = {"type": "step", "tool": "look", "args": {"x": 1}}
    blocks = [{"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}]
    answer = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [block]}
    log = load([ASKED, {"role": "assistant", "content": blocks}, {"role": "user", "content": [answer]}])
    assert unread(log) == [("unread-content", "0:/2/content/0/content/0")]


@for_each("field", [{"cache_control": {"type": "ephemeral"}}, {"tool_name": "look"}, {"status": "done"}])
def test_an_empty_result_with_fields_that_vendors_have_is_an_empty_result(field: Any) -> None:
    assert unread(load([ASKED, CALL, {**RESULT, "content": "", **field}])) == []
