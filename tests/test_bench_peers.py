"""The table beside other converters, from made-up measurements; the converters are not needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench import peers
from bench.peers import Measurement, read_lines, table
from click.testing import CliRunner


def line(peer: str, conversion: str, milliseconds: float) -> str:
    fields = {"peer": peer, "conv": conversion, "ms": milliseconds, "calls_out": 5, "results_out": 4}
    return json.dumps(fields)


def test_measurements_are_read_and_failures_are_none() -> None:
    text = "\n".join(
        [
            "a warning of some library",
            line("langchain (core import 0.27s)", "chat->gemini", 9.5),
            json.dumps({"peer": "litellm", "conv": "chat->gemini", "n": 1, "error": "KeyError: 'x'"}),
        ]
    )
    assert list(read_lines(text)) == [Measurement("langchain", "chat->gemini", 9.5, 5, 4)]


def test_a_row_holds_medians_and_the_ratio_within_a_round() -> None:
    rounds = [
        [
            Measurement("crosswire", "chat->gemini", 2.0, 5, 4),
            Measurement("crosswire", "chat->gemini payload alone", 7.0, 5, 4),
            Measurement("litellm", "chat->gemini", litellm, 5, 4),
            Measurement("any-llm", "chat->gemini", 20.0, 5, 4),
            Measurement("pydantic-ai", "internal->gemini", 1.0, 5, 4),
        ]
        for litellm in (4.0, 6.0, 30.0)
    ]
    _, _, *rows = table(rounds)
    assert rows == ["| chat->gemini | 2.0 | 5/4 | 7.0 | 6.0 |  |  | 20.0 | 3.0 x |"]


def test_without_the_scripts_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(peers, "SCRIPTS", tmp_path)
    done = CliRunner().invoke(peers.main, [])
    assert done.exit_code == 1
    assert "The scripts of the other converters are optional" in done.output


def test_without_the_converters_it_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "common.py").touch()
    monkeypatch.setattr(peers, "SCRIPTS", tmp_path)
    monkeypatch.setenv("CROSSWIRE_PEERS_PYTHON", str(tmp_path / "no-python"))
    done = CliRunner().invoke(peers.main, [])
    assert done.exit_code == 1
    assert "--install" in done.output
