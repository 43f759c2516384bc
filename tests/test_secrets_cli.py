"""`crosswire secrets` tells where secrets stand, never what they are, and writes the file without them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from crosswire.secrets.secret_rule import made_up

KEY = "gh" + "p_" + made_up(36)
LOG = {"messages": [{"role": "user", "content": f"use {KEY}"}, {"role": "assistant", "content": "Yes."}]}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(LOG))
    return path


def run(*arguments: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(main, ["secrets", *map(str, arguments)], input=given)


def test_secrets_are_listed_and_the_exit_code_is_1(log: Path) -> None:
    told = run(log)
    assert told.exit_code == 1
    place = log.read_text().index(KEY)
    assert told.stdout == f"0:/messages/0/content (byte {place}): GitHub token: ghp_… 40 characters\n"


def test_a_file_without_secrets_gives_0_and_no_line(tmp_path: Path) -> None:
    (tmp_path / "log.json").write_text('{"messages": []}')
    told = run(tmp_path / "log.json")
    assert (told.exit_code, told.output) == (0, "")


def test_as_json_each_has_its_place_and_kind(log: Path) -> None:
    told = run(log, "--format", "json")
    assert told.exit_code == 1
    assert KEY not in told.output
    (found,) = json.loads(told.stdout)["secrets"]
    assert found["end"] - found["start"] == len(KEY)
    assert found["kind"] == "github-token"
    assert found["address"] == "0:/messages/0/content"
    assert found["placeholder"] == "[masked-github-token-1]"


def test_the_masked_file_is_written_and_the_log_left_alone(log: Path, tmp_path: Path) -> None:
    before = log.read_bytes()
    told = run(log, "--mask", "-o", tmp_path / "masked.json")
    assert told.exit_code == 0
    assert told.stdout == ""
    assert told.stderr.endswith("-> [masked-github-token-1]\n")
    assert KEY not in told.output
    assert log.read_bytes() == before
    written = (tmp_path / "masked.json").read_text()
    assert written == json.dumps(LOG).replace(KEY, "[masked-github-token-1]")
    assert run(tmp_path / "masked.json").exit_code == 0


def test_standard_input_is_masked_to_standard_output() -> None:
    told = run("-", "--mask", given=f"no log at all: {KEY}\n")
    assert told.exit_code == 0
    assert told.stdout == "no log at all: [masked-github-token-1]\n"


def test_what_cannot_be_read_or_written_gives_2(log: Path, tmp_path: Path) -> None:
    assert run(tmp_path / "nothing.json").exit_code == 2
    assert run(log, "--mask", "-o", tmp_path / "no" / "folder").exit_code == 2
    assert run(log, "-o", tmp_path / "x").exit_code == 2
