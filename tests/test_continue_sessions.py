"""Sessions of Continue: what calls returned stands in their states, or in a message as well."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.model import TextPart
from tests.session_logs import load, sample


def _changed(change: Any) -> crosswire.Log:
    session = json.loads(sample("continue-session/states.session"))
    change(session["history"])
    return crosswire.load(json.dumps(session).encode())


def _found(log: crosswire.Log) -> list[tuple[str, str]]:
    """The defects of ids and results, with how grave they are."""
    defects = crosswire.diagnose(log.conversations[0])
    return [(one.name, one.severity) for one in defects if one.name != "pending-call"]


def test_results_stand_in_the_states_of_calls() -> None:
    log = load("continue-session/states.session")
    assert _found(log) == []
    results = list(log.conversations[0].results())
    texts = [[part.text for part in one.content if isinstance(part, TextPart)] for one in results]
    assert texts == [["<project/>"], ["Tests run: 3", "Failures: 1"], []]
    assert [one.is_error for one in results] == [False, True, True]
    assert log.conversations[0].unread == []
    assert [event.kind for event in log.conversations[0].events] == ["denied", "compaction"]


def test_a_result_that_is_a_message_too_is_counted_once() -> None:
    log = load("continue-session/messages.session")
    [result] = log.conversations[0].results()
    assert list(result.also) == ["0:/history/1/toolCallStates/0"]
    assert _found(log) == []
    assert log.conversations[0].unread == []


def test_a_call_that_never_came_to_an_end_is_what_continue_makes_of_it() -> None:
    def stop(history: Any) -> None:
        history[3]["toolCallStates"][0]["status"] = "calling"

    assert _found(_changed(stop)) == [("missing-result", "warning")]


def test_a_state_without_its_call_is_an_orphan() -> None:
    def lose(history: Any) -> None:
        history[2]["message"]["toolCalls"].pop()
        del history[5]["conversationSummary"]

    assert ("orphan-result", "error") in _found(_changed(lose))
