"""Calls that a log tells of when they begin and when they end: what it says of those that did not end."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.repairs import Missing, mend
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


# The state of a run of the Agents SDK


def state(items: list[Json], **more: Any) -> Json:
    listed = [{"type": f"{kind_of(one)}_item", "raw_item": one, "agent": {"name": "mill"}} for one in items]
    about = {"$schemaVersion": "1.13", "current_agent": {"name": "mill"}, "current_turn": 1, "max_turns": 9}
    answer = {"output": [one for one in items if "output" not in one], "usage": {}, "response_id": None}
    kept = {"model_responses": [answer], "last_model_response": answer, "current_step": None}
    return {
        **about,
        "original_input": "Grind.",
        "generated_items": listed,
        "session_items": listed,
        **kept,
        **more,
    }


def kind_of(raw: Json) -> str:
    kinds = {"function_call": "tool_call", "function_call_output": "tool_call_output"}
    return kinds.get(raw["type"], "message_output")


def call(id: str) -> Json:
    return {"type": "function_call", "call_id": id, "name": "grind", "arguments": "{}", "id": "__fake_id__"}


def output(id: str) -> Json:
    return {"type": "function_call_output", "call_id": id, "output": "flour"}


def approval(id: str) -> Json:
    waits = {"type": "tool_approval_item", "raw_item": call(id), "agent": {"name": "mill"}}
    return {"type": "next_step_interruption", "data": {"interruptions": [waits]}}


ANSWER: Json = {
    "type": "message",
    "role": "assistant",
    "id": "msg_1",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Ground.", "annotations": []}],
}


def in_javascript(value: Any) -> Any:
    """The same in the spelling of the SDK for JavaScript."""
    if isinstance(value, list):
        return [in_javascript(one) for one in value]
    if not isinstance(value, dict):
        return value
    told = {key: in_javascript(one) for key, one in value.items()}
    if told.get("type") == "function_call_output":
        told = {**told, "type": "function_call_result", "name": "grind", "status": "completed"}
    if "content" in told:
        told["providerData"] = {}
    parts = {key: key.split("_") for key in told}
    return {words[0] + "".join(map(str.title, words[1:])): told[key] for key, words in parts.items()}


STATES: dict[str, tuple[Json, list[str]]] = {
    "a call without result at the end": (state([call("call_1")]), ["CW201"]),
    "one before an answer": (state([call("call_1"), ANSWER]), ["CW201"]),
    "one beside an answered one": (state([call("call_1"), call("call_2"), output("call_2")]), ["CW201"]),
    "an approval": (state([call("call_1")], current_step=approval("call_1")), ["CW202"]),
    "an approval, and one without result": (
        state([call("call_1"), call("call_2")], current_step=approval("call_1")),
        ["CW202", "CW201"],
    ),
    "an approval within a tool": (state([call("call_1")], current_step=approval("call_9")), ["CW202"]),
    "a run in its work": (
        state([call("call_1")], last_processed_response={"functions": [{"tool_call": call("call_1")}]}),
        ["CW202"],
    ),
    "all answered": (state([call("call_1"), output("call_1"), ANSWER]), []),
}


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("spelling", [in_javascript, lambda value: value])
def test_a_call_of_a_state_waits_for_an_approval_or_has_lost_its_result(name: str, spelling: Any) -> None:
    value, expected = STATES[name]
    log = crosswire.load(json.dumps(spelling(value)).encode())
    assert log.format == "openai-agents"
    assert found(log) == expected


@pytest.mark.parametrize("spelling", [in_javascript, lambda value: value])
def test_a_state_is_mended_wherever_it_tells_of_a_call(spelling: Any) -> None:
    data = json.dumps(spelling(state([call("call_1"), call("call_2"), output("call_2"), ANSWER]))).encode()
    log = crosswire.load(data)
    ways: list[tuple[Missing, int]] = [("mark", 5), ("drop", 3)]
    for missing, count in ways:
        done = mend(log, data, missing=missing)
        again = crosswire.load(done.data)
        assert done.is_own
        assert found(again) == []
        assert [note for one in again.conversations for note in one.unread] == []
        lists = [one for key, one in json.loads(done.data).items() if key.lower().endswith("items")]
        assert [len(one) for one in lists] == [count, count]


# A stream of the Agent Client Protocol


def update(kind: str, **told: Any) -> Json:
    params = {"sessionId": "mill", "update": {"sessionUpdate": kind, **told}}
    return {"jsonrpc": "2.0", "method": "session/update", "params": params}


PROMPT: Json = {
    "jsonrpc": "2.0",
    "id": 4,
    "method": "session/prompt",
    "params": {"sessionId": "mill", "prompt": [{"type": "text", "text": "Grind."}]},
}
BEGINS = update("tool_call", toolCallId="call_1", title="Grind", status="pending")
GOES_ON = update("tool_call_update", toolCallId="call_1", status="in_progress", rawInput={"n": 2})
ANSWERS = update("agent_message_chunk", content={"type": "text", "text": "Ground."})


def stopped(reason: str) -> Json:
    return {"jsonrpc": "2.0", "id": 4, "result": {"stopReason": reason}}


@pytest.mark.parametrize(
    ("end", "codes"),
    [
        ([ANSWERS, stopped("end_turn"), PROMPT], ["CW201"]),
        ([PROMPT], ["CW201"]),
        ([stopped("cancelled")], []),  # a warning
        ([ANSWERS, stopped("end_turn")], []),  # a warning, as updates may still come
        ([ANSWERS], ["CW202"]),
        ([update("tool_call_update", toolCallId="call_1", status="completed"), stopped("end_turn")], []),
    ],
)
def test_a_call_that_had_not_ended_at_the_next_prompt_has_no_result(
    end: list[Json], codes: list[str]
) -> None:
    assert found(crosswire.load(written([PROMPT, BEGINS, GOES_ON, *end]))) == codes


def test_the_end_of_a_call_stands_behind_all_that_was_told_of_it() -> None:
    lines = [PROMPT, BEGINS, ANSWERS, GOES_ON, stopped("end_turn"), PROMPT]
    log = crosswire.load(written(lines))
    marked = mend(log, written(lines), missing="mark").data.splitlines()
    assert [*marked[:4], *marked[5:]] == written(lines).splitlines()
    assert json.loads(marked[4])["params"]["update"]["status"] == "failed"
    dropped = mend(log, written(lines), missing="drop").data
    assert dropped == written([PROMPT, ANSWERS, stopped("end_turn"), PROMPT])


# Messages and streams of the AI SDK


def shown(state: str, *behind: Json, **more: Any) -> list[Json]:
    part = {"type": "dynamic-tool", "toolName": "grind", "toolCallId": "call_1", "state": state, "input": {}}
    asked = {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Grind."}]}
    return [
        asked,
        {"id": "m2", "role": "assistant", "parts": [{"type": "step-start"}, {**part, **more}, *behind]},
    ]


STEP: list[Json] = [{"type": "step-start"}, {"type": "text", "text": "Ground."}]
ASKS: Json = {"approval": {"id": "ap_1"}}
DENIED: Json = {"approval": {"id": "ap_1", "approved": False, "reason": "Dusty."}}


@pytest.mark.parametrize(
    ("messages", "codes"),
    [
        (shown("approval-requested", **ASKS), ["CW202"]),
        (shown("approval-responded", approval={"id": "ap_1", "approved": True}), ["CW202"]),
        (shown("approval-requested", *STEP, **ASKS), ["CW201"]),
        (shown("input-available"), ["CW202"]),
        (shown("input-available", *STEP), ["CW201"]),
        ([*shown("input-streaming"), shown("")[0]], []),  # a warning, as the SDK leaves it out
        (shown("output-denied", *STEP, **DENIED), []),
        (shown("output-available", *STEP, output="flour", **ASKS), []),
    ],
)
def test_a_call_waits_for_an_approval_until_another_step_begins(
    messages: list[Json], codes: list[str]
) -> None:
    assert found(crosswire.load(json.dumps(messages).encode())) == codes


def test_a_stream_that_goes_on_without_a_result_has_lost_it() -> None:
    call = {"type": "tool-input-available", "toolCallId": "call_1", "toolName": "grind", "input": {}}
    begun: list[Json] = [{"type": "start"}, {"type": "start-step"}, call, {"type": "finish-step"}]
    words: list[Json] = [{"type": "start-step"}, {"type": "text-start", "id": "t"}]
    words += [{"type": "text-delta", "id": "t", "delta": "Ground."}, {"type": "finish-step"}]
    assert found(crosswire.load(written(begun))) == ["CW202"]
    assert found(crosswire.load(written([*begun, *words]))) == ["CW201"]


def test_a_stream_that_was_stopped_is_told_apart_from_one_that_was_cut() -> None:
    begins: Json = {"type": "tool-input-start", "toolCallId": "call_1", "toolName": "grind"}
    piece: Json = {"type": "tool-input-delta", "toolCallId": "call_1", "inputTextDelta": '{"n":'}
    whole: Json = {"type": "tool-input-available", "toolCallId": "call_1", "toolName": "grind", "input": {}}
    start: list[Json] = [{"type": "start"}, {"type": "start-step"}]
    assert found(crosswire.load(written([*start, begins, piece]))) == ["CW202"]
    assert said_of([*start, whole, {"type": "abort"}]) == [("CW201", "warning")]


def test_an_output_before_the_last_one_is_told_where_no_last_one_came() -> None:
    def notes(messages: list[Json]) -> list[str]:
        (one,) = crosswire.load(json.dumps(messages).encode()).conversations
        return [note.code for note in one.notes]

    assert notes(shown("output-available", output="50 %", preliminary=True)) == ["preliminary-output"]
    assert notes(shown("output-available", output="all")) == []
    begins = {"type": "tool-input-available", "toolCallId": "call_1", "toolName": "grind", "input": {}}
    gives = {"type": "tool-output-available", "toolCallId": "call_1", "output": "50 %", "preliminary": True}
    stream: list[Json] = [{"type": "start"}, {"type": "start-step"}, begins, gives]
    assert "preliminary-output" in notes(stream)
    assert "preliminary-output" not in notes([*stream, {**gives, "preliminary": False, "output": "all"}])


def test_a_history_of_the_sdk_is_known_by_its_approvals_alone() -> None:
    said: list[Json] = [{"role": "user", "content": "Grind."}]
    said.append(
        {"role": "tool", "content": [{"type": "tool-approval-response", "approvalId": "a", "approved": True}]}
    )
    assert crosswire.load(json.dumps(said).encode()).format == "ai-sdk"


# What says that a turn ended


CODEX: list[Json] = [
    {"type": "session_meta", "payload": {"id": "mill", "cwd": "/mill", "cli_version": "0.150.0"}},
    {"type": "event_msg", "payload": {"type": "task_started"}},
    {"type": "response_item", "payload": {"type": "message", "role": "user", "content": []}},
    {"type": "response_item", "payload": call("call_1")},
]
COPILOT: list[Json] = [
    {"type": "session.start", "data": {"sessionId": "mill", "copilotVersion": "1"}},
    {"type": "user.message", "data": {"content": "Grind."}},
    {
        "type": "assistant.message",
        "data": {"content": "", "toolRequests": [{"toolCallId": "call_1", "name": "grind", "arguments": {}}]},
    },
]
KIMI: list[Json] = [
    {"type": "metadata", "protocol_version": "1.3"},
    {"message": {"type": "TurnBegin", "payload": {"user_input": "Grind."}}},
    {"message": {"type": "StepBegin", "payload": {"n": 1}}},
    {
        "message": {
            "type": "ToolCall",
            "payload": {"id": "call_1", "function": {"name": "grind", "arguments": "{}"}},
        }
    },
]
PI: list[Json] = [
    {"type": "session", "version": 3, "id": "mill", "cwd": "/mill"},
    {"type": "message", "id": "1", "parentId": None, "message": {"role": "user", "content": "Grind."}},
]


def of_codex(kind: str) -> Json:
    return {"type": "event_msg", "payload": {"type": kind}}


def of_copilot(kind: str) -> Json:
    return {"type": kind, "data": {}}


def of_kimi(kind: str) -> Json:
    return {"message": {"type": kind, "payload": {}}}


def of_pi(reason: str) -> Json:
    asks = {"type": "toolCall", "id": "call_1", "name": "grind", "arguments": {}}
    message = {"role": "assistant", "content": [asks], "stopReason": reason}
    return {"type": "message", "id": "2", "parentId": "1", "message": message}


def said_of(lines: list[Json]) -> list[tuple[str, str]]:
    (one,) = crosswire.load(written(lines)).conversations
    return [(of.code, str(of.severity)) for of in crosswire.diagnose(one) if of.code in ("CW201", "CW202")]


@pytest.mark.parametrize(
    ("lines", "end", "expected"),
    [
        (CODEX, of_codex("token_count"), ("CW202", "info")),
        (CODEX, of_codex("task_complete"), ("CW201", "error")),
        (CODEX, of_codex("turn_aborted"), ("CW201", "warning")),
        (COPILOT, of_copilot("permission.requested"), ("CW202", "info")),
        (COPILOT, of_copilot("assistant.turn_end"), ("CW201", "error")),
        (COPILOT, of_copilot("abort"), ("CW201", "warning")),
        (COPILOT, of_copilot("session.shutdown"), ("CW201", "warning")),
        (KIMI, of_kimi("StatusUpdate"), ("CW202", "info")),
        (KIMI, of_kimi("StepBegin"), ("CW201", "error")),
        (KIMI, of_kimi("TurnEnd"), ("CW201", "error")),
        (KIMI, of_kimi("StepInterrupted"), ("CW201", "warning")),
        (PI, of_pi("toolUse"), ("CW202", "info")),
        (PI, of_pi("error"), ("CW201", "warning")),
        (PI, of_pi("aborted"), ("CW201", "warning")),
    ],
)
def test_a_call_is_judged_by_how_its_turn_ended(
    lines: list[Json], end: Json, expected: tuple[str, str]
) -> None:
    assert said_of([*lines, end]) == [expected]


def lost_in_a_trace(*given: Json) -> list[tuple[str, str]]:
    """What is said of a trace of two requests, of which the second one sends these results."""
    asked = {"role": "user", "parts": [{"type": "text", "content": "Grind."}]}
    asks = {"type": "tool_call", "id": None, "name": "grind", "arguments": {}}
    called = {"role": "assistant", "parts": [asks], "finish_reason": "tool_calls"}
    said = {"role": "assistant", "parts": [{"type": "text", "content": "Ground."}], "finish_reason": "stop"}

    def span(number: int, asked: list[Json], answer: Json) -> Json:
        texts = {
            "gen_ai.operation.name": "chat",
            "gen_ai.input.messages": json.dumps(asked),
            "gen_ai.output.messages": json.dumps([answer]),
        }
        attributes = [{"key": key, "value": {"stringValue": value}} for key, value in texts.items()]
        about = {"traceId": "ab" * 16, "spanId": f"{number:016x}", "name": "chat"}
        return {**about, "startTimeUnixNano": str(number), "endTimeUnixNano": "9", "attributes": attributes}

    spans = [span(1, [asked], called), span(2, [asked, called, *given], said)]
    return said_of([{"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}])


def test_a_result_that_no_later_request_of_a_trace_sends_was_lost() -> None:
    result = {"type": "tool_call_response", "id": None, "response": "flour"}
    assert lost_in_a_trace({"role": "tool", "parts": [result]}) == []
    assert lost_in_a_trace() == [("CW201", "error")]


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ({"time": {"created": 1}}, ("CW202", "info")),
        ({"time": {"created": 1, "completed": 2}}, ("CW201", "error")),
        ({"error": {"name": "MessageAbortedError"}}, ("CW201", "warning")),
    ],
)
def test_a_message_of_opencode_that_is_complete_has_no_tool_that_runs(
    about: Json, expected: tuple[str, str]
) -> None:
    state = {"status": "running", "input": {}}
    older = {"type": "tool", "id": "p", "callID": "call_1", "tool": "grind", "state": state}
    info = {"id": "m", "sessionID": "mill", "role": "assistant", **about}
    export = {"info": {"id": "mill", "title": "Mill"}, "messages": [{"info": info, "parts": [older]}]}
    tool = {"type": "tool", "id": "call_1", "name": "grind", "state": state}
    row = {"id": "m", "session_id": "mill", "type": "assistant", "data": {"content": [tool], **about}}
    session = {"id": "mill", "project_id": "p", "title": "Mill"}
    assert said_of([export]) == said_of([session, row]) == [expected]


def test_a_result_behind_the_end_of_its_turn_is_that_of_its_call() -> None:
    gives = {"type": "response_item", "payload": output("call_1")}
    assert said_of([*CODEX, of_codex("turn_aborted"), gives]) == []


def test_it_is_said_what_the_program_makes_of_a_call_that_was_cut_short() -> None:
    (one,) = crosswire.load(written([*CODEX, of_codex("turn_aborted")])).conversations
    (finding,) = crosswire.diagnose(one)
    assert finding.message.endswith("cut short. Codex gives it the output `aborted` when it goes on.")


def of_pydantic(kind: str, part: Json, **more: Any) -> Json:
    return {"kind": kind, "parts": [part], "timestamp": "2026-01-01T00:00:00Z", **more}


@pytest.mark.parametrize(("state", "severity"), [("complete", "error"), ("interrupted", "warning")])
def test_a_call_that_broke_off_with_its_answer_is_no_lost_result(state: str, severity: str) -> None:
    asked = of_pydantic("request", {"part_kind": "user-prompt", "content": "Grind."})
    asks = {"part_kind": "tool-call", "tool_name": "grind", "tool_call_id": "call_1", "args": '{"n":'}
    lines = [asked, of_pydantic("response", asks, state=state, model_name="mill"), asked]
    (one,) = crosswire.load(json.dumps(lines).encode()).conversations
    told = {(of.code, str(of.severity)) for of in crosswire.diagnose(one)}
    assert told == {("CW201", severity), ("CW401", severity)}


def test_a_result_that_was_lost_at_the_end_of_a_turn_is_put_in_before_it() -> None:
    for lines, end in ((CODEX, of_codex("task_complete")), (COPILOT, of_copilot("assistant.turn_end"))):
        data = written([*lines, end])
        marked = mend(crosswire.load(data), data, missing="mark").data
        rows = marked.splitlines()
        assert [*rows[:-2], rows[-1]] == data.splitlines()
        assert found(crosswire.load(marked)) == []


def event(author: str, *parts: Json, **about: Any) -> Json:
    role = "user" if author == "user" else "model"
    return {"invocationId": "i", "author": author, "content": {"role": role, "parts": list(parts)}, **about}


ASKED: list[Json] = [
    event("user", {"text": "Grind."}),
    event("miller", {"functionCall": {"id": "call_1", "name": "grind", "args": {}}}),
]


@pytest.mark.parametrize(
    ("events", "codes"),
    [
        ([*ASKED], ["CW202"]),
        ([*ASKED, event("miller", {"text": "Ground."})], ["CW201"]),
        ([*ASKED, event("baker", {"text": "I bake."}, branch="bakery")], ["CW202"]),
        (
            [ASKED[0], {**ASKED[1], "longRunningToolIds": ["call_1"]}, event("miller", {"text": "W."})],
            ["CW202"],
        ),
    ],
)
def test_an_agent_that_speaks_again_has_what_it_called_for(events: list[Json], codes: list[str]) -> None:
    session = {"id": "s", "appName": "mill", "userId": "u", "state": {}, "events": events}
    assert found(crosswire.load(json.dumps(session).encode())) == codes


# Results of a chat of VS Code that were set one by one


def chat_round(number: int) -> Json:
    asks = {"id": f"toolu_{number}", "name": "grind", "arguments": "{}"}
    return {"id": f"round {number}", "response": "I grind.", "toolCalls": [asks]}


def changed(way: list[str], value: Any, kind: int = 1) -> Json:
    return {"kind": kind, "k": ["requests", 0, "result", *way], "v": value}


ROUNDS = ["metadata", "toolCallRounds"]
GIVEN = ["metadata", "toolCallResults"]
CHAT: Json = {
    "kind": 0,
    "v": {
        "version": 3,
        "sessionId": "mill",
        "responderUsername": "GitHub Copilot",
        "requests": [{"requestId": "q1", "message": {"text": "Grind.", "parts": []}, "response": []}],
    },
}
FLOUR = changed([*GIVEN, "toolu_1"], {"$mid": 20, "content": [{"$mid": 21, "value": "flour"}]})


@pytest.mark.parametrize(
    "lines",
    [
        [
            changed([], {"metadata": {"toolCallRounds": [chat_round(1), chat_round(2)]}}),
            changed(GIVEN, {}),
            FLOUR,
        ],
        [
            changed([], {"metadata": {"toolCallRounds": [], "toolCallResults": {}}}),
            changed(ROUNDS, [chat_round(1)], kind=2),
            FLOUR,
            changed(ROUNDS, [chat_round(2)], kind=2),
        ],
    ],
)
def test_a_lost_result_is_set_by_a_change_like_the_others(lines: list[Json]) -> None:
    data = written([CHAT, *lines])
    log = crosswire.load(data)
    assert found(log) == ["CW201"]
    marked = mend(log, data, missing="mark").data
    assert found(crosswire.load(marked)) == []
    (new,) = [row for row in marked.splitlines() if row not in data.splitlines()]
    assert json.loads(new)["k"] == [*FLOUR["k"][:-1], "toolu_2"]
    assert [row for row in marked.splitlines() if row != new] == data.splitlines()
    assert found(crosswire.load(mend(log, data, missing="drop").data)) == []


# What was answered


def chat_call(id: str, content: str | None) -> Json:
    asks = {"id": id, "type": "function", "function": {"name": "grind", "arguments": "{}"}}
    return {"role": "assistant", "content": content, "tool_calls": [asks]}


def test_an_answer_ends_what_its_request_left_open() -> None:
    asked: Json = {"role": "user", "content": [{"text": "Grind."}]}
    uses = {"toolUse": {"toolUseId": "tooluse_AbCdEfGhIjKlMnOpQrStUv", "name": "grind", "input": {}}}
    said: Json = {"role": "assistant", "content": [{"text": "Ground."}]}
    request = {"modelId": "mill", "messages": [asked, {"role": "assistant", "content": [uses]}]}
    usage = {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2}
    response = {"output": {"message": said}, "stopReason": "end_turn", "usage": usage}
    assert found(crosswire.load(json.dumps({"request": request, "response": response}).encode())) == ["CW201"]


def test_words_behind_a_call_that_was_sent_without_a_result_are_told() -> None:
    asked: Json = {"role": "user", "content": "Grind."}
    said: Json = {"role": "assistant", "content": "Ground."}
    sent = {"model": "gpt-5", "input": [asked, call("call_AbCdEfGhIjKlMnOpQrStUv"), said]}
    (one,) = crosswire.load(json.dumps(sent).encode()).conversations
    assert [(of.code, str(of.severity)) for of in crosswire.diagnose(one)][:1] == [("CW201", "warning")]
    answered = {**sent, "input": [*sent["input"][:2], output("call_AbCdEfGhIjKlMnOpQrStUv"), said]}
    assert found(crosswire.load(json.dumps(answered).encode())) == []


@pytest.mark.parametrize(("content", "codes"), [("I grind on.", ["CW201"]), (None, ["CW202"])])
def test_words_before_another_call_begin_another_answer(content: str | None, codes: list[str]) -> None:
    asked = {"role": "user", "content": "Grind."}
    calls = [chat_call("call_1", None), chat_call("call_2", content)]
    result = {"role": "tool", "tool_call_id": "call_2", "content": "flour"}
    messages = [asked, *calls, result]
    assert found(crosswire.load(json.dumps({"model": "gpt-4o", "messages": messages}).encode())) == codes
