"""What lines repeat of earlier ones is kept once, and says the same as when it is read again."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import crosswire
from bench.large_files import codex
from crosswire.containers import InFile, Opened, json_lines
from crosswire.logs import REPEATS
from tests.selection import for_each

ITEMS = [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": 'größer 🙂 \\ " \n'}]},
    {"type": "function_call", "call_id": "c1", "name": "shell", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c1", "output": "a" * 50},
]
SUMMARY = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "A summary."}]}


def written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rollout(history: str, after: str = "") -> bytes:
    lines = [written({"type": "response_item", "payload": item}) for item in ITEMS]
    compacted = f'{{"type":"compacted","payload":{{"message":"","replacement_history":{history}}}}}{after}'
    return "\n".join([*lines * 4, compacted, compacted, ""]).encode()


def opened(data: bytes, *, shared: bool = True) -> Opened:
    found = json_lines.open(data, REPEATS if shared else ())
    assert found is not None
    return found


def histories(log: Opened) -> list[list[Any]]:
    lines: Any = log.documents
    return [line["payload"]["replacement_history"] for line in lines if line["type"] == "compacted"]


def test_elements_that_stood_before_are_one_copy_and_no_part_of_a_line() -> None:
    log = opened(rollout(written([*ITEMS, SUMMARY])))
    first, second = histories(log)
    assert first == second == [*ITEMS, SUMMARY]
    assert [one is other for one, other in zip(first, second, strict=True)] == [True, True, True, False]
    lines: Any = log.documents
    assert not any(item is lines[n]["payload"] for n, item in enumerate(first[:3]))


@for_each(
    "history",
    (
        "[]",
        "null",
        "[1,2,[],{}]",
        written(ITEMS).replace(",", ", "),
        json.dumps(ITEMS),
        written(ITEMS).replace('"name":', '"name":"other","name":'),
        written(ITEMS).replace('"type":"message"', '"typ\\u0065":"message"'),
        written([*ITEMS, {"number": 1}]).replace("1}", "12345678901234567890.123}"),
        written([*ITEMS, {"number": 1}]).replace("1}", "NaN}"),
        written([*ITEMS, {"text": "x"}]).replace('"x"', '"\\ud800"'),
        written(ITEMS) + ',"replacement_history":[]',
        written(ITEMS) + ',"é":1,"\\u0061":[2]',
    ),
)
def test_lines_say_the_same_as_when_all_of_them_is_read(history: str) -> None:
    data = rollout(history)
    one, other = opened(data), opened(data, shared=False)
    assert list(map(repr, one.documents)) == list(map(repr, other.documents))
    assert one.notes == other.notes
    assert one.lines == other.lines


@for_each(("history", "after"), (("[{]", ""), ("[1", ""), ("[1]", "x"), ('[{"a":"\udcff"}]', "")))
def test_broken_lines_are_told_at_the_same_place(history: str, after: str) -> None:
    data = rollout("[HERE]", after).replace(b"[HERE]", history.encode("utf-8", "surrogateescape"))
    one, other = opened(data), opened(data, shared=False)
    assert one.notes == other.notes
    assert [note.code for note in one.notes] == ["broken-line"] * 2


def test_a_key_that_stands_in_a_text_is_no_list() -> None:
    line = {"type": "response_item", "payload": {"text": '{"replacement_history":[1]}'}}
    data = "\n".join([written(line), written(line), ""]).encode()
    assert opened(data).documents == [line, line]


def test_the_reader_says_how_much_was_repeated(tmp_path: Path) -> None:
    data = b"".join(codex(300_000))
    (conversation,) = crosswire.load(data).conversations
    (note,) = [note for note in conversation.notes if note.code == "repeated-history"]
    assert "items of 18 compactions repeat what stands before" in note.message


def test_memory_follows_what_a_rollout_says_and_not_what_it_repeats(tmp_path: Path) -> None:
    path = tmp_path / "rollout.jsonl"
    path.write_bytes(b"".join(codex(300_000)))
    crosswire.load(InFile(path))  # what is imported and compiled at first is no part of it
    with path.open("wb") as into:
        into.writelines(codex(2_500_000))
    source = InFile(path)
    tracemalloc.start()
    try:
        log = crosswire.load(source)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(log.conversations) == 1
    assert most < 0.7 * source.size
