"""Items of Responses in the logs of programs: written as a request has them, and what that leaves out."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.address import resolve
from crosswire.containers import read_in_text
from crosswire.model import Conversation, TextPart
from crosswire.model.loss import Rendering
from tests.coverage_check import unaccounted
from tests.sdk_types import CHECKS
from tests.selection import for_each

TARGET = "openai-responses"
Json = dict[str, Any]

USER = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Weigh it."}]}
CALL = {"type": "function_call", "call_id": "call_w", "name": "weigh", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "call_w", "output": "3 kg"}


def answer(*texts: str, **more: Any) -> Json:
    content = [{"type": "output_text", "text": text} for text in texts]
    return {"type": "message", "role": "assistant", "content": content, **more}


def rollout(*items: Json) -> Conversation:
    header = {"type": "session_meta", "payload": {"id": "thread-1", "cwd": "/srv", "cli_version": "0.150.0"}}
    lines = [header, *({"type": "response_item", "payload": item} for item in items)]
    stamped = [{"timestamp": f"2026-05-04T10:00:{n:02}.000Z", **line} for n, line in enumerate(lines)]
    [read] = crosswire.load("".join(json.dumps(line) + "\n" for line in stamped).encode()).conversations
    assert read.format == "codex-rollout"
    return read


def written(*items: Json) -> Rendering:
    conversation = rollout(*items)
    rendering = crosswire.render(conversation, TARGET)
    assert unaccounted(conversation, rendering) == {}
    return rendering


def told(rendering: Rendering) -> list[tuple[str, str, str, str | None]]:
    """The losses of items; those of the header are of another test."""
    losses = [loss for loss in rendering.losses if not (loss.source or "").startswith("0:")]
    return [(loss.kind.value, loss.code, loss.what, loss.source) for loss in losses]


@for_each(
    ("item", "field"),
    [
        ({**USER, "id": "msg_u1"}, "id"),
        ({**USER, "timestamp": "2026-05-04T10:00:09Z"}, "timestamp"),
        ({**USER, "phase": "commentary"}, "phase"),
        ({**USER, "internal_chat_message_metadata_passthrough": {"turn_id": "t"}}, None),
        ({**USER, "encrypted_content": "gAAAAAB-sealed"}, "encrypted_content"),
        ({**answer("3 kg."), "created_at": 1}, "created_at"),
        ({**answer("3 kg."), "model": "gpt-5"}, "model"),
        ({**CALL, "summary": "Weighing"}, "summary"),
        ({**CALL, "metadata": {"turn_id": "t"}}, "metadata"),
        ({**OUTPUT, "metadata": {"turn_id": "t"}}, "metadata"),
        ({"type": "reasoning", "id": "rs_1", "summary": [], "metadata": {"turn_id": "t"}}, "metadata"),
    ],
)
def test_what_a_program_noted_beside_an_item_is_left_out_and_told(item: Json, field: str | None) -> None:
    field = field or "internal_chat_message_metadata_passthrough"
    rendering = written(USER, CALL, OUTPUT, item)
    assert CHECKS[TARGET](rendering.payload) == []
    assert field not in rendering.payload["input"][-1]
    assert told(rendering) == [("dropped", "vendor-field", field, "4:/payload")]


def test_an_answer_without_an_id_is_its_text() -> None:
    rendering = written(USER, answer("Three.", phase="commentary"))
    assert rendering.payload["input"][1] == {
        "type": "message",
        "role": "assistant",
        "content": "Three.",
        "phase": "commentary",
    }
    assert CHECKS[TARGET](rendering.payload) == []
    assert told(rendering) == []
    [place] = [link.target for link in rendering.links if link.role == "text"][1:]
    assert place is not None
    assert resolve(place, [rendering.payload], read_in_text) == "Three."


def test_an_answer_with_an_id_keeps_it_and_says_that_it_is_whole() -> None:
    rendering = written(USER, answer("Three.", "Or so.", id="msg_a1"))
    item = rendering.payload["input"][1]
    assert (item["id"], item["status"]) == ("msg_a1", "completed")
    assert [block["annotations"] for block in item["content"]] == [[], []]
    assert CHECKS[TARGET](rendering.payload) == []
    added = [(loss.what, loss.target) for loss in rendering.losses if loss.kind == "added"]
    assert added == [("status", "0:/input/1/status")]


def test_what_is_cited_stays_with_its_text() -> None:
    cited = {"type": "url_citation", "url": "https://a.test", "title": "A", "start_index": 0, "end_index": 1}
    said = {"type": "output_text", "text": "Three.", "annotations": [cited]}
    for item in (answer(id="msg_a1"), answer()):
        rendering = written(USER, {**item, "content": [said]})
        assert rendering.payload["input"][1]["content"] == [said]


def test_several_texts_without_an_id_stay_apart() -> None:
    rendering = written(USER, answer("Three.", "Or so."))
    assert rendering.payload["input"][1] == answer("Three.", "Or so.")


@for_each(
    ("logged", "arguments", "added"),
    [({"arguments": {"a": 1}}, '{"a":1}', []), ({}, "{}", ["arguments"]), ({"arguments": "{"}, "{", [])],
)
def test_the_arguments_of_a_call_are_text(logged: Json, arguments: str, added: list[str]) -> None:
    call = {name: value for name, value in CALL.items() if name != "arguments"} | logged
    rendering = written(USER, call, OUTPUT)
    assert rendering.payload["input"][1]["arguments"] == arguments
    assert CHECKS[TARGET](rendering.payload) == []
    assert [loss.what for loss in rendering.losses if loss.kind == "added"] == added


def test_nulls_in_what_a_tool_gave_are_left_out() -> None:
    text = {"type": "input_text", "text": "3 kg", "detail": None}
    rendering = written(USER, CALL, {**OUTPUT, "output": [text]})
    assert rendering.payload["input"][2]["output"] == [{"type": "input_text", "text": "3 kg"}]  # type: ignore[index,call-overload]
    assert CHECKS[TARGET](rendering.payload) == []
    assert told(rendering) == []


def test_reasoning_without_an_id_stays_as_it_is() -> None:
    """The provider takes it so, and an id is not made up; only the package's type has one."""
    sealed = {"type": "reasoning", "summary": [], "encrypted_content": "gAAAAAB-sealed"}
    rendering = written(USER, sealed, answer("Three."))
    assert rendering.payload["input"][1] == sealed
    assert CHECKS[TARGET](rendering.payload) == ['input/1: "id" is a required property']


def test_a_request_of_ones_own_is_written_as_it_stands() -> None:
    items = [{**USER, "id": "msg_u1"}, answer("Three."), {**USER, "metadata": {"a": "b"}}]
    [conversation] = crosswire.parse({"model": "gpt-5", "input": items})
    rendering = crosswire.render(conversation, TARGET)
    assert rendering.payload["input"] == items
    assert rendering.losses == []


def test_without_links_the_payload_is_the_same() -> None:
    items = (
        {**USER, "id": "msg_u1"},
        CALL | {"arguments": {"a": 1}},
        OUTPUT,
        answer("Three."),
        answer("4", id="msg_4"),
    )
    conversation = rollout(*items)
    bare = crosswire.render(conversation, TARGET, links=False)
    assert bare.payload == crosswire.render(conversation, TARGET).payload
    [text] = [part for part in conversation.messages[-1].parts if isinstance(part, TextPart)]
    assert text.text == "4"
