"""Sessions whose programs change what they wrote: replaced lists, unknown rewinds, texts that come late."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.model import Conversation, TextPart

Json = dict[str, Any]
WHEN = "2026-01-01T00:00:0{}.000Z"


def read(*lines: Json) -> list[Conversation]:
    return crosswire.load("".join(json.dumps(line) + "\n" for line in lines).encode()).conversations


def texts(one: Conversation) -> list[str]:
    return [part.text for _, part in one.parts() if isinstance(part, TextPart)]


# Gemini CLI


HEADER: Json = {
    "sessionId": "g",
    "projectHash": "h",
    "startTime": WHEN.format(0),
    "lastUpdated": WHEN.format(0),
}


def said(id: str, kind: str, text: str) -> Json:
    return {"id": id, "timestamp": WHEN.format(1), "type": kind, "content": text}


ONE, TWO = said("u1", "user", "One."), said("g1", "gemini", "First.")
THREE, FOUR = said("u2", "user", "Two."), said("g2", "gemini", "Second.")


def test_messages_that_a_shorter_list_leaves_out_were_taken_back() -> None:
    again = said("u3", "user", "Three.")
    own, left = read(HEADER, ONE, TWO, THREE, FOUR, {"$set": {"messages": [ONE, TWO]}}, again)
    assert texts(own) == ["One.", "First.", "Three."]
    assert texts(left) == ["Two.", "Second."]
    assert left.started_from is not None
    assert left.started_from.relation == "branch"


def test_a_list_with_other_messages_is_a_compaction() -> None:
    short = said("s1", "user", "What was said so far.")
    (own,) = read(HEADER, ONE, TWO, {"$set": {"messages": [short]}}, THREE)
    assert [event.kind for event in own.events] == ["compaction"]
    assert own.events[0].address == "3:/$set/messages"
    assert texts(own) == ["One.", "First.", "What was said so far.", "Two."]


def test_a_list_of_all_that_was_said_changes_nothing() -> None:
    (own,) = read(HEADER, ONE, TWO, {"$set": {"messages": [ONE, TWO]}}, THREE)
    assert texts(own) == ["One.", "First.", "Two."]
    assert not own.events


def test_a_rewind_to_a_message_that_is_not_there_takes_all_back() -> None:
    own, left = read(HEADER, ONE, TWO, {"$rewindTo": "gone"}, THREE, FOUR)
    assert texts(own) == ["Two.", "Second."]
    assert texts(left) == ["One.", "First."]


# VS Code


def test_what_was_shown_behind_the_rounds_is_read() -> None:
    shown: list[Json] = [{"value": "I look. "}]
    call = {"id": "call_1", "name": "read", "arguments": "{}"}
    rounds = {"toolCallRounds": [{"response": "I look.", "toolCalls": [call]}]}
    results = {"toolCallResults": {"call_1": {"content": [{"value": "text"}]}}}
    asked: Json = {"requestId": "r", "message": {"text": "Look."}, "response": shown}
    asked["result"] = {"metadata": {**rounds, **results}}
    about = {"sessionId": "v", "version": 3, "responderUsername": "GitHub Copilot", "requests": [asked]}
    (own,) = read({"kind": 0, "v": about})
    assert texts(own) == ["Look.", "I look."]
    late: list[Json] = [{"kind": "toolInvocationSerialized", "toolCallId": "x"}, {"value": "Then it ended."}]
    more = {"kind": 2, "k": ["requests", 0, "response"], "v": late}
    (own,) = read({"kind": 0, "v": about}, more)
    assert texts(own) == ["Look.", "I look.", "Then it ended."]
    assert own.messages[-1].address.startswith("1:/v")
