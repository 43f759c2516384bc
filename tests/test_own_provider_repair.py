"""Repair to the log's own provider: what that refuses is mended where it is certain, and its verdict stands
with the outcome."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation
from tests.histories import Json, call, calling, chat, only, result, said, user
from tests.selection import for_each

EMPTY = {"type": "text", "text": ""}
USE = {"type": "tool_use", "id": "toolu_a", "name": "add", "input": {}}


def claude(*messages: Json) -> Conversation:
    tools = [{"name": "add", "input_schema": {"type": "object"}}]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "tools": tools, "messages": [*messages]}
    return only(body, "anthropic")


def answered(*content: Json) -> Json:
    return {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "toolu_a", "content": [*content]}],
    }


def payload(repaired: crosswire.Repaired) -> Any:
    return json.loads(json.dumps(repaired.payload))


def test_empty_texts_beside_others_are_dropped_for_certain() -> None:
    fifteen = {"type": "text", "text": "15"}
    calls = {"role": "assistant", "content": [EMPTY, USE, EMPTY]}
    log = claude(user(), calls, answered(fifteen, EMPTY), said(), user())
    repaired = crosswire.repair(log)
    assert [(one.kind, one.rule, one.certain) for one in repaired.changes] == [
        ("dropped", "empty-text", True)
    ] * 3
    assert payload(repaired)["messages"][1:3] == [{**calls, "content": [USE]}, answered(fifteen)]
    assert repaired.verdict is not None
    assert repaired.verdict.accepts is True
    assert crosswire.repair(repaired.conversation).changes == []


@for_each(
    "content",
    [
        [EMPTY],
        [{"type": "thinking", "thinking": "Hm.", "signature": "EqQB"}, EMPTY],
    ],
)
def test_an_empty_text_that_stands_for_all_that_was_said_is_left_and_told(content: list[Json]) -> None:
    repaired = crosswire.repair(claude(user(), {"role": "assistant", "content": content}, user()))
    assert repaired.changes == []
    assert "empty-text" in [left.finding.name for left in repaired.remaining]


def test_an_empty_text_is_left_where_its_provider_takes_it() -> None:
    empty = {"role": "user", "content": [EMPTY, {"type": "text", "text": "Well?"}]}
    assert crosswire.repair(only({"model": "gpt-5", "messages": [empty]}, "openai-chat")).changes == []


def test_ids_that_the_own_provider_refuses_are_rewritten_at_both_ends() -> None:
    long = "call_" + "x" * 70
    repaired = crosswire.repair(chat(user(), calling(call(long)), result(long), said()))
    assert {change.rule for change in repaired.changes} == {"id-too-long"}
    assert repaired.verdict is not None
    assert (repaired.verdict.target, repaired.verdict.accepts) == ("openai-chat", True)


def test_ids_are_rewritten_though_something_else_stays_refused() -> None:
    long = "call_" + "x" * 70
    repaired = crosswire.repair(chat(user(), calling(call(long), call("call_b")), result(long), user()))
    assert {change.rule for change in repaired.changes} == {"id-too-long"}
    assert [left.finding.name for left in repaired.remaining] == ["missing-result"]
    assert repaired.verdict is not None
    assert repaired.verdict.accepts is False


def test_what_the_own_provider_would_still_refuse_is_left_with_its_reason() -> None:
    log = claude({**user(), "role": "assistant"}, user(), {"role": "critic", "content": "No."})
    repaired = crosswire.repair(log)
    assert repaired.verdict is not None
    assert repaired.verdict.accepts is False
    refused = [left for left in repaired.remaining if left.finding.kind == "refusal"]
    assert "unknown-role" in [left.finding.name for left in refused]
    assert all(left.why for left in refused)


def test_a_log_of_no_known_provider_has_no_verdict() -> None:
    body = {"model": "gemini-3-flash", "input": "Well?"}
    assert crosswire.repair(only(body, "gemini-interactions")).verdict is None


@pytest.mark.parametrize("target", ["anthropic", "openai-chat"])
def test_a_repair_for_a_target_comes_with_the_verdict_of_that_target(target: str) -> None:
    repaired = crosswire.repair(
        chat(user(), calling(call("call_a")), result("call_b"), said()), target=target
    )
    assert repaired.verdict is not None
    assert repaired.verdict.target == target
