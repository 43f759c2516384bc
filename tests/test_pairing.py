"""Which result answers which call, and how that is known."""

from __future__ import annotations

import json

import crosswire
import pytest
from crosswire.model import Conversation
from crosswire.pairing import Fate, How, Pairing
from hypothesis import given, settings
from hypothesis import strategies as st
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
    responses,
    result,
    said,
    user,
)
from tests.selection import for_each


def pairs(conversation: Conversation) -> list[tuple[str, str, str]]:
    """Address of the call, address of the result, how they were tied."""
    return [
        (pair.call.address, pair.result.address, pair.how.value)
        for pair in crosswire.pair(conversation).pairs
    ]


def counts(conversation: Conversation) -> dict[str, int]:
    """Without the zeros."""
    return {name: number for name, number in crosswire.pair(conversation).counts().items() if number}


def test_results_are_paired_by_id_in_any_order() -> None:
    conversation = chat(calling(call("a"), call("b")), result("b"), result("a"), said())
    assert pairs(conversation) == [
        ("0:/0/tool_calls/0", "0:/2", "by_id"),
        ("0:/0/tool_calls/1", "0:/1", "by_id"),
    ]


def test_an_id_that_comes_again_pairs_with_its_own_turn() -> None:
    turn: list[Json] = [calling(call("call_0")), result("call_0"), said(), user()]
    assert pairs(chat(*turn * 3)) == [
        (f"0:/{start}/tool_calls/0", f"0:/{start + 1}", "by_id") for start in (0, 4, 8)
    ]


def test_a_duplicate_id_within_a_turn_is_paired_first_come_first_served() -> None:
    conversation = chat(calling(call("a"), call("a", "multiply")), result("a", "1"), result("a", "2"), said())
    assert pairs(conversation) == [
        ("0:/0/tool_calls/0", "0:/1", "by_id"),
        ("0:/0/tool_calls/1", "0:/2", "by_id"),
    ]


def test_without_ids_results_are_paired_by_position() -> None:
    conversation = gemini(
        model({"name": "add", "args": {"a": 1}}, {"name": "add", "args": {"a": 2}}),
        answers({"name": "add"}, {"name": "add"}),
    )
    assert counts(conversation) == {"by_position": 2}


def test_without_ids_a_name_out_of_order_pairs_by_name() -> None:
    conversation = gemini(
        model({"name": "add"}, {"name": "multiply"}), answers({"name": "multiply"}, {"name": "add"})
    )
    calls = {pair.call.name: pair.result.name for pair in crosswire.pair(conversation).pairs}
    assert calls == {"add": "add", "multiply": "multiply"}


def test_position_counts_within_a_turn_alone() -> None:
    conversation = gemini(
        model({"name": "add"}), user_says("Stop."), model({"name": "add"}), answers({"name": "add"})
    )
    (only,) = crosswire.pair(conversation).pairs
    assert only.call.address == "0:/contents/2/parts/0"
    assert counts(conversation) == {"by_position": 1, "missing": 1}


def user_says(text: str) -> Json:
    return {"role": "user", "parts": [{"text": text}]}


def test_ids_at_both_ends_that_differ_are_never_paired_by_position() -> None:
    conversation = gemini(model({"name": "add", "id": "x1"}), answers({"name": "add", "id": "x2"}))
    pairing = crosswire.pair(conversation)
    assert pairing.pairs == []
    (orphan,) = pairing.orphans
    (alone,) = pairing.unanswered
    assert orphan.likely_call is alone.call
    assert alone.likely_result is orphan.result


def test_an_id_at_one_end_alone_does_not_keep_the_pair_apart() -> None:
    for history in (
        gemini(model({"name": "add"}), answers({"name": "add", "id": "x-1"})),
        gemini(model({"name": "add", "id": "x-1"}), answers({"name": "add"})),
    ):
        assert counts(history) == {"by_position": 1}


@for_each(
    ("called", "answered"),
    [
        ("call_\u0430bc123", "call_abc123"),
        ("call_ABCQ1", "call_abcq1"),
        ("call_abcdefgh1234", "call_abcdef"),
    ],
)
@for_each("absent", [None, ""])
def test_a_result_without_an_id_does_not_take_the_call_that_a_wrong_id_was_meant_for(
    called: str, answered: str, absent: str | None
) -> None:
    conversation = chat(
        calling(call(called), call(absent)), result(answered, "first"), result(absent, "second"), said()
    )
    assert pairs(conversation) == [("0:/0/tool_calls/1", "0:/2", "by_position")]
    (orphan,) = crosswire.pair(conversation).orphans
    assert orphan.likely_call is not None
    assert orphan.likely_call.address == "0:/0/tool_calls/0"
    written = crosswire.render(conversation, "anthropic").payload
    assert isinstance(written, dict)
    calls = written["messages"][0]["content"]
    results = written["messages"][1]["content"]
    assert calls[1]["id"] == results[1]["tool_use_id"]
    assert calls[1]["id"] != results[0]["tool_use_id"]


def test_a_session_writes_the_text_of_the_next_message_before_its_call_and_it_is_another_turn() -> None:
    lines = [
        cc_line("assistant", {"type": "tool_use", "id": "toolu_1", "name": "Edit", "input": {}}, "msg_1"),
        cc_line("user", {"type": "tool_result", "tool_use_id": "toolu_1", "content": "no"}),
        cc_line("assistant", {"type": "text", "text": "Again."}, "msg_2"),
        cc_line("assistant", {"type": "tool_use", "id": "toolu_2", "name": "Edit", "input": {}}, "msg_2"),
        cc_line("user", {"type": "tool_result", "tool_use_id": "toolu_2", "content": "yes"}),
    ]
    (conversation,) = crosswire.load("\n".join(map(json.dumps, lines)).encode()).conversations
    pairing = crosswire.pair(conversation)
    assert [pairing.turn_of[call.key] for call in conversation.calls()] == [0, 1]


def cc_line(role: str, block: Json, message_id: str | None = None) -> Json:
    """A line of a Claude Code session."""
    message = {"role": role, "content": [block], **({"id": message_id} if message_id else {})}
    return {"type": role, "uuid": json.dumps(block)[:40], "sessionId": "s", "message": message}


def test_unequal_numbers_without_ids_and_names_are_ambiguous() -> None:
    pairing = crosswire.pair(chat(calling(call(None), call(None)), result(None), said()))
    assert [alone.fate for alone in pairing.unanswered] == [Fate.AMBIGUOUS] * 2
    assert [orphan.ambiguous for orphan in pairing.orphans] == [True]


def test_a_named_result_too_many_leaves_the_other_call_missing_and_not_ambiguous() -> None:
    conversation = gemini(
        model({"name": "add"}, {"name": "multiply"}), answers({"name": "add"}, {"name": "add"})
    )
    assert counts(conversation) == {"by_position": 1, "missing": 1, "orphan": 1}


def test_a_call_at_the_end_of_the_log_is_pending() -> None:
    assert counts(chat(user(), calling(call("a"), call("b")))) == {"pending": 2}
    assert counts(chat(user(), calling(call("a"), call("b")), result("a"))) == {"by_id": 1, "pending": 1}


def test_where_results_share_a_message_one_that_did_not_come_is_missing_even_at_the_end() -> None:
    uses = [{"type": "tool_use", "id": f"toolu_{i}", "name": "add", "input": {}} for i in "ab"]
    answer = {"type": "tool_result", "tool_use_id": "toolu_a", "content": "15"}
    conversation = anthropic(
        user(), {"role": "assistant", "content": uses}, {"role": "user", "content": [answer]}
    )
    assert counts(conversation) == {"by_id": 1, "missing": 1}


@pytest.mark.parametrize("what_follows", [user(), said(), {"role": "system", "content": "Be brief."}])
def test_a_call_is_missing_its_result_once_something_else_is_said(what_follows: Json) -> None:
    assert counts(chat(calling(call("a")), what_follows)) == {"missing": 1}


def test_a_result_after_another_message_is_late() -> None:
    (only,) = crosswire.pair(chat(calling(call("a")), user(), result("a"))).pairs
    assert only.late
    (only,) = crosswire.pair(chat(calling(call("a")), result("a"), user())).pairs
    assert not only.late


def test_text_beside_a_result_in_its_own_message_does_not_make_it_late() -> None:
    use = {"type": "tool_use", "id": "toolu_a", "name": "add", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "toolu_a", "content": "15"}
    content = [{"type": "text", "text": "Here."}, answer]
    (only,) = crosswire.pair(
        anthropic({"role": "assistant", "content": [use]}, {"role": "user", "content": content})
    ).pairs
    assert not only.late


def test_a_result_that_stands_first_is_paired_and_marked() -> None:
    (only,) = crosswire.pair(chat(user(), result("a"), calling(call("a")), user())).pairs
    assert only.before_call


def test_a_second_result_is_an_orphan_that_knows_the_first() -> None:
    (orphan,) = crosswire.pair(chat(calling(call("a")), result("a", "1"), result("a", "2"))).orphans
    assert orphan.duplicate_of is not None
    assert orphan.duplicate_of.result.address == "0:/1"


def test_a_hybrid_item_is_its_own_pair_whether_or_not_its_result_is_shown() -> None:
    item = {
        "type": "mcp_call",
        "id": "mcp_1",
        "name": "t",
        "server_label": "s",
        "arguments": "{}",
        "output": "o",
    }
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}
    conversation = responses(user(), item, search, user())
    assert [how for _, _, how in pairs(conversation)] == [How.EMBEDDED]
    assert counts(conversation) == {"embedded": 2}


def test_the_partner_of_each_end_is_the_other() -> None:
    conversation = chat(calling(call("a")), result("a"))
    pairing = crosswire.pair(conversation)
    (call_part,), (result_part,) = list(conversation.calls()), list(conversation.results())
    assert pairing.partner(call_part) is result_part
    assert pairing.partner(result_part) is call_part


@for_each(
    ("calls", "results", "expected"),
    [
        # id at the call, id at the result -> which call each result was meant for
        (["call_a", "call_b"], ["zzz", "yyy"], [0, 1]),
        (["call.a", "call:b"], ["call_b", "call_a"], [1, 0]),
        (["call_aaaaaaaaaa", "call_bbbbbbbbbb"], ["call_bbbbb", "call_aaaaa"], [1, 0]),
        (["call_aaaaa", "call_bbbbb"], ["call_bbbbbbbbbb", "call_aaaaaaaaaa"], [1, 0]),
        (["call_a|fc_1", "call_b|fc_2"], ["call_b", "fc_1"], [1, 0]),
        (["call_a", "call_b"], ["tool_b", "tool_a"], [1, 0]),
    ],
)
def test_a_wrong_id_is_traced_to_the_call_that_it_resembles(
    calls: list[str], results: list[str], expected: list[int]
) -> None:
    made = [call(id, f"tool_{'ab'[i]}") for i, id in enumerate(calls)]
    conversation = chat(calling(*made), *(result(id) for id in results), said())
    likely = [orphan.likely_call for orphan in crosswire.pair(conversation).orphans]
    assert [found and found.call_id.value for found in likely] == [calls[i] for i in expected]


def test_a_result_in_a_stored_conversation_may_have_its_call_there() -> None:
    (orphan,) = crosswire.pair(responses(function_output("call_a"), previous_response_id="resp_1")).orphans
    assert orphan.elsewhere
    (orphan,) = crosswire.pair(responses(function_output("call_a"))).orphans
    assert not orphan.elsewhere


def test_late_outputs_of_the_responses_api_pair_by_id() -> None:
    conversation = responses(
        function_call("a"), function_call("b"), user(), function_output("b"), function_output("a")
    )
    assert counts(conversation) == {"by_id": 2}


def test_the_counts_have_all_their_keys_in_their_order() -> None:
    assert list(crosswire.pair(chat(user())).counts()) == [
        "by_id",
        "by_position",
        "by_name",
        "embedded",
        "pending",
        "missing",
        "orphan",
        "ambiguous",
    ]


some_ids = st.sampled_from(["a", "b", "call_0", "", "add", "fc_1", None])
some_messages = st.one_of(
    st.builds(user),
    st.builds(said),
    st.builds(lambda ids: calling(*(call(id) for id in ids)), st.lists(some_ids, min_size=1, max_size=3)),
    st.builds(result, some_ids),
)


def check_every_part_has_one_place(conversation: Conversation, pairing: Pairing) -> None:
    calls = [pair.call.key for pair in pairing.pairs] + [alone.call.key for alone in pairing.unanswered]
    results = [pair.result.key for pair in pairing.pairs] + [orphan.result.key for orphan in pairing.orphans]
    assert sorted(calls) == sorted(part.key for part in conversation.calls())
    assert sorted(results) == sorted(part.key for part in conversation.results())


@settings(deadline=None)
@given(st.lists(some_messages, min_size=1, max_size=12))
def test_every_call_and_every_result_has_exactly_one_place(messages: list[Json]) -> None:
    conversation = crosswire.parse(messages, "openai-chat")[0]
    pairing = crosswire.pair(conversation)
    check_every_part_has_one_place(conversation, pairing)
    for pair in pairing.pairs:
        ids = {pair.call.call_id.value, pair.result.call_id.value}
        assert len(ids) == 1 or None in ids
    likely = [orphan.likely_call.key for orphan in pairing.orphans if orphan.likely_call]
    assert len(likely) == len(set(likely))
    assert set(likely) <= {alone.call.key for alone in pairing.unanswered}


@settings(deadline=None)
@given(st.lists(some_messages, min_size=1, max_size=12))
def test_no_history_makes_a_rule_fail_or_find_a_thing_twice(messages: list[Json]) -> None:
    conversation = crosswire.parse(messages, "openai-chat")[0]
    found = [(d.code, d.address) for d in crosswire.diagnose(conversation)]
    assert len(found) == len(set(found)), json.dumps(messages)


@settings(deadline=None)
@given(st.lists(some_messages, min_size=1, max_size=12))
def test_every_unpaired_result_is_explained_once_and_no_sound_history_is_blamed(messages: list[Json]) -> None:
    conversation = crosswire.parse(messages, "openai-chat")[0]
    pairing = crosswire.pair(conversation)
    found = crosswire.diagnose(conversation, pairing)
    places = {d.node for d in found} | {address for d in found for _, address in d.related}
    for orphan in pairing.orphans:
        assert orphan.result.key in places or orphan.result.address in places or orphan.ambiguous
    for alone in pairing.unanswered:
        assert alone.call.key in places or alone.call.address in places or alone.fate is Fate.AMBIGUOUS
