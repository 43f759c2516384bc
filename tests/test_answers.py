"""What is wrong, told by cause: the one that explains the others first, with its fix."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.address import Address
from crosswire.answers import answer, changed_lines, lines_at
from crosswire.answers.quoting import quoted
from crosswire.model import Conversation
from tests import histories

TOOL: Any = {"type": "function", "name": "look", "parameters": {"type": "object", "properties": {}}}


def responses(*items: Any) -> Conversation:
    asked: Any = {"role": "user", "content": "How warm is it?"}
    [read] = crosswire.parse({"model": "m", "tools": [TOOL], "input": [asked, *items]}, "openai-responses")
    return read


def called(number: int) -> Any:
    ids = {"id": f"fc_{number}", "call_id": f"call_{number}"}
    return {"type": "function_call", **ids, "name": "look", "arguments": "{}"}


def output(call_id: str) -> Any:
    return {"type": "function_call_output", "call_id": call_id, "output": "21"}


def chat(*messages: Any) -> Conversation:
    [read] = crosswire.parse({"model": "gpt-4o", "messages": [histories.user(), *messages]}, "openai-chat")
    return read


def test_one_wrong_id_is_one_cause_with_what_follows_from_it() -> None:
    told = answer(responses(called(1), output("fc_1")))
    [cause] = told.causes
    assert [finding.name for finding in cause.findings] == [
        "item-id-as-call-id",
        "unexpected-result",
        "unanswered-call",
    ]
    assert cause.says == "No tool call found for function call output with call_id fc_1."
    assert cause.is_fixed
    assert (told.logged.accepts, told.fixed.accepts) == (False, True)  # type: ignore[union-attr]


def test_wrong_ids_at_two_pairs_are_two_causes() -> None:
    told = answer(responses(called(1), called(2), output("fc_1"), output("fc_2")))
    assert [cause.lead.address for cause in told.causes] == ["0:/input/3/call_id", "0:/input/4/call_id"]


def test_each_slip_of_a_tool_is_a_cause_with_its_own_mend() -> None:
    fields = {
        "ids": {"type": "array"},
        "kind": {"type": "String"},
        "fruit": {"type": "apple"},
        "tags": {"type": "array"},
    }
    function = {"name": "get order", "parameters": {"type": "object", "properties": fields}}
    tool = {"type": "function", "function": function}
    body: Any = {"model": "gpt-4o", "messages": [histories.user()], "tools": [tool]}
    [read] = crosswire.parse(body, "openai-chat")
    at = "0:/tools/0/function/"
    told = {
        cause.lead.address.removeprefix(at): (cause.lead.name, [*map(_place, cause.changes)], cause.is_fixed)
        for cause in answer(read).causes
    }
    items, invalid = "tool-declaration-items", "tool-declaration-invalid"
    assert told == {
        "0:/tools/0": ("tool-name-pattern", ["name"], True),
        "parameters/properties/ids": (items, ["ids/items", "tags/items"], True),
        "parameters/properties/kind/type": (invalid, ["kind/type"], True),
        "parameters/properties/fruit/type": (invalid, [], False),
    }


def _place(change: crosswire.Change) -> str:
    return (change.source or "").removeprefix("0:/tools/0/function/").removeprefix("parameters/properties/")


def test_a_late_result_and_its_call_that_is_not_answered_in_time_are_one_cause() -> None:
    call = histories.calling(histories.call("call_1"))
    late = {"role": "tool", "tool_call_id": "call_1", "content": "21"}
    told = answer(chat(call, histories.user(), late))
    [cause] = told.causes
    assert {finding.name for finding in cause.findings} == {
        "late-result",
        "unexpected-result",
        "unanswered-call",
    }


def test_what_is_wrong_for_two_reasons_at_one_call_is_two_causes() -> None:
    parts = [{"functionCall": {"name": "look", "args": {}}}]
    results = [{"functionResponse": {"id": "x", "name": "look", "response": {"output": "21"}}}]
    body: Any = {
        "contents": [
            {"role": "user", "parts": [{"text": "How warm is it?"}]},
            {"role": "model", "parts": parts},
            {"role": "user", "parts": results},
        ]
    }
    told = answer(crosswire.parse(body, "gemini")[0])
    assert {cause.lead.name for cause in told.causes} == {"id-not-echoed", "thought-signature-missing"}


def test_a_sound_log_has_no_cause() -> None:
    told = answer(responses(called(1), output("call_1")))
    assert (told.causes, told.doubts, told.repaired.changes) == ([], [], [])
    assert told.logged is not None
    assert told.logged.accepts


def test_an_id_that_nobody_refuses_and_that_is_no_sound_one_is_a_doubt() -> None:
    call = histories.calling(histories.call("look", name="look"))
    result = {"role": "tool", "tool_call_id": "look", "content": "21"}
    told = answer(chat(call, result))
    assert told.causes == []
    assert [doubt.lead.name for doubt in told.doubts] == ["tool-name-as-id"]


def test_a_call_without_a_result_gives_a_choice_and_the_first_keeps_the_call() -> None:
    call = histories.calling(histories.call("call_1"))
    told = answer(chat(call, histories.user()))
    assert [(choice.missing, choice.accepts) for choice in told.choices] == [("mark", True), ("drop", True)]
    assert told.missing == "mark"
    assert [change.kind for change in told.causes[0].changes] == ["added"]
    dropped = answer(chat(call, histories.user()), missing="drop")
    assert {change.kind for change in dropped.causes[0].changes} == {"dropped"}


def test_of_several_calls_without_a_result_each_shows_what_is_added_for_it() -> None:
    turns = [(histories.calling(histories.call(id)), histories.user()) for id in ("call_1", "call_2")]
    told = answer(chat(*(message for turn in turns for message in turn)))
    added = [[change.after for change in cause.changes] for cause in told.causes]
    assert [[one["tool_call_id"] for one in changes] for changes in added] == [["call_1"], ["call_2"]]  # type: ignore[index,call-overload]


@pytest.mark.parametrize("id", ["t1", "t9"])
def test_the_move_of_a_message_is_part_of_what_mends_the_pair_in_it(id: str) -> None:
    messages: Any = [
        {"role": "user", "content": "Where?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "look", "input": {}}]},
        {"role": "user", "content": "Well?"},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "Here."}]},
    ]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": messages}
    [cause] = answer(crosswire.parse(body, "anthropic")[0]).causes
    assert [change.kind for change in cause.changes] == ["order"] if id == "t1" else ["id", "order"]


def test_where_nothing_certain_mends_it_steps_by_hand_are_told() -> None:
    broken = histories.calling(histories.call("call_1", arguments='{"a": tr'))
    told = answer(chat(broken, {"role": "tool", "tool_call_id": "call_1", "content": "21"}))
    [cause] = told.causes
    assert (cause.is_fixed, cause.lead.name) == (False, "arguments-not-json")
    assert cause.why_left
    assert len(cause.by_hand) >= 2


def test_ids_that_only_this_provider_refuses_are_fixed_too() -> None:
    long = "call_" + "x" * 100
    call = histories.calling(histories.call(long))
    told = answer(chat(call, {"role": "tool", "tool_call_id": long, "content": "21"}))
    assert told.fixed is not None
    assert told.fixed.accepts
    assert all(cause.is_fixed for cause in told.causes)


def test_a_provider_whose_rules_are_not_known_is_not_asked() -> None:
    [read] = crosswire.parse({"model": "m", "input": "Hi"}, "gemini-interactions")
    told = answer(read)
    assert (told.target, told.logged, told.fixed) == (None, None, None)


@pytest.mark.parametrize("indent", [None, 1])
def test_a_change_is_shown_in_its_line_of_the_upload(indent: int | None) -> None:
    body = {"model": "m", "tools": [TOOL], "input": [called(1), output("fc_1")]}
    data = json.dumps(body, indent=indent).encode()
    log = crosswire.load(data)
    told = answer(log.conversations[0])
    [shown] = changed_lines(log, data, told.causes[0].changes)
    assert shown.old is not None
    assert shown.new is not None
    assert (shown.old.changed, shown.new.changed) == ("fc_1", "call_1")
    assert shown.old.before.endswith('"call_id": "')
    number = next(n for n, line in enumerate(data.split(b"\n"), 1) if b'"call_id": "fc_1"' in line)
    assert shown.line == number


def test_what_is_taken_out_is_shown_as_old_alone() -> None:
    data = json.dumps(
        {"messages": [histories.user(), {"role": "tool", "tool_call_id": "gone", "content": "21"}]}
    ).encode()
    log = crosswire.load(data)
    told = answer(log.conversations[0])
    [shown] = changed_lines(log, data, told.causes[0].changes)
    assert shown.new is None
    assert shown.old is not None
    assert '"gone"' in shown.old.changed


def test_letters_of_any_length_in_a_line_are_cut_from_the_outside() -> None:
    filler = "é" * 500
    item = {"type": "function_call_output", "filler": filler, "call_id": "fc_1", "output": filler}
    data = json.dumps({"model": "m", "input": [called(1), item]}, ensure_ascii=False).encode()
    log = crosswire.load(data)
    [shown] = changed_lines(log, data, answer(log.conversations[0]).causes[0].changes)
    assert shown.old is not None
    assert shown.old.changed == "fc_1"
    assert len(shown.old.before) <= 60
    assert len(shown.old.after) <= 60


LONG = "call_" + "x" * 75
ASKED = {"role": "user", "content": "How warm?"}
ANTHROPIC = [
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_gone", "content": "21"}]},
    {"role": "assistant", "content": "21."},
]


@pytest.mark.parametrize(
    ("messages", "format", "says"),
    [
        (
            ANTHROPIC,
            "anthropic",
            "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_gone.",
        ),
        (
            [ASKED, histories.calling(histories.call(LONG)), histories.result(LONG)],
            "openai-chat",
            "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum "
            "length 64, but got a string with length 80 instead.",
        ),
        (
            [ASKED, {"type": "function_call_output", "output": "21"}],
            "openai-responses",
            "Missing required parameter: 'input[1].call_id'.",
        ),
        (
            [
                ASKED,
                histories.calling(histories.call("call_a"), histories.call("call_a", "sum")),
                histories.result("call_a"),
                histories.result("call_a"),
            ],
            "openai-chat",
            "Invalid parameter: Duplicate value for 'tool_call_id' of 'call_a', in messages[…] and "
            "messages[…].",
        ),
    ],
)
def test_the_words_of_a_provider_name_the_place_and_the_id(messages: Any, format: str, says: str) -> None:
    [read] = crosswire.parse(messages, format)
    assert answer(read).causes[0].says.startswith(says)


def test_words_without_a_place_keep_their_gaps() -> None:
    text = "messages.….content.….thinking.signature: Field required"
    assert quoted(text, None) == text
    assert quoted(text, None, Address("0:/messages/3/role")) == text.replace("…", "3", 1)
    assert quoted("Invalid '…': empty array.", None, Address("0:/messages/3")) == "Invalid '…': empty array."


def test_a_field_that_is_not_there_is_shown_at_what_should_have_it() -> None:
    data = json.dumps(
        {"model": "m", "input": [{"type": "function_call_output", "output": "21"}]}, indent=1
    ).encode()
    log = crosswire.load(data)
    [place] = lines_at(log, data, [Address("0:/input/0/call_id")])
    assert place is not None
    assert place[0] == 4
    assert place[1].changed.splitlines()[:2] == ["{", ' "type": "function_call_output",'], "less its indent"


def test_what_is_cut_at_either_end_says_so() -> None:
    body = {"model": "m", "input": [called(1), {**output("fc_1"), "before": "x" * 99, "id": "o" * 99}]}
    data = json.dumps(body).encode()
    log = crosswire.load(data)
    [shown] = changed_lines(log, data, answer(log.conversations[0]).causes[0].changes)
    assert shown.old is not None
    assert (shown.old.before[0], shown.old.after[-1]) == ("…", "…")


def test_a_result_without_an_id_in_a_log_without_its_call_has_steps_that_can_be_taken() -> None:
    items = [{"role": "user", "content": "Hi"}, {"type": "function_call_output", "output": "21"}]
    log = crosswire.load(json.dumps({"model": "gpt-4o", "input": items}).encode())
    (cause,) = answer(log.conversations[0]).causes
    assert cause.lead.name == "absent-id"
    assert any("the one without the other" in step for step in cause.by_hand)


def test_what_is_to_be_done_by_hand_is_about_what_the_fix_leaves() -> None:
    fields = {"name": {"type": "string", "pattern": r"^\p{L}*$"}, "tags": {"type": "array"}}
    schema = {"type": "object", "properties": fields}
    tool = {"type": "function", "function": {"name": "f", "parameters": schema}}
    body = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Go."}], "tools": [tool]}
    [conversation] = crosswire.load(json.dumps(body).encode()).conversations
    mended, left = crosswire.answer(conversation).causes
    assert (left.is_fixed, left.changes) == (False, [])
    assert [step for step in left.by_hand if "description" in step]
    assert (mended.is_fixed, [one.rule for one in mended.changes]) == (True, ["tool-declaration-items"])
