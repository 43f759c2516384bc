"""Recorded exchanges of one conversation are read as one, each part once, with all its places."""

from __future__ import annotations

import copy
import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import crosswire
import pytest
from crosswire.address import child, document_of, resolve, root
from crosswire.containers import read_json
from crosswire.errors import CrosswireError
from crosswire.facts import Clock, usage_of
from crosswire.formats import FORMATS
from crosswire.model import Conversation, Entry, ReasoningPart, TextPart
from crosswire.model.content import content_of
from crosswire.reading.choosing import read_entry
from crosswire.reading.sequences import join
from crosswire.repairs.own_file import mend
from crosswire.repairs.repairing import repair_all
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.histories import call, calling, result, said, user
from tests.measured import work_of
from tests.recordings import ANSWERS, Json, asked, completion, cut, exchange, loaded, talk
from tests.selection import for_each, tries
from tests.strategies import mutated

CALL = call("call_Kd82hsLq0Zx7")
HISTORY = [
    user("Add."),
    calling(CALL),
    result("call_Kd82hsLq0Zx7"),
    said("It is 15."),
    user("Again."),
    said("15 again."),
]


def kinds(conversation: Conversation) -> list[str]:
    return [event.kind for event in conversation.events]


def seams(conversation: Conversation) -> list[int]:
    return [event.before for event in conversation.events if event.kind == "seam"]


def codes(conversation: Conversation) -> list[str]:
    return [found.name for found in crosswire.diagnose(conversation)]


def test_requests_that_repeat_the_history_are_one_conversation() -> None:
    [joined] = loaded(*talk(*HISTORY))
    assert [message.role for message in joined.messages] == [one["role"] for one in HISTORY]
    assert seams(joined) == [0, 2, 4]
    assert [event.address for event in joined.events] == ["0:/0", "0:/1", "0:/2"]
    assert crosswire.diagnose(joined) == []


def test_a_part_is_read_from_the_last_request_and_knows_where_it_was_said() -> None:
    [joined] = loaded(*talk(*HISTORY))
    [one] = joined.calls()
    assert one.address == "0:/2/request/messages/1/tool_calls/0"
    assert list(one.also) == [
        "0:/0/response/choices/0/message/tool_calls/0",
        "0:/1/request/messages/1/tool_calls/0",
    ]
    for _, part in joined.parts():
        for place in part.also:
            assert resolve(place, joined.documents, lambda text: read_json(text.encode())) == part.raw
    assert joined.messages[-1].parts[0].also == ()


def test_a_system_prompt_knows_its_other_places_where_it_stays_the_same() -> None:
    rules = {"role": "system", "content": "You add."}
    [joined] = loaded(*talk(rules, *HISTORY))
    assert list(joined.messages[0].parts[0].also) == [f"0:/{n}/request/messages/0/content" for n in (0, 1)]


def test_a_single_exchange_is_what_it_was() -> None:
    [alone] = loaded(talk(*HISTORY)[-1])
    assert (alone.events, alone.thread, alone.differences) == ([], None, [])
    assert all(part.also == () for _, part in alone.parts())


def test_a_seam_says_when_the_request_was_sent_and_how_it_was_answered() -> None:
    told = {"startedDateTime": "2026-03-04T05:06:07Z", "status": 200}
    [joined] = loaded(*({**one, **told} for one in talk(*HISTORY)))
    assert joined.events[0].detail == "2026-03-04T05:06:07Z, 200"


REPEATED: dict[str, Any] = {
    "the same": lambda answer: answer,
    "without fields that say nothing": lambda answer: {k: v for k, v in answer.items() if v is not None},
    "with empty fields": lambda answer: {**answer, "annotations": [], "refusal": None, "audio": None},
    "arguments with other spaces": lambda answer: {
        **answer,
        "tool_calls": [call("call_Kd82hsLq0Zx7", arguments='{"b":8,"a":7.0}')],
    },
    "text as a list": lambda answer: {**answer, "content": [{"type": "text", "text": "I add."}]},
    "marked for a cache": lambda answer: {
        **answer,
        "content": [{"type": "text", "text": "I add.", "cache_control": {"type": "ephemeral"}}],
    },
    "trimmed": lambda answer: {**answer, "content": "I add."},
    "without thoughts": lambda answer: {k: v for k, v in answer.items() if k != "reasoning_content"},
}


@for_each("how", list(REPEATED))
def test_what_sdks_change_when_they_send_an_answer_back_is_no_difference(how: str) -> None:
    given_ = {**calling(CALL), "content": "I add.\n", "reasoning_content": "Seven and eight."}
    back = REPEATED[how](copy.deepcopy(given_))
    first = exchange(asked(user()), completion(given_))
    second = exchange(asked(user(), back, result("call_Kd82hsLq0Zx7")), completion(said()))
    [joined] = loaded(first, second)
    assert joined.differences == []


def test_thoughts_that_were_not_sent_back_are_told() -> None:
    thinking = {**said("Fifteen."), "reasoning_content": "Seven and eight."}
    [joined] = loaded(
        exchange(asked(user()), completion(thinking)),
        exchange(asked(user(), said("Fifteen."), user()), completion(said())),
    )
    [note] = [note for note in joined.notes if note.code == "thoughts-not-sent-back"]
    assert note.address == "0:/0/response/choices/0/message/reasoning_content"
    assert not any(isinstance(part, ReasoningPart) for _, part in joined.parts())


# What differs


def sent_back(other: Json, id: str = "call_Kd82hsLq0Zx7") -> list[Conversation]:
    """A recording whose second request has another call in the place of the first answer's."""
    return loaded(
        exchange(asked(user()), completion(calling(CALL))),
        exchange(asked(user(), calling(other), result(id)), completion(said())),
    )


def test_an_id_that_comes_back_rewritten_is_told_at_both_places() -> None:
    [joined] = sent_back(call("call_other1234"), "call_other1234")
    found = [one for one in crosswire.diagnose(joined) if one.name == "rewritten-id"]
    assert [one.address for one in found] == [
        "0:/1/request/messages/1/tool_calls/0/id",
        "0:/0/response/choices/0/message/tool_calls/0/id",
    ]
    assert all("call_Kd82hsLq0Zx7" in one.message and "call_other1234" in one.message for one in found)
    assert {one.node for one in found} == {"m1.p0"}


def test_an_id_that_a_client_made_is_a_warning_where_the_model_had_to_give_one() -> None:
    empty, made = call(""), call("call_made123456")
    [joined] = loaded(
        exchange(asked(user()), completion(calling(empty))),
        exchange(asked(user(), calling(made), result("call_made123456")), completion(said())),
    )
    assert [(one.name, one.severity) for one in crosswire.diagnose(joined)] == [
        ("rewritten-id", "warning")
    ] * 2


def test_an_id_that_a_client_made_is_a_note_where_none_is_needed() -> None:
    def content(id: Json) -> Json:
        return {"role": "model", "parts": [{"functionCall": {"name": "add", "args": {}, **id}}]}

    asks = {"role": "user", "parts": [{"text": "Add."}]}
    gives = {
        "role": "user",
        "parts": [{"functionResponse": {"id": "made-1", "name": "add", "response": {"o": 1}}}],
    }
    [joined] = loaded(
        exchange({"contents": [asks]}, {"candidates": [{"content": content({}), "finishReason": "STOP"}]}),
        exchange(
            {"contents": [asks, content({"id": "made-1"}), gives]},
            {
                "candidates": [
                    {"content": {"role": "model", "parts": [{"text": "1"}]}, "finishReason": "STOP"}
                ]
            },
        ),
    )
    found = [one for one in crosswire.diagnose(joined) if one.name == "rewritten-id"]
    assert [one.severity for one in found] == ["info", "info"]


def test_arguments_that_come_back_changed_are_told_where_the_id_is_the_same() -> None:
    [joined] = sent_back(call("call_Kd82hsLq0Zx7", arguments='{"a": 1}'))
    assert codes(joined) == ["copies-differ", "copies-differ"]


def test_a_text_that_is_left_out_beside_a_call_is_told() -> None:
    [joined] = loaded(
        exchange(asked(user()), completion({**calling(CALL), "content": "I add them."})),
        exchange(asked(user(), calling(CALL), result("call_Kd82hsLq0Zx7")), completion(said())),
    )
    assert [one.what for one in joined.differences] == ["left out"]
    assert codes(joined) == ["copies-differ", "copies-differ"]


def test_an_answer_whose_calls_are_sent_back_alone_under_other_ids_is_the_same() -> None:
    [joined] = loaded(
        exchange(asked(user()), completion({**calling(CALL), "content": "I add them."})),
        exchange(
            asked(user(), calling(call("call_other1234")), result("call_other1234")), completion(said())
        ),
    )
    assert [one.what for one in joined.differences] == ["call id", "left out"]


def test_everything_that_is_left_out_of_an_answer_is_told() -> None:
    blocks = [{"type": "text", "text": text} for text in ("I look it up.", "Then I add.")]
    use = {"type": "tool_use", "id": "toolu_013Kd82hsLq0Zx7", "name": "add", "input": {}}
    given_back = {"type": "tool_result", "tool_use_id": "toolu_013Kd82hsLq0Zx7", "content": "15"}
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9}

    def answer(*content: Json) -> Json:
        return {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "content": [*content],
            "stop_reason": "end_turn",
        }

    back = [user("Add."), {"role": "assistant", "content": [use]}, {"role": "user", "content": [given_back]}]
    [joined] = loaded(
        exchange({**body, "messages": back[:1]}, answer(blocks[0], use, blocks[1])),
        exchange({**body, "messages": back}, answer(blocks[1])),
    )
    assert [one.there for one in joined.differences] == [f"0:/0/response/content/{n}" for n in (0, 2)]


def test_another_call_in_the_place_of_an_answer_is_another_conversation() -> None:
    apart = sent_back(call("call_other1234", arguments='{"a": 1}'), "call_other1234")
    assert [kinds(one) for one in apart] == [[], []]


def test_findings_name_the_further_places_of_their_part() -> None:
    orphaned = [user("Add."), calling(CALL), user("Well?"), said("It is 15."), user("So?"), said("15.")]
    [joined] = loaded(*talk(*orphaned))
    [found] = [one for one in crosswire.diagnose(joined) if one.name == "missing-result"]
    assert [place for word, place in found.related if word == "also"] == [
        "0:/0/response/choices/0/message/tool_calls/0",
        "0:/1/request/messages/1/tool_calls/0",
    ]


# Retries, branches, other conversations


def test_tries_of_one_request_are_branches_and_no_turns() -> None:
    first, second = talk(*HISTORY[:4])
    failed = exchange(second["request"], {"error": {"message": "Overloaded", "type": "server_error"}})
    joined, other = loaded(first, failed, second)
    assert joined.started_from is None
    assert seams(joined) == [0, 2]
    edge = other.started_from
    assert edge is not None
    assert (edge.relation, edge.why, edge.number) == ("branch", "retry", 0)
    assert edge.there == "0:/2/request/messages/2"
    assert [tie.number for tie in joined.starts] == [1]


def test_a_request_after_a_failed_one_that_says_more_goes_on() -> None:
    failed = exchange(asked(user("Add.")), {"error": {"message": "Overloaded", "type": "server_error"}})
    more = exchange(asked(user("Add."), user("Please.")), completion(said()))
    [joined] = loaded(failed, more)
    assert seams(joined) == [0, 1]
    assert [note.code for note in joined.notes if note.code == "provider-error"] == ["provider-error"]


def test_a_request_goes_on_from_one_whose_answer_cannot_be_read() -> None:
    [joined] = loaded(exchange(asked(*HISTORY[:1]), "<p>Cut"), *talk(*HISTORY)[1:])
    assert seams(joined) == [0, 1, 4]
    assert [note.code for note in joined.unread] == ["response-not-read"]


def test_another_way_on_from_an_answer_is_a_branch() -> None:
    beginning = HISTORY[:4]
    left = exchange(asked(*beginning, user("And more?")), completion(said("No.")))
    joined, other = loaded(*talk(*beginning), left, *talk(*HISTORY)[2:])
    edge = other.started_from
    assert edge is not None
    assert (edge.relation, edge.why, edge.number) == ("branch", "", 0)
    assert edge.here == "0:/2/request/messages/4"
    assert edge.there == "0:/3/request/messages/3"
    assert seams(joined) == [0, 2, 4]


def test_two_conversations_in_one_recording_are_told_apart() -> None:
    one = talk(*HISTORY)
    two = talk(user("Weather?"), said("It drizzles."), user("Still?"), said("Yes, still."))
    found = loaded(one[0], two[0], one[1], two[1], one[2])
    assert [len(each.messages) for each in found] == [6, 4]
    assert all(each.started_from is None for each in found)


def test_parallel_agents_with_one_system_prompt_stay_apart() -> None:
    rules = {"role": "system", "content": "You are an agent."}
    found = loaded(
        *(
            one
            for number in range(3)
            for one in talk(rules, user(f"Task {number}"), said("On it."), user("Go."), said("Done."))
        )
    )
    assert [len(each.messages) for each in found] == [5, 5, 5]
    assert all(each.started_from is None for each in found)


def test_single_calls_that_share_nothing_stay_apart() -> None:
    found = loaded(*(exchange(asked(user(f"Word {n}")), completion(said("Yes."))) for n in range(4)))
    assert len(found) == 4
    assert all(each.started_from is None and not each.events for each in found)


@for_each(
    ("model", "tools", "conversations"),
    [
        ("gpt-4o", [], 1),
        ("acme/gpt-4o", [], 1),
        ("gpt-5", [], 2),
        (None, ["add"], 1),
        (None, ["subtract"], 2),
    ],
)
def test_a_request_and_an_answer_alone_are_an_exchange_where_it_is_certain(
    model: str | None, tools: list[str], conversations: int
) -> None:
    declared = [{"type": "function", "function": {"name": name}} for name in tools]
    request = {"messages": HISTORY[:1], "tools": declared, **({"model": model} if model else {})}
    answer = {**completion(calling(CALL)), "model": "gpt-4o-2024-08-06"}
    data = "\n".join(map(json.dumps, (request, answer))).encode()
    assert len(crosswire.load(data).conversations) == conversations


def test_requests_without_answers_are_no_exchanges() -> None:
    assert len(loaded({"request": asked(*HISTORY[:1])}, {"request": asked(*HISTORY[:3])})) == 2


def test_alternative_answers_stay_apart_and_the_one_that_was_taken_goes_on() -> None:
    two = exchange(asked(user("Add.")), completion(said("Fifteen."), said("It is 15.")))
    found = loaded(
        two, exchange(asked(user("Add."), said("It is 15."), user("So?")), completion(said("15.")))
    )
    assert [[part.text for _, part in one.parts() if isinstance(part, TextPart)] for one in found] == [
        ["Add.", "Fifteen."],
        ["Add.", "It is 15.", "So?", "15."],
    ]
    assert found[0].started_from is None


LONG = "The harbour is closed on Sundays, except for the ferry to the island."


OTHER = "The ferry to the island leaves every hour, the first one at seven."


def test_a_request_with_only_the_end_of_the_history_goes_on_in_the_conversation() -> None:
    whole = [user("One."), said("First."), user("Two."), said(LONG)]
    cut_ = exchange(asked(*whole[2:], user("Three.")), completion(said("Third.")))
    [joined] = loaded(*talk(*whole), cut_)
    texts = [part.text for _, part in joined.parts() if isinstance(part, TextPart)]
    assert texts == ["One.", "First.", "Two.", LONG, "Three.", "Third."]
    assert seams(joined) == [0, 2, 4]
    assert joined.messages[2].parts[0].also == ["0:/2/request/messages/0/content"]
    assert joined.messages[3].parts[0].also[-1] == "0:/2/request/messages/1/content"
    assert [note.code for note in joined.notes] == ["joined-exchanges", "history-cut"]
    assert crosswire.diagnose(joined) == []


def test_windows_that_slide_are_one_conversation_with_each_part_once() -> None:
    rounds = [[user(f"Question {n}."), said(f"{LONG} {n}")] for n in range(5)]
    whole = [one for each in rounds for one in each]
    windows = [
        exchange(
            asked(*whole[max(0, end - 4) : end], user(f"Question {end // 2}.")),
            completion(rounds[end // 2][1]),
        )
        for end in range(0, 10, 2)
    ]
    [joined] = loaded(*windows)
    assert [part.text for _, part in joined.parts()] == [one["content"] for one in whole]  # type: ignore[attr-defined]
    assert seams(joined) == [0, 2, 4, 6, 8]
    after = exchange(asked(*whole[6:], user("More.")), completion(said(OTHER)))
    again = exchange(asked(*whole[6:], user("More."), said(OTHER), user("So?")), completion(said("Yes.")))
    [joined] = loaded(*windows, after, again)
    assert [message.role for message in joined.messages] == ["user", "assistant"] * 7
    assert seams(joined) == [0, 2, 4, 6, 8, 10, 12]


def test_a_window_with_calls_has_them_once() -> None:
    cut_ = exchange(asked(*HISTORY[:4], user("Again.")), completion(said("15 again.")))
    before = [user("Hello."), said("Hello.")]
    [joined] = loaded(*talk(*before, *HISTORY[:4]), cut_)
    assert [message.role for message in joined.messages] == [one["role"] for one in (*before, *HISTORY)]
    [one] = joined.calls()
    assert "0:/3/request/messages/1/tool_calls/0" in one.also
    assert codes(joined) == []


def test_a_window_that_begins_with_a_result_is_judged_by_itself() -> None:
    """A provider refuses it: no call comes before its result."""
    whole = HISTORY[:4]
    first, second = loaded(*talk(*whole), exchange(asked(*whole[2:], user("So?")), completion(said("Yes."))))
    assert codes(first) == []
    assert "orphan-result" in codes(second)


def test_a_window_under_another_system_prompt_goes_on_from_the_other() -> None:
    rules = {"role": "system", "content": "Be brief."}
    whole = [user("One."), said("First."), user("Two."), said(LONG)]
    cut_ = exchange(asked(rules, *whole[2:], user("Three.")), completion(said("Third.")))
    first, second = loaded(*talk(*whole), cut_)
    edge = second.started_from
    assert edge is not None
    assert (edge.relation, edge.why, edge.number) == ("continuation", "cut", 0)
    assert edge.there == first.messages[3].address
    assert [note.code for note in second.notes] == ["goes-on"]


def test_a_history_that_was_edited_goes_on_from_the_other() -> None:
    whole = [user("One."), said("First."), user("Two."), said(LONG)]
    edited = [user("Uno."), *whole[1:]]
    _, second = loaded(*talk(*whole), exchange(asked(*edited, user("Three.")), completion(said("Third."))))
    assert second.started_from is not None
    assert second.started_from.why == "edited"


def test_a_history_that_was_compacted_goes_on_from_the_other() -> None:
    summary = f"Summary:\n{LONG}\nThe user asked for its hours, and was told them in full."
    whole = [user("One."), said("First."), user("Summarise."), said(summary)]
    after = exchange(asked(user(f"This goes on.\n{summary}"), user("Go.")), completion(said("Well.")))
    _, second = loaded(*talk(*whole), after)
    assert second.started_from is not None
    assert (second.started_from.relation, second.started_from.why) == ("continuation", "summary")


def test_an_answer_of_few_words_is_no_sign_of_the_same_conversation() -> None:
    first = exchange(asked(user("One.")), completion(said("Yes.")))
    second = exchange(asked(user("Two."), said("Yes."), user("Three.")), completion(said("No.")))
    assert all(one.started_from is None for one in loaded(first, second))


def test_another_system_prompt_is_told_and_the_conversation_stays_one() -> None:
    one, two = ({"role": "system", "content": f"It is {hour} o'clock."} for hour in (7, 8))
    [joined] = loaded(
        exchange(asked(one, user("Hi.")), completion(said("Hello."))),
        exchange(asked(two, user("Hi."), said("Hello."), user("So?")), completion(said("Well."))),
    )
    assert "system-prompt-changed" in [note.code for note in joined.notes]


def test_a_change_of_model_is_told_at_the_seam() -> None:
    first, second = talk(*HISTORY[:4])
    second["request"]["model"] = "gpt-5"
    [joined] = loaded(first, second)
    assert [(event.kind, event.before) for event in joined.events][1:] == [("seam", 2), ("model changed", 2)]


# Responses that the provider stores


def response(id: str, *output: Json) -> Json:
    return {"object": "response", "id": id, "status": "completed", "output": list(output)}


def words(text: str) -> Json:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def stored(before: str | None, *items: Json) -> Json:
    more = {} if before is None else {"previous_response_id": before}
    return {"model": "gpt-5", "input": list(items), **more}


FUNCTION = {
    "type": "function_call",
    "call_id": "call_Kd82hsLq0Zx7",
    "name": "add",
    "arguments": "{}",
    "id": "fc_1",
}
OUTPUT = {"type": "function_call_output", "call_id": "call_Kd82hsLq0Zx7", "output": "15"}


def test_a_response_that_is_named_is_the_history() -> None:
    [joined] = loaded(
        exchange(stored(None, user("Add.")), response("resp_1", FUNCTION)),
        exchange(stored("resp_1", OUTPUT), response("resp_2", words("It is 15."))),
        exchange(stored("resp_2", user("So?")), response("resp_3", words("15."))),
    )
    assert len(joined.messages) == 6
    assert seams(joined) == [0, 2, 4]
    assert not joined.calls_may_be_elsewhere
    assert crosswire.diagnose(joined) == []
    payload = crosswire.render(joined, "openai-responses").payload
    assert "previous_response_id" not in payload
    assert len(payload["input"]) == 6


def test_a_response_that_is_not_in_the_log_stays_at_the_provider() -> None:
    found = loaded(
        exchange(stored("resp_0", OUTPUT), response("resp_1", words("It is 15."))),
        exchange(stored("resp_8", user("So?")), response("resp_9", words("15."))),
    )
    assert [one.calls_may_be_elsewhere for one in found] == [True, True]


def test_responses_that_name_each_other_in_a_ring_are_read() -> None:
    found = loaded(
        exchange(stored("resp_2", user("One.")), response("resp_1", words("1"))),
        exchange(stored("resp_1", user("Two.")), response("resp_2", words("2"))),
        exchange(stored("resp_3", user("Three.")), response("resp_3", words("3"))),
    )
    assert sum(len(one.messages) for one in found) == 6


def of_conversation(named: Any, *items: Json) -> Json:
    return {"model": "gpt-5", "conversation": named, "input": list(items)}


BEGUN = {"object": "conversation", "id": "conv_1", "created_at": 1, "metadata": {}}


@for_each("named", ["conv_1", {"id": "conv_1"}])
def test_requests_of_a_stored_conversation_are_one(named: Any) -> None:
    """An answer says it too, for who names it in the request alone."""
    first = response("resp_1", FUNCTION) | {"conversation": {"id": "conv_1"}}
    [joined] = loaded(
        exchange(of_conversation(named, user("Add.")), first),
        exchange(of_conversation("conv_1", OUTPUT), response("resp_2", words("It is 15."))),
    )
    assert [message.role for message in joined.messages] == ["user", "assistant", "tool", "assistant"]
    assert seams(joined) == [0, 2]
    assert crosswire.diagnose(joined) == []
    assert joined.calls_may_be_elsewhere  # what was said before the recording began
    told = next(note for note in joined.notes if note.code == "history-written-out")
    assert "at the provider alone" in told.message
    assert "conversation" not in crosswire.render(joined, "openai-responses").payload


@for_each("given", [user("You know Oslo."), {"type": "message", **user("You know Oslo.")}])
def test_a_stored_conversation_that_is_begun_in_the_log_is_whole(given: Json) -> None:
    [joined] = loaded(
        exchange({"items": [given], "metadata": {"topic": "sums"}}, BEGUN),
        exchange(of_conversation("conv_1", user("Add.")), response("resp_1", FUNCTION)),
        exchange(of_conversation("conv_1", OUTPUT), response("resp_2", words("It is 15."))),
    )
    assert len(joined.messages) == 5
    assert not joined.calls_may_be_elsewhere
    assert joined.unread == []


def test_a_request_of_a_stored_conversation_that_failed_is_a_try() -> None:
    again = of_conversation("conv_1", user("So?"))
    error = {"error": {"message": "overloaded", "type": "server_error"}}
    joined, failed = loaded(
        exchange(of_conversation("conv_1", user("Add.")), response("resp_1", words("15."))),
        exchange(again, error),
        exchange(again, response("resp_2", words("15, as I said."))),
    )
    assert len(joined.messages) == 4
    assert (failed.started_from.relation, failed.started_from.why) == ("branch", "retry")


def test_requests_of_other_stored_conversations_stay_apart() -> None:
    found = loaded(
        exchange(of_conversation("conv_1", user("Add.")), response("resp_1", words("15."))),
        exchange(of_conversation("conv_2", user("Add.")), response("resp_2", words("15."))),
        exchange(of_conversation("conv_1", user("So?")), response("resp_3", words("Yes."))),
    )
    assert [len(one.messages) for one in found] == [4, 2]


def test_a_beginning_without_anything_said_is_none() -> None:
    with pytest.raises(CrosswireError):
        crosswire.load(json.dumps(BEGUN).encode())


# Requests and answers behind each other


def halves(*exchanges: Json) -> list[Json]:
    return [half for one in exchanges for half in (one["request"], one["response"])]


@for_each("way", ["lines", "log", "one line"])
def test_requests_and_answers_in_turns_are_exchanges_where_one_repeats_the_other(way: str) -> None:
    texts = [json.dumps(one) for one in halves(*talk(*HISTORY))]
    if way == "log":
        texts = [f"12:00:0{n} DEBUG sent or got: {text}" for n, text in enumerate(texts)]
    text = "".join(texts) if way == "one line" else "\n".join(texts)
    [joined] = crosswire.load(text.encode()).conversations
    assert [message.role for message in joined.messages] == [one["role"] for one in HISTORY]
    assert seams(joined) == [0, 2, 4]
    assert crosswire.diagnose(joined) == []


def test_requests_and_answers_that_nothing_ties_stay_apart() -> None:
    first = exchange(asked(user("One.")), completion(said("First.")))
    second = exchange(asked(user("Two.")), completion(said("Second.")))
    for parts in (halves(first, second), [*halves(first, second), *halves(first)][1:]):
        log = crosswire.load("\n".join(map(json.dumps, parts)).encode())
        assert len(log.conversations) == len(parts)


def test_a_repair_of_requests_and_answers_in_turns_mends_the_last_request() -> None:
    twice = call("call_Kd82hsLq0Zx7")
    wrong = [user("Add."), calling(twice, twice), result("call_Kd82hsLq0Zx7"), result("call_Kd82hsLq0Zx7")]
    lines = [json.dumps(one) for one in halves(*talk(*wrong, said("15 and 15.")))]
    data = "\n".join(lines).encode()
    mended = mend(crosswire.load(data), data).data.decode().splitlines()
    assert [mended[n] for n in (0, 1, 3)] == [lines[n] for n in (0, 1, 3)]
    ids = [one["id"] for one in json.loads(mended[2])["messages"][1]["tool_calls"]]
    assert len(set(ids)) == 2


# Repair, several files, size


def test_the_last_request_is_what_a_repair_mends() -> None:
    twice = call("call_Kd82hsLq0Zx7")
    wrong = [user("Add."), calling(twice, twice), result("call_Kd82hsLq0Zx7"), result("call_Kd82hsLq0Zx7")]
    [joined] = loaded(*talk(*wrong, said("15 and 15.")))
    documents, [repaired] = repair_all(crosswire.load(json.dumps(talk(*wrong, said("15 and 15."))).encode()))
    assert repaired.changes
    [document] = documents
    assert isinstance(document, list)
    first, last = document
    assert first == talk(*wrong, said("15 and 15."))[0]
    ids = [one["id"] for one in last["request"]["messages"][1]["tool_calls"]]
    assert len(set(ids)) == 2
    assert len(list(joined.calls())) == 2


def test_a_repair_does_not_hide_that_an_id_was_rewritten() -> None:
    [joined] = sent_back(call("call_other1234"), "call_other1234")
    repaired = crosswire.repair(joined).conversation
    assert codes(repaired) == ["rewritten-id", "rewritten-id"]


def test_requests_in_lines_and_streams_are_joined_alike() -> None:
    lines = "\n".join(json.dumps(one) for one in talk(*HISTORY))
    [joined] = crosswire.load(lines.encode()).conversations
    assert [event.address for event in joined.events] == ["0:", "1:", "2:"]
    chunk = {"object": "chat.completion.chunk", "id": "c", "choices": [{"index": 0, "delta": HISTORY[1]}]}
    events = f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n"
    streamed = [exchange(asked(HISTORY[0]), events), *talk(*HISTORY)[1:]]
    [joined] = loaded(*streamed)
    [one] = joined.calls()
    assert one.also[0].startswith("0:/0/response!/0/")
    assert joined.differences == []


def test_a_folder_with_a_file_for_each_exchange_is_one_conversation() -> None:
    packed = BytesIO()
    with ZipFile(packed, "w") as files:
        for number, one in enumerate(talk(*HISTORY)):
            files.writestr(f"completions/{number}.json", json.dumps(one))
    log = crosswire.load(packed.getvalue())
    [joined] = log.conversations
    assert [log.origin_of(document_of(event.address)).file for event in joined.events] == [
        f"completions/{number}.json" for number in range(3)
    ]


def test_an_answer_of_one_provider_that_another_is_sent_is_one_conversation() -> None:
    use = {"type": "tool_use", "id": "toolu_013Kd82hsLq0Zx7", "name": "add", "input": {"a": 7, "b": 8}}
    first = exchange(
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [user("Add.")]},
        {"type": "message", "id": "msg_1", "role": "assistant", "content": [use], "stop_reason": "tool_use"},
    )
    [joined] = loaded(first, talk(*HISTORY[:4])[1])
    assert joined.format == "openai-chat"
    assert [one.said_there for one in joined.differences] == ["toolu_013Kd82hsLq0Zx7"]


def test_comparing_grows_as_the_recording_does() -> None:
    def work(rounds: int) -> int:
        history = [one for n in range(rounds) for one in (user(f"q{n}"), said(f"a{n}"))]
        read = [
            [(read_entry(FORMATS["openai-chat"], entry), "exchange") for entry in entries(talk(*history))]
        ]
        return work_of(lambda: join(read))

    few, many = work(10), work(40)
    assert many < 20 * few  # sixteen times as many words


def entries(exchanges: list[Json]) -> list[Entry]:
    return [
        Entry(
            "exchange",
            (one["request"], child(root(n), "request")),
            (one["response"], child(root(n), "response")),
        )
        for n, one in enumerate(exchanges)
    ]


# A history cut into exchanges


def rounds() -> st.SearchStrategy[list[Json]]:
    texts = st.text("abc äß\n{}", min_size=1, max_size=8).filter(str.strip)
    calls = st.lists(
        st.tuples(
            st.sampled_from(["add", "look"]), st.dictionaries(st.sampled_from("ab"), st.integers(0, 9))
        ),
        max_size=2,
    )
    one = st.tuples(texts, st.none() | texts, calls, texts)
    return st.lists(one, min_size=1, max_size=3).map(history)


def history(made: list[Any]) -> list[Json]:
    messages: list[Json] = []
    for number, (question, words_, calls, answer) in enumerate(made):
        messages.append(user(f"{number} {question}"))
        if calls:
            ids = [f"call_{number}Kd82hsLq{n}" for n in range(len(calls))]
            named = [call(id, name, json.dumps(args)) for id, (name, args) in zip(ids, calls, strict=True)]
            messages.append({**calling(*named), "content": words_})
            messages += [result(id, f"result {id}") for id in ids]
        messages.append(said(answer))
    return messages


def told(conversation: Conversation) -> list[Any]:
    return [
        (
            message.role,
            type(part).__name__,
            content_of(part),
            getattr(part, "call_id", None) and part.call_id.value,
        )
        for message, part in conversation.parts()
    ]


@pytest.mark.parametrize("format", list(ANSWERS))
@settings(max_examples=tries(5, thorough=60), deadline=None)
@given(messages=rounds())
def test_a_history_cut_into_exchanges_is_the_history(format: str, messages: list[Json]) -> None:
    [whole] = crosswire.load(
        json.dumps({"model": "m", "messages": messages}).encode(), format="openai-chat"
    ).conversations
    rendered = crosswire.render(whole, format).payload
    exchanges = cut(format, rendered)
    [joined] = crosswire.load(json.dumps(exchanges).encode()).conversations
    [again] = crosswire.load(json.dumps(rendered).encode()).conversations
    assert told(joined) == told(again)
    assert joined.differences == []
    assert len(seams(joined)) == (len(exchanges) if len(exchanges) > 1 else 0)
    assert (
        all(
            part.also
            for message, part in joined.parts()
            if message.role == "user" and message is not joined.messages[-2]
        )
        or len(exchanges) < 2
    )


def test_every_answer_counts_its_tokens_and_knows_its_time() -> None:
    recorded = talk(*HISTORY)
    for number, one in enumerate(recorded, 1):
        one["response"] |= {
            "created": 1767225600 + number,
            "usage": {"prompt_tokens": number, "completion_tokens": 10},
        }
    [joined] = loaded(*recorded)
    counted = usage_of(joined)
    assert [one.tokens.input for one in counted] == [1, 2, 3]
    assert [one.message for one in counted] == ["m1", "m3", None]
    assert Clock(joined).own["m1"].began is not None


RECORDINGS = st.sampled_from([talk(*HISTORY), talk(*HISTORY) * 2])


@settings(max_examples=tries(30, thorough=1500), deadline=None)
@given(recording=mutated(RECORDINGS))
def test_a_damaged_recording_is_read_all_the_same(recording: Any) -> None:
    try:
        conversations = crosswire.load(json.dumps(recording).encode()).conversations
    except CrosswireError:
        return
    for one in conversations:
        crosswire.diagnose(one)
        assert all(0 <= event.before <= len(one.messages) for event in one.events)
        keys = [part.key for _, part in one.parts()]
        assert len(set(keys)) == len(keys)
