"""What looks like a conversation in documents that no format knows."""

from __future__ import annotations

import json

import crosswire
import pytest
from crosswire.errors import NotAConversation, OnlyAnError
from crosswire.model import JsonValue
from crosswire.reading import NO_FORMAT
from crosswire.reading.resemblances import MAX_PLACES, Resemblances, resemblances

STEPS: JsonValue = {
    "run": "r-1",
    "agent": {"name": "planner", "model": "m"},
    "steps": [
        {"kind": "act", "tool": "search", "args": {"q": "x"}, "callId": "c-1"},
        {"kind": "observe", "callId": "c-1", "output": "a hit"},
        {"role": "assistant", "content": "Done."},
    ],
}


def opened(value: JsonValue) -> crosswire.Log:
    return crosswire.load(json.dumps(value).encode(), or_document=True)


def found_in(value: JsonValue) -> Resemblances:
    return resemblances([value])


def test_calls_results_and_messages_are_told_with_their_places_names_and_ids() -> None:
    told = [(one.address, one.looks_like, one.name, one.id) for one in found_in(STEPS).places]
    assert told == [
        ("0:/steps/0", "call", "search", "c-1"),
        ("0:/steps/1", "result", "", "c-1"),
        ("0:/steps/2", "message", "", ""),
    ]


def test_a_result_that_has_the_id_of_a_call_counts_as_a_pair() -> None:
    assert found_in(STEPS).pairs == 1
    apart = json.loads(json.dumps(STEPS).replace('"callId": "c-1", "output"', '"callId": "c-9", "output"'))
    assert found_in(apart).pairs == 0
    assert found_in(apart).counts == {"call": 1, "result": 1, "message": 1}


def test_a_call_in_an_envelope_is_one_call_with_the_id_of_the_envelope() -> None:
    wrapped: JsonValue = [
        {"id": "c9", "type": "function", "function": {"name": "f", "arguments": "{}"}},
        {"ref": "c9", "text": "r"},
    ]
    told = [(one.address, one.looks_like, one.id) for one in found_in(wrapped).places]
    assert told == [("0:/0/function", "call", "c9"), ("0:/1", "result", "c9")]


def test_the_id_of_a_larger_object_is_not_taken_for_that_of_a_call_in_it() -> None:
    session: JsonValue = {
        "id": "session-1",
        "user": "u",
        "model": "m",
        "title": "t",
        "last": {"name": "f", "args": {"a": 1}},
    }
    [call] = found_in(session).places
    assert (call.looks_like, call.id) == ("call", "")


def test_a_schema_of_a_tool_is_no_call() -> None:
    declared: JsonValue = [{"name": "f", "parameters": {"type": "object", "properties": {}}}]
    assert found_in(declared).places == []


def test_places_are_listed_up_to_a_number_and_all_are_counted() -> None:
    many: JsonValue = [{"tool": "f", "args": {"n": n}} for n in range(MAX_PLACES + 5)]
    found = found_in(many)
    assert (len(found.places), found.counts) == (MAX_PLACES, {"call": MAX_PLACES + 5})


def test_counts_are_said_in_one_sentence() -> None:
    assert found_in(STEPS).said == (
        "By the names of fields, 1 object looks like a tool call, 1 like a tool result and "
        "1 like a message; 1 of the results has the id of a call."
    )
    assert found_in({"a": [1]}).said == ("Nothing looks like a tool call, a tool result or a message.")


def test_what_was_not_looked_at_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crosswire.reading.resemblances.MAX_VALUES", 3)
    found = found_in([{"tool": "f", "args": {"n": n}} for n in range(9)])
    assert not found.whole
    assert "among the first 3 values" in found.said


def test_documents_of_no_format_open_as_a_log_without_conversations() -> None:
    noted = {"notes": [{"role": "keeper", "content": "Nobody answers this."}]}
    log = opened(noted)
    assert (log.format, log.conversations, log.documents) == (NO_FORMAT, [], [noted])
    assert "not as a conversation of any known format" in log.detection.reason
    assert log.resemblances is not None
    assert log.resemblances.counts["message"] == 1


def test_a_log_that_a_format_knows_has_no_resemblances() -> None:
    log = opened({"messages": [{"role": "user", "content": "Hi"}], "model": "gpt-x"})
    assert log.format == "openai-chat"
    assert log.resemblances is None


def test_without_being_asked_for_a_document_of_no_format_is_refused() -> None:
    with pytest.raises(NotAConversation):
        crosswire.load(json.dumps({"notes": [{"role": "keeper", "content": "Well."}]}).encode())


@pytest.mark.parametrize("text", ['"a text"', "17", "null"])
def test_what_is_no_object_and_no_list_is_refused(text: str) -> None:
    with pytest.raises(crosswire.CrosswireError):
        crosswire.load(text.encode(), or_document=True)


def test_a_format_that_is_asked_for_is_not_passed_over() -> None:
    with pytest.raises(NotAConversation):
        crosswire.load(json.dumps(STEPS).encode(), format="anthropic", or_document=True)


def test_an_error_alone_stays_an_error() -> None:
    error = {"error": {"type": "invalid_request_error", "message": "No tool call found."}}
    with pytest.raises(OnlyAnError):
        opened(error)
