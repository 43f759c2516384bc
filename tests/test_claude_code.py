"""Claude Code's session log: lines, sub-agents, repeats, and what comes of them elsewhere."""

import json
from typing import Any

import crosswire
import pytest
from crosswire.address import resolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.claude_code_lines import Json, line, loaded, notes, only, result, use
from tests.coverage_check import unaccounted
from tests.sdk_types import check_anthropic
from tests.selection import for_each, tries

SESSION = [
    {"type": "summary", "summary": "Lists files", "leafUuid": "a3"},
    line("u1", None, "user", "List the files, twice."),
    line("a1", "u1", "assistant", [{"type": "text", "text": "Sure."}], id="msg_1"),
    line("a2", "a1", "assistant", [use("toolu_1")], id="msg_1"),
    line("a3", "a2", "assistant", [use("toolu_2")], id="msg_1"),
    line("u2", "a2", "user", [result("toolu_1")], toolUseResult={"stdout": "a.txt"}),
    line("u3", "a3", "user", [result("toolu_2")], toolUseResult="Error"),
    {"type": "progress", "uuid": "p1", "parentUuid": "u3", "sessionId": "s1", "data": {}},
    {"type": "progress", "uuid": "p2", "parentUuid": "p1", "sessionId": "s1", "data": {}},
    line("a4", "p2", "assistant", [{"type": "text", "text": "One file."}]),
]


def test_a_session_is_told_by_its_lines() -> None:
    log = loaded(SESSION)
    assert (log.format, log.detection.shape, log.detection.confidence) == ("claude-code", "session", 0.97)
    assert "message.content" in log.detection.reason


@for_each(
    "one",
    [
        {"timestamp": "t", "type": "response_item", "payload": {"type": "message", "content": []}},
        {"uuid": "u", "sessionId": "s", "type": "user", "message": {"role": "user", "parts": []}},
        {
            "type": "user",
            "uuid": "u",
            "session_id": "s",
            "parent_tool_use_id": None,
            "message": {"role": "user", "content": "hi"},
        },
        {"role": "user", "message": {"content": "hi"}},
        {"type": "message", "id": "1", "parentId": None, "message": {"role": "user", "content": "hi"}},
        {"type": ["user"], "uuid": {}, "message": []},
    ],
)
def test_lines_of_other_programs_are_not_taken(one: Json) -> None:
    assert crosswire.LOGS["claude-code"].recognise_documents([one, one]) is None


def test_each_line_is_a_message_with_its_own_address() -> None:
    conversation = only(SESSION)
    assert [m.role for m in conversation.messages] == [
        *("user", "assistant", "assistant", "assistant"),
        *("user", "user", "assistant"),
    ]
    assert conversation.messages[3].address == "4:/message"
    assert conversation.messages[3].timestamp == "2026-01-01T00:00:00.000Z"
    for _, part in conversation.parts():
        assert resolve(part.address, conversation.documents, json.loads) is part.raw


def test_lines_of_one_message_are_one_turn_and_their_results_are_found() -> None:
    conversation = only(SESSION)
    assert [m.group for m in conversation.messages][1:4] == ["msg_1"] * 3
    assert crosswire.pair(conversation).counts()["by_id"] == 2
    assert conversation.messages[4].extras == {"toolUseResult": {"stdout": "a.txt"}}


def test_an_array_of_the_lines_is_read_too() -> None:
    (conversation,) = crosswire.load(json.dumps(SESSION).encode()).conversations
    assert conversation.format == "claude-code"
    assert conversation.messages[0].address == "0:/1/message"


def test_what_is_no_message_is_counted_in_a_note() -> None:
    assert [note.message for note in only(SESSION).notes] == [
        "1 line of type `summary`: no message of the conversation.",
        "2 lines of type `progress`: no message of the conversation.",
    ]


@pytest.mark.parametrize(
    ("more", "title"),
    [
        ([], "Lists files"),
        ([{"type": "ai-title", "aiTitle": "Made"}], "Made"),
        ([{"type": "custom-title", "customTitle": "Mine"}, {"type": "ai-title", "aiTitle": "Made"}], "Mine"),
    ],
)
def test_the_title_is_the_users_or_the_programs(more: list[Json], title: str) -> None:
    assert only([*SESSION, *more]).title == title


def test_a_line_that_comes_again_is_read_once() -> None:
    copied = {**SESSION[1], "sessionId": "s2"}
    conversation = only([*SESSION, copied])
    assert len(conversation.messages) == 7
    assert notes(conversation)["repeated-line"].startswith("1 line repeats")


def test_lines_with_the_same_uuid_and_other_content_are_both_read() -> None:
    other = {**SESSION[1], "message": {"role": "user", "content": "Another."}}
    assert len(only([*SESSION, other]).messages) == 8


def test_sub_agents_are_conversations_of_their_own() -> None:
    side = {"isSidechain": True}
    sub = [
        line("x1", None, "user", "Look around.", **side),
        line("x2", "x1", "assistant", [use("toolu_9")], **side),
        line("y1", None, "user", "Look elsewhere.", agentId="b7", **side),
        line("x3", "x2", "user", [result("toolu_9")], **side),
        line("y2", "y1", "assistant", "Seen.", agentId="b7", **side),
    ]
    main, first, second = loaded([*sub, *SESSION]).conversations
    assert [len(c.messages) for c in (main, first, second)] == [7, 3, 2]
    assert [c.title for c in (main, first, second)] == [
        "Lists files",
        "Sub-agent: Look around.",
        "Sub-agent b7: Look elsewhere.",
    ]
    assert crosswire.pair(first).counts()["by_id"] == 1


def test_a_file_of_one_sub_agent_is_one_conversation() -> None:
    sub = [{**one, "isSidechain": True, "agentId": "b7"} for one in SESSION if "message" in one]
    assert len(only(sub).messages) == 7


def test_a_ring_of_parents_ends() -> None:
    ring = [
        line("x1", "x2", "user", "a", isSidechain=True),
        line("x2", "x1", "assistant", "b", isSidechain=True),
    ]
    assert len(only(ring).messages) == 2


def test_a_resumed_session_may_answer_calls_of_another_file() -> None:
    assert only(SESSION[5:]).calls_may_be_elsewhere
    assert not only(SESSION).calls_may_be_elsewhere


def test_a_parent_that_is_no_message_is_no_other_file() -> None:
    hook = {"type": "system", "uuid": "h1", "parentUuid": None, "sessionId": "s1"}
    assert not only([hook, line("u1", "h1", "user", "hi")]).calls_may_be_elsewhere


def test_calls_of_early_versions_are_lines_without_ids() -> None:
    bare = [
        line("u1", None, "user", "Read it."),
        {"type": "tool_use", "sessionId": "s1", "uuid": "t1", "name": "bash", "input": {"command": "ls"}},
        {"type": "tool_result", "sessionId": "s1", "uuid": "r1", "name": "bash", "output": "a.txt"},
    ]
    conversation = only(bare)
    assert crosswire.pair(conversation).counts()["by_position"] == 1
    rendering = crosswire.render(conversation, "anthropic")
    assert check_anthropic(rendering.payload) == []
    assert unaccounted(conversation, rendering) == {}


def test_lines_of_one_message_are_one_message_again_in_a_request() -> None:
    conversation = only(SESSION)
    rendering = crosswire.render(conversation, "anthropic")
    assert check_anthropic(rendering.payload) == []
    assert unaccounted(conversation, rendering) == {}
    assert rendering.payload["model"] == "claude-test"
    written = rendering.payload["messages"]
    assert [m["role"] for m in written] == ["user", "assistant", "user", "user", "assistant"]
    assert [block["type"] for block in written[1]["content"]] == ["text", "tool_use", "tool_use"]
    assert all(m.keys() == {"role", "content"} for m in written)
    said = {loss.what for loss in rendering.losses}
    assert {"toolUseResult", "sessionId", "cwd"} <= said


def test_ids_are_rewritten_in_joined_lines_too() -> None:
    conversation = only(SESSION)
    rendering = crosswire.render(conversation, "anthropic", ids="native")
    written = rendering.payload["messages"]
    called = [block["id"] for block in written[1]["content"][1:]]
    assert called == [written[2]["content"][0]["tool_use_id"], written[3]["content"][0]["tool_use_id"]]
    assert not {"toolu_1", "toolu_2"} & set(called)


@for_each("target", crosswire.FORMATS)
def test_what_a_line_says_beside_its_message_is_lost_with_its_true_place(target: str) -> None:
    lines = [
        line("1", None, "assistant", [use("toolu_1")]),
        line("2", "1", "user", [result("toolu_1")], toolUseResult={"stdout": "a.txt"}),
    ]
    conversation = only(lines)
    losses = crosswire.render(conversation, target).losses
    places = [loss.source for loss in losses if loss.what == "toolUseResult"]
    assert [resolve(place, conversation.documents, json.loads) for place in places if place] == [
        {"stdout": "a.txt"}
    ]


@for_each("target", crosswire.FORMATS)
def test_everything_is_accounted_for(target: str) -> None:
    conversation = only(SESSION)
    assert unaccounted(conversation, crosswire.render(conversation, target)) == {}


_ODD: st.SearchStrategy[Any] = st.sampled_from([None, True, 0, "", "x", [], {}, ["user"], {"a": []}, "u1"])


@settings(max_examples=tries(20, thorough=100), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 11), _ODD, st.booleans()), max_size=6))
def test_no_damage_to_lines_makes_reading_or_writing_fail(damage: list[tuple[int, int, Any, bool]]) -> None:
    lines: list[Json] = [dict(one) for one in SESSION]
    for row, column, odd, inside in damage:
        one = lines[row]
        key = list(one)[column % len(one)]
        if inside and isinstance(one[key], dict) and one[key]:
            one[key] = {**one[key], list(one[key])[column % len(one[key])]: odd}
        else:
            one[key] = odd
    for builder in crosswire.LOGS["claude-code"].read_documents([*lines, 7, None]):
        conversation = builder.finish(container="jsonl", shape="session", documents=lines)
        for target in crosswire.FORMATS:
            crosswire.render(conversation, target)


def test_a_message_that_grows_from_line_to_line_is_read_once() -> None:
    def grown(uuid: str, parent: str, text: str, **given: str) -> Json:
        call = {"type": "tool_use", "id": "toolu_1", "name": "Agent", "input": given}
        return line(uuid, parent, "assistant", [{"type": "text", "text": text}, call], id="m")

    lines = [
        SESSION[1],
        grown("g1", "u1", "Work", description="insp"),
        grown("g2", "g1", "Working", description="inspect", prompt="Look"),
        grown("g3", "g2", "Working on it", description="inspect it", prompt="Look around."),
    ]
    log = loaded([*lines, line("r1", "g3", "user", [result("toolu_1")])])
    (conversation,) = log.conversations
    assert [call.address for call in conversation.calls()] == ["3:/message/content/1"]
    assert notes(conversation)["grown-line"].startswith("2 lines hold")
    assert log.coverage.unread_characters == 0


@for_each("more", [{}, {"input": {"command": "cat"}}])
def test_a_call_that_stands_there_twice_is_two(more: Json) -> None:
    calls = [use("toolu_1"), {**use("toolu_1"), **more}]
    lines = [line(f"a{n}", None, "assistant", [call], id="m") for n, call in enumerate(calls)]
    assert len(list(only(lines).calls())) == 2


# Attachments


def attachment(uuid: str, parent: str, kind: str, **held: Any) -> Json:
    one = line(uuid, parent, "attachment", None, attachment={"type": kind, **held})
    del one["message"]
    return one


QUEUED = attachment("t1", "u3", "queued_command", prompt="And the hidden ones.", commandMode="prompt")


@for_each(
    ("one", "texts"),
    [
        (QUEUED, ["And the hidden ones."]),
        (
            attachment("t1", "u3", "hook_additional_context", content=["Be brief.", "Be kind."]),
            ["Be brief.", "Be kind."],
        ),
        (
            attachment(
                "t1", "u3", "file", content={"type": "text", "file": {"content": "x = 1"}}, filename="a.py"
            ),
            ["x = 1"],
        ),
        (attachment("t1", "u3", "total_tokens_reminder", text="Few are left."), ["Few are left."]),
    ],
)
def test_the_text_of_an_attachment_is_the_users(one: Json, texts: list[str]) -> None:
    conversation = only([*SESSION[:-1], one, SESSION[-1]])
    message = conversation.messages[-2]
    assert (message.role, [part.text for part in message.parts]) == ("user", texts)
    for part in message.parts:
        assert resolve(part.address, conversation.documents, json.loads) == part.text
    assert "1 attachment was read" in notes(conversation)["attachment"]
    assert conversation.unread == []


def test_an_attachment_before_the_results_stands_behind_them() -> None:
    early = attachment("t1", "a2", "hook_additional_context", content="Be brief.")
    conversation = only([*SESSION[:5], early, *SESSION[5:]])
    roles = [(message.role, message.address.partition(":")[0]) for message in conversation.messages]
    assert roles[-4:] == [("user", "6"), ("user", "7"), ("user", "5"), ("assistant", "10")]
    verdict = crosswire.verdicts(conversation, ["anthropic"])["anthropic"]
    assert [finding.name for finding in verdict.findings if finding.severity == "error"] == []
    assert not unaccounted(conversation, crosswire.render(conversation, "anthropic"))


def test_an_attachment_stands_before_what_the_user_says_instead_of_a_result() -> None:
    stopped = [SESSION[1], SESSION[3], attachment("t1", "a2", "total_tokens_reminder", text="Few are left.")]
    conversation = only([*stopped, line("u4", "t1", "user", "Stop.")])
    texts = [part.text for message in conversation.messages[2:] for part in message.parts]
    assert texts == ["Few are left.", "Stop."]


@for_each(
    "one",
    [
        attachment(
            "t1", "u3", "hook_success", content="", stdout="It went well today.", command="run all hooks"
        ),
        attachment("t1", "u3", "hook_non_blocking_error", stderr="No such file here."),
        attachment("t1", "u3", "command_permissions", allowedTools=["Bash(git add:*) and more"]),
    ],
)
def test_an_attachment_of_which_nothing_is_sent_is_bookkeeping(one: Json) -> None:
    conversation = only([*SESSION, one])
    assert len(conversation.messages) == len(only(SESSION).messages)
    assert conversation.unread == []


@for_each(
    "one",
    [
        attachment("t1", "u3", "task_reminder", content=[{"subject": "Look at all the files."}]),
        attachment("t1", "u3", "queued_command", prompt=[{"type": "text", "text": "And the hidden ones."}]),
        attachment("t1", "u3", "never_heard_of", text="It may be said to the model."),
    ],
)
def test_any_other_attachment_with_words_is_not_read(one: Json) -> None:
    conversation = only([*SESSION, one])
    assert [note.code for note in conversation.unread] == ["unread-content"]
    assert len(conversation.messages) == len(only(SESSION).messages)


def test_a_message_without_a_role_is_said_by_whom_its_line_says() -> None:
    lines = [line("u1", None, "user", "Look."), line("a1", "u1", "assistant", [use("toolu_1")])]
    for one in lines:
        del one["message"]["role"]
    conversation = only(lines)
    assert [message.role for message in conversation.messages] == ["user", "assistant"]
    assert [found.name for found in crosswire.diagnose(conversation)] == ["pending-call"]
    payload: Any = crosswire.render(conversation, "anthropic").payload
    assert [message["role"] for message in payload["messages"]] == ["user", "assistant"]
