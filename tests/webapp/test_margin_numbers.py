"""The number beside a message is the line of its own file, the place in the list that holds it, or absent."""

import gzip
import json
import re

import crosswire
from flask.testing import FlaskClient
from tests.claude_code_lines import answered, session_bytes
from tests.claude_code_lines import said as asked
from tests.histories import said, user
from tests.selection import for_each
from tests.streams import as_sse
from tests.test_wrappers import tarred, zipped
from tests.webapp.samples import chat
from tests.webapp.test_conversation_pages import keep
from webapp.inspector.lines import position, position_label, written_position
from webapp.readmodel.outline import Row, outline

LINES = session_bytes(asked("u1", None, "Hi"), answered("u2", "u1"), asked("u3", "u2", "Bye"))
HISTORIES = ([user("a")], [user("a"), said("b"), user("c")])
REPLIES = ("b", "d")


def exchange(messages: list[dict[str, object]], text: str) -> dict[str, object]:
    reply = {"object": "chat.completion", "choices": [{"index": 0, "message": said(text)}]}
    return {"request": {"model": "gpt-5", "messages": messages}, "response": reply}


EXCHANGES = [exchange(*one) for one in zip(HISTORIES, REPLIES, strict=True)]
EXPORT = [
    {
        "uuid": f"c{n}",
        "name": "Cellar",
        "chat_messages": [
            {"uuid": f"m{n}{who}", "sender": who, "text": "Hi", "content": [{"type": "text", "text": "Hi"}]}
            for who in ("human", "assistant")
        ],
    }
    for n in range(2)
]
EVENTS = [
    {"messageStart": {"role": "assistant"}},
    {"contentBlockDelta": {"delta": {"text": "Hi"}, "contentBlockIndex": 0}},
    {"messageStop": {"stopReason": "end_turn"}},
]


def rows(data: bytes) -> list[Row]:
    """Those with which the messages of the last conversation begin."""
    log = crosswire.load(data)
    conversation = log.conversations[-1]
    made = outline(conversation, crosswire.pair(conversation), [], log.origin_of)
    return [row for row in made if row["starts_message"]]


@for_each(
    ("data", "numbers"),
    [
        (LINES, ["1", "2", "3"]),
        (b"\n\n" + LINES, ["3", "4", "5"]),
        (gzip.compress(LINES), ["1", "2", "3"]),
        (zipped({"a.json": chat(), "s/b.jsonl": b"\n" + LINES}), ["2", "3", "4"]),
        (tarred({"a.jsonl": LINES, "b.jsonl.gz": gzip.compress(LINES)}), ["1", "2", "3"]),
        (session_bytes(*EXCHANGES), ["0", "1", "2", ""]),
        (json.dumps(EXCHANGES).encode(), ["0", "1", "2", ""]),
        (json.dumps({"messages": [user(), said(), user()]}).encode(), ["0", "1", "2"]),
        (session_bytes({"messages": [user("x")]}, {"messages": [user("y"), said()]}), ["0", "1"]),
        (json.dumps([user(), said()]).encode(), ["0", "1"]),
        (json.dumps(EXPORT).encode(), ["0", "1"]),
        (json.dumps(exchange([user()], "b")["response"]).encode(), [""]),
        (as_sse(EVENTS), ["1"]),
    ],
)
def test_a_message_has_the_number_of_its_line_or_of_its_place(data: bytes, numbers: list[str]) -> None:
    assert list(map(position, rows(data))) == numbers


def test_a_fixed_message_has_the_number_of_where_it_stands_now() -> None:
    third = rows(json.dumps({"messages": [user(), said(), user()]}).encode())[2]
    assert position(third, "0:/messages/3/content") == "3"
    assert position(third, "0:/system") == ""
    line = rows(LINES)[2]
    assert (position(line, "2:/message/content/0"), position(line, "3:/message/content")) == ("3", "")
    assert (position_label(third), position_label(line)) == ("message 2", "line 3")


def test_a_body_that_was_written_counts_its_messages_alone() -> None:
    assert list(map(written_position, ("0:/messages/4/content/0", "0:/contents/2", "0:/system/0/text"))) == [
        "4",
        "2",
        "",
    ]


def test_the_page_of_a_member_shows_its_own_lines(client: FlaskClient) -> None:
    page = client.get(keep(client, gzip.compress(b"\n" + LINES))).text
    assert re.findall(r'aria-label="Link to (line \d+)"', page) == ["line 2", "line 3", "line 4"]
