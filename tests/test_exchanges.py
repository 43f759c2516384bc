"""Requests with their answers, in the envelopes of recordings and of batches; and errors in place
of answers."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.errors import OnlyAnError
from tests.samples import REQUESTS, RESPONSES
from tests.selection import for_each

NAMED = ("openai-chat", "openai-responses", "anthropic", "gemini")
ERROR = {
    "error": {"message": "No tool output found for function call call_1.", "type": "invalid_request_error"}
}


def lines(*values: Any, **options: Any) -> crosswire.Log:
    return crosswire.load("\n".join(map(json.dumps, values)).encode(), **options)


def first_places(log: crosswire.Log) -> list[str]:
    """Where each conversation begins."""
    return [conversation.messages[0].address for conversation in log.conversations]


def unread(log: crosswire.Log) -> list[str | None]:
    return [note.address for each in log.conversations for note in each.unread]


def sent(format: str, number: int) -> dict[str, Any]:
    """A line of the input of a batch."""
    body = {"params": REQUESTS[format]} if format == "anthropic" else {"body": REQUESTS[format]}
    return {"custom_id": f"r-{number}", "method": "POST", "url": "/v1/x", **body}


def answered(format: str, number: int) -> dict[str, Any]:
    """A line of the output of a batch."""
    name, body = {"custom_id": f"r-{number}"}, RESPONSES[format]
    if format == "anthropic":
        return {**name, "result": {"type": "succeeded", "message": body}}
    if format == "gemini":
        return {"key": f"r-{number}", "response": body}
    return {**name, "id": "batch_req_1", "response": {"status_code": 200, "body": body}, "error": None}


@for_each("format", NAMED[:3])
def test_a_line_of_the_input_of_a_batch_is_a_request(format: str) -> None:
    log = lines(sent(format, 1), sent(format, 2))
    held = "params" if format == "anthropic" else "body"
    assert (log.format, [each.shape for each in log.conversations]) == (format, ["request"] * 2)
    assert [each.title for each in log.conversations] == ["r-1", "r-2"]
    assert all(place.startswith(f"{i}:/{held}/") for i, place in enumerate(first_places(log)))
    assert unread(log) == []


@for_each("format", NAMED)
def test_a_line_of_the_output_of_a_batch_is_an_answer(format: str) -> None:
    log = lines(answered(format, 1), answered(format, 2))
    assert log.format == format
    assert {each.shape for each in log.conversations} == {"response"}
    assert log.conversations[0].title == (None if format == "gemini" else "r-1")
    assert len(list(log.conversations[0].calls())) == len(
        list(crosswire.parse(RESPONSES[format], format)[0].calls())
    )
    assert unread(log) == []


def test_a_request_of_a_batch_is_repaired_where_it_stands() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    result = {"role": "tool", "tool_call_id": "call_2", "content": "Sunny."}
    messages = [{"role": "user", "content": "Hi."}, {"role": "assistant", "tool_calls": [call]}, result]
    log = lines(*({"custom_id": name, "body": {"model": "m", "messages": messages}} for name in "ab"))
    for number, conversation in enumerate(log.conversations):
        repaired = crosswire.repair(conversation, missing="drop")
        assert [document["custom_id"] for document in repaired.documents] == ["a", "b"]
        changed = [document["body"]["messages"] != messages for document in repaired.documents]
        assert changed == [number == 0, number == 1]


@for_each(
    "failed",
    [
        {"custom_id": "r-2", "response": {"status_code": 400, "body": ERROR}, "error": None},
        {"custom_id": "r-2", "response": None, "error": {"code": "batch_expired", "message": "It expired."}},
        {"key": "r-2", **ERROR},
    ],
)
def test_a_line_of_a_batch_with_an_error_is_shown_as_one(failed: dict[str, Any]) -> None:
    log = lines(answered("openai-chat", 1), failed)
    [_, conversation] = log.conversations
    assert (conversation.title, conversation.messages) == (failed.get("custom_id"), [])
    assert [setting.name for setting in conversation.settings()] == ["error"]
    assert [note.code for note in conversation.notes] == ["provider-error"]
    assert unread(log) == []
    assert not any(verdict.accepts for verdict in crosswire.verdicts(conversation).values())


@for_each("kind", ["errored", "expired", "canceled"])
def test_how_a_line_of_a_batch_of_anthropic_ended_is_told(kind: str) -> None:
    failed = {"custom_id": "r-2", "result": {"type": kind, **({"error": ERROR} if kind == "errored" else {})}}
    log = lines(answered("anthropic", 1), failed)
    [note] = log.conversations[1].notes
    words = ERROR["error"]["message"] if kind == "errored" else kind
    assert words in note.message
    assert unread(log) == []


def test_lines_that_are_errors_alone_ask_for_the_log() -> None:
    with pytest.raises(OnlyAnError, match="Add the request"):
        lines(*[{"custom_id": "r", "error": {"message": "It expired."}}] * 3)


ASKED = {"model": "m", "messages": [{"role": "user", "content": "How is the weather?"}]}


@for_each(
    ("beside", "address"),
    [
        ({"request": ASKED, "response": ERROR}, "response"),
        ({"request": ASKED, "response": json.dumps(ERROR)}, "response"),
        ({"request": ASKED, "response": [ERROR]}, "response"),
        ({"request": ASKED, "response": {"status": 400, "body": ERROR}}, "response/body"),
        ({"request": ASKED, "response": {"message": "No such tool."}}, "response"),
        ({"request": ASKED, "response": {"object": "error", "message": "No such tool."}}, "response"),
        ({"request": {"body": ASKED}, "response": None, "error": "No such tool."}, "error"),
        ({**ASKED, "response": None, "exception": "litellm.BadRequestError: No such tool."}, "exception"),
        ({**ASKED, "response": {**ERROR, "status": 400}}, "response"),
    ],
)
def test_an_error_in_place_of_an_answer_is_what_the_provider_said(beside: Any, address: str) -> None:
    log = lines(beside)
    [conversation] = log.conversations
    [note] = [note for note in conversation.notes if note.code == "provider-error"]
    assert note.address == f"0:/{address}"
    assert "tool" in note.message
    assert unread(log) == []
    assert [setting.name for setting in conversation.settings() if setting.of_response] == ["error"]
    rendered = crosswire.render(conversation, "openai-chat").payload
    assert not {"error", "response", "exception"} & rendered.keys()


def test_an_error_leaves_the_verdict_of_who_may_have_sent_it_open_until_the_body_is_another() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    asked = {**ASKED, "messages": [*ASKED["messages"], {"role": "assistant", "tool_calls": [call]}]}
    goes_on = {**asked, "messages": [*asked["messages"], {"role": "user", "content": "And now?"}]}
    [conversation] = lines({"request": ASKED, "response": ERROR}).conversations
    told = crosswire.verdicts(conversation)
    assert [point.code for point in told["openai-chat"].undecided] == ["provider-error"]
    assert told["openai-chat"].accepts is None
    assert told["gemini"].accepts is True
    [broken] = lines({"request": goes_on, "response": ERROR}).conversations
    states = crosswire.verdict_states(broken, ["openai-chat"], missing="drop")["openai-chat"]
    assert (states.logged.accepts, states.repaired.accepts) == (False, True)


def test_what_stands_in_place_of_an_answer_and_is_no_error_is_not_read() -> None:
    log = lines({"request": ASKED, "response": {"said": "It is sunny today."}})
    assert "0:/response" in unread(log)


def test_an_error_in_the_middle_of_an_answer_leaves_the_verdict_open_too() -> None:
    delta = {"role": "assistant", "content": "Hel"}
    chunk = {"id": "x", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]}
    events = [chunk, {"error": {"message": "overloaded"}}]
    log = crosswire.load("".join(f"data: {json.dumps(event)}\n\n" for event in events).encode())
    [conversation] = log.conversations
    verdict = crosswire.verdict(conversation, "openai-chat")
    assert verdict.accepts is None
    assert [(one.code, one.address) for one in verdict.undecided] == [("provider-error", "1:/error")]
