"""An upload that unfolds, or that is dear to read, is refused soon, or read, in little memory."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from crosswire import TooManyConversations, load
from tests.selection import for_each, some_of, tries
from tests.webapp.bombs import BOMBS

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_MEGABYTES = 100
MOST_SECONDS = 1.5
"""Of CPU time, for a refusal."""
SHARE = tries(4, thorough=1)
"""What is long is a fourth as long: what grows beyond all bounds does so then too."""
SENT = some_of(BOMBS, 2)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What an app in a process of its own made of each."""
    folder = tmp_path_factory.mktemp("bombs")
    command = [sys.executable, "-m", "tests.webapp.bombs", str(folder), str(SHARE), *SENT]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300).stdout
    return {answer["name"]: answer for answer in map(json.loads, told.splitlines())}


@for_each("name", SENT)
def test_a_bomb_is_refused_or_read_in_little_memory(answers: dict[str, dict[str, Any]], name: str) -> None:
    answer = answers[name]
    assert answer["status"] == BOMBS[name][0], answer
    assert answer["kilobytes"] < MOST_MEGABYTES * 1024 // (1 if "GiB" in name else SHARE)
    if answer["status"] != 201:
        assert answer["message"].endswith(".")


@pytest.mark.thorough
@for_each("name", BOMBS)
def test_a_bomb_is_refused_or_read_soon(answers: dict[str, dict[str, Any]], name: str) -> None:
    answer = answers[name]
    assert answer["seconds"] < (MOST_SECONDS if answer["status"] != 201 else 10)


def test_the_bombs_are_small_beside_what_they_hold() -> None:
    assert len(BOMBS["1 GiB of zeros as gzip"][1]()) < 1_100_000
    assert len(BOMBS["1 GiB of zeros as zstd"][1]()) < 110_000


def test_as_many_conversations_as_are_wanted_are_read_and_no_more() -> None:
    line = b'{"messages": [{"role": "user", "content": "a"}]}\n'
    assert len(load(line * 60, max_conversations=60).conversations) == 60
    with pytest.raises(TooManyConversations, match="about 61 conversations, and at most 60"):
        load(line * 61, max_conversations=60)
    array = b"[" + b",".join([line.strip()] * 61) + b"]"
    assert len(load(array, max_conversations=61).conversations) == 61
    with pytest.raises(TooManyConversations):
        load(array, max_conversations=60)


def test_many_lines_and_items_of_one_conversation_are_no_many_conversations() -> None:
    message = b'{"role": "user", "content": "a"}'
    (one,) = load(b"[" + b",".join([message] * 500) + b"]", max_conversations=60).conversations
    assert len(one.messages) == 500
    assert len(load(b"\n".join([message] * 500), max_conversations=600).conversations) == 1
