"""Logs that are still being written: what the first lines say, no later line takes back."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import crosswire
import pytest
from crosswire.errors import CrosswireError
from tests.claude_code_lines import Json, answered, called, gave, said, session_bytes
from tests.log_checks import PLACEHOLDERS, has_placeholders
from tests.selection import for_each, some_of, tries
from tests.shared_corpus import CORPUS, Row, needs_corpus, rows
from tests.test_branches import BEGUN_ANEW, REWOUND
from tests.test_events import boundary, summary
from tests.test_sub_agents import agent_lines, asks, report
from tests.webapp.samples import chat_lines

ASKED = {"role": "user", "content": "What time is it?"}
Found = dict[tuple[str, str], str]


def lines_of(values: Iterable[Json]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in values)


def step(kind: str, uuid: str | None, **held: Any) -> Json:
    """An event of a step, as the wire log of Kimi has it."""
    return {"type": "context.append_loop_event", "event": {"type": kind, "stepUuid": uuid, **held}}


def chunk(content: str, *calls: Json, **held: Any) -> Json:
    """A chunk of a message, as LangChain writes it."""
    pieces = [{**one, "index": 0, "type": "tool_call_chunk"} for one in calls]
    kwargs = {"content": content, "type": "AIMessageChunk", "id": "run-1", "tool_call_chunks": pieces, **held}
    kind = ["langchain", "schema", "messages", "AIMessageChunk"]
    return {"lc": 1, "type": "constructor", "id": kind, "kwargs": kwargs}


def called_with(id: str) -> Json:
    call = {"id": id, "type": "function", "function": {"name": "get_time", "arguments": "{}"}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def exchange(messages: list[Json], answer: Json) -> Json:
    reason = "tool_calls" if answer.get("tool_calls") else "stop"
    choice = {"index": 0, "finish_reason": reason, "message": answer}
    response = {"id": "r", "object": "chat.completion", "created": 1, "model": "gpt-4o", "choices": [choice]}
    return {"request": {"model": "gpt-4o", "messages": messages}, "response": response}


WITHOUT_ROLES = [
    {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"content": "Hi."}},
    {
        "type": "assistant",
        "uuid": "a1",
        "parentUuid": "u1",
        "message": {"content": [{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {}}]},
    },
]
"""As some programs write a session: the lines alone say who speaks."""
WORDS_THEN_A_CALL = [
    {"type": "metadata", "protocol_version": "1.1"},
    step("content.part", "s1", part={"type": "text", "text": "Hello."}),
    {"type": "context.append_message", "message": {"role": "user", "content": "List it.", "toolCalls": []}},
    step("content.part", "s2", part={"type": "think", "think": "I list it."}),
    step("tool.call", "s2", toolCallId="ls_0", name="ls", args={}),
    step("tool.result", None, toolCallId="ls_0", result={"output": "a.txt"}),
    step("content.part", "s3", part={"type": "text", "text": "One file."}),
]
"""A step whose first words and whose call are lines of their own, after a turn without calls."""
CHUNKS = [
    chunk("", {"name": "read", "id": "call_a", "args": ""}),
    chunk("", {"name": None, "id": None, "args": '{"path":'}),
    chunk("", {"name": None, "id": None, "args": ' "a.txt"}'}),
    chunk("", chunk_position="last"),
]
"""A message that came in chunks, with a call whose arguments are pieces."""
EMPTY_ID = [
    exchange([ASKED], called_with("")),
    exchange(
        [ASKED, called_with("made_1"), {"role": "tool", "tool_call_id": "made_1", "content": "Noon"}],
        {"role": "assistant", "content": "It is noon."},
    ),
]
"""A model that gives no id, and a client that makes one when it sends the call back."""
LOGS = {
    "words, then a call": lines_of(WORDS_THEN_A_CALL),
    "chunks": lines_of(CHUNKS),
    "an empty id": lines_of(EMPTY_ID),
    "rewound": session_bytes(*REWOUND),
    "begun anew": session_bytes(*BEGUN_ANEW),
    "an agent": session_bytes(
        said("u1", None, "Look."),
        asks("a1", "u1", "toolu_1", "Look around."),
        *agent_lines("b7", "Look around."),
        report("r1", "a1", "toolu_1", "b7"),
        answered("a2", "r1"),
    ),
    "compacted": session_bytes(
        said("u1", None, "Hi."),
        answered("a1", "u1"),
        boundary("c1", "a1"),
        summary("s", "c1"),
        called("a2", "s", "t"),
    ),
    "parallel calls": session_bytes(
        said("u1", None, "Hi."),
        called("a1", "u1", "t1", id="m"),
        called("a2", "a1", "t2", id="m"),
        gave("r1", "a1", "t1"),
        gave("r2", "a2", "t2"),
    ),
    "without roles": session_bytes(*WITHOUT_ROLES, gave("r1", "a1", "toolu_1")),
    "requests": chat_lines(3),
}


def errors(log: crosswire.Log) -> Found:
    found = [one for each in log.conversations for one in crosswire.diagnose(each)]
    return {(one.code, one.address): one.message for one in found if one.severity == "error"}


def beginnings(data: bytes, most: int) -> Iterator[bytes]:
    """The first lines, so many at a time, and the same with half of the next one."""
    lines = data.splitlines(keepends=True)
    for count in range(1, len(lines), max(1, len(lines) // most)):
        whole = b"".join(lines[:count])
        yield whole
        yield whole + lines[count][: len(lines[count]) // 2]


def taken_back(data: bytes, most: int) -> list[tuple[int, Found]]:
    """The errors in first lines that all of them together do not have."""
    known = errors(crosswire.load(data))
    found = []
    for part in beginnings(data, most):
        try:
            wrong = {one: why for one, why in errors(crosswire.load(part)).items() if one not in known}
        except CrosswireError:
            continue  # nobody can tell yet what it is
        found += [(part.count(b"\n"), wrong)] if wrong else []
    return found


@for_each("name", LOGS)
def test_no_later_line_takes_an_error_back(name: str) -> None:
    assert taken_back(LOGS[name], 100) == []


@for_each("name", LOGS)
def test_a_last_line_that_is_cut_is_a_note(name: str) -> None:
    *_, last = beginnings(LOGS[name], 100)
    log = crosswire.load(last)
    codes = [note.code for note in log.notes] + [note.code for one in log.conversations for note in one.notes]
    assert {"cut-line", "cut-end", "broken-line"} & {*codes}


def of_lines() -> list[Row]:
    return [row for row in some_of(rows(), 12) if row["path"].endswith((".jsonl", ".ndjson"))]


@needs_corpus
@for_each("row", of_lines, ids=lambda row: row["path"])
def test_no_later_line_of_a_recorded_log_takes_an_error_back(row: Row) -> None:
    data = (CORPUS / row["path"]).read_bytes()
    if len(data) > tries(50_000, thorough=400_000):
        pytest.skip("It is long, and each of its lines would be read again.")
    try:
        log = crosswire.load(data)
    except CrosswireError as refused:
        pytest.skip(str(refused))
    if has_placeholders(log):
        pytest.skip(PLACEHOLDERS)
    assert taken_back(data, tries(4, thorough=40)) == []
