"""Requests and answers that a program keeps in fields of its own, at any depth."""

import json
from typing import Any
from unittest.mock import patch

import crosswire
import pytest
from crosswire import Log
from crosswire.reading.finding import Finder
from tests.histories import call, calling, result, user
from tests.selection import for_each

HISTORY = [user("What is the weather?"), calling(call("call_a")), result("call_b")]
REQUEST = {"model": "gpt-4o", "messages": HISTORY}
ANSWER = {
    "object": "chat.completion",
    "model": "gpt-4o",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Rain."}}],
}
RECORDS: dict[str, Any] = {
    "two fields": {"inputs": REQUEST, "output": ANSWER},
    "fields of fields": {"llm": {"in": {"sent": REQUEST}, "out": {"got": ANSWER}}},
    "texts": {"attributes": {"input": json.dumps(REQUEST), "output": json.dumps(ANSWER)}},
    "texts in texts": {"log": json.dumps({"sent": json.dumps(REQUEST), "got": json.dumps(ANSWER)})},
    "a list of hits": {"hits": {"hits": [{"_source": {"q": REQUEST, "r": ANSWER}}]}},
    "patterns of a test server": {
        "request": {"method": "POST", "bodyPatterns": [{"equalToJson": REQUEST}]},
        "response": {"status": 200, "jsonBody": ANSWER},
    },
}


def read(value: Any) -> Log:
    return crosswire.load(json.dumps(value).encode())


@for_each("name", RECORDS)
def test_a_request_and_its_answer_are_one_exchange_wherever_they_stand(name: str) -> None:
    log = read(RECORDS[name])
    assert (log.format, [one.shape for one in log.conversations]) == ("openai-chat", ["exchange"])
    assert len(log.conversations[0].messages) == 4
    [finding] = crosswire.diagnose(log.conversations[0])
    assert (finding.code, finding.severity) == ("CW204", "error")
    data = json.dumps(RECORDS[name]).encode()
    [span] = log.spans(data, [finding.address]).values()
    assert b"call_b" in data[slice(*span)]


def test_each_record_of_a_file_is_an_exchange_of_its_own() -> None:
    lines = [{"t": number, "ask": REQUEST, "answer": ANSWER} for number in range(3)]
    log = crosswire.load("\n".join(map(json.dumps, lines)).encode())
    assert [one.shape for one in log.conversations] == ["exchange"] * 3


def test_bodies_of_several_providers_keep_their_own_format() -> None:
    claude = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9,
        "messages": [
            user("Go."),
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}],
            },
        ],
    }
    log = read({"first": {"sent": REQUEST}, "second": {"sent": claude}})
    assert [one.format for one in log.conversations] == ["openai-chat", "anthropic"]


def test_a_request_and_an_answer_of_different_records_stay_apart() -> None:
    log = read({"records": [{"sent": REQUEST}, {"got": ANSWER | {"model": "other"}}]})
    assert [one.shape for one in log.conversations] == ["request", "response"]


def test_a_body_that_nothing_speaks_against_is_read_where_nothing_else_is() -> None:
    plain = {"model": "gpt-4o", "messages": [user("What is the weather?")]}
    log = read({"resources": [{"name": "Ask", "body": {"text": json.dumps(plain)}}]})
    assert (log.format, [one.shape for one in log.conversations]) == ("openai-chat", ["request"])
    with pytest.raises(crosswire.NotAConversation):
        read({"samples": [{"role": "Engineer", "type": "full-time"}, {"role": "Manager"}]})


def test_what_stands_beside_is_told_as_not_read() -> None:
    log = read({"deep": {"ask": REQUEST, "answer": ANSWER}, "remarks": "Somebody wrote a long remark on it."})
    [conversation] = log.conversations
    assert [note.address for note in conversation.unread] == ["0:/remarks"]


def test_a_log_with_more_calls_than_its_bodies_is_read_by_its_shape() -> None:
    own = [
        {"who": "user", "text": "Go."},
        *({"who": "bot", "calls": [{"id": f"c{n}", "name": "f", "arguments": {"n": n}}]} for n in range(4)),
    ]
    log = read({"turns": own, "debug": {"sent": {"model": "gpt-4o", "messages": HISTORY[:2]}}})
    assert log.format == "by-shape"


def test_a_large_file_of_no_format_is_looked_through_in_bounded_work() -> None:
    many = {"a": [{"input": n, "output": {"content": "x", "model": "m"}} for n in range(6_000)]}
    data = json.dumps(many).encode()
    asking = patch.object(Finder, "surest", autospec=True, return_value=None)
    with asking as asked, pytest.raises(crosswire.NotAConversation):
        crosswire.load(data)
    assert asked.call_count < 5_000


def test_words_that_any_program_has_make_no_body_of_a_provider() -> None:
    tool = {"name": "look", "description": "Looks.", "inputSchema": {"description": "What to look for."}}
    said = [user("Hello."), {"role": "assistant", "content": "Hello."}, user("Well?")]
    own = {"system": "You help.", "messages": said, "tools": [tool]}
    assert read({"runs": {"a": {"deep": {"sent": own}, "n": 7}}}).format == "by-shape"
