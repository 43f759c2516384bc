"""A value of another kind anywhere in a log: it is refused or read, and then checked and repaired."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import crosswire
import pytest
from bench.fuzz import places
from tests.selection import tries

CORPUS = Path(__file__).parent / "corpus"
MOST_BYTES = 30_000
LOGS = sorted(one for one in CORPUS.rglob("*.json*") if one.stat().st_size <= MOST_BYTES)
EACH = tries(1, thorough=40)
"""So many places of a log are changed, spread over all of it."""
VALUES: tuple[Any, ...] = ({}, [{}], 7, None)

RESULT_OF_A_BATCH = [
    {"custom_id": "a", "result": {"type": {}, "error": {"type": "overloaded_error", "message": "Busy"}}},
    {"custom_id": "b", "result": {"type": "errored", "error": {"type": "api_error", "message": "Oops"}}},
]
LINES = [
    {"type": "user.message", "id": "u1", "parentId": None, "data": {"content": "Does it rain?"}},
    {
        "type": "assistant.message",
        "id": "a1",
        "parentId": {},
        "data": {"content": "", "toolRequests": [{"toolCallId": "c1", "name": "rain", "arguments": {}}]},
    },
    {"type": "user.message", "id": "u2", "parentId": "a1", "data": {"content": "And now?"}},
]


def other_kinds(documents: list[Any]) -> Iterator[list[Any]]:
    """A log's documents with a value of another kind in one place each time."""
    count = sum(1 for _ in places(documents))
    for turn, place in enumerate(range(0, count, max(1, count // EACH))):
        changed = copy.deepcopy(documents)
        container, key = list(places(changed))[place]
        container[key] = VALUES[turn % len(VALUES)]
        yield changed


def look_at(documents: list[Any]) -> None:
    """Read, check and repair what can be read."""
    try:
        log = crosswire.load(b"\n".join(json.dumps(one).encode() for one in documents))
    except crosswire.CrosswireError:
        return
    for conversation in log.conversations[:2]:
        crosswire.diagnose(conversation)
        crosswire.verdict_states(conversation)
        crosswire.repair(conversation, missing="mark")


@pytest.mark.parametrize("log", LOGS, ids=lambda one: str(one.relative_to(CORPUS)))
def test_a_log_is_refused_or_read_checked_and_repaired(log: Path) -> None:
    text = log.read_text(encoding="utf-8")
    try:
        documents = [json.loads(text)]
    except ValueError:
        documents = [json.loads(line) for line in text.splitlines() if line.strip()]
    for changed in other_kinds(documents):
        look_at(changed)


@pytest.mark.parametrize("documents", [RESULT_OF_A_BATCH, LINES], ids=["result of a batch", "name of a line"])
def test_what_is_looked_up_by_its_text_may_be_an_object(documents: list[Any]) -> None:
    look_at(documents)
