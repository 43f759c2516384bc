"""Counts in sentences: one thing is never told as several, and nothing is told twice."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from crosswire.cli import main
from crosswire.counting import counted
from tests.streams import KINDS, as_sse


@pytest.mark.parametrize(
    ("number", "words", "told"),
    [
        (0, ("call",), "0 calls"),
        (1, ("call",), "1 call"),
        (1_000, ("call",), "1,000 calls"),
        (1, ("branch", "branches"), "1 branch"),
        (2, ("line is", "lines are"), "2 lines are"),
    ],
)
def test_a_count_agrees_with_its_word(number: int, words: tuple[str, ...], told: str) -> None:
    assert counted(number, *words) == told


def checked(file: Path, *options: str) -> str:
    done = CliRunner().invoke(main, ["check", str(file), "--no-config", *options])
    return done.stdout + done.stderr


@pytest.mark.parametrize("output", ["text", "github"])
def test_what_a_stream_gets_wrong_is_told_once(tmp_path: Path, output: str) -> None:
    index = '"contentBlockIndex": '
    events = json.dumps(KINDS["bedrock"]).replace(f"{index}2", f"{index}5")
    file = tmp_path / "a.sse"
    file.write_bytes(as_sse(json.loads(events)))
    told = checked(file, "--format", output)
    assert told.count("Nothing came of index") == told.count("CW843") > 0
    assert ", 1 message, 2 calls, 0 results, " in told
    without = checked(file, "--format", output, "--ignore", "CW843")
    assert without.count("Nothing came of index") == told.count("CW843")
