"""Conversations that leave their log one by one, with the documents that nobody needs any more."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.answers import fix
from crosswire.containers import Documents, InFile
from crosswire.errors import UnreadableUpload
from crosswire.reading import Log, one_by_one
from tests.claude_code_lines import called, session_bytes
from tests.test_branches import REWOUND
from tests.test_repeated_lines import ITEMS, SUMMARY, rollout, written
from tests.webapp.samples import chat_lines

ODD_LINES = b"""{"a": 1}
// a comment
{'a': 'b', 'c': NaN,}
{"a": 1, "a": 2}

[1e400, "\\ud800"]
"""


def of_file(folder: Path, data: bytes) -> Log:
    path = folder / "log.jsonl"
    path.write_bytes(data)
    return crosswire.load(InFile(path), or_document=True)


def test_documents_that_were_let_go_read_as_before(tmp_path: Path) -> None:
    for data in (ODD_LINES, chat_lines(5), rollout(written([*ITEMS, SUMMARY]))):
        log, whole = of_file(tmp_path, data), crosswire.load(data, or_document=True)
        held: Any = log.documents
        assert isinstance(held, Documents)
        held.let_go(1, len(held))
        assert repr([*held]) == repr(whole.documents) == repr(held[:])
        assert repr([held[-1], held[0], held[-1]]) == repr([whole.documents[n] for n in (-1, 0, -1)])
        assert held[-1] is held[-1]


def test_another_value_in_the_place_of_one_changes_no_other(tmp_path: Path) -> None:
    held: Any = of_file(tmp_path, chat_lines(4)).documents
    before = [*held]
    held.let_go(0, 2)
    changed = held.with_value(1, {"other": 1})
    assert [*changed] == [before[0], {"other": 1}, *before[2:]]
    assert [*held] == before


def test_who_asks_for_what_a_file_holds_no_more_is_told(tmp_path: Path) -> None:
    held: Any = of_file(tmp_path, chat_lines(4)).documents
    held.let_go(0, 4)
    (tmp_path / "log.jsonl").write_bytes(b" " * 10)
    with pytest.raises(UnreadableUpload, match="cut while it was read"):
        held[3]


def test_memory_follows_the_conversations_that_wait(tmp_path: Path) -> None:
    tracemalloc.start()
    log = of_file(tmp_path, chat_lines(40, " and what stands in it?" * 1_000))
    held = [tracemalloc.get_traced_memory()[0] for _ in one_by_one(log)]
    tracemalloc.stop()
    assert held[20] < 0.6 * held[0]
    assert held[-1] < 0.15 * held[0]


def test_what_several_conversations_stand_in_stays_for_the_last_one(tmp_path: Path) -> None:
    """A repair must find the very values in the documents that a message was read from."""
    data = session_bytes(*REWOUND, called("a6", "a2", "toolu_3", "toolu_3"))
    log, whole = of_file(tmp_path, data), crosswire.load(data)
    assert len(whole.conversations) > 1
    for one, other in zip(one_by_one(log), whole.conversations, strict=True):
        assert [*map(repr, crosswire.diagnose(one))] == [*map(repr, crosswire.diagnose(other))]
        assert json.dumps(fix(one)[0].payload) == json.dumps(fix(other)[0].payload)
