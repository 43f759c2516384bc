"""Repair: each kind of change, what is left, and that nothing else is touched."""

import copy
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import crosswire
import pytest
from crosswire.address import Address, resolve
from crosswire.containers import json_document
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.repairs import Change, Missing, Repaired, plain_repair, repair_all, steps
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.repairs.layouts import LAYOUTS, NOT_RECORDED
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import histories
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.measured import within
from tests.samples import MESSAGES, REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each, tries
from tests.strategies import BODIES, mutated

Json = dict[str, Any]
CHOICES: tuple[Missing, ...] = ("leave", "drop", "mark")


def repair(conversation: Conversation, **choices: Any) -> Repaired:
    """The repair that asks no provider, or the one for a target."""
    of_which = crosswire.repair if choices.get("target") else plain_repair
    return of_which(conversation, **choices)


def kinds(repaired: Repaired) -> list[tuple[str, str]]:
    return [(change.kind, change.rule) for change in repaired.changes]


PLAIN_TYPES = {
    bool,
    dict,
    float,
    int,
    json_document.ExactNumber,
    json_document.ObjectWithEqualKeys,
    list,
    str,
    type(None),
}


def all_in(value: Any) -> Iterator[Any]:
    """A JSON value, and all that is in it."""
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in inner:
        yield from all_in(item)


def left(repaired: Repaired) -> list[str]:
    return [one.finding.name for one in repaired.remaining]


def ids(conversation: Conversation) -> list[str | None]:
    return [
        part.call_id.value
        for _, part in conversation.parts()
        if isinstance(part, (ToolCallPart, ToolResultPart))
    ]


def tool_use(id: str, name: str = "add", **more: Any) -> Json:
    return {"type": "tool_use", "id": id, "name": name, "input": {"a": 7}, **more}


def tool_result(id: str, text: str = "15") -> Json:
    return {"type": "tool_result", "tool_use_id": id, "content": text}


def blocks(role: str, *inside: Json) -> Json:
    return {"role": role, "content": list(inside)}


def text(said: str) -> Json:
    return {"type": "text", "text": said}


# Ids


def test_a_result_takes_over_the_id_of_the_only_open_call() -> None:
    repaired = repair(histories.chat(user(), calling(call("call_a")), result("call_zz"), said()))
    (change,) = repaired.changes
    assert (change.rule, change.kind, change.before, change.after) == (
        "mismatched-id",
        "id",
        "call_zz",
        "call_a",
    )
    assert change.source == change.target == "0:/2/tool_call_id"
    assert change.certain
    assert not repaired.remaining


def test_results_that_only_their_order_could_tell_apart_are_left_and_said() -> None:
    conversation = histories.chat(
        user(), calling(call("call_a"), call("call_b")), result("x1"), result("x2"), said()
    )
    repaired = repair(conversation)
    assert repaired.conversation is conversation
    assert "mismatched-id" in left(repaired)
    assert "order" in next(one.why for one in repaired.remaining if one.finding.name == "mismatched-id")


def test_names_and_order_tell_results_apart() -> None:
    conversation = histories.chat(
        user(),
        calling(call("call_a", "add"), call("call_b", "sub")),
        result("x1", name="sub"),
        result("x2", name="add"),
        said(),
    )
    assert ids(repair(conversation).conversation) == ["call_a", "call_b", "call_b", "call_a"]


def test_an_id_that_was_cut_at_the_call_is_restored_from_the_result() -> None:
    whole = "call_" + "x" * 50
    conversation = histories.chat(user(), calling(call(whole[:40])), result(whole), said())
    assert ids(repair(conversation).conversation) == [whole, whole]


def test_an_id_that_was_cut_at_the_result_is_restored_from_the_call() -> None:
    whole = "call_" + "x" * 50
    conversation = histories.chat(user(), calling(call(whole)), result(whole[:40]), said())
    assert ids(repair(conversation).conversation) == [whole, whole]


def test_ids_that_are_the_same_once_they_are_cut_are_left() -> None:
    long = ["codex_mcp__files__exec-" + str(n) * 40 + "x" for n in (1, 1)]
    asked = [f"{value}{n}" for n, value in enumerate(long)]
    conversation = histories.chat(
        user(), calling(*map(call, asked)), result(asked[0][:40]), result(asked[1][:40]), said()
    )
    repaired = repair(conversation)
    assert not repaired.changes
    assert "mismatched-id" in left(repaired)


def test_a_look_alike_is_replaced_by_the_id_that_it_looks_like() -> None:
    conversation = histories.chat(user(), calling(call("call_Abc1")), result("call_аbc1"), said())
    assert ids(repair(conversation).conversation) == ["call_Abc1", "call_Abc1"]


def test_the_id_of_an_item_is_replaced_by_its_call_id() -> None:
    conversation = histories.responses(
        user(), function_call("call_a", id="fc_1"), function_output("fc_1"), said()
    )
    repaired = repair(conversation)
    assert ids(repaired.conversation) == ["call_a", "call_a"]
    assert kinds(repaired) == [("id", "item-id-as-call-id")]


def test_glued_ids_are_taken_apart_at_both_ends() -> None:
    glued = "call_aB3dE6gH9jK2mN5p|fc_0a1b2c3d4e5f60718293"
    repaired = repair(histories.chat(user(), calling(call(glued)), result(glued), said()))
    assert ids(repaired.conversation) == ["call_aB3dE6gH9jK2mN5p"] * 2
    assert kinds(repaired) == [("split", "composite-id")] * 2


@for_each(("asked", "given"), [("", ""), (None, None), ("null", "null"), ("add", "add")])
def test_what_is_no_id_gives_way_to_a_made_one_at_both_ends(asked: str | None, given: str | None) -> None:
    repaired = repair(histories.chat(user(), calling(call(asked)), result(given), said()))
    made, again = ids(repaired.conversation)
    assert made == again
    assert made is not None
    assert made.startswith("cw_")
    assert [change.how for change in repaired.id_map] == [
        "made" if not asked else "rewritten",
        "made" if not given else "rewritten",
    ]


def test_the_text_of_a_result_as_its_id_gives_way_to_the_likely_calls_id() -> None:
    text = "It rains in Paris and will not stop."
    conversation = histories.chat(user(), calling(call("call_a1b2c3d4")), result(text, text), said())
    assert ids(repair(conversation).conversation) == ["call_a1b2c3d4"] * 2


def test_an_id_that_a_program_made_for_its_call_is_given_back_to_the_result() -> None:
    one, two, lost = (f"adk-{n}b2c4d5e-0f1a-4b2c-8d3e-4f5a6b7c8d9e" for n in (1, 2, 3))
    calls = [{"functionCall": {"id": id, "name": "tide", "args": {}}} for id in (one, two)]
    given = [{"functionResponse": {"id": id, "name": "tide", "response": {}}} for id in (one, lost)]
    said = (("user", "user", [{"text": "Which?"}]), ("sea", "model", calls), ("sea", "user", given))
    events = [
        {"author": author, "invocationId": "e-1", "content": {"role": role, "parts": parts}}
        for author, role, parts in said
    ]
    (conversation,) = crosswire.load(json.dumps({"id": "s", "events": events}).encode()).conversations
    (change,) = crosswire.repair(conversation).changes
    assert (conversation.format, change.rule, change.after) == ("adk", "fabricated-id", two)


def test_an_absent_id_is_taken_over_from_the_other_end() -> None:
    conversation = histories.chat(user(), calling(call("call_a")), result(None), said())
    repaired = repair(conversation)
    assert ids(repaired.conversation) == ["call_a", "call_a"]
    assert [change.how for change in repaired.id_map] == ["from its call"]


def test_the_name_of_a_response_is_restored_where_its_text_stands_in_its_place() -> None:
    conversation = histories.gemini(
        {"role": "user", "parts": [{"text": "Add."}]},
        histories.model({"name": "add", "id": "a1"}),
        histories.answers(
            {"name": "the sum is 15, no more", "id": "a1", "response": {"output": "the sum is 15, no more"}}
        ),
    )
    repaired = repair(conversation)
    assert kinds(repaired) == [("name", "result-text-as-tool-name")]
    assert [part.name for part in repaired.conversation.results()] == ["add"]


def test_made_ids_are_the_same_every_time_and_differ_by_upload() -> None:
    one = [user(), calling(call("")), result(""), said()]
    first, second = (ids(repair(histories.chat(*one)).conversation) for _ in range(2))
    assert first == second
    assert first != ids(repair(histories.chat(*one, user())).conversation)


# Uniqueness


def test_calls_of_one_turn_with_one_id_get_one_each_with_their_results() -> None:
    repaired = repair(
        histories.chat(
            user(), calling(call("a_1"), call("a_1", "sub")), result("a_1", "x"), result("a_1", "y"), said()
        )
    )
    first, second, to_first, to_second = ids(repaired.conversation)
    assert first == to_first == "a_1"
    assert second == to_second != "a_1"
    assert not any(change.certain for change in repaired.changes), "only the order told"


def test_ids_reused_later_are_renamed_and_the_first_keeps_its_own() -> None:
    turn = [calling(call("call_0")), result("call_0"), said()]
    repaired = repair(histories.chat(user(), *turn, user(), *turn, user(), *turn))
    found = ids(repaired.conversation)
    assert found[:2] == ["call_0", "call_0"]
    assert found[2] == found[3] != "call_0"
    assert len(set(found)) == 3
    assert len(repaired.id_map) == 4


def test_a_tie_to_a_renamed_call_is_renamed_with_it() -> None:
    glued = "toolu_01A|fc_0a1b2c3d4e5f60718293"
    inner = {**tool_use("toolu_02"), "caller": {"type": "code_execution_20250825", "tool_id": glued}}
    repaired = repair(
        histories.anthropic(
            user(),
            blocks("assistant", tool_use(glued), inner),
            blocks("user", tool_result(glued), tool_result("toolu_02")),
        )
    )
    (edge,) = next(part.edges for part in repaired.conversation.calls() if part.edges)
    assert edge.value == "toolu_01A"


def test_a_result_that_came_twice_word_for_word_goes_and_one_that_differs_stays() -> None:
    turn = [user(), calling(call("call_a")), result("call_a", "15")]
    repaired = repair(histories.chat(*turn, result("call_a", "15"), said()))
    assert kinds(repaired) == [("dropped", "duplicate-result")]
    assert repaired.changes[0].before == result("call_a", "15")
    unsure = repair(histories.chat(*turn, result("call_a", "16"), said()))
    assert not unsure.changes
    assert left(unsure) == ["duplicate-result"]


def test_a_call_id_in_an_item_id_is_taken_away() -> None:
    repaired = repair(
        histories.responses(user(), function_call("call_a", id="call_a"), function_output("call_a"), said())
    )
    assert kinds(repaired) == [("id", "call-id-as-item-id")]
    assert "id" not in repaired.payload["input"][1]  # type: ignore[index, call-overload, operator]


def item(id: str, text: str = "Let me look.") -> Json:
    """A message of the model, as an item of the Responses API."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": id, "role": "assistant", "status": "completed", "content": content}


@pytest.mark.parametrize(
    "copied",
    [item("msg_68a1"), {"type": "reasoning", "id": "rs_68a1", "summary": []}],
    ids=lambda i: i["type"],
)
def test_an_item_that_comes_twice_word_for_word_is_sent_once(copied: Json) -> None:
    repaired = repair(histories.responses(user(), copied, user(), copied, user()))
    assert kinds(repaired) == [("dropped", "duplicate-item-id")]
    assert repaired.payload["input"] == [user(), copied, user(), user()]  # type: ignore[index, call-overload]
    assert not repaired.remaining
    reference = {"type": "item_reference", "id": copied["id"]}
    assert kinds(repair(histories.responses(user(), copied, reference))) == kinds(repaired)


def test_items_of_one_id_that_differ_are_left_and_said() -> None:
    repaired = repair(histories.responses(user(), item("msg_68a1"), item("msg_68a1", "Other."), user()))
    assert not repaired.changes
    (one,) = repaired.remaining
    assert (one.finding.name, one.source) == ("duplicate-item-id", "0:/input/2/id")
    assert "not the same" in one.why


def test_an_item_whose_type_is_no_word_is_left_alone() -> None:
    odd = {"type": [], "id": "mcpl_1"}
    listed = {"type": "mcp_list_tools", "id": "mcpl_1", "server_label": "s", "tools": []}
    assert not repair(histories.responses(user(), listed, odd)).changes


# Ids that the target refuses


KIMI = "functions.get_weather:0"
REFUSED = {
    "anthropic": (
        "id-charset",
        histories.anthropic(
            user(), blocks("assistant", tool_use(KIMI)), blocks("user", tool_result(KIMI)), user()
        ),
    ),
    "openai-chat": (
        "id-too-long",
        histories.chat(user(), calling(call("call_" + "x" * 70)), result("call_" + "x" * 70), user()),
    ),
    "mistral": (
        "nine-characters",
        histories.only([user(), calling(call("call_a1")), result("call_a1", name="add")], "mistral"),
    ),
}


@pytest.mark.parametrize("format", REFUSED)
def test_an_id_that_the_logs_own_format_refuses_is_rewritten_when_that_is_the_target(format: str) -> None:
    rule, conversation = REFUSED[format]
    assert not repair(conversation).changes, "it ties, and nobody asked for a target"
    repaired = repair(conversation, target=format)
    assert kinds(repaired) == [("id", rule)] * 2
    of_call, of_result = ids(repaired.conversation)
    assert of_call == of_result
    assert {(one.logged, one.how) for one in repaired.id_map} == {(ids(conversation)[0], "rewritten")}
    assert {one.target: one.written for one in repaired.id_map} == {
        part.call_id.address: of_call
        for part in (*repaired.conversation.calls(), *repaired.conversation.results())
    }
    assert not [one for one in repaired.remaining if one.finding.name == rule]
    assert not repair(repaired.conversation, target=format).changes


_BAD = "my tool"
_FUNCTION = {"name": _BAD, "parameters": {"type": "object", "properties": {}}}
NAMED: dict[str, Json] = {
    "openai-chat": {
        "model": "gpt-5",
        "messages": [user(), calling(call("call_a", _BAD)), result("call_a"), user()],
        "tools": [{"type": "function", "function": _FUNCTION}],
        "tool_choice": {
            "type": "allowed_tools",
            "allowed_tools": {"mode": "auto", "tools": [{"type": "function", "function": {"name": _BAD}}]},
        },
    },
    "openai-responses": {
        "model": "gpt-5",
        "input": [user(), function_call("call_a", _BAD), function_output("call_a"), user()],
        "tools": [{"type": "function", **_FUNCTION}],
        "tool_choice": {"type": "function", "name": _BAD},
    },
    "anthropic": {
        "model": "claude-sonnet-4-5",
        "max_tokens": 1,
        "messages": [
            user(),
            blocks("assistant", tool_use("toolu_1", _BAD)),
            blocks("user", tool_result("toolu_1")),
        ],
        "tools": [{"name": _BAD, "input_schema": {"type": "object"}}],
        "tool_choice": {"type": "tool", "name": _BAD},
    },
    "gemini": {
        "contents": [
            {"role": "user", "parts": [{"text": "go"}]},
            {"role": "model", "parts": [{"functionCall": {"name": _BAD, "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": _BAD, "response": {"output": "x"}}}]},
        ],
        "tools": [{"functionDeclarations": [_FUNCTION]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [_BAD]}},
    },
    "bedrock": {
        "modelId": "m",
        "messages": [
            {"role": "user", "content": [{"text": "go"}]},
            {
                "role": "assistant",
                "content": [{"toolUse": {"toolUseId": "a", "name": _BAD, "input": {}}}],
            },
            {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "x"}]}}]},
        ],
        "toolConfig": {
            "tools": [{"toolSpec": {"name": _BAD, "inputSchema": {"json": {"type": "object"}}}}],
            "toolChoice": {"tool": {"name": _BAD}},
        },
    },
    "mistral": {
        "model": "mistral-large-latest",
        "messages": [
            user(),
            calling(call("abcdefghi", _BAD)),
            result("abcdefghi", name=_BAD),
            user(),
        ],
        "tools": [{"type": "function", "function": _FUNCTION}],
        "tool_choice": {"type": "function", "function": {"name": _BAD}},
    },
}


@for_each("format", NAMED)
def test_a_name_that_the_logs_own_format_refuses_is_rewritten_wherever_it_stands(format: str) -> None:
    conversation = histories.only(NAMED[format], format)
    assert not repair(conversation).changes, "nobody asked for a target"
    repaired = repair(conversation, target=format)
    assert {(change.kind, change.rule) for change in repaired.changes} == {("name", "tool-name-pattern")}
    assert f'"{_BAD}"' not in json.dumps(repaired.payload)
    assert repaired.payload == crosswire.render(conversation, format).payload
    assert {change.before for change in repaired.changes} == {_BAD}
    (written,) = {change.after for change in repaired.changes}
    assert len(repaired.changes) == json.dumps(NAMED[format]).count(f'"{_BAD}"')
    places = [change.target for change in repaired.changes if change.target is not None]
    assert [resolve(at, repaired.documents, json.loads) for at in places] == [written] * len(repaired.changes)
    assert "tool-name-pattern" not in left(repaired)
    assert not repair(repaired.conversation, target=format).changes


def test_a_name_is_rewritten_only_where_that_was_asked_for() -> None:
    conversation = histories.only(NAMED["openai-chat"], "openai-chat")
    asked = {True: ["tool-name-pattern"], False: ["id-too-long"]}
    for wanted, only in asked.items():
        assert bool(repair(conversation, target="openai-chat", only=only).changes) == wanted
    declared = repair(conversation, target="openai-chat", only=["0:/tools/0"])
    assert len(declared.changes) == 3, "one change holds for all that name the tool"


def test_what_the_target_would_still_refuse_is_left_with_its_reason() -> None:
    conversation = histories.chat(user(), calling(call("call_a", "")), result("call_a"), user())
    repaired = repair(conversation, target="openai-chat")
    (one,) = repaired.remaining
    assert (one.finding.name, one.source) == ("tool-name-pattern", "0:/1/tool_calls/0")
    assert "program's own" in one.why
    assert one.record()["kind"] == "refusal"
    assert not left(repair(conversation))
    of_bedrock = {one.finding.name: one.why for one in repair(conversation, target="bedrock").remaining}
    assert "makes none up" in of_bedrock["no-tools-declared"]


def test_the_id_map_of_another_format_leads_from_the_log_to_the_payload() -> None:
    conversation = histories.chat(user(), calling(call("call_a.b")), result("call_x"), said())
    repaired = repair(conversation, target="mistral")
    (written,) = set(ids(repaired.conversation))
    assert [(one.source, one.logged, one.written) for one in repaired.id_map] == [
        ("0:/1/tool_calls/0/id", "call_a.b", written),
        ("0:/2/tool_call_id", "call_x", written),
    ]


# Order


def test_a_result_before_its_call_is_moved_behind_it() -> None:
    repaired = repair(histories.chat(user(), result("call_a"), calling(call("call_a")), said()))
    assert [message.role for message in repaired.conversation.messages] == [
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    (change,) = repaired.changes
    assert (change.kind, change.source, change.target) == ("order", "0:/1", "0:/2")


def test_a_late_result_is_moved_before_what_the_user_said_meanwhile() -> None:
    repaired = repair(
        histories.chat(user(), calling(call("call_a")), user("Well?"), result("call_a"), said())
    )
    assert kinds(repaired) == [("order", "late-result")]
    assert [message.role for message in repaired.conversation.messages][2:4] == ["tool", "user"]


def test_a_late_block_gets_a_message_of_its_own_behind_its_call() -> None:
    repaired = repair(
        histories.anthropic(
            user(),
            blocks("assistant", tool_use("toolu_1")),
            user("Well?"),
            blocks("user", tool_result("toolu_1"), text("There.")),
        )
    )
    assert repaired.payload["messages"][2:] == [  # type: ignore[index, call-overload]
        blocks("user", tool_result("toolu_1")),
        user("Well?"),
        blocks("user", text("There.")),
    ]
    assert ("order", "late-result") in kinds(repaired)


def test_a_late_block_is_called_late_also_where_it_joins_another() -> None:
    repaired = repair(
        histories.anthropic(
            user(),
            blocks("assistant", tool_use("toolu_1"), tool_use("toolu_2")),
            blocks("user", tool_result("toolu_1")),
            said(),
            blocks("user", tool_result("toolu_2"), text("There.")),
        )
    )
    assert kinds(repaired) == [("order", "late-result")]


def test_split_results_are_joined_and_the_emptied_message_goes() -> None:
    repaired = repair(
        histories.anthropic(
            user(),
            blocks("assistant", tool_use("toolu_1"), tool_use("toolu_2")),
            blocks("user", tool_result("toolu_1")),
            blocks("user", tool_result("toolu_2")),
        )
    )
    assert kinds(repaired) == [("group", "split-results"), ("dropped", "split-results")]
    assert repaired.payload["messages"][2:] == [  # type: ignore[index, call-overload]
        blocks("user", tool_result("toolu_1"), tool_result("toolu_2"))
    ]


def test_text_before_a_result_is_moved_behind_it() -> None:
    repaired = repair(
        histories.anthropic(
            user(),
            blocks("assistant", tool_use("toolu_1")),
            blocks("user", text("First."), tool_result("toolu_1"), text("Last.")),
        )
    )
    assert kinds(repaired) == [("order", "text-before-result")]
    assert repaired.payload["messages"][2] == blocks(  # type: ignore[index, call-overload]
        "user", tool_result("toolu_1"), text("First."), text("Last.")
    )


@pytest.mark.parametrize("twice", ["a", None, 7])
def test_equal_elements_that_are_no_objects_are_moved_one_by_one(twice: Any) -> None:
    asked, answer = blocks("assistant", tool_use("toolu_1")), tool_result("toolu_1")
    conversation = histories.anthropic(user(), asked, {"role": "user", "content": [twice, answer, twice]})
    repaired = repair(conversation)
    assert repaired.payload["messages"][2]["content"] == [answer, twice, twice]
    (change,) = repaired.changes
    assert (change.source, change.target) == ("0:/messages/2/content/0", "0:/messages/2/content/1")


def test_a_message_that_is_split_keeps_elements_that_equal_later_ones() -> None:
    inside = ["a", tool_use("toolu_1"), tool_result("toolu_1"), "a"]
    repaired = repair(histories.anthropic(user(), {"role": "assistant", "content": inside}))
    contents = [message["content"] for message in repaired.payload["messages"][1:]]
    assert contents == [["a", tool_use("toolu_1")], [tool_result("toolu_1")], ["a"]]


def test_what_leaves_a_repair_is_in_plain_containers() -> None:
    odd = b'{"a": 1, "a": 2, "n": 1e400, "l": [[]]}'
    call = blocks("assistant", tool_use("toolu_1") | {"input": json_document.read(odd)})
    answer = {"role": "user", "content": [text("first"), tool_result("toolu_1")]}
    body = {"model": "claude-sonnet-4-5", "max_tokens": 1, "messages": [user(), call, answer]}
    [conversation] = crosswire.load(json_document.write(body), format="anthropic").conversations
    repaired = repair(conversation)
    kept = repaired.payload["messages"][1]["content"][0]["input"]
    assert json_document.write(kept) == json_document.write(json_document.read(odd))
    values = [repaired.payload, *(value for one in repaired.changes for value in (one.before, one.after))]
    assert {type(value) for value in all_in(values)} <= PLAIN_TYPES


def test_a_result_in_a_message_of_the_model_splits_it_in_the_order_of_what_was_said() -> None:
    repaired = repair(
        histories.anthropic(
            user(), blocks("assistant", tool_use("toolu_1"), tool_result("toolu_1"), text("Fifteen."))
        )
    )
    assert repaired.payload["messages"][1:] == [  # type: ignore[index, call-overload]
        blocks("assistant", tool_use("toolu_1")),
        blocks("user", tool_result("toolu_1")),
        blocks("assistant", text("Fifteen.")),
    ]


# Arguments


@pytest.mark.parametrize("times", [1, 2])
def test_arguments_that_were_encoded_too_often_are_decoded(times: int) -> None:
    text = '{"a": [1, "x"]}'
    for _ in range(times):
        text = json.dumps(text)
    repaired = repair(histories.chat(user(), calling(call("call_a", arguments=text)), result("call_a")))
    assert kinds(repaired) == [("arguments", "arguments-double-encoded")]
    (part,) = repaired.conversation.calls()
    assert part.arguments.value == {"a": [1, "x"]}


def test_json_text_becomes_an_object_where_one_is_wanted_and_the_other_way_round() -> None:
    of_anthropic = histories.anthropic(
        user(),
        blocks("assistant", tool_use("toolu_1", input='{"a": 7}')),
        blocks("user", tool_result("toolu_1")),
    )
    assert next(repair(of_anthropic).conversation.calls()).raw == tool_use("toolu_1")
    of_chat = histories.chat(user(), calling(call("call_a", arguments={"a": 7})), result("call_a"))  # type: ignore[arg-type]
    assert next(repair(of_chat).conversation.calls()).arguments.text == '{"a":7}'


def test_arguments_whose_meaning_is_lost_stay() -> None:
    for broken in ('{"a": ', "[1]", "7"):
        repaired = repair(histories.chat(user(), calling(call("call_a", arguments=broken)), result("call_a")))
        assert not repaired.changes
        assert repaired.remaining


# What is missing

BROKEN: dict[str, Conversation] = {
    "openai-chat": histories.chat(user(), calling(call("c1"), call("c2")), result("c1"), user()),
    "openai-responses": histories.responses(
        user(), function_call("c1"), function_call("c2"), function_output("c1"), user()
    ),
    "anthropic": histories.anthropic(
        user(), blocks("assistant", tool_use("c1"), tool_use("c2")), blocks("user", tool_result("c1")), said()
    ),
    "gemini": histories.gemini(
        {"role": "user", "parts": [{"text": "Add."}]},
        histories.model({"name": "add", "id": "c1"}, {"name": "sub", "id": "c2"}),
        histories.answers({"name": "add", "id": "c1"}),
    ),
}


@for_each("format", BROKEN)
def test_a_missing_result_is_left_unless_a_choice_is_made(format: str) -> None:
    repaired = repair(BROKEN[format])
    assert not repaired.changes
    assert left(repaired) == ["missing-result"]
    assert "choice" in repaired.remaining[0].why


@for_each("format", BROKEN)
def test_a_call_without_a_result_can_be_dropped(format: str) -> None:
    repaired = repair(BROKEN[format], missing="drop")
    assert kinds(repaired) == [("dropped", "missing-result")]
    assert ids(repaired.conversation) == ["c1", "c1"]
    assert not repaired.remaining


@for_each("format", BROKEN)
def test_a_result_that_says_that_none_was_recorded_can_be_added(format: str) -> None:
    repaired = repair(BROKEN[format], missing="mark")
    (change,) = repaired.changes
    assert (change.kind, change.source) == ("added", None)
    assert NOT_RECORDED in json.dumps(change.after)
    assert not repaired.remaining
    added = next(part for part in repaired.conversation.results() if part.call_id.value == "c2")
    assert added.key not in repaired.origins
    assert added.is_error is (format in ("anthropic", "gemini"))
    assert crosswire.verdict(repaired.conversation, format).accepts is not False


@for_each("format", BROKEN)
def test_a_message_of_which_nothing_is_left_goes_too(format: str) -> None:
    body = copy.deepcopy(REQUESTS[format])
    key = next(name for name in ("messages", "input", "contents") if name in body)
    after = {"role": "user", "parts": [{"text": "x"}]} if format == "gemini" else user("x")
    body[key] = [*body[key][:2], after]
    repaired = repair(histories.only(body, format), missing="drop")
    assert repaired.payload[key] == [body[key][0], after]  # type: ignore[index, call-overload]


def test_reasoning_that_only_led_to_a_dropped_call_goes_with_it() -> None:
    thought = {"type": "reasoning", "id": "rs_1", "summary": []}
    repaired = repair(
        histories.responses(user(), thought, function_call("call_a"), user("Never mind.")), missing="drop"
    )
    assert repaired.payload["input"] == [user(), user("Never mind.")]  # type: ignore[index, call-overload]
    assert kinds(repaired) == [("dropped", "missing-result")] * 2


def test_a_pending_call_is_not_missing_its_result() -> None:
    conversation = histories.chat(user(), calling(call("call_a")))
    for choice in CHOICES:
        assert repair(conversation, missing=choice).conversation is conversation


# What nothing tells


def test_a_record_without_an_id_gets_one_in_its_own_words() -> None:
    record = {"tool": "search", "args": {}, "checksum": "00", "results": [], "error": None}
    lines = [{**record, **more, "inline": False, "fromArtifactTool": False} for more in ({}, {"id": ""})]
    (conversation,) = crosswire.load(json.dumps(lines).encode(), format="toolcall-record").conversations
    assert repair(conversation).conversation.format == "toolcall-record"
    assert repair(conversation, target="anthropic").conversation.format == "anthropic"


def test_the_number_of_a_counter_is_no_cut_id_of_a_longer_number() -> None:
    asked = [call("tool_call_1", arguments='{"a": 1}'), call("tool_call_2", arguments='{"a": 2}')]
    conversation = histories.chat(
        user(), calling(*asked), result("tool_call_11"), result("tool_call_10"), user()
    )
    repaired = repair(conversation)
    assert not repaired.changes
    assert "mismatched-id" in left(repaired)


def test_two_results_that_one_cut_id_fits_are_left() -> None:
    conversation = histories.chat(
        user(),
        calling(call("call_abc"), call("call_xyz")),
        result("call_abcde"),
        result("call_abcfg"),
        user(),
    )
    assert not repair(conversation).changes


def test_very_long_ids_are_compared_in_time() -> None:
    long = "a" * 20_000
    asked = [call(f"{long}{n}") for n in range(60)]
    given = [result(f"{long}{n}x") for n in range(60)]
    conversation = histories.chat(user(), calling(*asked), *given, user())
    with within(5):
        repaired = repair(conversation)
    assert not repair(repaired.conversation).changes


def test_results_of_an_earlier_turn_that_come_again_go_all_at_once() -> None:
    told = [result("call_0", str(number)) for number in range(60)]
    turn = [calling(call("call_0")), *told]
    repaired = repair(histories.chat(user(), *turn, user(), *turn, result("call_0", "new"), said()))
    assert [change.rule for change in repaired.changes].count("duplicate-result") == 60
    assert not repair(repaired.conversation).changes


@pytest.mark.parametrize("choice", CHOICES)
def test_of_two_calls_with_one_id_and_one_result_neither_is_chosen(choice: Missing) -> None:
    asked = [call("call_a", arguments='{"a": 1}'), call("call_a", arguments='{"a": 2}')]
    repaired = repair(histories.chat(user(), calling(*asked), result("call_a"), user()), missing=choice)
    assert not repaired.changes
    assert "duplicate-call-id" in left(repaired)


@pytest.mark.parametrize("choice", CHOICES)
def test_of_two_calls_of_one_tool_without_ids_and_one_result_neither_is_chosen(choice: Missing) -> None:
    conversation = histories.gemini(
        {"role": "user", "parts": [{"text": "Add."}]},
        histories.model({"name": "add", "args": {"a": 1}}, {"name": "add", "args": {"a": 2}}),
        histories.answers({"name": "add"}),
        {"role": "model", "parts": [{"text": "Done."}]},
        {"role": "user", "parts": [{"text": "Thanks."}]},
    )
    repaired = repair(conversation, missing=choice)
    assert not repaired.changes
    assert "missing-result" in left(repaired)


def test_a_text_as_the_tools_name_of_an_orphan_can_be_asked_for_by_its_rule() -> None:
    conversation = histories.gemini(
        {"role": "user", "parts": [{"text": "Weather?"}]},
        histories.model({"name": "get_weather"}, {"name": "get_weather"}),
        histories.answers(
            {"name": "20C", "response": {"output": "20C"}},
            {"name": "get_weather", "response": {"output": "5C"}},
        ),
        {"role": "model", "parts": [{"text": "Done."}]},
        {"role": "user", "parts": [{"text": "Thanks."}]},
    )
    assert kinds(repair(conversation, only=["CW303"])) == [("name", "result-text-as-tool-name")]


def test_double_encoded_arguments_are_written_to_the_letter() -> None:
    inner = '{"a": 1.10, "a": 2, "b": 12345678901234567890.5}'
    asked = call("call_a", arguments=json.dumps(inner))
    repaired = repair(histories.chat(user(), calling(asked), result("call_a")))
    assert next(repaired.conversation.calls()).arguments.text == inner


def test_equal_keys_in_a_text_are_left_where_an_object_is_wanted() -> None:
    repaired = repair(
        histories.anthropic(
            user(),
            blocks("assistant", tool_use("toolu_1", input='{"a": 1, "a": 2}')),
            blocks("user", tool_result("toolu_1")),
        )
    )
    assert not repaired.changes
    assert [one.why for one in repaired.remaining if "keys" in one.why]


def test_the_id_of_an_item_that_comes_twice_is_taken_from_the_later_one() -> None:
    items = [function_call(f"call_{n}", id="fc_68a1b2c3d4e5f6a7") for n in (1, 2)]
    outputs = [function_output(f"call_{n}") for n in (1, 2)]
    repaired = repair(histories.responses(user(), *items, *outputs))
    assert kinds(repaired) == [("id", "duplicate-item-id")]
    assert [part.item_id for part in repaired.conversation.calls()] == ["fc_68a1b2c3d4e5f6a7", None]


# What was asked for


def test_only_what_was_asked_for_is_mended_and_the_rest_is_left_and_said() -> None:
    conversation = histories.chat(
        user(),
        calling(call("call_a", arguments='"{}"')),
        result("call_b"),
        said(),
        user(),
        calling(call("", "sub")),
        result(""),
        said(),
    )
    everything = {finding.name: finding for finding in histories.findings(conversation)}
    assert set(everything) == {"arguments-double-encoded", "mismatched-id", "empty-id"}
    for finding in everything.values():
        for asked in (finding, finding.code, finding.name, finding.address):
            repaired = repair(conversation, only=[asked])
            assert {change.rule for change in repaired.changes} == {finding.name}
            assert {one.finding.name for one in repaired.remaining} == set(everything) - {finding.name}
            assert {one.why for one in repaired.remaining} == {"It was not asked for."}


def test_what_no_repair_mends_has_its_reason_whatever_was_asked_for() -> None:
    conversation = histories.chat(
        user(), calling(call("call_a", arguments="{bad")), result("call_a"), said(), user()
    )
    [left] = repair(conversation, only=["empty-id"]).remaining
    assert left.finding.name == "arguments-not-json"
    assert left.why == "Nothing tells what the text was before it was broken."


# What is not touched


@for_each("format", REQUESTS)
def test_a_clean_conversation_stays_the_very_same(format: str) -> None:
    for value in (REQUESTS[format], RESPONSES.get(format), MESSAGES[format]):
        if value is None:
            continue
        for choice in CHOICES:
            for conversation in crosswire.parse(value, format):
                repaired = repair(conversation, missing=choice)
                assert repaired.conversation is conversation
                assert repaired.payload == value


def test_a_clean_log_of_a_program_stays_the_very_same() -> None:
    (conversation,) = crosswire.load("\n".join(map(json.dumps, SESSION_LINES)).encode()).conversations
    repaired = repair(conversation)
    assert repaired.conversation is conversation
    assert repaired.documents == SESSION_LINES


def test_a_log_of_a_program_is_mended_where_it_stands() -> None:
    lines = copy.deepcopy(SESSION_LINES)
    lines[2]["message"]["content"][0]["tool_use_id"] = "call_other"
    (conversation,) = crosswire.load("\n".join(map(json.dumps, lines)).encode()).conversations
    repaired = repair(conversation)
    assert repaired.conversation.format == "claude-code"
    (change,) = repaired.changes
    assert change.source == change.target == "2:/message/content/0/tool_use_id"
    assert [one is other for one, other in zip(repaired.documents, conversation.documents, strict=True)] == [
        number != 2 for number in range(len(lines))
    ]
    assert set(ids(repaired.conversation)) == {"call_1"}


def test_fields_that_no_word_of_the_model_fits_stay_where_they_were() -> None:
    body = {
        "model": "gpt-5",
        "x_trace": {"a": [1, 2]},
        "messages": [
            {**user(), "x": 1},
            {**calling({**call("call_a"), "y": {"z": None}}), "w": 2},
            {**result("call_b"), "v": [3]},
        ],
    }
    repaired = repair(histories.only(body, "openai-chat"))
    expected = copy.deepcopy(body)
    expected["messages"][2]["tool_call_id"] = "call_a"  # type: ignore[index]
    assert repaired.payload == expected
    assert list(repaired.payload) == list(body)  # type: ignore[arg-type]


def test_the_upload_itself_is_never_changed() -> None:
    value = [user(), result("b"), calling(call("a"), call("a")), user(), calling(call("c")), user()]
    (conversation,) = crosswire.load(json.dumps(value).encode()).conversations
    repair(conversation, missing="drop")
    assert list(conversation.documents) == [value]


def test_json_inside_of_json_is_repaired_where_it_stands() -> None:
    inner = json.dumps({"model": "gpt-5", "messages": [user(), calling(call("call_a")), result("call_b")]})
    upload = {"request": inner, "response": RESPONSES["openai-chat"], "note": "kept"}
    (conversation,) = crosswire.load(json.dumps(upload).encode()).conversations
    repaired = repair(conversation)
    assert repaired.changes[0].source == "0:/request!/messages/2/tool_call_id"
    again = json.loads(repaired.payload["request"])  # type: ignore[index, call-overload, arg-type]
    assert again["messages"][2]["tool_call_id"] == "call_a"
    assert repaired.payload["note"] == "kept"  # type: ignore[index, call-overload]


def test_lines_that_are_messages_are_moved_as_lines() -> None:
    lines = [user(), result("call_a"), calling(call("call_a")), said()]
    (conversation,) = crosswire.load("\n".join(map(json.dumps, lines)).encode()).conversations
    repaired = repair(conversation)
    assert repaired.documents == [lines[0], lines[2], lines[1], lines[3]]
    assert repaired.changes[0].target == "2:"


def test_all_conversations_of_an_upload_are_repaired_in_one_copy() -> None:
    good = {"model": "gpt-5", "messages": [user(), said()]}
    bad = {"model": "gpt-5", "messages": [user(), calling(call("call_a")), result("call_b"), said()]}
    log = crosswire.load("\n".join(map(json.dumps, [bad, good, bad])).encode())
    documents, repaired = repair_all(log)
    assert [len(one.changes) for one in repaired] == [1, 0, 1]
    assert [repair(c).changes for c in crosswire.parse(documents)] == [[], [], []]
    assert documents[1] == good


def test_answers_that_share_a_request_share_its_repair() -> None:
    request = {"model": "gpt-5", "messages": [user(), calling(call("call_a")), result("call_b")]}
    answer = RESPONSES["openai-chat"]
    response = {**answer, "choices": answer["choices"] * 2}
    log = crosswire.load(json.dumps({"request": request, "response": response}).encode())
    documents, repaired = repair_all(log)
    assert [len(one.changes) for one in repaired] == [1, 0]
    assert documents[0]["request"]["messages"][2]["tool_call_id"] == "call_a"  # type: ignore[index, call-overload]


def test_equal_keys_stay_wherever_they_stand() -> None:
    text = json.dumps({"note": 1, "request": {"model": "gpt-5", "messages": [
        {**user(), "n": 1}, calling(call("call_a")), {**result("call_b"), "n": 1}]}})  # fmt: skip
    text = text.replace('"n": 1', '"n": 1, "n": 2').replace('"note": 1', '"note": 1, "note": 2')
    (conversation,) = crosswire.load(text.encode()).conversations
    repaired = repair(conversation)
    assert kinds(repaired) == [("id", "mismatched-id")]
    written = json_document.write(repaired.payload)
    assert json.loads(written, object_pairs_hook=list) == json.loads(
        text.replace("call_b", "call_a"), object_pairs_hook=list
    )


# What waits for something else, and what has no end


def test_ids_reused_in_every_turn_and_glued_at_one_end_are_mended_in_few_passes() -> None:
    turn = [user(), calling(call("call_0|fc_0a1b2c3d4e5f60718293")), result("call_0"), said()]
    repaired = repair(histories.chat(*turn * 60))
    assert set(left(repaired)) == {"repeated-call"}
    assert len(set(ids(repaired.conversation))) == 60
    assert not repair(repaired.conversation).changes


def test_a_value_that_stands_there_already_is_no_change() -> None:
    asked = call("call_1234567")
    messages = [user(), calling(asked, call("call_12345678")), result("call_1234567"), user()]
    repaired = repair(histories.chat(*messages, *messages))
    assert all(change.before != change.after for change in repaired.changes if change.kind == "id")


def waits(context: RepairContext) -> Iterator[ProposedChange]:
    """A step that mends one call in each pass, the next one only after it."""
    for part in context.conversation.calls():
        if part.name == "add":
            place = Address(f"{part.address}/function/name")
            yield ProposedChange(
                "tool-name-as-id", "name", "why", (part,), partial(context.working_copy.write, place, "done")
            )
            return


def test_a_long_chain_of_changes_is_followed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "steps_for", lambda *_: [waits])
    turns = [one for n in range(90) for one in (calling(call(f"call_{n}")), result(f"call_{n}"))]
    repaired = repair(histories.chat(user(), *turns))
    assert len(repaired.changes) == 90


def test_changes_that_undo_each_other_are_given_up_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def back_and_forth(context: RepairContext) -> Iterator[ProposedChange]:
        part = next(context.conversation.results())
        other = "call_b" if part.call_id.value == "call_c" else "call_c"
        yield ProposedChange("mismatched-id", "id", "why", (part,), context.renaming((part,), other))

    monkeypatch.setattr(steps, "steps_for", lambda *_: [back_and_forth])
    repaired = repair(histories.chat(user(), calling(call("call_a")), result("call_b"), said()))
    assert len(repaired.changes) < 20
    (why,) = [one.why for one in repaired.remaining if one.finding.name == "mismatched-id"]
    assert "given up" in why


# Another format


def test_a_conversation_is_repaired_before_it_is_written_in_another_format() -> None:
    conversation = histories.chat(user(), calling(call("")), user("Well?"), result(""), said())
    repaired = repair(conversation, target="anthropic")
    assert repaired.conversation.format == "anthropic"
    assert crosswire.verdict(repaired.conversation, "anthropic").accepts is True
    assert repaired.rendering is not None
    message = repaired.conversation.messages[-1]
    assert repaired.origins[message.key] == "0:/4"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(crosswire.UnknownFormat):
        repair(histories.chat(user()), target="telex")


# Places


@pytest.mark.parametrize("choice", CHOICES)
def test_every_part_is_traced_to_the_place_it_comes_from(choice: Missing) -> None:
    value = [user("q"), result("b", "late"), calling(call("a"), call("b")), user("x"), said("y")]
    (conversation,) = crosswire.load(json.dumps(value).encode()).conversations
    repaired = repair(conversation, missing=choice)
    upload = {part.address: part for _, part in conversation.parts()}
    for _, part in repaired.conversation.parts():
        origin = repaired.origins.get(part.key)
        if origin is None:
            assert isinstance(part, ToolResultPart)
            assert NOT_RECORDED in json.dumps(part.raw)
        else:
            assert type(upload[origin]) is type(part)


def test_empty_lists_that_the_provider_refuses_are_taken_out() -> None:
    answer = {"role": "assistant", "content": "15", "tool_calls": []}
    body = {"model": "gpt-5", "tools": [], "messages": [user(), answer, user()]}
    [conversation] = crosswire.parse(body, "openai-chat")
    assert crosswire.verdict(conversation, "openai-chat").accepts is False
    repaired = repair(conversation)
    assert repaired.payload == {"model": "gpt-5", "messages": [user(), said("15"), user()]}
    places = [(change.rule, change.kind, change.source) for change in repaired.changes]
    assert places == [
        ("list-length", "dropped", "0:/messages/1/tool_calls"),
        ("list-length", "dropped", "0:/tools"),
    ]
    assert crosswire.verdict(repaired.conversation, "openai-chat").accepts is True


def test_an_empty_list_that_the_provider_takes_stays() -> None:
    body = {"model": "gpt-5", "tools": [], "input": [user()]}
    [conversation] = crosswire.parse(body, "openai-responses")
    assert repair(conversation).changes == []


def test_the_id_map_leads_both_ways() -> None:
    turn = [calling(call("call_0")), result("call_0"), said()]
    conversation = histories.chat(user(), *turn, user(), *turn)
    repaired = repair(conversation)
    there = {change.source: change.written for change in repaired.id_map}
    back = {change.target: change.logged for change in repaired.id_map}
    for part in (*repaired.conversation.calls(), *repaired.conversation.results()):
        assert part.call_id.address is not None
        assert back.get(part.call_id.address, part.call_id.value) == "call_0"
    assert len(there) == len(back) == 2


# Any log


@for_each("format", BODIES)
@settings(
    max_examples=tries(4, thorough=60),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_a_second_repair_changes_nothing_whatever_the_log(format: str, data: st.DataObject) -> None:
    bodies = BODIES[format]
    body = data.draw(st.one_of(bodies, mutated(bodies)))
    choice = data.draw(st.sampled_from(CHOICES))
    try:
        log = crosswire.load(json.dumps(body).encode(), format=format)
    except crosswire.CrosswireError:
        return
    for conversation in log.conversations:
        before = copy.deepcopy(list(conversation.documents))
        repaired = repair(conversation, missing=choice)
        assert list(conversation.documents) == before
        check_changes(repaired)
        assert not repair(repaired.conversation, missing=choice).changes
        if not repaired.changes:
            assert repaired.conversation is conversation
            continue
        if not any(isinstance(message.raw, dict) for message in repaired.conversation.messages):
            continue  # all that could be read was dropped: the rest is no log
        (again, *_) = crosswire.load(json.dumps(repaired.payload).encode(), format=format).conversations
        assert ids(again) == ids(repaired.conversation)


def check_changes(repaired: Repaired) -> None:
    """Each place that a change names is there, and holds what the change says."""
    for change in repaired.changes:
        check_change(change)
    last = {change.target: change for change in repaired.changes if change.target is not None}
    for target, change in last.items():
        found = crosswire.address.resolve(target, repaired.documents, json.loads)
        if change.kind in ("id", "name", "arguments") and change.after is not None:
            assert found == change.after


def check_change(change: Change) -> None:
    assert change.why
    assert change.source is not None or change.kind in ("added", "id", "kind")
    assert change.target is not None or change.kind in (
        "dropped",
        "id",
        "order",
        "group",
        "split",
        "arguments",
        "kind",
    )


def test_a_long_hostile_log_is_repaired_in_time() -> None:
    calls = [call("a") for _ in range(3000)]
    messages = [user(), *[result("a", str(i)) for i in range(3000)], calling(*calls), user()]
    repaired = repair(histories.chat(*messages), missing="drop")
    assert len(repaired.changes) >= 3000


def test_every_format_that_can_be_written_has_a_layout() -> None:
    assert set(LAYOUTS) >= set(crosswire.FORMATS)
