"""Sessions that leave out, or add, what others of their program have: decided by their structure."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation
from crosswire.repairs import mend

Line = dict[str, Any]
AT = "2026-10-02T08:00:00.000Z"


def load(lines: list[Line]) -> list[Conversation]:
    return list(crosswire.load("\n".join(map(json.dumps, lines)).encode()).conversations)


def said(conversation: Conversation) -> list[str]:
    """The roles of the messages, with how many parts each has."""
    return [f"{message.role} {len(message.parts)}" for message in conversation.messages]


def errors(conversation: Conversation) -> list[str]:
    return [one.code for one in crosswire.diagnose(conversation) if one.severity == "error"]


READ = {"type": "tool_use", "id": "toolu_q1", "name": "Read", "input": {"path": "a.txt"}}
CLAUDE: list[Line] = [
    {"type": "user", "timestamp": AT, "message": {"content": "What is in a.txt?"}},
    {
        "type": "assistant",
        "timestamp": AT,
        "message": {
            "content": [{"type": "tool_use", "id": "toolu_q1", "name": "Read", "input": {"path": "a.txt"}}]
        },
    },
    {
        "type": "user",
        "timestamp": AT,
        "message": {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "toolu_q1", "content": "x"}],
        },
    },
]


def test_lines_of_claude_code_whose_links_are_gone_are_read_in_their_order() -> None:
    (one,) = load(CLAUDE)
    assert one.format == "claude-code"
    assert said(one) == ["user 1", "assistant 1", "user 1"]
    assert errors(one) == []


def test_lines_of_a_sub_agent_without_links_are_one_conversation() -> None:
    (one,) = load([{**line, "isSidechain": True} for line in CLAUDE])
    assert said(one) == ["user 1", "assistant 1", "user 1"]
    assert errors(one) == []


def test_a_lost_result_among_lines_without_links_is_put_in_without_one() -> None:
    lines = [{**line, "isSidechain": True} for line in (CLAUDE[0], CLAUDE[1], CLAUDE[0])]
    data = "\n".join(map(json.dumps, lines)).encode()
    done = mend(crosswire.load(data), data, missing="mark")
    (one,) = crosswire.load(done.data).conversations
    assert said(one) == ["user 1", "assistant 1", "user 1", "user 1"]
    assert errors(one) == []
    assert b"uuid" not in done.data.lower()


def test_lines_without_links_among_which_tools_speak_too_are_not_claude_codes() -> None:
    used = {"type": "tool", "timestamp": AT, "message": {"tool_name": "Read", "tool_output": "x"}}
    assert {one.format for one in load([CLAUDE[0], used, CLAUDE[1], CLAUDE[2]])} == {"by-shape"}


def test_lines_of_claude_code_stand_in_an_object_under_any_name() -> None:
    (one,) = load([{"session": "s", "entries": CLAUDE}])
    assert one.format == "claude-code"
    assert [call.address for call in one.calls()] == ["0:/entries/1/message/content/0"]
    assert errors(one) == []


def test_lines_of_the_agent_sdk_with_a_time_are_still_its_own() -> None:
    lines = [{**line, "session_id": "s", "parent_tool_use_id": None} for line in CLAUDE]
    assert load(lines)[0].format == "claude-stream"


def test_a_chat_of_vs_code_that_begins_empty_and_names_nobody_is_replayed() -> None:
    asked = {"requestId": "r", "message": {"text": "Why?"}, "response": [{"value": "Because."}]}
    lines: list[Line] = [
        {"kind": 0, "v": {"version": 3, "requests": []}},
        {"kind": 2, "k": ["requests"], "v": [asked]},
        {"kind": 1, "k": ["inputState", "inputText"], "v": "a draft"},
    ]
    (one,) = load(lines)
    assert (one.format, said(one), one.unread) == ("vscode-chat", ["user 1", "assistant 1"], [])


def test_a_session_of_gemini_cli_needs_no_hash_of_its_project() -> None:
    call = {
        "id": "ls-1",
        "name": "ls",
        "args": {},
        "result": [{"functionResponse": {"id": "ls-1", "name": "ls"}}],
    }
    messages = [
        {"id": "1", "timestamp": AT, "type": "user", "content": [{"text": "What is here?"}]},
        {"id": "2", "timestamp": AT, "type": "gemini", "content": "", "toolCalls": [call]},
    ]
    (one,) = load([{"sessionId": "s", "startTime": AT, "messages": messages}])
    assert one.format == "gemini-cli"
    assert [call.name for call in one.calls()] == ["ls"]
    assert errors(one) == []


def test_a_session_of_pi_may_be_headed_by_its_folder_alone() -> None:
    lines: list[Line] = [
        {"type": "session", "timestamp": AT, "cwd": "/w"},
        {"type": "message", "timestamp": AT, "message": {"role": "user", "content": "hello"}},
        {"type": "message", "timestamp": AT, "message": {"role": "assistant", "content": "hi"}},
    ]
    (one,) = load(lines)
    assert (one.format, said(one)) == ("pi-session", ["user 1", "assistant 1"])


def _wire(kind: str, **payload: object) -> Line:
    return {"timestamp": 1.5, "message": {"type": kind, "payload": payload}}


def test_what_a_step_of_kimi_said_before_it_was_tried_again_is_taken_back() -> None:
    call = {"type": "function", "id": "Shell:0", "function": {"name": "Shell", "arguments": "{}"}}
    value = {"is_error": False, "output": "ok", "message": "", "display": []}
    lines = [
        {"type": "metadata", "protocol_version": "1.10"},
        _wire("TurnBegin", user_input="List it"),
        _wire("StepBegin", n=1),
        _wire("ToolCall", **{**call, "id": "Shell:9"}),
        _wire("StepRetry", n=1, next_attempt=2, max_attempts=3, wait_s=0.3, error_type="APIError"),
        _wire("ToolCall", **call),
        _wire("ToolResult", tool_call_id="Shell:0", return_value=value),
        _wire("SteerInput", user_input="and hidden ones"),
        _wire("TurnEnd"),
    ]
    active, taken_back = load(lines)
    assert said(active) == ["user 1", "assistant 1", "tool 1", "user 1"]
    assert [call.call_id.value for call in taken_back.calls()] == ["Shell:9"]
    assert errors(active) == []


def test_a_tool_of_copilot_cli_that_takes_a_text_has_no_broken_arguments() -> None:
    patch = {"toolCallId": "call_7", "name": "apply_patch", "type": "custom", "arguments": "*** Begin Patch"}
    begun = {"toolCallId": "call_8", "toolName": "apply_patch", "arguments": "*** Begin Patch"}
    cut = {"toolCallId": "call_9", "name": "view", "type": "function", "arguments": '{"path": "a'}
    events: list[tuple[str, Line]] = [
        ("session.start", {"sessionId": "s"}),
        ("assistant.message", {"content": "", "toolRequests": [patch, cut]}),
        ("tool.execution_start", begun),
    ]
    (one,) = load([{"type": kind, "data": data, "timestamp": AT} for kind, data in events])
    assert [call.arguments.state for call in one.calls()] == ["free text", "invalid", "free text"]


UPDATES: list[Line] = [
    {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "I look."}},
    {"sessionUpdate": "tool_call", "toolCallId": "t1", "title": "Look", "status": "pending"},
    {"sessionUpdate": "tool_call_update", "toolCallId": "t1", "status": "completed", "rawOutput": {"n": 1}},
]


def test_a_lone_message_of_copilot_cli_without_a_time_is_read() -> None:
    (one,) = load([{"type": "assistant.message", "data": {"content": "Done."}}])
    assert (one.format, said(one)) == ("copilot-cli", ["assistant 1"])


def test_updates_of_acp_are_read_however_little_of_their_messages_was_recorded() -> None:
    params: list[Line] = [{"sessionId": "s", "update": update} for update in UPDATES]
    wrapped: list[Line] = [
        {"at": AT, "payload": {"jsonrpc": "2.0", "method": "session/update", "params": one}} for one in params
    ]
    for lines in (UPDATES, params, wrapped):
        (one,) = load(lines)
        assert (one.format, said(one)) == ("acp-stream", ["assistant 1", "assistant 1", "tool 1"])
        assert errors(one) == []


def test_the_lost_end_of_a_call_of_acp_is_put_in_as_its_recorder_wrote_the_others() -> None:
    said: list[Line] = [{"sessionId": "s", "update": one} for one in UPDATES[:2]]
    said.append({"jsonrpc": "2.0", "id": 2, "result": {"stopReason": "end_turn"}})
    data = "\n".join(json.dumps({"at": AT, "what": one}) for one in said).encode()
    done = mend(crosswire.load(data), data, missing="mark").data.splitlines()
    assert (done[0], done[1], done[3]) == tuple(data.splitlines())
    assert json.loads(done[2])["what"]["update"]["status"] == "failed"


def test_another_answer_that_only_thinks_or_calls_tells_that_a_result_is_lost() -> None:
    thought = [{"type": "thinking", "thinking": "Next.", "signature": "s"}]
    for later in (thought, [{**READ, "id": "toolu_q2"}]):
        lines = [
            CLAUDE[0],
            {**CLAUDE[1], "uuid": "a", "message": {"id": "msg_1", "content": [READ]}},
            {**CLAUDE[1], "uuid": "b", "parentUuid": "a", "message": {"id": "msg_2", "content": later}},
            {**CLAUDE[1], "uuid": "c", "parentUuid": "b", "message": {"id": "msg_2", "content": "So."}},
        ]
        lost = [one for one in crosswire.diagnose(load(lines)[0]) if one.code == "CW201"]
        assert [one.address for one in lost] == ["1:/message/content/0"]


def test_a_short_session_of_which_a_line_was_cut_in_the_middle_is_mended_as_lines() -> None:
    rows = [json.dumps(line).encode() for line in CLAUDE]
    data = b"\n".join([rows[0], rows[1], rows[2][:70], rows[0]])
    (one,) = crosswire.load(data).conversations
    assert (one.format, said(one)) == ("claude-code", ["user 1", "assistant 1", "user 1"])
    done = mend(crosswire.load(data), data, missing="mark")
    kept = done.data.splitlines()
    assert done.is_own
    assert (kept[0], kept[1], kept[-1]) == (rows[0], rows[1], rows[0])


def _told_by_cursor(how: str, id: str, tool: str, **held: object) -> Line:
    return {"type": "tool_call", "subtype": how, "call_id": id, "tool_call": {f"{tool}ToolCall": held}}


def test_what_the_command_line_of_cursor_writes_has_calls_with_ids_and_results() -> None:
    lines: list[Line] = [
        {"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": "Go"}]}},
        _told_by_cursor("started", "tool_a", "read", args={"path": "a.txt"}),
        _told_by_cursor("started", "tool_b", "shell", args={}),
        _told_by_cursor("completed", "tool_b", "shell", args={}, result={"rejected": {"reason": "no"}}),
        {"type": "result", "subtype": "success", "result": "Done."},
    ]
    lines = [{**line, "session_id": "s"} for line in lines]
    (one,) = load(lines)
    assert one.format == "cursor-transcript"
    told = [(call.name, call.arguments.value) for call in one.calls()]
    assert told == [("read", {"path": "a.txt"}), ("shell", {})]
    assert [result.is_error for result in one.results()] == [True]
    assert errors(one) == ["CW201"]
    (again,) = load([*lines, lines[3]])
    assert len(list(again.results())) == 1
    data = "\n".join(map(json.dumps, lines)).encode()
    done = mend(crosswire.load(data), data, missing="mark")
    assert errors(crosswire.load(done.data).conversations[0]) == []
    assert set(data.splitlines()) < set(done.data.splitlines())


PI = {"type": "toolCall", "id": "call_q", "name": "ls", "arguments": {}}
GOOSE = {"type": "toolRequest", "id": "call_q", "toolCall": {"value": {"name": "ls"}}}
GIVEN = {"type": "toolResponse", "id": "call_q", "toolResult": {"status": "success", "value": []}}
TEXT = {"type": "text", "text": "a"}


@pytest.mark.parametrize(
    ("format", "call", "result"),
    [
        (
            "pi-session",
            {"role": "assistant", "content": [PI]},
            {"role": "toolResult", "toolCallId": "call_q", "content": [TEXT]},
        ),
        (
            "goose-session",
            {"role": "assistant", "created": 1, "content": [GOOSE]},
            {"role": "user", "created": 1, "content": [GIVEN]},
        ),
    ],
)
def test_the_stream_of_a_program_is_read_as_its_session(format: str, call: Line, result: Line) -> None:
    kind = "message_end" if format == "pi-session" else "message"
    words = {"role": "assistant", "created": 2, "content": [TEXT]}
    lines: list[Line] = [{"type": kind, "message": one} for one in (call, result, words)]
    lines.insert(1, {"type": "turn_start", "message": "said elsewhere"})
    (one,) = load(lines)
    assert (one.format, said(one)) == (format, ["assistant 1", "tool 1", "assistant 1"])
    assert errors(one) == []
    data = "\n".join(map(json.dumps, [*lines[:2], *lines[3:]])).encode()
    done = mend(crosswire.load(data), data, missing="mark")
    assert [json.loads(line)["type"] for line in done.data.splitlines()] == [kind, kind, "turn_start", kind]
