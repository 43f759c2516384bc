"""`crosswire convert --as`: every shape on the command line, and files of several conversations."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import crosswire
import pytest
from click.testing import CliRunner, Result
from crosswire import exports
from crosswire.cli import main
from crosswire.exports import SHAPES, Export
from tests.samples import REQUESTS

LOG: dict[str, Any] = json.loads(json.dumps(REQUESTS["openai-chat"]))
LOG["messages"].append({"role": "assistant", "content": "Milk."})


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(LOG))
    return path


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.jsonl"
    path.write_text("".join(json.dumps(LOG | {"model": f"model-{n}"}) + "\n" for n in (1, 2)))
    return path


def convert(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["convert", *map(str, arguments)], catch_exceptions=False)


@pytest.mark.parametrize("shape", [name for name in SHAPES if name != "zip"])
def test_a_shape_stands_on_standard_output(log: Path, shape: str) -> None:
    done = convert(log, "--to", "gemini", "--as", shape)
    assert done.exit_code == 0
    [conversation] = crosswire.load(log.read_bytes()).conversations
    export = Export(conversation, crosswire.render(conversation, "gemini"), "log.json")
    assert done.stdout_bytes == exports.write(shape, export).data


def test_an_archive_goes_into_a_file_alone(log: Path, tmp_path: Path) -> None:
    refused = convert(log, "--to", "gemini", "--as", "zip")
    assert refused.exit_code == 2
    assert "--output" in refused.stderr
    assert convert(log, "--to", "gemini", "--as", "zip", "--output", tmp_path / "all.zip").exit_code == 0
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.read("original/log.json") == log.read_bytes()


def test_what_a_shape_leaves_out_is_said(log: Path, tmp_path: Path) -> None:
    done = convert(log, "--to", "openai-chat", "--as", "messages")
    assert "beside-messages" in done.stderr
    convert(log, "--to", "openai-chat", "--as", "messages", "--losses", tmp_path / "losses.json")
    [report] = json.loads((tmp_path / "losses.json").read_text())
    assert {loss["source"] for loss in report["losses"]} == {"0:/model", "0:/tools/0"}


@pytest.mark.parametrize("shape", ["body", "messages", "jsonl", "fine-tune"])
def test_several_conversations_are_a_line_each(two: Path, shape: str) -> None:
    done = convert(two, "--to", "openai-chat", "--as", shape)
    assert [type(json.loads(line)) for line in done.stdout.splitlines()]
    assert len(done.stdout.splitlines()) == 2


def test_a_shape_of_one_conversation_asks_which(two: Path) -> None:
    refused = convert(two, "--to", "openai-chat", "--as", "curl")
    assert refused.exit_code == 2
    assert "this file has 2: choose one with --conversation N" in refused.stderr
    done = convert(two, "--to", "openai-chat", "--as", "curl", "--conversation", "2")
    assert "model-2" in done.stdout
    assert "model-1" not in done.stdout


def test_a_conversation_that_is_not_there_is_refused(two: Path) -> None:
    refused = convert(two, "--to", "openai-chat", "--conversation", "3")
    assert refused.exit_code == 2
    assert "There is no conversation 3; this file has 2." in refused.stderr


def test_a_shape_that_a_format_has_not_is_refused_with_the_reason(log: Path) -> None:
    refused = convert(log, "--to", "cohere", "--as", "fine-tune")
    assert refused.exit_code == 2
    assert "Cohere retired fine-tuning in September 2025." in refused.stderr
    assert refused.stdout == ""


def test_the_help_says_what_each_shape_holds() -> None:
    told = CliRunner().invoke(main, ["convert", "--help"]).output
    for name, shape in SHAPES.items():
        assert f"{name} " in told
        assert shape.SAYS in told
