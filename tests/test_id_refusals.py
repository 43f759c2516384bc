"""What providers refuse about ids, where the rules' own examples do not show it."""

from __future__ import annotations

import json
import re

import crosswire
import pytest
from crosswire.ids.shapes import looks_like
from crosswire.model import Conversation
from tests.histories import (
    Json,
    answers,
    anthropic,
    call,
    calling,
    chat,
    function_call,
    function_output,
    gemini,
    model,
    only,
    responses,
    result,
    said,
    user,
)
from tests.selection import for_each

OURS = frozenset(
    {
        "id-too-long",
        "id-charset",
        "server-tool-id",
        "nine-characters",
        "id-required",
        "duplicate-ids",
        "second-result",
        "duplicate-item-id",
        "item-id-form",
        "item-id-prefix",
        "local-shell-output",
        "response-id-form",
        "id-not-taken",
        "id-not-echoed",
        "told-apart-by-order",
    }
)
"""The rules about ids; what others say of these histories is no matter here."""


def refused(conversation: Conversation, target: str, **options: str) -> list[tuple[str, str]]:
    """Name and severity of each refusal that is about ids."""
    found = crosswire.verdict(conversation, target, **options).findings  # type: ignore[arg-type]
    return [(one.name, one.severity.value) for one in found if one.name in OURS]


def keys(conversation: Conversation, target: str) -> list[str]:
    found = crosswire.verdict(conversation, target).findings
    return [one.ground.key for one in found if one.ground is not None and one.name in OURS]


def one_call(value: str | None) -> Conversation:
    return chat(user(), calling(call(value)), result(value), said(), user())


def blocks(role: str, *content: Json) -> Json:
    return {"role": role, "content": list(content)}


def use(id: str, kind: str = "tool_use", **more: object) -> Json:
    return {"type": kind, "id": id, "name": "add", "input": {}, **more}


def answer(id: str, kind: str = "tool_result", **more: object) -> Json:
    return {"type": kind, "tool_use_id": id, "content": [], **more}


# Characters and lengths


@for_each(
    ("value", "anthropic_takes", "bedrock_takes"),
    [
        ("call_1", True, True),
        ("call-1", True, True),
        ("a.b:c", False, True),
        ("a/b", False, False),
        ("a|b", False, False),
        ("a b", False, False),
        ("é1", False, False),
        ("call_1\n", False, False),
    ],
)
def test_characters_are_refused_by_those_who_do_not_take_them(
    value: str, anthropic_takes: bool, bedrock_takes: bool
) -> None:
    conversation = one_call(value)
    assert refused(conversation, "anthropic") == ([] if anthropic_takes else [("id-charset", "error")])
    assert refused(conversation, "bedrock") == ([] if bedrock_takes else [("id-charset", "error")])
    assert refused(conversation, "openai-chat") == refused(conversation, "openai-responses") == []


@for_each("target", ["anthropic", "bedrock", "mistral", "openai-chat", "openai-responses"])
@for_each("value", ["functions.add:0", "a/b|c" * 20, "", None, "null"])
def test_what_is_refused_as_logged_is_taken_when_ids_are_filled_in(value: str | None, target: str) -> None:
    assert refused(one_call(value), target, ids="fill") == []


def test_an_id_that_both_ends_have_is_told_at_the_call_and_one_that_differs_at_each() -> None:
    both = crosswire.verdict(one_call("a.b"), "anthropic").findings
    assert [one.address for one in both if one.name == "id-charset"] == ["0:/1/tool_calls/0/id"]
    apart = chat(user(), calling(call("a.b")), result("a:b"), said(), user())
    found = crosswire.verdict(apart, "anthropic").findings
    assert [one.address for one in found if one.name == "id-charset"] == [
        "0:/1/tool_calls/0/id",
        "0:/2/tool_call_id",
    ]


@pytest.mark.parametrize("value", ["abcdefghi", "ABC123xyz", "123456789"])
def test_mistral_takes_nine_letters_and_digits(value: str) -> None:
    assert refused(one_call(value), "mistral") == []


@for_each("value", ["abcdefgh", "abcdefghij", "abcdefgh_", "äbcdefghi", "abcdefghi\n"])
def test_mistral_takes_no_other_id(value: str) -> None:
    assert refused(one_call(value), "mistral") == [("nine-characters", "error")]


def test_ids_that_stay_apart_when_cut_to_nine_are_said_to_be_no_more_than_too_long() -> None:
    conversation = chat(
        user(), calling(call("call_a123456789"), call("call_b123456789")), result("call_a123456789")
    )
    assert "mi-truncation-collision" not in keys(conversation, "mistral")


def test_ids_that_are_one_when_cut_to_nine_are_told_with_the_place_of_the_other() -> None:
    conversation = chat(user(), calling(call("call_abcde_1"), call("call_abcde_2")), result("call_abcde_1"))
    cut = [one for one in crosswire.verdict(conversation, "mistral").findings if "Cut to fit" in one.message]
    assert [(one.address, one.related) for one in cut] == [
        ("0:/1/tool_calls/1/id", (("the other", "0:/1/tool_calls/0/id"),))
    ]


def test_an_overlong_id_of_codex_is_told_by_its_own_ground() -> None:
    codex, other = "codex_mcp__" + "x" * 60, "x" * 71
    assert keys(one_call(codex), "openai-responses") == ["resp-backend-overlong-call-id"]
    assert keys(one_call(other), "openai-responses") == ["resp-call-id-length"]
    assert keys(one_call(codex), "azure-foundry") == ["az-same-as-openai"]
    assert keys(one_call(codex), "bedrock") == ["br-tool-use-id"]


# Tools that Anthropic runs itself


@for_each(
    ("value", "taken"),
    [("srvtoolu_01AbC", True), ("srvtoolu_a_b", True), ("srvtoolu_a-b", False), ("toolu_01AbC", False)],
)
def test_a_server_tool_has_an_id_of_anthropics(value: str, taken: bool) -> None:
    search = use(value, "server_tool_use"), answer(value, "web_search_tool_result")
    conversation = anthropic(user(), blocks("assistant", *search), user())
    assert refused(conversation, "anthropic") == ([] if taken else [("server-tool-id", "error")])


def test_a_call_over_mcp_has_an_id_like_those_of_a_clients_tools() -> None:
    listed = use("mcptoolu-1", "mcp_tool_use", server_name="s"), answer("mcptoolu-1", "mcp_tool_result")
    assert refused(anthropic(user(), blocks("assistant", *listed), user()), "anthropic") == []
    odd = use("a.b", "mcp_tool_use", server_name="s"), answer("a.b", "mcp_tool_result")
    assert refused(anthropic(user(), blocks("assistant", *odd), user()), "anthropic") == [
        ("id-charset", "error")
    ]


def called_by(caller: str, *before: Json) -> Conversation:
    by = {"type": "code_execution_20250825", "tool_id": caller}
    return anthropic(
        user(), blocks("assistant", *before, use("toolu_a", caller=by)), blocks("user", answer("toolu_a"))
    )


def test_a_caller_that_is_not_in_the_log_is_looked_at_too() -> None:
    assert refused(called_by("call_9"), "anthropic") == [("server-tool-id", "error")]
    assert refused(called_by("srvtoolu_9"), "anthropic") == []


def test_a_caller_that_is_in_the_log_is_told_once() -> None:
    conversation = called_by("call_9", use("call_9", "server_tool_use"))
    assert refused(conversation, "anthropic") == [("server-tool-id", "error")]


def test_a_filled_in_server_tool_id_is_one_that_anthropic_takes_at_call_result_and_caller() -> None:
    code = use("call_9", "server_tool_use"), answer("call_9", "code_execution_tool_result")
    conversation = called_by("call_9", *code)
    rendering = crosswire.render(conversation, "anthropic", ids="fill")
    call_block, result_block, caller_block = rendering.payload["messages"][1]["content"]  # type: ignore[index, call-overload]
    written = call_block["id"]
    assert re.fullmatch(r"srvtoolu_[a-zA-Z0-9_]+", written)
    shape = looks_like(written)
    assert shape is not None
    assert shape.maker == "Crosswire"
    assert result_block["tool_use_id"] == caller_block["caller"]["tool_id"] == written
    assert caller_block["id"] == "toolu_a"
    assert {change.logged for change in rendering.id_map} == {"call_9"}
    assert refused(only(rendering.payload, "anthropic"), "anthropic") == []


@pytest.mark.parametrize("policy", ["fill", "native"])
def test_a_server_tool_id_that_is_anthropics_stays(policy: str) -> None:
    search = use("srvtoolu_a", "server_tool_use"), answer("srvtoolu_a", "web_search_tool_result")
    conversation = anthropic(user(), blocks("assistant", *search), user())
    rendering = crosswire.render(conversation, "anthropic", ids=policy)  # type: ignore[arg-type]
    assert rendering.id_map == []
    assert rendering.payload["messages"][1]["content"] == list(search)  # type: ignore[index, call-overload]


def test_a_provider_tool_of_foundry_is_told_to_anthropic_as_a_function_with_its_own_id() -> None:
    found = {"call_id": "call_bg1", "status": "completed"}
    items = [
        {"type": "bing_grounding_call", "id": "bg_1", "arguments": "{}", **found},
        {"type": "bing_grounding_call_output", "id": "bgo_1", "output": "{}", **found},
    ]
    conversation = only({"model": "gpt-4.1", "agent_reference": {"name": "a"}, "input": [user(), *items]})
    rendering = crosswire.render(conversation, "anthropic", ids="fill")
    assert rendering.id_map == []
    assert '"call_bg1"' in json.dumps(rendering.payload)


# Ids that are not there


@for_each(
    ("target", "empty", "absent"),
    [
        ("openai-chat", "warning", "error"),
        ("openai-responses", "error", "error"),
        ("azure-foundry", "error", "error"),
        ("anthropic", "error", "error"),
        ("bedrock", "error", "error"),
        ("mistral", "error", "error"),
        ("gemini", None, None),
        ("vertex", None, None),
    ],
)
def test_a_missing_id_is_refused_by_those_who_require_one(
    target: str, empty: str | None, absent: str | None
) -> None:
    for value, severity in (("", empty), (None, absent)):
        found = [row for row in refused(one_call(value), target) if row[0] == "id-required"]
        assert found == ([("id-required", severity)] * 2 if severity else [])


def test_the_word_null_is_no_id_to_mistral_and_one_to_everybody_else() -> None:
    assert set(refused(one_call("null"), "mistral")) == {("id-required", "error")}
    for target in ("openai-chat", "openai-responses", "anthropic", "bedrock"):
        assert refused(one_call("null"), target) == []


@pytest.mark.parametrize("execution", ["server", "client"])
def test_a_tool_search_may_have_a_null_call_id(execution: str) -> None:
    search = {"call_id": None, "execution": execution, "status": "completed"}
    conversation = responses(
        user(),
        {"type": "tool_search_call", "arguments": {"query": "add"}, **search},
        {"type": "tool_search_output", "tools": [], **search},
        user(),
    )
    assert refused(conversation, "openai-responses") == []
    assert crosswire.diagnose(conversation) == []


def test_an_item_that_holds_its_own_result_needs_no_call_id() -> None:
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}
    assert refused(responses(user(), search, user()), "openai-responses") == []


# Ids that come again


def test_the_same_id_in_a_later_turn_leaves_anthropic_unsure_and_chat_completions_content() -> None:
    again = chat(
        *(
            message
            for _ in range(3)
            for message in (user(), calling(call("call_0")), result("call_0"), said())
        )
    )
    assert refused(again, "anthropic") == [("duplicate-ids", "warning")]
    assert refused(again, "openai-chat") == refused(again, "bedrock") == []
    assert refused(again, "openai-responses") == [("second-result", "warning")] * 2


def test_each_result_after_the_first_is_refused_where_it_stands() -> None:
    conversation = chat(user(), calling(call("call_a")), *[result("call_a")] * 3, said())
    found = crosswire.verdict(conversation, "openai-chat").findings
    assert [one.address for one in found if one.name == "second-result"] == [
        "0:/3/tool_call_id",
        "0:/4/tool_call_id",
    ]


# Items


def said_item(id: str) -> Json:
    part = {"type": "output_text", "text": "Look.", "annotations": []}
    return {"type": "message", "id": id, "role": "assistant", "status": "completed", "content": [part]}


@for_each(
    ("value", "taken"),
    [
        ("msg_1", True),
        ("msg_" + "x" * 60, True),
        ("msg_" + "x" * 61, False),
        ("msg_a/b=", False),
        ("msg_1\n", False),
        ("", False),
    ],
)
def test_the_id_of_an_item_is_of_64_letters_digits_underscores_and_dashes(value: str, taken: bool) -> None:
    for target in ("openai-responses", "azure-foundry"):
        found = refused(responses(user(), said_item(value), user()), target)
        assert found == ([] if taken else [("item-id-form", "error")])


def test_item_ids_of_a_server_that_answered_are_its_own_affair() -> None:
    output = [said_item("e755f44f.d4d5"), said_item("18165b2d.ce78")]
    response = {"id": "r", "object": "response", "status": "completed", "model": "m", "output": output}
    assert refused(only(response, "openai-responses"), "openai-responses") == []
    pair = {"request": {"model": "m", "input": [user()]}, "response": response}
    conversation = only(pair)
    assert conversation.shape == "exchange"
    assert refused(conversation, "openai-responses") == []


def test_the_fake_id_of_openai_agents_is_no_item_id() -> None:
    conversation = responses(user(), said_item("__fake_id__"), said_item("__fake_id__"), user())
    assert refused(conversation, "openai-responses") == []


def test_an_approval_that_names_its_request_does_not_repeat_it() -> None:
    question = {"type": "mcp_approval_request", "id": "mcpr_1", "name": "add", "server_label": "s"}
    asked = {**question, "arguments": "{}"}
    reply = {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True}
    assert refused(responses(user(), asked, reply), "openai-responses") == []


def test_a_local_shell_output_with_both_ids_is_taken() -> None:
    shell = {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_a", "status": "completed"}
    output = {"type": "local_shell_call_output", "id": "call_a", "call_id": "call_a", "output": "a.txt"}
    conversation = responses(user(), {**shell, "action": {"type": "exec", "command": ["ls"]}}, output, user())
    assert refused(conversation, "openai-responses") == []


@for_each(
    ("value", "taken"),
    [("caresp_" + "0" * 50, True), ("caresp_" + "0" * 48, True), ("caresp_0", False), ("resp_68a1", False)],
)
def test_foundry_continues_its_own_responses(value: str, taken: bool) -> None:
    body = {"model": "gpt-4.1", "previous_response_id": value, "input": [user()]}
    conversation = only(body, "azure-foundry")
    assert refused(conversation, "azure-foundry") == ([] if taken else [("response-id-form", "warning")])
    assert refused(conversation, "openai-responses") == []


# Gemini


def test_the_history_of_a_rule_is_kept_and_finds_nothing() -> None:
    rule = crosswire.RULES["CW335"]
    assert [ground.until for ground in rule.grounds] == ["2026-06"]
    assert rule.grounds_of("vertex") == ()
    conversation = gemini(
        model({"name": "add", "id": "x7k2m9qd"}), answers({"name": "add", "id": "x7k2m9qd"})
    )
    assert refused(conversation, "vertex") == refused(conversation, "gemini") == []


def test_only_calls_to_one_tool_are_told_apart_by_order_alone() -> None:
    two = [{"name": "add"}, {"name": "multiply"}]
    assert refused(gemini(model(*two), answers(*two)), "gemini") == []
    same = [{"name": "add"}, {"name": "add"}]
    assert refused(gemini(model(*same), answers(*same)), "gemini") == [("told-apart-by-order", "info")]
    turns = [model(same[0]), answers(same[0]), model(same[1]), answers(same[1])]
    assert refused(gemini(*turns), "gemini") == []


def test_a_note_does_not_make_a_verdict_unsure() -> None:
    same = [{"name": "add"}, {"name": "add"}]
    conversation = gemini(model(*same), answers(*same))
    found = crosswire.verdict(conversation, "gemini").findings
    notes = [one for one in found if one.name == "told-apart-by-order"]
    assert crosswire.Verdict("gemini", "keep", notes).accepts is True


def test_responses_of_another_order_are_still_given_back_their_ids() -> None:
    first, second = {"name": "add", "id": "aaaa1111"}, {"name": "add", "id": "bbbb2222"}
    assert refused(gemini(model(first, second), answers(second, first)), "gemini") == []


def test_an_output_of_the_responses_api_that_has_a_name_may_lack_its_call_id() -> None:
    named = {"type": "function_call_output", "name": "add", "output": "15"}
    conversation = responses(user(), function_call("call_a"), named, user())
    assert refused(conversation, "openai-responses") == [("id-required", "warning")]
    nameless = responses(user(), function_call("call_a"), function_output(None), user())
    assert refused(nameless, "openai-responses") == [("id-required", "error")]
