"""What the rules on the identity of ids say, and where they leave it to each other."""

from __future__ import annotations

from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation
from crosswire.rules.rule import Diagnostic, Severity
from tests.histories import (
    Json,
    anthropic,
    call,
    calling,
    chat,
    findings,
    function_call,
    function_output,
    gemini,
    model,
    names,
    responses,
    result,
    said,
    the_finding,
    user,
)
from tests.selection import for_each

OPENAI = ("call_2EKtDIE6ZhGVv8R0TqYNnFVh", "call_vT9kQm4XwLr72PzBn0sYcJdE")
ANTHROPIC = ("toolu_01WjXqPrN8vKsRt2YbLmZdQe", "toolu_01TgPokCFoj1hkAT5oMTqRuo")
BEDROCK = "tooluse_kZJMlvQmRJ6eAyJE5GIl7Q"


def turn(id: str, number: int = 0) -> list[Json]:
    return [calling(call(id, arguments=f'{{"a": {number}}}')), result(id)]


def notes(conversation: Conversation, name: str) -> list[Diagnostic]:
    """What one rule says, notes included."""
    return [found for found in findings(conversation, at_least=Severity.INFO) if found.name == name]


def the_note(conversation: Conversation, name: str) -> Diagnostic:
    (found,) = notes(conversation, name)
    return found


def refusals(conversation: Conversation, target: str) -> list[tuple[str, str]]:
    found = crosswire.verdict(conversation, target).findings
    return [(d.name, d.address) for d in found if d.name == "item-id-prefix"]


# Two ids in one


@pytest.mark.parametrize("id", ["call_a|fc_b", "call_a|undefined", "undefined|fc_b"])
def test_a_glued_id_that_both_ends_have_is_one_warning(id: str) -> None:
    found = the_finding(responses(function_call(id), function_output(id)))
    assert (found.name, found.severity) == ("composite-id", "warning")


def test_calls_that_share_a_glued_id_are_an_error() -> None:
    both = function_call("call_a|undefined"), function_call("call_a|undefined", "multiply")
    conversation = responses(*both, *map(function_output, ["call_a|undefined"] * 2))
    assert {(d.name, d.severity) for d in findings(conversation)} == {("composite-id", "error")}


@pytest.mark.parametrize(("asked", "given"), [("call_a|fc_b", "call_a"), ("call_a", "call_a|undefined")])
def test_a_glued_id_at_one_end_is_one_error_that_names_the_call(asked: str, given: str) -> None:
    conversation = chat(
        calling(call(asked), call("call_z", "multiply")), result("call_z"), result(given), said()
    )
    found = the_finding(conversation)
    assert (found.name, found.severity) == ("composite-id", "error")
    assert found.related == (("call", "0:/0/tool_calls/0"),)


def test_a_result_with_a_bar_in_its_text_is_still_a_results_text() -> None:
    found = the_finding(chat(calling(call("call_a")), result("sunny|cold", "sunny|cold"), said()))
    assert found.name == "result-text-as-id"


# Ids of items


def test_a_call_id_as_item_id_is_refused_by_those_who_check_it() -> None:
    conversation = responses(function_call("call_a", id="call_a"), function_output("call_a"))
    for target in ("openai-responses", "azure-foundry"):
        assert refusals(conversation, target) == [("item-id-prefix", "0:/input/0/id")]
    assert refusals(conversation, "openai-chat") == []
    assert the_finding(conversation).name == "call-id-as-item-id"


def test_any_id_of_a_call_is_known_for_one() -> None:
    conversation = responses(function_call("toolu_a", id="toolu_a"), function_output("toolu_a"))
    assert refusals(conversation, "openai-responses") == [("item-id-prefix", "0:/input/0/id")]
    assert the_finding(conversation).name == "call-id-as-item-id"


def test_an_item_id_as_call_id_is_the_other_rules() -> None:
    conversation = responses(function_call("fc_1", id="fc_1"), function_output("fc_1"))
    assert refusals(conversation, "openai-responses") == []
    assert the_finding(conversation).name == "item-id-as-call-id"


@for_each(
    ("type", "id"),
    [
        ("reasoning", "item_1"),
        ("message", "item_1"),
        ("web_search_call", "item_1"),
        ("custom_tool_call", "fc_1"),
    ],
)
def test_an_item_of_a_known_type_has_its_prefix(type: str, id: str) -> None:
    item: Json = {"type": type, "id": id, "role": "assistant", "content": "x", "summary": []}
    if type.endswith("_call"):
        item = {"type": type, "id": id, "name": "t", "call_id": "call_x", "input": "x"}
    conversation = responses(user(), item)
    assert refusals(conversation, "openai-responses") == [("item-id-prefix", "0:/input/1/id")]


@for_each(
    "item",
    [
        {"type": "tool_search_call", "id": "tsc_1", "call_id": "tsc_1", "arguments": {}},
        {"type": "apply_patch_call", "id": "apc_1", "call_id": "call_a", "operation": {}},
        {"type": "mcp_approval_request", "id": "mcpr_1", "name": "t", "server_label": "s", "arguments": "{}"},
        {"type": "local_shell_call_output", "id": "call_a", "output": "x"},
        {"type": "function_call", "id": "__fake_id__", "call_id": "call_a", "name": "t", "arguments": "{}"},
        {"type": "function_call", "call_id": "call_a", "name": "t", "arguments": "{}"},
        {"type": "some_new_call", "id": "xyz_1", "call_id": "call_a"},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "item_reference", "id": "xyz_1"},
    ],
    ids=lambda item: f"{item['type']}-{item.get('id')}",
)
def test_an_item_whose_id_may_well_be_right_is_left_alone(item: Json) -> None:
    assert refusals(responses(user(), item), "openai-responses") == []


def test_an_id_that_the_servers_answer_shows_is_left_alone() -> None:
    item = {"type": "reasoning", "id": "18165b2d-ce78-471e-af9d-c70e5aabd7bb", "summary": []}
    response = {"id": "resp_1", "object": "response", "status": "completed", "model": "m", "output": [item]}
    (answer,) = crosswire.parse(response, "openai-responses")
    assert refusals(answer, "openai-responses") == []
    assert refusals(responses(user(), item), "openai-responses") != []


def test_items_without_a_call_id_are_one_note_for_each_type() -> None:
    searches: list[Json] = [
        {"type": "web_search_call", "id": f"ws_{n}", "status": "completed", "action": {"type": "search"}}
        for n in range(3)
    ]
    run = {
        "type": "code_interpreter_call",
        "id": "ci_1",
        "code": "1",
        "container_id": "c",
        "status": "completed",
    }
    search, code = notes(responses(user(), *searches, run), "conflated-id")
    assert (search.severity, search.address) == ("info", "0:/input/1/id")
    assert "3 items of the type web_search_call" in search.message
    assert "This code_interpreter_call" in code.message


def test_an_item_that_something_answers_is_left_to_the_graver_rule() -> None:
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}
    conversation = responses(user(), search, function_output("ws_1"), user())
    assert names(conversation, at_least=Severity.INFO) == ["item-id-as-call-id"]


# Ids of another provider


def use(id: str) -> list[Json]:
    """A call and its result, in Anthropic's words."""
    call: Json = {"type": "tool_use", "id": id, "name": "add", "input": {}}
    result: Json = {"type": "tool_result", "tool_use_id": id, "content": "15"}
    return [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]


def test_ids_of_another_provider_are_one_note_for_each_maker() -> None:
    conversation = chat(*turn(ANTHROPIC[0]), *turn(ANTHROPIC[1], 1), *turn(BEDROCK, 2), said())
    of_anthropic, of_bedrock = notes(conversation, "foreign-id")
    assert (of_anthropic.severity, of_anthropic.address) == ("info", "0:/0/tool_calls/0/id")
    assert "2 ids look like those of Anthropic, in a log of Chat Completions" in of_anthropic.message
    assert "one of Bedrock" in of_bedrock.message
    assert "mixed" not in of_anthropic.message


def test_a_log_with_ids_of_two_providers_is_said_to_be_mixed() -> None:
    assert "mixed" in the_note(chat(*turn(OPENAI[0]), *turn(ANTHROPIC[0], 1)), "foreign-id").message
    assert "mixed" in the_note(anthropic(*use(ANTHROPIC[0]), *use(OPENAI[0])), "foreign-id").message


def test_openais_and_kimis_ids_are_strangers_at_anthropic_and_not_in_chat() -> None:
    for id in (OPENAI[0], "functions.search:7"):
        assert the_note(anthropic(*use(id)), "foreign-id").severity == "info"
        assert notes(chat(*turn(id)), "foreign-id") == []


@for_each("id", ["D681PevKs", "chatcmpl-tool-0f1e2d3c", "call_a", "toolu_a", "x"])
def test_ids_that_may_be_anybodys_are_nobodys(id: str) -> None:
    assert notes(chat(*turn(id)), "foreign-id") == notes(anthropic(*use(id)), "foreign-id") == []


# Ids that look alike


@for_each("given", ["Call_A", " call_a", "call_a\u200b", "c\u0430ll_a", "\uff43all_a"])
def test_a_result_whose_id_only_looks_like_its_calls_is_one_error(given: str) -> None:
    conversation = chat(
        calling(call("call_b", "multiply"), call("call_a")), result("call_b"), result(given), said()
    )
    found = the_finding(conversation)
    assert (found.name, found.severity) == ("lookalike-ids", "error")
    assert found.related == (("call", "0:/0/tool_calls/1"),)


def test_a_look_alike_of_an_earlier_turn_explains_both_the_missing_and_the_orphan() -> None:
    conversation = chat(calling(call("call_a")), user(), *turn("call_b", 1), result("CALL_A", "7"), said())
    assert names(conversation) == ["lookalike-ids"]


def test_a_pending_call_with_a_look_alike_is_not_pending() -> None:
    conversation = chat(*turn("call_b", 1), calling(call("call_a")), result("Call_a"))
    assert names(conversation, at_least=Severity.INFO) == ["lookalike-ids"]


def test_calls_with_ids_that_look_alike_are_a_warning_at_the_second() -> None:
    found = the_finding(chat(*turn("call_aB"), *turn("call_Ab", 1), said()))
    assert (found.name, found.severity, found.address) == ("lookalike-ids", "warning", "0:/2/tool_calls/0/id")
    assert found.related == (("look-alike", "0:/0/tool_calls/0/id"),)


# Ids that can be guessed, and ids that carry something


@for_each("id", ["add_1", "functions.add:0", "add-1718000000000-3fa9", "call_1718000000"])
def test_an_id_that_can_be_guessed_is_a_note(id: str) -> None:
    assert the_note(chat(*turn(id)), "guessable-id").severity == "info"


@for_each("id", [*OPENAI, *ANTHROPIC, BEDROCK, "D681PevKs", "call_4162774", "call_a"])
def test_an_id_of_a_providers_making_can_not(id: str) -> None:
    assert notes(chat(*turn(id)), "guessable-id") == []


def test_a_bare_number_is_guessable_where_another_stands_beside_it() -> None:
    assert notes(chat(*turn("call_1")), "guessable-id") == []
    assert "Both ids" in the_note(chat(*turn("call_1"), *turn("7", 1)), "guessable-id").message


def test_guessable_ids_are_counted_in_one_note() -> None:
    found = the_note(chat(*turn("call_0"), *turn("call_1", 1), *turn(OPENAI[0], 2)), "guessable-id")
    assert "2 of 3 ids" in found.message
    assert found.address == "0:/0/tool_calls/0/id"


def test_an_id_with_a_graver_fault_is_not_called_guessable() -> None:
    assert notes(gemini(model({"name": "add", "id": "call_0"})), "guessable-id") == []
    assert notes(chat(*turn("undefined")), "guessable-id") == []
    assert notes(chat(*turn("call_0"), said(), user(), *turn("call_0", 1)), "guessable-id") == []


def test_payloads_in_ids_are_one_warning_for_each_kind() -> None:
    ids = [f"call_{n}x__thought__Q3JlZGl0" for n in range(3)]
    found = the_finding(chat(*(message for n, id in enumerate(ids) for message in turn(id, n)), said()))
    assert (found.name, found.severity, found.address) == (
        "smuggled-signature",
        "warning",
        "0:/0/tool_calls/0/id",
    )
    assert "3 ids carry a Gemini thought signature" in found.message
    assert len(found.related) == 2


def test_ids_of_any_form_raise_nothing_in_the_checks(hostile: list[Any]) -> None:
    crosswire.diagnose(chat(*(message for n, id in enumerate(hostile) for message in turn(id, n))))


@pytest.fixture
def hostile() -> list[str]:
    """Long, odd and broken ids."""
    return [
        "|" * 9,
        "a|",
        "\ud800",
        "\x00",
        "__thought__",
        "eyJ" * 300,
        "1" * 9000,
        "call_" * 2000,
        "\u200b",
        " ",
    ]


@pytest.mark.parametrize(
    ("field", "value"), [("toolCallId", "call_a"), ("tool_call_ids", ["call_a"])], ids=["AG-UI", "SWE-agent"]
)
def test_an_id_in_another_programs_field_makes_the_absent_one_a_warning(field: str, value: Any) -> None:
    other = {"role": "tool", "content": "15", field: value}
    conversation = chat(user(), calling(call("call_a")), other)
    (found,) = [found for found in findings(conversation) if found.name == "absent-id"]
    assert (found.severity, found.address) == ("warning", "0:/2/tool_call_id")
    assert f"`{field}`" in found.message
    assert [given.call_id.value for given in conversation.results()] == [None]
    without = chat(user(), calling(call("call_a")), {**other, field: None})
    assert [found.severity for found in findings(without) if found.name == "absent-id"] == ["error"]
