"""An upload is named if the registry knows its interface and no format reads it; no other is."""

import json
from typing import Any

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.cli import main
from crosswire.reading.catalogue import interface_said
from crosswire.wire_types import WIRE_TYPES, specimens
from tests.measured import within
from tests.samples import REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each


def said_of(text: str) -> str:
    """What is said of an upload, be it read by its shape or refused."""
    try:
        log = crosswire.load(text.encode())
    except crosswire.NotAConversation as refused:
        return str(refused)
    assert log.format == "by-shape"
    return log.detection.reason


CALL = {"type": "function_call", "id": "a", "name": "f", "arguments": {}}
STEPS = {
    "id": "v1_abc",
    "status": "completed",
    "steps": [
        {"type": "user_input", "content": [{"type": "text", "text": "hi"}]},
        CALL,
        {"type": "function_result", "call_id": "a", "result": "x"},
        {"type": "google_search_call", "id": "g", "arguments": {"queries": ["x"]}},
    ],
}
SESSION = {
    "type": "command_execution",
    "id": "it_1",
    "turn_id": "turn_1",
    "status": "completed",
    "command": "ls",
}
LIVE = {"toolCall": {"functionCalls": [{"id": "a", "name": "f", "args": {}}]}}
FIRST_COHERE = {
    "model": "command-r",
    "message": "And in Rome?",
    "chat_history": [
        {"role": "USER", "message": "How warm is it in Paris?"},
        {"role": "CHATBOT", "message": "", "tool_calls": [{"name": "f", "parameters": {"city": "Paris"}}]},
    ],
    "tool_results": [{"call": {"name": "f", "parameters": {"city": "Rome"}}, "outputs": [{"degrees": 21}]}],
}


@for_each(
    ("value", "names"),
    [
        ({"data": [SESSION]}, "sessions of OpenAI's agents (command_execution)"),
        ({"object": "agent.session", "id": "sess_1"}, "sessions of OpenAI's agents"),
        ([LIVE, {"serverContent": {}}], "Gemini Live (toolCall)"),
    ],
)
def test_the_message_names_the_interface_and_its_types(value: Any, names: str) -> None:
    types = "these types" if "(" in names else "its types"
    told = f"It looks like {names}: Crosswire knows {types} and does not read them yet."
    assert told in said_of(json.dumps(value))


@for_each(
    "value",
    [
        FIRST_COHERE,
        {"message": "hi", "chat_history": FIRST_COHERE["chat_history"][:1]},
        {"message": "", "tool_results": FIRST_COHERE["tool_results"]},
        {
            "message": "hi",
            "tools": [{"name": "f", "description": "d", "parameter_definitions": {"city": {"type": "str"}}}],
        },
        {
            "response_id": "r",
            "generation_id": "g",
            "text": "",
            "finish_reason": "COMPLETE",
            "tool_calls": [{"name": "f", "parameters": {"city": "Rome"}}],
        },
    ],
)
def test_the_first_version_of_an_interface_is_told_from_the_one_that_is_read(value: Any) -> None:
    said = said_of(json.dumps(value))
    assert "version 1 of Cohere's Chat" in said
    assert "Take instead: a log of version 2, which is read." in said


def test_messages_of_a_framework_are_not_named_by_the_blocks_in_them() -> None:
    """Gemini Interactions has `function_result` too."""
    blocks = [{"type": "function_result", "call_id": name, "result": "x"} for name in "abc"]
    called = [{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}]
    messages = [{"role": "assistant", "contents": called}, {"role": "tool", "contents": blocks}]
    assert crosswire.load(json.dumps(messages).encode()).format == "agent-framework"


ASKED = {"model": "gemini-2.5-flash", "input": "Is it raining?"}
ANSWER = {
    "id": "v1_abc",
    "object": "interaction",
    "status": "completed",
    "steps": [{"type": "thought", "signature": "c2ln"}, {"type": "model_output", "content": []}],
}
EVENTS = [
    {"event_type": "interaction.created", "interaction": {"id": "v1_abc", "object": "interaction"}},
    {"event_type": "step.start", "index": 0, "step": {"type": "model_output"}},
    {"event_type": "step.delta", "index": 0, "delta": {"type": "text", "text": "It drizzles."}},
]
STREAM = "".join(f"event: {event['event_type']}\ndata: {json.dumps(event)}\n\n" for event in EVENTS)


def _recorded(asked: Any, answer: str) -> str:
    return json.dumps(
        {"interactions": [{"request": {"body": json.dumps(asked)}, "response": {"body": answer}}]}
    )


@for_each(
    "text",
    [
        json.dumps({**ASKED, "generation_config": {"temperature": 0.7}}),
        json.dumps({**ASKED, "previous_interaction_id": "v1_abc"}),
        json.dumps({"request": {**ASKED, "generation_config": {}}, "response": ANSWER}),
        json.dumps({"request": ASKED, "response": ANSWER}),
        json.dumps([{"request": {"body": ASKED}, "response": {"status": 200, "body": ANSWER}}]),
        json.dumps({"request": ASKED, "response": EVENTS}),
        json.dumps(EVENTS),
        _recorded(ASKED, json.dumps(ANSWER)),
        _recorded(ASKED, STREAM),
        STREAM,
    ],
)
def test_what_was_sent_to_interactions_and_answered_is_never_taken_for_responses(text: str) -> None:
    log = crosswire.load(text.encode())
    assert log.format == "gemini-interactions"
    assert all(each.unread == [] for each in log.conversations)


def test_a_text_inside_some_log_names_no_interface() -> None:
    with pytest.raises(crosswire.NotAConversation) as refused:
        crosswire.load(
            json.dumps({"trace": {"input": json.dumps({"object": "agent.session", "id": "i"})}}).encode()
        )
    assert "OpenAI's agents" not in str(refused.value)


def test_words_of_an_interface_in_the_result_of_a_tool_change_nothing() -> None:
    said = {"type": "function_call_output", "call_id": "c", "output": json.dumps(SESSION)}
    called = {"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"}
    asked = {"model": "m", "input": [called, said]}
    for answer in ("<p>", json.dumps({"error": {"message": "no"}}), RESPONSES["openai-responses"]):
        log = crosswire.load(json.dumps({"request": asked, "response": answer}).encode())
        assert (log.format, len(list(log.conversations[0].results()))) == ("openai-responses", 1)


def test_lines_of_a_file_are_looked_at_together() -> None:
    lines = "\n".join(json.dumps(event) for event in ({"type": "session.created"}, SESSION))
    assert "sessions of OpenAI's agents (command_execution)" in said_of(lines)


def test_detect_says_it_too(tmp_path) -> None:
    (tmp_path / "event.json").write_text(json.dumps(SESSION))
    said = CliRunner().invoke(main, ["detect", str(tmp_path / "event.json")])
    assert "It looks like sessions of OpenAI's agents" in said.output


@for_each(
    "value",
    [
        {"temperature": 21},
        [CALL],
        {"steps": [{"type": "tool_search_call", "id": "a"}]},
        # Codex writes items of this type too, in a log of its own
        {"type": "item.completed", "item": {"id": "item_0", "type": "command_execution", "command": "ls"}},
        # a structure inside Anthropic's result of that tool
        {"content": {"type": "code_execution_result", "stdout": "", "return_code": 0}},
        {"toolCall": {"toolType": "GOOGLE_SEARCH_WEB", "args": {}}},
        {"toolUse": "yes", "toolResult": {"content": []}},
        {"tool_plan": "I look it up.", "tool_calls": []},
        {"role": "USER", "content": "hi"},
        {"text": "hi", "generation_id": None, "finish_reason": "COMPLETE"},
        {"call": {"name": "f"}, "outputs": []},
        {"type": "message-start", "delta": "hi"},
        {"type": "message-end", "id": "x"},
        {"type": "content-delta", "delta": {"text": "x"}},
        {"type": ["function_result"], "object": {}, "call_id": "a", "item": {}, "toolUse": [], "toolCall": 1},
    ],
)
def test_what_several_interfaces_have_names_none(value: Any) -> None:
    assert interface_said([value]) is None


@for_each("value", [*REQUESTS.values(), *RESPONSES.values(), SESSION_LINES])
def test_a_format_that_is_read_is_not_named(value: Any) -> None:
    assert interface_said([value]) is None


@for_each("row", [row for row in WIRE_TYPES if row.format is not None], ids=lambda row: row.slug)
def test_a_type_that_is_read_is_not_named(row) -> None:
    assert interface_said([specimens.alone(row)]) is None


def test_a_large_upload_is_looked_at_in_bounded_time() -> None:
    """As far as the bound goes; what stands behind it is not reached."""
    large: list[Any] = [{"a": [{}] * 50} for _ in range(20_000)]
    with within(2):
        assert interface_said([[*large, SESSION]]) is None
        assert interface_said([[SESSION, *large]]) is not None
