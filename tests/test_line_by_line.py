"""Requests a line each are read one after the other: what is read is as where all of them are held."""

import json
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path

import crosswire
import pytest
from crosswire.answers import fix
from crosswire.containers import InFile, lines
from crosswire.reading import Log, keys_around, line_by_line, one_by_one
from crosswire.reading.line_by_line import ReadAgain, Seen
from tests.claude_code_lines import session_bytes
from tests.selection import for_each, tries
from tests.test_branches import REWOUND
from tests.webapp.samples import chat_lines

REQUEST = {"model": "gpt-5", "messages": [{"role": "user", "content": "And what now?"}]}
ANSWER = {"object": "chat.completion", "choices": [{"message": {"role": "assistant", "content": "Nothing."}}]}
BROKEN = {
    **REQUEST,
    "messages": [*REQUEST["messages"], {"role": "tool", "tool_call_id": "x", "content": "1"}],
}
CLAUDE = {"model": "claude-opus-4-5", "max_tokens": 9, "system": "Be brief.", "messages": REQUEST["messages"]}

UNKNOWN = {**REQUEST, "said": {"role": "user", "content": "The words of somebody else, and more."}}


def of_lines(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def of_file(folder: Path, data: bytes, monkeypatch: pytest.MonkeyPatch) -> Log:
    monkeypatch.setattr(lines, "HELD_BYTES", 0)
    path = folder / "log.jsonl"
    path.write_bytes(data)
    monkeypatch.setattr(line_by_line, "AT_ONCE", 300)
    return crosswire.load(InFile(path), each=last_first)


def last_first(work: Callable[[range], Seen], items: Iterable[range]) -> Iterable[Seen]:
    """As several processes may give it."""
    return map(work, reversed([*items]))


def told_of(log: Log) -> list[object]:
    told: list[object] = [log.container, log.detection, log.lines, log.notes, log.digest, log.coverage]
    for one in [*log.conversations]:
        told += [one.number, one.title, one.messages, one.settings_and_tools, one.notes, one.unread]
        told += [one.digest, one.read_from, one.shape, one.server, crosswire.diagnose(one)]
    return list(map(repr, told))


ALONE = {
    "requests": chat_lines(5),
    "requests with a broken one": of_lines(REQUEST, BROKEN, BROKEN, REQUEST),
    "of another provider": of_lines(*[CLAUDE] * 4),
    "requests and a cut line": chat_lines(3) + b'{"model": "gpt-5", "mess',
    "requests, a comment and no JSON": chat_lines(9) + b"// a comment\n{no JSON}\n" + chat_lines(1),
    "content that nothing reads": of_lines(REQUEST, UNKNOWN, REQUEST, UNKNOWN, UNKNOWN),
    "more of it than is listed": of_lines(*[REQUEST, UNKNOWN] * 120),
    "something else among requests": of_lines(REQUEST, REQUEST, REQUEST, {"a": 1}),
    "requests in which nothing is said": of_lines(REQUEST, {"messages": []}, REQUEST, REQUEST),
}
TOGETHER = {
    "exchanges": of_lines(*[{"request": REQUEST, "response": ANSWER}] * 3),
    "an exchange among requests": of_lines(REQUEST, REQUEST, {"request": REQUEST, "response": ANSWER}),
    "requests and answers in turn": of_lines(*[REQUEST, ANSWER] * 3),
    "a session": session_bytes(*REWOUND),
    "several formats": of_lines(*[REQUEST] * 5, CLAUDE, {"contents": [{"parts": [{"text": "a"}]}]}),
}


@for_each("data", ALONE.values(), ids=ALONE)
def test_lines_read_alone_say_what_they_say_together(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, whole = of_file(tmp_path, data, monkeypatch), crosswire.load(data)
    assert isinstance(log.conversations, ReadAgain)
    assert told_of(log) == told_of(whole)
    assert log.conversations[-1].messages == [*log.conversations][-1].messages
    for number, (one, other) in enumerate(zip(one_by_one(log), whole.conversations, strict=True)):
        if number < tries(6, thorough=len(data)):
            assert json.dumps(fix(one)[0].payload) == json.dumps(fix(other)[0].payload)
            assert repr(crosswire.verdicts(one)) == repr(crosswire.verdicts(other))
    assert len(log.conversations) == 0


@for_each("data", TOGETHER.values(), ids=TOGETHER)
def test_what_needs_other_lines_is_read_with_them(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = of_file(tmp_path, data, monkeypatch)
    assert isinstance(log.conversations, list)
    assert told_of(log) == told_of(crosswire.load(data))


def test_keys_beside_a_request_are_found_though_it_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {**REQUEST, "messages": [{"role": "user", "content": "authorization: Bearer abcdef1234567890"}]}
    recorded = {"url": "https://api.example/v1?api_key=abcdef1234567890", "method": "POST", "request": said}
    data = of_lines(*[recorded] * 3)
    log, whole = of_file(tmp_path, data, monkeypatch), crosswire.load(data)
    assert isinstance(log.conversations, ReadAgain)
    found = keys_around(data, log)
    assert len(found) == 3
    assert found == keys_around(data, whole)


def test_memory_follows_the_longest_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = chat_lines(800, " and what stands in it?" * 300)
    of_file(tmp_path, chat_lines(2), monkeypatch)  # what is loaded at first is no part of it
    tracemalloc.start()
    try:
        log = of_file(tmp_path, data, monkeypatch)
        count = sum(len(one.messages) for one in one_by_one(log))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 800 * 4
    assert most < 0.5 * len(data)
