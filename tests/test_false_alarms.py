"""What looks like a defect and is none raises nothing above a note."""

from __future__ import annotations

import crosswire
import pytest
from crosswire.model import Conversation
from crosswire.rules.rule import Severity
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
    names,
    only,
    responses,
    result,
    said,
    user,
)
from tests.selection import for_each


def notes(conversation: Conversation) -> list[str]:
    """Names of all findings, and none of them above a note."""
    assert names(conversation) == []
    return names(conversation, at_least=Severity.INFO)


def blocks(role: str, *content: Json) -> Json:
    return {"role": role, "content": list(content)}


def use(id: str = "toolu_a", **more: str) -> Json:
    return {"type": "tool_use", "id": id, "name": "add", "input": {}, **more}


def tool_result(id: str = "toolu_a") -> Json:
    return {"type": "tool_result", "tool_use_id": id, "content": "15"}


def test_calls_in_the_last_turn_are_pending() -> None:
    assert notes(chat(user(), calling(call("a"), call("b", "multiply")))) == ["pending-call"] * 2
    assert notes(responses(user(), function_call("a"))) == ["pending-call"]
    assert notes(anthropic(user(), blocks("assistant", use()))) == ["pending-call"]
    assert notes(gemini(model({"name": "add"}))) == ["pending-call"]


def test_a_response_that_ends_with_calls_is_pending() -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [call("call_a")]}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": message}
    response = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    assert notes(only(response)) == ["pending-call"]


@pytest.mark.parametrize(
    "continues",
    [{"previous_response_id": "resp_1"}, {"conversation": "conv_1"}, {"conversation": {"id": "conv_1"}}],
)
def test_the_call_of_an_output_may_be_stored_at_the_provider(continues: Json) -> None:
    assert notes(responses(function_output("call_a"), **continues)) == ["orphan-result"]


def test_the_call_of_an_output_may_be_meant_by_an_item_reference() -> None:
    reference = {"type": "item_reference", "id": "fc_1"}
    assert notes(responses(reference, function_output("call_a"))) == ["orphan-result"]


def test_the_call_of_a_result_in_a_response_alone_may_stand_in_the_one_before() -> None:
    block = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_a", "content": []}
    response = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": [block, {"type": "text", "text": "Found."}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    assert notes(only(response)) == ["orphan-result"]


def test_the_same_id_in_later_turns_is_allowed_in_chat_completions() -> None:
    turns = [
        [calling(call("call_0", name)), result("call_0"), said(), user()] for name in ("add", "multiply")
    ]
    found = crosswire.diagnose(chat(*turns[0], *turns[1]))
    assert [(d.name, d.severity) for d in found] == [("id-reused-later", "warning")]


HYBRID_ITEMS: list[Json] = [
    {
        "type": "web_search_call",
        "id": "ws_1",
        "status": "completed",
        "action": {"type": "search", "query": "q"},
    },
    {"type": "mcp_call", "id": "mcp_1", "name": "t", "server_label": "s", "arguments": "{}", "output": "o"},
    {"type": "code_interpreter_call", "id": "ci_1", "code": "1", "container_id": "c", "status": "completed"},
    {"type": "file_search_call", "id": "fs_1", "queries": ["q"], "status": "completed", "results": None},
    {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "iVBORw0KGgo="},
]


@for_each("item", HYBRID_ITEMS, ids=lambda item: item["type"])
def test_an_item_that_holds_its_own_result_wants_no_other(item: Json) -> None:
    message = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "x"}]}
    assert notes(responses(user(), item, message, user())) == ["conflated-id"]
    assert notes(responses(user(), item)) == ["conflated-id"]


def test_geminis_code_execution_is_its_own_pair() -> None:
    code = {"executableCode": {"language": "PYTHON", "code": "print(1)"}}
    outcome = {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}}
    assert notes(gemini({"role": "model", "parts": [code, outcome, {"text": "1"}]})) == []


def test_gemini_without_ids_is_natural() -> None:
    one, two = {"name": "add", "args": {"a": 1}}, {"name": "add", "args": {"a": 2}}
    assert notes(gemini(model(one, two), answers({"name": "add"}, {"name": "add"}))) == []


def test_an_id_at_geminis_response_alone_is_no_defect() -> None:
    assert notes(gemini(model({"name": "add"}), answers({"name": "add", "id": "x-1"}))) == []


def test_a_server_tool_in_flight_is_pending() -> None:
    search = {"type": "server_tool_use", "id": "srvtoolu_a", "name": "web_search", "input": {"query": "q"}}
    last_turn = anthropic(user(), blocks("assistant", search, use()), blocks("user", tool_result()))
    assert notes(last_turn) == ["pending-call"]


def test_results_in_another_order_than_their_calls_are_fine() -> None:
    assert notes(chat(calling(call("a"), call("b", "multiply")), result("b"), result("a"))) == []
    both = blocks("user", tool_result("toolu_b"), tool_result("toolu_a"))
    assert notes(anthropic(blocks("assistant", use("toolu_a"), use("toolu_b", name="multiply")), both)) == []
    calls = function_call("a"), function_call("b", "multiply")
    assert notes(responses(*calls, *map(function_output, "ba"))) == []


def test_results_split_over_messages_of_the_user_are_fine() -> None:
    conversation = anthropic(
        blocks("assistant", use("toolu_a"), use("toolu_b", name="multiply")),
        blocks("user", tool_result("toolu_a")),
        blocks("user", tool_result("toolu_b")),
    )
    assert notes(conversation) == []


def test_text_around_a_result_in_its_message_is_no_defect() -> None:
    text = {"type": "text", "text": "And then?"}
    for content in ((text, tool_result()), (tool_result(), text)):
        assert notes(anthropic(blocks("assistant", use()), blocks("user", *content))) == []


def test_text_after_a_call_in_its_message_is_no_defect() -> None:
    text = {"type": "text", "text": "One moment."}
    assert notes(anthropic(blocks("assistant", use(), text), blocks("user", tool_result()))) == []


def test_reasoning_between_calls_and_outputs_is_no_defect() -> None:
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"}
    assert notes(responses(user(), reasoning, function_call("a"), reasoning, function_output("a"))) == []


def test_the_old_function_call_without_ids_is_no_defect() -> None:
    old = {"role": "assistant", "content": None, "function_call": {"name": "add", "arguments": "{}"}}
    assert notes(chat(user(), old, {"role": "function", "name": "add", "content": "15"}, said())) == []


def test_free_text_for_a_custom_tool_is_no_broken_json() -> None:
    patch = {"id": "call_a", "type": "custom", "custom": {"name": "apply_patch", "input": "*** Begin Patch"}}
    assert notes(chat(calling(patch), result("call_a"), said())) == []


def test_an_approval_answers_its_request_by_the_id_of_the_item() -> None:
    request = {
        "type": "mcp_approval_request",
        "id": "mcpr_1",
        "name": "t",
        "server_label": "s",
        "arguments": "{}",
    }
    response = {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True}
    assert notes(responses(user(), request, response)) == []


def test_calls_of_kimi_are_said_to_be_guessable_and_no_more() -> None:
    conversation = chat(
        calling(call("functions.add:0"), call("functions.add:1", arguments='{"a": 1}')),
        result("functions.add:0"),
        result("functions.add:1"),
        said(),
    )
    assert notes(conversation) == ["guessable-id"]


@for_each(
    "id",
    [
        "call_a",
        "chatcmpl-tool-0123456789abcdef",
        "0123abcDE",
        "3f1c9a52-7b0e-4d2c-9a41-5e8f6b7c0d13",
        "1",
        "a.b",
    ],
)
def test_an_id_of_any_form_that_both_ends_agree_on_is_no_defect(id: str) -> None:
    assert set(notes(chat(calling(call(id)), result(id), said()))) <= {"guessable-id"}


def test_a_session_that_was_cut_at_its_beginning_is_no_defect() -> None:
    line = {
        "type": "user",
        "sessionId": "s",
        "uuid": "u1",
        "parentUuid": "u0",
        "version": "2.1.0",
        "message": {"role": "user", "content": [tool_result()]},
    }
    assert notes(only(line)) == ["orphan-result"]


def test_what_a_session_need_not_hold_is_not_surely_missing() -> None:
    """Bedrock refuses a history with calls and no tools; a Strands session never holds the tools."""
    used = {"toolUse": {"toolUseId": "t1", "name": "add", "input": {}}}
    given = {"toolResult": {"toolUseId": "t1", "status": "success", "content": [{"text": "15"}]}}
    messages = [blocks("user", {"text": "Add."}), blocks("assistant", used), blocks("user", given)]
    times = {"created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z"}
    session = [
        {"message": message, "message_id": number, "redact_message": None, **times}
        for number, message in enumerate(messages)
    ]
    for log, accepts in ((session, None), ({"modelId": "m", "messages": messages}, False)):
        assert crosswire.verdict(only(log), "bedrock").accepts is accepts
