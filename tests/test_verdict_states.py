"""Three verdicts of a target: as logged, with ids filled in, and repaired."""

import json
from collections.abc import Callable
from typing import Any

import crosswire
import pytest
from crosswire import verdict_states
from crosswire.repairs import states
from crosswire.rules import as_sent
from tests import histories
from tests.histories import call, calling, result, said, user
from tests.webapp.rich_logs import LOGS

LATE = histories.chat(user(), calling(call("a.b")), user("Well?"), result("c.d"), said(), user())


def test_each_state_accepts_what_the_one_before_would_not() -> None:
    found = verdict_states(LATE, ["anthropic"])["anthropic"]
    assert [found.logged.accepts, found.filled.accepts, found.repaired.accepts] == [False, False, True]
    only_ids = histories.chat(user(), calling(call("a.b")), result("a.b"), said(), user())
    found = verdict_states(only_ids, ["anthropic"])["anthropic"]
    assert [found.logged.accepts, found.filled.accepts, found.repaired.accepts] == [False, True, True]


def test_a_clean_conversation_needs_no_repair_to_be_judged() -> None:
    clean = histories.chat(user(), calling(call("call_a")), result("call_a"), said(), user())
    found = verdict_states(clean, ["openai-chat"])["openai-chat"]
    assert found.repaired is found.filled
    assert found.logged.accepts is True


def test_what_is_ambiguous_stays_refused() -> None:
    unsure = histories.chat(
        user(), calling(call("call_a")), result("call_a", "1"), result("call_a", "2"), said()
    )
    assert verdict_states(unsure, ["openai-chat"])["openai-chat"].repaired.accepts is False


@pytest.mark.parametrize(("choice", "accepts"), [("leave", False), ("drop", True), ("mark", True)])
def test_a_missing_result_is_judged_by_the_choice_that_is_made(choice: str, accepts: bool) -> None:
    open_call = histories.chat(user(), calling(call("call_a")), user("Well?"))
    assert (
        verdict_states(open_call, ["openai-chat"], missing=choice)["openai-chat"].repaired.accepts is accepts
    )  # type: ignore[arg-type]


def test_all_targets_share_one_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    count = []
    repair = states.plain_repair

    def counted(*arguments: object, **more: object) -> object:
        count.append(arguments)
        return repair(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(states, "plain_repair", counted)
    found = verdict_states(LATE)
    assert list(found) == list(crosswire.FIRST_TARGETS)
    assert len(count) == 1


IDS = ("tooluse_a", "tooluse_b")
SPLIT = {
    "modelId": "amazon.nova-lite-v1:0",
    "toolConfig": {"tools": [{"toolSpec": {"name": "add", "inputSchema": {"json": {"type": "object"}}}}]},
    "messages": [
        {"role": "user", "content": [{"text": "Go on."}]},
        {
            "role": "assistant",
            "content": [{"toolUse": {"toolUseId": id, "name": "add", "input": {}}} for id in IDS],
        },
        *(
            {"role": "user", "content": [{"toolResult": {"toolUseId": id, "content": [{"text": "15"}]}}]}
            for id in IDS
        ),
    ],
}
"""Bedrock refuses it, for its results stand apart."""
READ = [crosswire.load(one).conversations[0] for one in (*LOGS.values(), json.dumps(SPLIT).encode())]


@pytest.mark.parametrize("log", [*READ, LATE])
def test_states_that_share_what_is_sent_say_what_each_says_alone(log: crosswire.Conversation) -> None:
    found = verdict_states(log)
    assert {name: one.logged for name, one in found.items()} == crosswire.verdicts(log, ids="keep")
    assert {name: one.filled for name, one in found.items()} == crosswire.verdicts(log, ids="fill")


def test_ids_that_need_no_filling_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    render = as_sent.render

    def counted(log: crosswire.Conversation, target: str, **more: Any) -> object:
        written.append((target, more["ids"]))
        return render(log, target, **more)

    monkeypatch.setattr(as_sent, "render", counted)
    log = histories.chat(user(), calling(call("call_a")), result("call_a"), said(), user())
    verdict_states(log, ["openai-chat", "mistral"])
    assert written == [("openai-chat", "keep"), ("mistral", "keep"), ("mistral", "fill")]


def test_an_unknown_target_is_refused() -> None:
    with pytest.raises(crosswire.UnknownFormat):
        verdict_states(LATE, ["telex"])["telex"]


OPEN = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
ANSWER_FIELDS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "anthropic": lambda schema: {"output_config": {"format": {"type": "json_schema", "schema": schema}}},
    "openai-chat": lambda schema: {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "n", "strict": True, "schema": schema},
        }
    },
    "openai-responses": lambda schema: {
        "text": {"format": {"type": "json_schema", "name": "n", "strict": True, "schema": schema}}
    },
}


@pytest.mark.parametrize("target", ANSWER_FIELDS)
def test_a_schema_of_the_answer_that_is_known_to_be_refused_is_no_yes(target: str) -> None:
    for schema, points in ((OPEN, ["answer-schema"]), ({**OPEN, "additionalProperties": False}, [])):
        history = "input" if target == "openai-responses" else "messages"
        body: dict[str, Any] = {"model": "m", history: [user()], "max_tokens": 9}
        body |= ANSWER_FIELDS[target](schema)
        [asked] = crosswire.load(json.dumps(body).encode(), format=target).conversations
        found = crosswire.verdict(asked, target)
        assert ([one.code for one in found.undecided], found.findings) == (points, [])
        assert all(one.address.endswith("/schema") for one in found.undecided if one.address)
