"""Gemini Interactions: bodies, recordings and streams of steps, read and written."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.address import resolve
from crosswire.model import Conversation, MediaPart, ReasoningPart, TextPart
from tests.coverage_check import unaccounted
from tests.recordings import exchange, loaded
from tests.sdk_types import check_gemini_interactions
from tests.selection import for_each
from tests.test_further_streams import INTERACTION, as_sse

Json = dict[str, Any]

THOUGHT = {"type": "thought", "signature": "c2ln", "summary": [{"type": "text", "text": "I look."}]}
CALL = {"type": "function_call", "id": "w1aa", "name": "weather", "arguments": {"city": "Oslo"}}
RESULT = {"type": "function_result", "call_id": "w1aa", "name": "weather", "result": {"c": 4}}
SEARCH = {"type": "google_search_call", "id": "s1", "arguments": {"queries": ["oslo"]}}
FOUND = {"type": "google_search_result", "call_id": "s1", "result": [{"title": "Oslo"}]}


def said(text: str) -> Json:
    return {"type": "model_output", "content": [{"type": "text", "text": text}]}


def asked(input: Any, **more: Any) -> Json:
    return {"model": "gemini-3.1-pro-preview", "input": input, **more}


def answer(id: str, *steps: Json, **more: Any) -> Json:
    return {"id": id, "object": "interaction", "status": "completed", "steps": list(steps), **more}


def read(value: Any) -> Conversation:
    [conversation] = crosswire.load(json.dumps(value).encode()).conversations
    assert conversation.format == "gemini-interactions"
    return conversation


def test_steps_are_thoughts_calls_results_and_what_is_said() -> None:
    conversation = read(answer("v1_a", THOUGHT, SEARCH, FOUND, CALL, RESULT, said("It is 4.")))
    roles = [message.role for message in conversation.messages]
    assert roles == ["assistant", "assistant", "assistant", "assistant", "tool", "assistant"]
    pairs = crosswire.pair(conversation).pairs
    assert [(pair.call.name, pair.call.executed_by) for pair in pairs] == [
        ("google_search", "server"),
        ("weather", "client"),
    ]
    [thought] = [part for _, part in conversation.parts() if isinstance(part, ReasoningPart)]
    assert (thought.text, thought.signature) == ("I look.", "c2ln")
    assert crosswire.diagnose(conversation) == []
    assert conversation.unread == []


@for_each(
    "input",
    [
        "How warm is it?",
        [{"type": "text", "text": "How warm is it?"}],
        [{"type": "user_input", "content": [{"type": "text", "text": "How warm is it?"}]}],
        [{"role": "user", "content": "How warm is it?"}],
        {"type": "text", "text": "How warm is it?"},
    ],
)
def test_what_is_asked_may_be_a_text_content_steps_or_turns(input: Any) -> None:
    settings = {"temperature": 0.5, "thinking_level": "low"}
    body = asked(input, generation_config=settings, system_instruction="Be short.", tools=[TOOL])
    conversation = read({"request": body, "response": answer("v1_a", CALL)})
    texts = [part.text for _, part in conversation.parts() if isinstance(part, TextPart)]
    assert texts == ["Be short.", "How warm is it?"]
    assert [tool.name for tool in conversation.tools()] == ["weather"]
    meanings = {part.meaning: part.value for part in conversation.settings() if part.meaning}
    assert meanings == {"model": "gemini-3.1-pro-preview", "temperature": 0.5}
    assert conversation.unread == []


TOOL = {"type": "function", "name": "weather", "parameters": {"type": "object"}}


def test_content_may_be_a_picture() -> None:
    picture = {"type": "image", "mime_type": "image/png", "data": "aGVsbG8="}
    conversation = read(asked([{"type": "text", "text": "See."}, picture], system_instruction="x"))
    [medium] = [part for _, part in conversation.parts() if isinstance(part, MediaPart)]
    assert (medium.media, medium.mime_type, medium.data) == ("image", "image/png", "aGVsbG8=")


def test_answers_of_the_first_versions_are_outputs() -> None:
    outputs = [{"type": "text", "text": "I look."}, CALL]
    usage = {"total_input_tokens": 3}
    conversation = read({"id": "v1_a", "status": "completed", "outputs": outputs, "usage": usage})
    assert [message.role for message in conversation.messages] == ["assistant", "assistant"]


def test_interactions_that_name_the_one_before_are_one_conversation() -> None:
    [joined] = loaded(
        exchange(asked("How warm is it?"), answer("v1_a", CALL)),
        exchange(asked([RESULT], previous_interaction_id="v1_a"), answer("v1_b", said("It is 4."))),
    )
    assert [message.role for message in joined.messages] == ["user", "assistant", "tool", "assistant"]
    assert crosswire.diagnose(joined) == []
    payload = crosswire.render(joined, "openai-responses").payload
    assert "previous_interaction_id" not in json.dumps(payload)


def test_requests_that_repeat_their_steps_are_one_conversation() -> None:
    first = {"type": "user_input", "content": [{"type": "text", "text": "How warm is it?"}]}
    [joined] = loaded(
        exchange(asked([first], store=False), answer("v1_a", CALL)),
        exchange(asked([first, CALL, RESULT], store=False), answer("v1_b", said("It is 4."))),
    )
    assert len(joined.messages) == 4
    assert len(list(joined.calls())) == 1


def test_a_result_that_nobody_asked_for_is_an_orphan() -> None:
    wrong = {**RESULT, "call_id": "other"}
    conversation = read(answer("v1_a", CALL, wrong, said("It is 4.")))
    assert [found.name for found in crosswire.diagnose(conversation)] != []


def test_it_is_mended_as_the_request_of_another_format() -> None:
    log = crosswire.load(json.dumps(answer("v1_a", CALL, CALL, RESULT, RESULT)).encode())
    repaired = crosswire.repair(log.conversations[0])
    assert repaired.conversation.format in crosswire.FORMATS
    for target in crosswire.FORMATS:
        assert crosswire.render(log.conversations[0], target).payload


def test_one_recording_may_hold_it_and_others() -> None:
    other = {"model": "m", "messages": [{"role": "user", "content": "Hi."}]}
    completion = {
        "object": "chat.completion",
        "choices": [{"message": {"role": "assistant", "content": "Ho."}}],
    }
    found = loaded(exchange(other, completion), exchange(asked("Hi."), answer("v1_a", said("Ho."))))
    assert [one.format for one in found] == ["openai-chat", "gemini-interactions"]
    assert [len(one.messages) for one in found] == [2, 2]


# Streams whose events are wrong


def step(what: str, **beside: Any) -> Json:
    return {"event_type": f"step.{what}", **beside}


CREATED, COMPLETED = INTERACTION[0], INTERACTION[-1]
ONE = [
    step("start", index=0, step={"type": "function_call", "id": "look_1", "name": "look", "arguments": {}}),
    step("delta", index=0, delta={"type": "arguments_delta", "arguments": '{"at":1}'}),
    step("stop", index=0),
]
TWO = [
    step("start", index=1, step={"type": "function_call", "id": "look_2", "name": "look", "arguments": {}}),
    step("delta", index=1, delta={"type": "arguments_delta", "arguments": '{"at":2}'}),
    step("stop", index=1),
]
"""The events of two calls."""


def at_index(index: int, events: list[Json]) -> list[Json]:
    return [{**event, "index": index} for event in events]


def without_index(events: list[Json]) -> list[Json]:
    return [{name: value for name, value in event.items() if name != "index"} for event in events]


def with_id(id: str, event: Json) -> Json:
    return {**event, "step": {**event["step"], "id": id}}


WRONG = {
    "nothing": ([*ONE, *TWO], []),
    "one index for all": ([*ONE, *at_index(0, TWO)], ["stream-index-shared"]),
    "no index": (without_index([*ONE, *TWO]), ["stream-index-missing"] * 2),
    "a gap": ([*ONE, *at_index(3, TWO)], ["stream-index-gap"]),
    "a late beginning": ([ONE[1], ONE[0], ONE[2], *TWO], ["stream-start-late"]),
    "an event twice": ([ONE[0], *ONE, *TWO], ["stream-event-doubled"]),
    "a piece behind the end": ([ONE[0], ONE[2], ONE[1], *TWO], ["stream-after-end"]),
    "two ids at one index": (
        [ONE[0], with_id("look_9", ONE[0]), *ONE[1:], *TWO],
        ["stream-index-shared"],
    ),
    "a late id": (
        [
            {**ONE[0], "step": {"type": "function_call", "name": "look"}},
            step("delta", index=0, delta={"type": "function_call", "id": "look_1"}),
            *ONE[1:],
            *TWO,
        ],
        ["stream-id-late"],
    ),
    "another id": (
        [ONE[0], step("delta", index=0, delta={"type": "function_call", "id": "look_7"}), *ONE[1:], *TWO],
        ["stream-id-changed"],
    ),
}


@for_each("what", WRONG)
def test_events_that_are_wrong_are_told_and_the_calls_are_read(what: str) -> None:
    events, codes = WRONG[what]
    data = as_sse([CREATED, *events, COMPLETED])
    [conversation] = crosswire.load(data).conversations
    told = [note for note in conversation.notes if note.code.startswith("stream-")]
    assert [note.code for note in told] == codes
    assert all(resolve(note.address, conversation.documents, json.loads) is not None for note in told)
    arguments = [call.arguments.value for call in conversation.calls() if call.arguments.value]
    assert arguments == [{"at": 1}, {"at": 2}]


def test_an_error_ends_a_stream() -> None:
    error = {"event_type": "error", "error": {"code": "overloaded", "message": "Try again."}}
    [conversation] = crosswire.load(as_sse([CREATED, *ONE, error])).conversations
    assert [note.code for note in conversation.notes] == ["stream-error", "stream-cut"]
    assert len(list(conversation.calls())) == 1


def test_pieces_of_content_of_the_first_versions() -> None:
    events = [
        {"event_type": "interaction.start", "interaction": {"id": "v1_a", "status": "in_progress"}},
        {"event_type": "content.start", "index": 0, "content": {"type": "text", "text": ""}},
        {"event_type": "content.delta", "index": 0, "delta": {"type": "text", "text": "It is "}},
        {"event_type": "content.delta", "index": 0, "delta": {"type": "text", "text": "4."}},
        {"event_type": "content.stop", "index": 0},
        {"event_type": "content.start", "index": 1, "content": {"type": "function_call"}},
        {"event_type": "content.delta", "index": 1, "delta": CALL},
        {"event_type": "content.stop", "index": 1},
        {"event_type": "interaction.complete", "interaction": {"id": "v1_a", "status": "completed"}},
    ]
    [conversation] = crosswire.load(as_sse(events)).conversations
    assert [part.text for _, part in conversation.parts() if isinstance(part, TextPart)] == ["It is 4."]
    [call] = conversation.calls()
    assert (call.name, call.call_id.value, call.arguments.value) == ("weather", "w1aa", {"city": "Oslo"})
    assert conversation.notes == []


# What is written


def written(body: Any, format: str, **options: Any) -> Any:
    [conversation] = crosswire.parse(body, format)
    rendering = crosswire.render(conversation, "gemini-interactions", **options)
    assert unaccounted(conversation, rendering) == {}
    assert check_gemini_interactions(rendering.payload) == []  # type: ignore[arg-type]
    return rendering.payload


def test_a_history_of_another_format_becomes_steps() -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"city": "Oslo"}}
    failed = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "No.", "is_error": True}
    body = {
        "model": "claude-test",
        "max_tokens": 9,
        "temperature": 0.5,
        "system": "Be short.",
        "tools": [{"name": "weather", "input_schema": {"type": "object"}}],
        "tool_choice": {"type": "any"},
        "messages": [
            {"role": "user", "content": "How warm is it?"},
            {"role": "assistant", "content": [{"type": "text", "text": "I look."}, call]},
            {"role": "user", "content": [failed, {"type": "text", "text": "Well?"}]},
        ],
    }
    assert written(body, "anthropic") == {
        "model": "claude-test",
        "generation_config": {"max_output_tokens": 9, "temperature": 0.5, "tool_choice": "any"},
        "system_instruction": "Be short.",
        "input": [
            {"type": "user_input", "content": [{"type": "text", "text": "How warm is it?"}]},
            {"type": "model_output", "content": [{"type": "text", "text": "I look."}]},
            {"type": "function_call", "id": "toolu_1", "name": "weather", "arguments": {"city": "Oslo"}},
            {"type": "function_result", "call_id": "toolu_1", "result": "No.", "is_error": True},
            {"type": "user_input", "content": [{"type": "text", "text": "Well?"}]},
        ],
        "tools": [{"type": "function", "name": "weather", "parameters": {"type": "object"}}],
    }


def test_a_call_without_an_id_gets_one_that_its_result_has_too() -> None:
    call = {"functionCall": {"name": "weather", "args": {}}}
    given = {"functionResponse": {"name": "weather", "response": {"c": 4}}}
    body = {"contents": [{"role": "model", "parts": [call]}, {"role": "user", "parts": [given]}]}
    called, answered = written(body, "gemini")["input"]
    assert called["id"] == answered["call_id"] != ""
    assert (answered["name"], answered["result"]) == ("weather", {"c": 4})


def test_several_system_messages_are_one_instruction() -> None:
    said = [("system", "One."), ("user", "Hi."), ("developer", "Two.")]
    body = {"model": "m", "messages": [{"role": role, "content": text} for role, text in said]}
    [conversation] = crosswire.parse(body, "openai-chat")
    rendering = crosswire.render(conversation, "gemini-interactions")
    assert rendering.payload["system_instruction"] == "One.\nTwo."  # type: ignore[index,call-overload]
    codes = {loss.code for loss in rendering.losses}
    assert {"system-hoisted", "texts-joined", "developer-role"} <= codes


def test_thoughts_go_back_with_their_signature_and_to_no_other() -> None:
    body = asked([THOUGHT, CALL, RESULT], previous_interaction_id="v1_a")
    [conversation] = crosswire.parse(body, "gemini-interactions")
    assert crosswire.render(conversation, "gemini-interactions").payload == body
    assert "c2ln" not in json.dumps(crosswire.render(conversation, "gemini").payload)


def test_an_answer_behind_a_plain_text_makes_that_a_step() -> None:
    conversation = read({"request": asked("How warm is it?"), "response": answer("v1_a", CALL)})
    payload: Any = crosswire.render(conversation, "gemini-interactions").payload
    assert payload["input"] == [
        {"type": "user_input", "content": [{"type": "text", "text": "How warm is it?"}]},
        CALL,
    ]


@for_each(
    ("choice", "neutral"),
    [
        ("any", {"mode": "required"}),
        ("validated", {"mode": "auto", "validated": True}),
        ({"allowed_tools": {"mode": "any", "tools": ["weather"]}}, {"mode": "named", "name": "weather"}),
        ({"allowed_tools": {"mode": "auto", "tools": ["a", "b"]}}, {"mode": "auto", "names": ["a", "b"]}),
        ("some", None),
    ],
)
def test_the_choice_of_tools_has_a_meaning(choice: Any, neutral: Any) -> None:
    body = asked([CALL, RESULT], tools=[TOOL], generation_config={"tool_choice": choice})
    [conversation] = crosswire.parse(body, "gemini-interactions")
    found = [part.neutral for part in conversation.settings() if part.meaning == "tool_choice"]
    assert found == ([] if neutral is None else [neutral])
    assert crosswire.render(conversation, "gemini-interactions").payload == body
