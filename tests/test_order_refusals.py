"""What is refused for its order: where results stand, how many there are, who speaks first and last."""

from __future__ import annotations

from typing import Any

import crosswire
import pytest
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

FOLLOWING = ("openai-chat", "anthropic", "bedrock", "gemini", "vertex", "mistral")
"""Targets that want results directly behind the turn that calls."""
OF_ORDER = ("unanswered-call", "unexpected-result", "response-count", "excess-results")
OLD_GEMINI = "gemini-2.5-flash"


def refused(conversation: Conversation, target: str) -> list[tuple[str, str, str]]:
    """Each refusal by a rule of this family: its name, how sure it is, and its place."""
    return [
        (found.name, found.severity.value, found.address)
        for found in crosswire.verdict(conversation, target).findings
        if crosswire.RULES[found.code].family == "order"
    ]


def names(conversation: Conversation, target: str) -> list[str]:
    return [name for name, _, _ in refused(conversation, target)]


def blocks(role: str, *content: Json) -> Json:
    return {"role": role, "content": list(content)}


def use(id: str = "toolu_a") -> Json:
    return {"type": "tool_use", "id": id, "name": "add", "input": {}}


def tool_result(id: str = "toolu_a") -> Json:
    return {"type": "tool_result", "tool_use_id": id, "content": "15"}


def text(words: str = "Well?") -> Json:
    return {"type": "text", "text": words}


# Calls whose results may still come


@for_each("target", list(crosswire.TARGETS))
def test_calls_at_the_end_are_refused_by_nobody(target: str) -> None:
    both = calling(call("D681PevKs"), call("kT3vQz8Lm", "multiply"))
    assert names(chat(user(), both), target) == []
    assert names(responses(user(), function_call("D681PevKs")), target) == []
    assert names(anthropic(user(), blocks("assistant", use())), target) == []
    assert names(gemini({"role": "user", "parts": [{"text": "Go."}]}, model({"name": "add"})), target) == []


@for_each("target", FOLLOWING)
def test_a_call_that_the_results_at_the_end_leave_out_is_refused(target: str) -> None:
    """What is sent so is refused: the turn of its result has come."""
    both = calling(call("D681PevKs"), call("kT3vQz8Lm", "multiply"))
    assert names(chat(user(), both, result("D681PevKs")), target) != []


def test_a_result_that_is_not_in_anthropics_one_message_for_all_will_not_come() -> None:
    half = anthropic(
        user(), blocks("assistant", use("toolu_a"), use("toolu_b")), blocks("user", tool_result())
    )
    assert refused(half, "anthropic") == [("unanswered-call", "error", "0:/messages/1/content/1")]


@for_each("target", FOLLOWING)
def test_a_result_behind_something_said_comes_too_late_except_in_responses(target: str) -> None:
    late = responses(user(), function_call("D681PevKs"), user(), said(), function_output("D681PevKs"), user())
    assert set(names(late, target)) & {*OF_ORDER, "gemini-turn-order", "role-order"}
    assert names(late, "openai-responses") == []


# What a provider takes as one turn


def test_messages_of_the_assistant_in_a_row_are_one_for_anthropic_and_several_for_openai() -> None:
    apart = [blocks("assistant", use("toolu_a")), blocks("assistant", use("toolu_b"))]
    both = blocks("user", tool_result("toolu_a"), tool_result("toolu_b"))
    assert names(anthropic(user(), *apart, both), "anthropic") == []
    in_chat = [
        calling(call("call_a")),
        calling(call("call_b", "multiply")),
        result("call_a"),
        result("call_b"),
    ]
    assert refused(chat(user(), *in_chat), "openai-chat") == [
        ("unanswered-call", "error", "0:/1/tool_calls/0"),
        ("unexpected-result", "error", "0:/3/tool_call_id"),
    ]


def test_results_in_messages_of_their_own_are_one_turn_for_all_that_merge_them() -> None:
    split = anthropic(
        user(),
        blocks("assistant", use("toolu_a"), use("toolu_b")),
        blocks("user", tool_result("toolu_a")),
        blocks("user", tool_result("toolu_b")),
    )
    for target in FOLLOWING:
        assert names(split, target) == (["split-results"] if target == "bedrock" else [])
    # Written anew they stand in one message.
    assert "split-results" not in {f.name for f in crosswire.verdict(split, "bedrock", ids="fill").findings}


def test_text_between_two_results_of_a_turn_stands_before_the_second() -> None:
    between = blocks("user", tool_result("toolu_a"), text(), tool_result("toolu_b"))
    conversation = anthropic(user(), blocks("assistant", use("toolu_a"), use("toolu_b")), between)
    assert refused(conversation, "anthropic") == [("text-before-result", "error", "0:/messages/2/content/1")]


@for_each("target", ["openai-chat", "gemini", "bedrock", "mistral"])
def test_text_before_a_result_is_moved_for_all_others(target: str) -> None:
    conversation = anthropic(user(), blocks("assistant", use()), blocks("user", text(), tool_result()))
    assert "text-before-result" not in names(conversation, target)


def test_contents_of_one_role_in_a_row_are_one_turn_for_gemini() -> None:
    asked = {"role": "user", "parts": [{"text": "Go."}]}
    one, two = model({"name": "add"}), model({"name": "multiply"})
    apart = gemini(asked, one, two, answers({"name": "add"}), answers({"name": "multiply"}))
    assert names(apart, "gemini") == []
    assert names(gemini(asked, one, two, answers({"name": "add"}), asked), "gemini") == ["response-count"]


def test_one_response_too_many_is_counted_at_the_response() -> None:
    asked = {"role": "user", "parts": [{"text": "Go."}]}
    many = gemini(asked, model({"name": "add"}), answers({"name": "add"}, {"name": "add"}))
    assert refused(many, "gemini") == [("response-count", "error", "0:/contents/2/parts/1")]


# Calls that stand elsewhere


def test_an_output_for_a_stored_call_is_refused_by_nobody_who_stores() -> None:
    stored = responses(function_output("call_a"), previous_response_id="resp_1")
    assert names(stored, "openai-responses") == []
    assert refused(stored, "openai-chat") == [("unexpected-result", "error", "0:/input/0/call_id")]


def test_a_result_at_the_beginning_of_a_program_s_log_leaves_the_verdict_unsure() -> None:
    line = {
        "type": "user",
        "sessionId": "s",
        "uuid": "u1",
        "parentUuid": "u0",
        "version": "2.1.0",
        "message": blocks("user", tool_result()),
    }
    for target in ("anthropic", "openai-chat", "gemini", "bedrock", "mistral"):
        assert {severity for _, severity, _ in refused(only(line), target)} == {"warning"}


def test_a_second_result_with_an_id_that_was_called_is_not_one_without_its_call() -> None:
    twice = chat(user(), calling(call("call_a")), result("call_a"), result("call_a"), said())
    assert "unexpected-result" not in names(twice, "openai-chat")


def test_a_tool_of_the_providers_is_no_call_for_the_client() -> None:
    search = {"type": "server_tool_use", "id": "srvtoolu_a", "name": "web_search", "input": {}}
    answered = anthropic(user(), blocks("assistant", search), blocks("user", tool_result("srvtoolu_a")))
    assert names(answered, "anthropic") == ["unexpected-result"]
    assert [found.name for found in crosswire.diagnose(answered)] == ["answered-server-tool"]


def test_what_the_code_of_an_earlier_turn_gave_is_expected() -> None:
    code = {"type": "server_tool_use", "id": "srvtoolu_a", "name": "code_execution", "input": {}}
    outcome: Json = {"type": "code_execution_tool_result", "tool_use_id": "srvtoolu_a", "content": {}}
    asked = {**use(), "caller": {"type": "code_execution_20250825", "tool_id": "srvtoolu_a"}}
    run = [blocks("assistant", code, asked), blocks("user", tool_result()), blocks("assistant", outcome)]
    assert names(anthropic(user(), *run), "anthropic") == []


def test_a_second_answer_to_a_tool_of_the_providers_is_told_as_what_it_is() -> None:
    search = {"type": "server_tool_use", "id": "srvtoolu_a", "name": "web_search", "input": {}}
    found: Json = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_a", "content": []}
    both = anthropic(user(), blocks("assistant", search, found), blocks("user", tool_result("srvtoolu_a")))
    assert [one.name for one in crosswire.diagnose(both)] == ["answered-server-tool"]


# Who speaks first and last


def request(model_name: str, *messages: Json) -> Conversation:
    return only({"model": model_name, "max_tokens": 1, "messages": list(messages)}, "anthropic")


@for_each(
    ("model_name", "accepts"),
    [
        ("claude-opus-4-6", False),
        ("claude-sonnet-4-6", False),
        ("claude-opus-4-7", False),
        ("claude-sonnet-5", False),
        ("claude-sonnet-4-5-20250929", True),
        ("claude-opus-4-1-20250805", True),
        ("claude-sonnet-4-20250514", True),
        ("claude-3-5-sonnet-20241022", True),
        ("claude-2.1", True),
        ("some-model", None),
    ],
)
def test_the_beginning_of_an_answer_is_taken_by_older_models(model_name: str, accepts: bool | None) -> None:
    conversation = request(model_name, user("Answer in JSON."), said("{"))
    assert crosswire.verdict(conversation, "anthropic").accepts is accepts


def test_a_conversation_that_is_over_is_no_request_that_ends_with_the_model() -> None:
    over = [user("Hi."), said("Hello.")]
    for target in ("anthropic", "gemini", "mistral"):
        assert names(chat(*over), target) == []
    answered = {
        "request": {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [user("Hi.")]},
        "response": {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-opus-4-6",
            "content": [text("Hello.")],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 1, "output_tokens": 1},
        },
    }
    assert names(only(answered), "anthropic") == []


def test_a_prefix_is_taken_by_mistral() -> None:
    def ending(**more: Any) -> Conversation:
        last = {**said("{"), **more}
        return only({"model": "mistral-large-latest", "messages": [user("Answer in JSON."), last]}, "mistral")

    assert names(ending(), "mistral") == ["ends-with-assistant"]
    assert names(ending(prefix=True), "mistral") == []


def test_a_content_without_a_role_is_refused_by_vertex_alone() -> None:
    conversation = gemini({"parts": [{"text": "Hi."}]})
    assert names(conversation, "gemini") == []
    assert names(conversation, "vertex") == ["unknown-role"]


# Tools at the provider, and messages that hold nothing

SERVER_ID = "srvtoolu_01WYG3ziw53XMcoyKL4XcZmE"


def search() -> Json:
    return {"type": "server_tool_use", "id": SERVER_ID, "name": "web_search", "input": {"query": "news"}}


def search_result() -> Json:
    return {"type": "web_search_tool_result", "tool_use_id": SERVER_ID, "content": []}


def test_a_result_of_anthropics_own_tool_is_refused_in_a_message_of_the_user() -> None:
    astray = anthropic(user(), blocks("assistant", search(), text()), blocks("user", search_result()), user())
    (found,) = crosswire.verdict(astray, "anthropic").findings
    assert (found.name, found.severity) == ("unexpected-result", "error")
    assert found.address == "0:/messages/2/content/0/tool_use_id"
    assert found.ground is not None
    assert found.ground.key == "ant-server-result-order"
    assert names(anthropic(user(), blocks("assistant", search(), search_result()), user()), "anthropic") == []
    resumed = [blocks("assistant", search()), blocks("assistant", search_result(), text())]
    assert names(anthropic(user(), *resumed, user()), "anthropic") == []


@pytest.mark.parametrize(
    "lost",
    [search(), {"type": "mcp_tool_use", "id": "mcptoolu_a", "name": "add", "server_name": "s", "input": {}}],
    ids=lambda block: block["type"],
)
def test_a_tool_at_anthropic_without_a_result_leaves_the_verdict_unsure_once_the_user_goes_on(
    lost: Json,
) -> None:
    history = [user(), blocks("assistant", lost, text()), user()]
    assert refused(anthropic(*history), "anthropic") == [
        ("unanswered-call", "warning", "0:/messages/1/content/0")
    ]
    assert crosswire.verdict(anthropic(*history), "anthropic").accepts is None
    assert names(anthropic(*history[:2]), "anthropic") == []


def test_a_tool_at_anthropic_may_wait_while_the_client_answers_calls() -> None:
    rounds = [
        *(blocks("assistant", search(), use("toolu_a")), blocks("user", tool_result("toolu_a"))),
        *(blocks("assistant", use("toolu_b")), blocks("user", tool_result("toolu_b"))),
    ]
    assert names(anthropic(user(), *rounds), "anthropic") == []
    assert names(anthropic(user(), *rounds, blocks("assistant", text()), user()), "anthropic") == [
        "unanswered-call"
    ]


@for_each("empty", [{"parts": []}, {}, {"parts": None}], ids=str)
@for_each("target", ["gemini", "vertex"])
def test_a_content_without_parts_is_refused_as_logged_and_left_out_once_written_anew(
    target: str, empty: Json
) -> None:
    def ask(words: str) -> Json:
        return {"role": "user", "parts": [{"text": words}]}

    conversation = gemini(ask("Hi."), {"role": "model", **empty}, ask("Well?"))
    assert refused(conversation, target) == [("empty-message", "error", "0:/contents/1")]
    judged = crosswire.verdict_states(conversation, [target])[target]
    assert (judged.logged.accepts, judged.filled.accepts, judged.repaired.accepts) == (False, True, True)
    assert names(conversation, "openai-chat") == []
    assert names(gemini(ask("Hi."), {"role": "model", **empty}), target) == []


def test_a_message_with_neither_content_nor_calls_is_refused_by_old_models_of_mistral() -> None:
    messages = [user(), said(""), user()]
    conversation = only({"model": "mistral-large-latest", "messages": messages}, "mistral")
    assert refused(conversation, "mistral") == [("empty-message", "warning", "0:/messages/1")]
    assert crosswire.verdict(conversation, "mistral").accepts is None
    calls = [user(), {**calling(call("D681PevKs")), "content": ""}, result("D681PevKs"), said()]
    assert "empty-message" not in names(only({"model": "m", "messages": calls}, "mistral"), "mistral")
