"""`crosswire map` and `--map`: a mapping out of a file, and a file read by one."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from tests.test_by_shape_loading import MAPPING, TURNS


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "log.json").write_text(json.dumps(TURNS))
    (tmp_path / "map.json").write_text(json.dumps(MAPPING))
    return str(tmp_path / "log.json"), str(tmp_path / "map.json")


def test_the_guessed_mapping_is_written_and_what_it_took_is_said(files: tuple[str, str]) -> None:
    found = run("map", files[0])
    assert found.exit_code == 0
    assert json.loads(found.stdout)["messages"] == ["/turns/*"]
    assert found.stderr.startswith(f"{files[0]}: Read by shape: messages in /turns/*; ")


def test_a_file_without_a_conversation_gives_no_mapping(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"a": [1, 2]}')
    found = run("map", str(tmp_path / "x.json"))
    assert found.exit_code == 2
    assert "Nothing in it looks like a conversation" in found.output


@pytest.mark.parametrize(
    "command",
    ["detect", "check", "calls", "extract", "repair", "convert --to gemini", "explain --error x"],
)
def test_every_command_that_reads_a_log_takes_a_mapping(command: str, files: tuple[str, str]) -> None:
    log, mapping = files
    name, *options = command.split()
    found = run(name, log, "--map", mapping, *options)
    assert found.exit_code in (0, 1) or "Nothing is wrong with this log" in found.output
    assert isinstance(found.exception, (SystemExit, type(None)))
    Path(mapping).write_text(json.dumps(MAPPING | {"messages": "/rows/*"}))
    other = run(name, log, "--map", mapping, *options)
    assert other.exit_code == 2
    assert "messages are in /rows/*" in other.output


def test_a_wrong_mapping_ends_the_command_with_its_place(files: tuple[str, str]) -> None:
    Path(files[1]).write_text('{"crosswire_mapping": 1, "mesages": []}')
    found = run("check", files[0], "--map", files[1])
    assert found.exit_code == 2
    assert f"{files[1]}: The mapping is wrong at /mesages" in found.output
    assert "not both" in run("check", files[0], "--map", files[1], "--from", "gemini").output
