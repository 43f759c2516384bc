"""The settings of a project: where they are found, what they change, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from crosswire.configuration import found_from, read
from tests.histories import call, calling, result, user
from tests.selection import for_each

ROOT = Path(__file__).resolve().parent.parent
BROKEN = [user(), calling(call("call_Rt7")), result("call_Xy9")]


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    found_from.cache_clear()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("logs/old", "logs/new"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "a.json").write_text(json.dumps(BROKEN))
    return tmp_path


def check(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, arguments)], catch_exceptions=False)


def records(*arguments: str | Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(check(*arguments, "--format", "json").stdout)["files"]
    return found


def codes(*arguments: str | Path) -> list[list[str]]:
    return [[one["code"] for one in record["diagnostics"]] for record in records(*arguments)]


def test_settings_are_found_above_the_file_and_the_nearest_hold_alone(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.crosswire]\nselect = ["CW1"]\ntargets = ["anthropic"]\n')
    (project / "logs" / "new" / "crosswire.toml").write_text('select = ["CW2"]\n')
    (project / "logs" / "new" / "pyproject.toml").write_text('[tool.crosswire]\nselect = ["CW4"]\n')
    (project / "logs" / "old" / "pyproject.toml").write_text('[tool.other]\nname = "crosswire"\n')
    old, new = records(project / "logs/old/a.json", project / "logs/new/a.json")
    assert (old["diagnostics"], list(old["verdicts"])) == ([], ["anthropic"])
    assert [one["code"] for one in new["diagnostics"]] == ["CW204"]
    assert len(new["verdicts"]) > 1


def test_what_the_command_line_says_stands_in_place_of_the_file(project: Path) -> None:
    (project / "crosswire.toml").write_text('ignore = ["CW2"]\ntargets = ["anthropic"]\nfail-on = "never"\n')
    file = project / "logs/old/a.json"
    assert codes(file) == [[]]
    assert codes(file, "--ignore", "CW101") == codes(file, "--no-config") == [["CW204"]]
    assert check(file).exit_code == 0
    assert check(file, "--fail-on", "error").exit_code == 1
    assert list(records(file, "--target", "gemini")[0]["verdicts"]) == ["gemini"]
    assert "verdicts" not in records(file, "--no-verdicts")[0]


def test_settings_of_a_named_file_hold_for_all(project: Path, tmp_path: Path) -> None:
    named = tmp_path / "ci.toml"
    named.write_text('ignore = ["mismatched-id"]\n')
    (project / "crosswire.toml").write_text("selekt = 1\n")
    assert codes(project / "logs/old/a.json", "--config", named) == [[]]


def test_severities_and_targets_of_a_file_decide_the_exit_code(project: Path) -> None:
    settings = project / "crosswire.toml"
    file = project / "logs/old/a.json"
    settings.write_text('[severities]\nmismatched-id = "warning"\n')
    assert check(file).exit_code == 0
    assert "warning CW204" in check(file).stdout
    assert check(file, "--fail-on", "warning").exit_code == 1
    found_from.cache_clear()
    settings.write_text('ignore = ["CW2"]\ntargets = ["anthropic"]\n')
    assert check(file).exit_code == 1
    assert "anthropic refuses" in check(file).stdout


def test_patterns_are_about_paths_from_the_settings_also_within_a_folder(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "crosswire.toml").write_text(
        'ignore = ["CW3"]\n[per-file."logs/old/*"]\nignore = ["CW204"]\n'
        '[per-file."b*.json"]\nselect = ["CW1"]\n'
    )
    (project / "logs/new/b.json").write_text(json.dumps(BROKEN))
    monkeypatch.chdir(project / "logs")
    wanted = {"new/a.json": ["CW204"], "new/b.json": [], "old/a.json": []}
    assert dict(zip(sorted(wanted), codes("**/*.json"), strict=True)) == wanted
    assert sorted(codes(project / "logs")) == sorted(wanted.values())


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)


def test_what_the_settings_hide_of_a_file_is_not_mended(project: Path) -> None:
    (project / "crosswire.toml").write_text('[per-file."logs/old/*"]\nignore = ["CW2"]\n')
    old, new = project / "logs/old/a.json", project / "logs/new/a.json"
    assert json.loads(run("repair", old).stdout) == BROKEN
    mended = run("repair", new).stdout
    assert json.loads(mended) != BROKEN
    assert run("repair", old, "--only", "mismatched-id").stdout == mended
    assert run("repair", old, "--no-config").stdout == mended


def test_the_targets_of_the_settings_are_asked_about_what_was_converted(project: Path) -> None:
    settings, file = project / "crosswire.toml", project / "logs/new/a.json"
    for targets, asked in (["deepseek", "anthropic"], "deepseek"), (["anthropic"], "openai-chat"):
        settings.write_text(f"targets = {json.dumps(targets)}\n")
        found_from.cache_clear()
        told = project / "losses.json"
        assert run("convert", file, "--to", "openai-chat", "--losses", told).exit_code == 0
        assert json.loads(told.read_text())[0]["refused_by"] == [asked]


def test_the_doctor_counts_by_the_settings_above_a_session_and_reads_anew_where_they_change(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(project / "cache"))
    settings = project / "crosswire.toml"
    found = []
    for text in ("", 'ignore = ["CW2"]\n', '[severities]\nCW204 = "warning"\n'):
        settings.write_text(text)
        found_from.cache_clear()
        done = run("doctor", project / "logs/old/a.json", "--format", "json")
        (row,) = json.loads(done.stdout)["sessions"]
        found.append((done.exit_code, row["errors"], row["warnings"], row["codes"]))
    assert found == [(1, 1, 0, {"CW204": 1}), (0, 0, 0, {}), (0, 0, 1, {"CW204": 1})]
    settings.write_text("selekt = 1\n")
    found_from.cache_clear()
    assert run("doctor", project / "logs/old/a.json").exit_code == 2


@for_each(
    ("text", "said"),
    [
        ('select = ["CW2"]\nselekt = []\n', ":2: selekt: there is no such setting. Did you mean 'select'?"),
        ('ignore = ["CWX"]\n', ":1: ignore: there is no rule 'CWX'; `crosswire rules` lists them."),
        ('ignore = "CW2"\n', ":1: ignore: this should be a list of texts"),
        ('targets = ["antropic"]\n', "there is no target 'antropic'. Did you mean 'anthropic'?"),
        ('fail-on = "fatal"\n', "this should be one of info, warning, error, never."),
        ("allow-unsure = 1\n", "this should be true or false."),
        (
            '[severities]\nCW204 = "off"\n',
            "a severity is one of info, warning, error; `ignore` hides a rule.",
        ),
        ('[severities]\nCW711 = "info"\n', "CW711 says what a provider refuses"),
        ('[severities]\nCW2 = "info"\n', "'CW2' stands for several rules"),
        ('[per-file."a b/*"]\nsevere = 1\n', ':2: per-file."a b/*".severe: there is no such setting.'),
        ("per-file = 3\n", "per-file: this should be a table."),
        ("x = \n", "This is no TOML: Invalid value (at line 1, column 5)."),
    ],
)
def test_what_is_unknown_is_refused_with_its_place_and_a_cure(tmp_path: Path, text: str, said: str) -> None:
    settings = tmp_path / "crosswire.toml"
    settings.write_text(text)
    found_from.cache_clear()
    done = check(tmp_path / "none.json")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {settings}")
    assert said in done.stderr


def test_the_settings_that_the_page_of_the_command_line_shows_are_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text()
    (text,) = re.findall(r"```toml\n(.+?)```", page, re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(text)
    found = read(tmp_path / "pyproject.toml")
    assert found is not None
    assert found.of(tmp_path / "fixtures/broken/a.json")["ignore"] == ("guessable-id", "CW2")
