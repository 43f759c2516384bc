"""What becomes of call ids in a rendering: kept, filled in, or all in the target's own shape."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation
from crosswire.rendering.id_plan import ID_POLICIES, IdPlan, IdRule, plan_ids
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from tests import histories
from tests.histories import call, calling, result, user
from tests.selection import for_each

ROOT = Path(__file__).resolve().parent.parent
PLAIN = IdRule()
STRICT = IdRule(max_length=20, pattern=r"[a-zA-Z0-9_-]+", native="x_{12}")
NINE = IdRule(max_length=9, pattern=r"[a-zA-Z0-9]{9}", native="{9}")
FREE = IdRule(required=False, native="fc_{8}")
SERVER = IdRule(
    pattern=r"[a-z_0-9]+", native="c_{8}", server=IdRule(pattern=r"srv_[a-zA-Z0-9]+", native="srv_{8}")
)
POLICIES = for_each("policy", ID_POLICIES)


def planned(conversation: Conversation, rule: IdRule, policy: str = "fill") -> IdPlan:
    return plan_ids(conversation, crosswire.pair(conversation), rule, policy)  # type: ignore[arg-type]


def ids(conversation: Conversation, rule: IdRule, policy: str = "fill") -> list[str | None]:
    """In the order of the log."""
    plan = planned(conversation, rule, policy)
    parts = [part for _, part in conversation.parts() if part.key in plan.ids]
    return [plan.ids[part.key] for part in parts]


def how(conversation: Conversation, rule: IdRule, policy: str = "fill") -> list[tuple[str | None, str]]:
    return [(change.logged, change.how) for change in planned(conversation, rule, policy).changes.values()]


def one_pair(of_call: Any, of_result: Any) -> Conversation:
    made = {**call("call_1"), "id": of_call}
    answer = {**result("call_1"), "tool_call_id": of_result}
    return histories.chat(user(), calling({k: v for k, v in made.items() if v != "gone"}), drop(answer))


def drop(message: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in message.items() if value != "gone"}


# Nothing is wrong


@for_each("rule", [PLAIN, STRICT, FREE])
@for_each("policy", ["keep", "fill"])
def test_ids_that_the_target_takes_stay(rule: IdRule, policy: str) -> None:
    conversation = one_pair("call_1", "call_1")
    assert ids(conversation, rule, policy) == ["call_1", "call_1"]
    assert how(conversation, rule, policy) == []


@for_each("logged", ["gone", None, "", 7])
@for_each("rule", [PLAIN, STRICT, NINE, FREE])
def test_keep_changes_nothing_whatever_was_logged(logged: Any, rule: IdRule) -> None:
    for conversation, expected in (
        (one_pair(logged, logged), [None, None]),
        (one_pair("a.b/" * 30, "call_1"), ["a.b/" * 30, "call_1"]),
        (one_pair("call_1", logged), ["call_1", None]),
    ):
        assert ids(conversation, rule, "keep") == expected
        assert how(conversation, rule, "keep") == []


# Absent ids


@for_each("logged", ["gone", None, "", 7])
@for_each("rule", [PLAIN, STRICT, NINE])
def test_absent_ids_on_both_ends_get_one_made_id(logged: Any, rule: IdRule) -> None:
    conversation = one_pair(logged, logged)
    first, second = ids(conversation, rule)
    assert first == second
    assert first is not None
    assert rule.refusal(first) is None
    before = "" if logged == "" else None
    assert how(conversation, rule) == [(before, "made"), (before, "made")]


@pytest.mark.parametrize("logged", ["gone", None, ""])
def test_an_end_without_an_id_takes_the_other_ends(logged: Any) -> None:
    assert ids(one_pair("call_1", logged), PLAIN) == ["call_1", "call_1"]
    before = "" if logged == "" else None
    assert how(one_pair("call_1", logged), PLAIN) == [(before, "from its call")]
    assert ids(one_pair(logged, "call_1"), PLAIN) == ["call_1", "call_1"]
    assert how(one_pair(logged, "call_1"), PLAIN) == [(before, "from its result")]


@for_each("ends", [("a.b", None), (None, "a.b")])
@for_each("policy", ["fill", "native"])
def test_an_end_without_an_id_takes_the_rewritten_one_of_the_other(
    ends: tuple[Any, Any], policy: str
) -> None:
    conversation = one_pair(*ends)
    first, second = ids(conversation, STRICT, policy)
    assert first == second
    assert first is not None
    assert STRICT.refusal(first) is None


@pytest.mark.parametrize("rule", [PLAIN, STRICT])
def test_a_result_that_takes_its_calls_rewritten_id_says_so(rule: IdRule) -> None:
    changes = planned(one_pair("x" * 30, None), STRICT).changes
    assert [(change.how, change.logged) for change in changes.values()] == [
        ("rewritten", "x" * 30),
        ("made", None),
    ]
    assert "its call" in list(changes.values())[1].why or "a call" in list(changes.values())[1].why


def test_calls_and_results_that_stay_alone_get_ids_of_their_own() -> None:
    conversation = histories.chat(
        user(), calling(call(None, "a"), call(None, "b")), result("other"), user(), result(None), result(None)
    )
    found = ids(conversation, PLAIN)
    assert None not in found
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("policy", ["keep", "fill"])
def test_nothing_is_made_for_a_target_that_needs_no_ids(policy: str) -> None:
    for logged in ("gone", None, ""):
        assert ids(one_pair(logged, logged), FREE, policy) == [None, None]
        assert how(one_pair(logged, logged), FREE, policy) == []


def test_native_makes_ids_even_where_the_target_needs_none() -> None:
    first, second = ids(one_pair(None, None), FREE, "native")
    assert first == second
    assert re.fullmatch(r"fc_[0-9A-Za-z]{8}", str(first))


# Ids that the target refuses


@for_each("logged", ["x" * 21, "a.b", "a b", "é", "a/b:c", "call_1\n", "\ud83d"])
def test_a_refused_id_is_rewritten_on_both_ends_alike(logged: str) -> None:
    conversation = one_pair(logged, logged)
    first, second = ids(conversation, STRICT)
    assert first == second
    assert STRICT.refusal(str(first)) is None
    assert how(conversation, STRICT) == [(logged, "rewritten")] * 2
    assert all(change.why for change in planned(conversation, STRICT).changes.values())


@given(
    st.lists(
        st.text(st.sampled_from("ab.:/ é_-"), min_size=1, max_size=30), min_size=2, max_size=8, unique=True
    )
)
def test_different_ids_never_become_one(logged: list[str]) -> None:
    conversation = histories.chat(user(), calling(*map(call, logged)), *map(result, logged))
    for policy in ("fill", "native"):
        found = ids(conversation, STRICT, policy)
        assert len(set(found)) == len(logged)
        assert found[: len(logged)] == found[len(logged) :]


def test_ids_that_differ_only_in_a_refused_character_stay_apart() -> None:
    found = ids(
        histories.chat(user(), calling(call("a.b"), call("a:b")), result("a.b"), result("a:b")), STRICT
    )
    assert len(set(found)) == 2
    assert found[:2] == found[2:]


def test_an_id_of_another_result_is_never_taken_for_the_calls() -> None:
    conversation = histories.chat(user(), calling(call("call_1")), result("call_9"))
    assert ids(conversation, PLAIN) == ["call_1", "call_9"]


@POLICIES
def test_equal_ids_of_later_turns_stay_equal(policy: str) -> None:
    turn = [user(), calling(call("a.b")), result("a.b")]
    found = ids(histories.chat(*turn, *turn), STRICT, policy)
    assert len(set(found)) == 1


# The target's own shape


@for_each("rule", [PLAIN, STRICT, NINE, FREE])
def test_native_gives_every_end_the_targets_own_shape(rule: IdRule) -> None:
    prefix, _, length = rule.native.partition("{")
    shape = re.compile(re.escape(prefix) + rf"[0-9A-Za-z]{{{length[:-1]}}}")
    conversation = histories.chat(
        user(),
        calling(call("call_1"), call(None), call("a.b")),
        result("call_1"),
        result(None),
        result("a.b"),
    )
    found = ids(conversation, rule, "native")
    assert found[:3] == found[3:]
    assert len(set(found)) == 3
    assert all(shape.fullmatch(str(one)) for one in found)


@for_each("target", list(crosswire.FORMATS))
def test_every_format_takes_the_ids_that_it_is_given(target: str) -> None:
    rule = crosswire.FORMATS[target].ID_RULE
    for policy in ("fill", "native"):
        for logged in (None, "", "a.b/c", "x" * 200, "名", "call_1"):
            for written in ids(one_pair(logged, logged), rule, policy):
                assert (written is None and not rule.required) or rule.refusal(str(written)) is None


# Hybrid items


@POLICIES
def test_nothing_is_made_for_a_hybrid_item_without_an_id(policy: str) -> None:
    conversation = histories.responses(
        user(),
        {"type": "web_search_call", "status": "completed", "action": {"type": "search", "query": "x"}},
        {"type": "code_interpreter_call", "code": "1", "container_id": "c", "outputs": []},
    )
    plan = planned(conversation, STRICT, policy)
    assert [call.hybrid for call in conversation.calls()] == [True, True]
    assert set(plan.ids.values()) == {None}
    assert plan.changes == {}


# Always the same, everywhere


def test_made_ids_are_the_same_in_another_process() -> None:
    data = json.dumps([user(), calling(call(None), call("a b")), result(None), result("a b")])
    code = (
        "import crosswire, json, sys; (c,) = crosswire.load(sys.argv[1].encode()).conversations; "
        "print(json.dumps(crosswire.render(c, 'anthropic').payload))"
    )
    written = [
        subprocess.run(
            [sys.executable, "-c", code, data],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert written[0] == written[1]
    assert "cw_" in written[0]


def test_made_ids_differ_between_uploads_and_between_conversations_of_one() -> None:
    def made(data: bytes) -> list[Any]:
        return [ids(conversation, PLAIN)[0] for conversation in crosswire.load(data).conversations]

    body = json.dumps({"messages": [user(), calling(call(None)), result(None)]}).encode()
    assert made(body) == made(body)
    found = [*made(body), *made(body + b" "), *made(body + b"\n" + body)]
    assert len(set(found)) == 4


def test_rewritten_ids_are_the_same_for_every_upload() -> None:
    first = histories.chat(user(), calling(call("a.b")), result("a.b"))
    second = histories.chat(user("Other."), calling(call("a.b")))
    assert ids(first, STRICT)[0] == ids(second, STRICT)[0]


# What is said of it


def test_the_id_map_names_both_ends_with_their_places() -> None:
    conversation = one_pair(None, None)
    rendering = crosswire.render(conversation, "anthropic")
    first, second = rendering.id_map
    assert (first.source, second.source) == ("0:/1/tool_calls/0/id", "0:/2/tool_call_id")
    assert (first.how, second.how, first.written) == ("made", "made", second.written)
    for change in rendering.id_map:
        assert change.target is not None
        assert crosswire.address.resolve(change.target, [rendering.payload], json.loads) == change.written


@POLICIES
def test_links_or_not_the_payload_and_its_made_ids_are_the_same(policy: Any) -> None:
    conversation = histories.chat(
        user(),
        calling(call(None), call("a.b"), call("call_1")),
        result(None),
        result("a.b"),
        result("call_1"),
    )
    for target in crosswire.FORMATS:
        full = crosswire.render(conversation, target, ids=policy)
        plain = crosswire.render(conversation, target, ids=policy, links=False)
        assert full.payload == plain.payload
        assert [(c.node, c.written) for c in full.id_map] == [(c.node, c.written) for c in plain.id_map]
        assert (plain.links, plain.losses) == ([], [])


def test_of_two_ids_that_were_glued_together_the_call_id_is_taken() -> None:
    conversation = histories.chat(calling(call("call_a1|fc_b2")), result("call_a1|fc_b2"))
    changes = crosswire.render(conversation, "anthropic").id_map
    assert [(change.written, change.how) for change in changes] == [("call_a1", "rewritten")] * 2


def test_of_an_id_that_carries_a_payload_the_id_is_taken_and_the_loss_is_told() -> None:
    packed = "call_1__thought__Q3JlZGl0IHdoZXJlIGl0IGlzIGR1ZQ"
    plan = planned(one_pair(packed, packed), STRICT)
    assert {*plan.ids.values()} == {"call_1"}
    assert all("Gemini thought signature" in change.why for change in plan.changes.values())


def test_glued_ids_stay_apart_where_they_share_a_call_id_or_another_call_has_it() -> None:
    glued = ("call_a1|fc_b2", "call_a1|fc_c3", "call_d4|fc_e5", "call_d4")
    conversation = histories.chat(calling(*map(call, glued)), *map(result, glued))
    written = [change.written for change in crosswire.render(conversation, "anthropic").id_map]
    assert len(set(written)) == 3
    assert all(id.startswith("cw_") for id in written)


# Tools that the provider runs itself


def searched(id: str, kind: str = "server_tool_use", answer: str = "web_search_tool_result") -> Conversation:
    blocks = [
        {"type": kind, "id": id, "name": "web_search", "input": {}},
        {"type": answer, "tool_use_id": id, "content": []},
    ]
    return histories.anthropic(user(), {"role": "assistant", "content": blocks})


@pytest.mark.parametrize("policy", ["fill", "native"])
def test_an_id_of_a_server_tool_is_rewritten_as_those_are(policy: str) -> None:
    first, second = ids(searched("call_1"), SERVER, policy)
    assert first == second
    assert re.fullmatch(r"srv_[0-9A-Za-z]{8}", str(first))
    assert how(searched("call_1"), SERVER, policy) == [("call_1", "rewritten")] * 2


@POLICIES
def test_an_id_of_a_server_tool_that_is_taken_stays(policy: str) -> None:
    assert ids(searched("srv_1"), SERVER, policy) == ["srv_1", "srv_1"]


def test_wire_types_whose_ids_are_as_those_of_clients_are_left_to_the_common_rule() -> None:
    rule = structs.replace(SERVER, as_of_clients=frozenset({"mcp_tool_use", "mcp_tool_result"}))
    over_mcp = searched("call_1", "mcp_tool_use", "mcp_tool_result")
    assert ids(over_mcp, rule) == ["call_1", "call_1"]
    assert how(over_mcp, SERVER) == [("call_1", "rewritten")] * 2


# Words that stand for having none


@for_each("word", ["null", "None", "undefined"])
@for_each("rule", [PLAIN, STRICT, NINE])
def test_a_word_for_no_id_that_several_calls_have_is_taken_for_an_absent_one(word: str, rule: IdRule) -> None:
    conversation = histories.chat(user(), calling(call(word), call(word)), result(word), result(word))
    first, second, to_first, to_second = ids(conversation, rule)
    assert (first, second) == (to_first, to_second)
    assert first != second
    assert how(conversation, rule) == [(word, "rewritten")] * 4
    assert ids(conversation, rule, "keep") == [word] * 4


def test_a_word_for_no_id_stays_where_it_is_one_calls_or_results_are_too_few() -> None:
    assert ids(histories.chat(user(), calling(call("null")), result("null")), PLAIN) == ["null"] * 2
    half = histories.chat(user(), calling(call("null"), call("null")), result("null"), user())
    assert len(set(ids(half, PLAIN))) == len(set(ids(half, NINE))) == 1
    equal = histories.chat(user(), calling(call("a_1"), call("a_1")), result("a_1"), result("a_1"))
    assert set(ids(equal, PLAIN)) == {"a_1"}
