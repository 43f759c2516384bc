"""Calls that a log tells of when they begin and when they end: what it says of those that did not end."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.repairs import mend
from tests.session_logs import written

Json = dict[str, Any]


def found(log: crosswire.Log) -> list[str]:
    all_found = [one for each in log.conversations for one in crosswire.diagnose(each)]
    return [one.code for one in all_found if one.severity == "error" or one.name == "pending-call"]


# Events of `codex exec`

BEGUN: Json = {"type": "thread.started", "thread_id": "run-of-the-mill"}
TURN: Json = {"type": "turn.started"}
SAID: Json = {"type": "item.completed", "item": {"id": "item_2", "type": "agent_message", "text": "Two."}}
ENDED: Json = {"type": "turn.completed", "usage": {"input_tokens": 9, "output_tokens": 2}}
FAILED: Json = {"type": "turn.failed", "error": {"message": "stream disconnected before completion"}}


def item(kind: str, state: str = "started", id: str = "item_1", **more: Any) -> Json:
    own: dict[str, Json] = {
        "command_execution": {"command": "wc -l", "aggregated_output": "", "exit_code": None},
        "mcp_tool_call": {"server": "mill", "tool": "grind", "arguments": {"n": 2}, "result": None},
        "web_search": {"query": "mills"},
    }
    status = "in_progress" if state == "started" else "completed"
    told = {"id": id, "type": kind, **own[kind], "status": status, **more}
    return {"type": f"item.{state}", "item": told}


KINDS = ("command_execution", "mcp_tool_call", "web_search")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", [[SAID, ENDED], [ENDED], [FAILED], [SAID, TURN, SAID]])
def test_an_item_that_its_turn_left_open_is_a_call_without_result(kind: str, end: list[Json]) -> None:
    assert found(crosswire.load(written([BEGUN, TURN, item(kind), *end]))) == ["CW201"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", [[], [SAID]])
def test_a_stream_that_was_cut_is_told_apart_from_it(kind: str, end: list[Json]) -> None:
    assert found(crosswire.load(written([BEGUN, TURN, item(kind), *end]))) == ["CW202"]


def test_an_item_that_ended_after_others_is_whole() -> None:
    ends = [item("command_execution", "completed", id, aggregated_output="2") for id in ("item_1", "item_0")]
    begins = [item("command_execution", id=id) for id in ("item_0", "item_1")]
    log = crosswire.load(written([BEGUN, TURN, *begins, *ends, SAID, ENDED]))
    assert found(log) == []


def test_the_items_of_a_later_run_are_others_though_their_ids_are_the_same() -> None:
    first = item("command_execution", "completed", aggregated_output="first")
    runs = [BEGUN, TURN, first, ENDED, BEGUN, TURN, item("command_execution"), ENDED]
    (one,) = crosswire.load(written(runs)).conversations
    assert [call.embedded is not None for call in one.calls()] == [True, False]
    other = [BEGUN, TURN, first, ENDED, {**BEGUN, "thread_id": "another"}, TURN, first, ENDED]
    assert [each.thread for each in crosswire.load(written(other)).conversations] == [
        "run-of-the-mill",
        "another",
    ]


@pytest.mark.parametrize("kind", KINDS[:2])
def test_a_lost_end_of_an_item_is_put_in_or_its_beginning_left_out(kind: str) -> None:
    lines = [BEGUN, TURN, item(kind), SAID, ENDED]
    log = crosswire.load(written(lines))
    marked = mend(log, written(lines), missing="mark")
    rows = marked.data.splitlines()
    assert [*rows[:3], *rows[4:]] == written(lines).splitlines()
    told = json.loads(rows[3])
    assert (told["type"], told["item"]["id"], told["item"]["status"]) == (
        "item.completed",
        "item_1",
        "failed",
    )
    assert found(crosswire.load(marked.data)) == []
    dropped = mend(log, written(lines), missing="drop")
    assert dropped.data == written([BEGUN, TURN, SAID, ENDED])
