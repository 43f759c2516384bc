"""`crosswire check` of many files: patterns, processes, annotations, colours."""

from __future__ import annotations

import gzip
import io
import json
import os
import pty
import subprocess
import sys
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from crosswire.cli.colours import Colours, colours_of_terminal
from crosswire.cli.jobs import in_order
from crosswire.cli.progress import told
from crosswire.cli.sources import expanded
from tests.histories import call, calling, result, user
from tests.selection import some_of

ROOT = Path(__file__).resolve().parent.parent
BROKEN = [user(), calling(call("call_Rt7")), result("call_Xy9")]


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "deep").mkdir()
    for name in ("b.json", "a.json", "deep/c.json", "[x].json"):
        (tmp_path / name).write_text(json.dumps(BROKEN, indent=1))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments], catch_exceptions=False)


def test_a_pattern_stands_for_its_files_by_name_and_each_once(logs: Path) -> None:
    assert expanded(["b.json", "?.json", "**/*.json"]) == ["b.json", "a.json", "[x].json", "deep/c.json"]
    assert expanded(["[x].json", "-"]) == ["[x].json", "-"]
    assert expanded(["dee*", "*/", "*.txt"]) == ["dee*", "deep/", "*.txt"]
    done = check("*.txt")
    assert (done.exit_code, done.stderr) == (2, "*.txt: No such file or directory.\n")


@pytest.mark.parametrize("output", some_of(["sarif", "json", "text", "github"], 4))
def test_several_processes_give_the_same_answer(logs: Path, output: str) -> None:
    arguments = ["*.json", "none.json", "deep", "--format", output]
    alone = check(*arguments)
    command = [sys.executable, "-m", "crosswire", "check", *arguments, "--jobs", "3"]
    several = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True)
    assert several.stdout.decode() == alone.stdout
    assert several.stderr.decode() == alone.stderr
    assert several.returncode == alone.exit_code == 2


def test_a_process_that_is_ended_takes_no_file_with_it_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pool:
        def __init__(self, _most: int) -> None:
            pass

        def __enter__(self) -> Pool:
            return self

        def __exit__(self, *_error: object) -> None:
            pass

        def submit(self, work: Any, item: int) -> Future[str]:
            future: Future[str] = Future()
            if item < 2:
                future.set_result(work(item))
            else:
                future.set_exception(BrokenProcessPool())
            return future

        def shutdown(self, **_options: object) -> None:
            pass

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Pool)
    assert [*in_order(str, [1, 2, 3], 2, lambda item: f"lost {item}")] == ["1", "lost 2", "lost 3"]


def test_annotations_name_the_file_the_line_and_the_rule(logs: Path) -> None:
    lines = check("a.json", "deep", "--format", "github", "--target", "anthropic").stdout.splitlines()
    text = (logs / "a.json").read_text().splitlines()
    own = next(line for line in lines if "title=CW204" in line)
    before, place, message = own.split("::")[0], own.split("::")[1], own.split("::", 2)[2]
    assert (before, place.split(" ")[0]) == ("", "error")
    number = int(place.split("line=")[1].split(",")[0])
    assert '"call_Xy9"' in text[number - 1]
    assert message.startswith("0:/2/tool_call_id: ")
    assert any(line.startswith("::error file=a.json,") and "title=CW711" in line for line in lines)
    assert any(line.startswith(f"::error file={Path('deep/c.json')},") for line in lines)


def test_annotations_escape_what_would_end_them(logs: Path) -> None:
    odd = logs / "100%,a:b.json"
    odd.write_text(json.dumps([user(), calling(call("x\n::error::%")), user()]))
    lines = check(odd.name, "none.json", "--format", "github").stdout.splitlines()
    assert all(line.startswith(("::", odd.name.replace("%", "%25"))) for line in lines)
    assert any("file=100%25%2Ca%3Ab.json,line=" in line for line in lines)
    assert lines[-1] == "::error file=none.json,title=not read::No such file or directory."


def test_sarif_names_the_line_in_plain_json_too(logs: Path) -> None:
    report = json.loads(check("a.json", "b.json", "--format", "sarif").stdout)
    lines = [
        one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in report["runs"][0]["results"]
    ]
    assert min(lines) > 1


def seen_at_a_terminal(*arguments: str, **environment: str) -> str:
    """What a person at a terminal sees."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **environment}
    command = [sys.executable, "-m", "crosswire", "check", *arguments]
    subprocess.run(command, env=env, stdout=theirs, stderr=theirs, stdin=theirs)
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    return shown


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def test_several_files_are_converted_into_a_folder_and_the_rest_where_one_cannot_be_read(logs: Path) -> None:
    (logs / "none.json").write_text("hello")
    done = run("convert", "[!x]*.json", "deep/c.json", "--to", "anthropic", "--into", "out")
    assert done.exit_code == 2
    written = sorted(path.relative_to(logs / "out").as_posix() for path in (logs / "out").rglob("*.json"))
    assert written == ["[x].json", "a.json", "b.json", "deep/c.json"]
    assert json.loads((logs / "out/a.json").read_text())["messages"][0]["role"] == "user"
    assert "a.json -> out/a.json" in done.stderr.splitlines()
    assert "crosswire: none.json: Not JSON" in done.stderr


def test_several_files_are_repaired_into_a_folder_under_the_names_that_they_have_unpacked(logs: Path) -> None:
    (logs / "p.json.gz").write_bytes(gzip.compress((logs / "a.json").read_bytes()))
    assert run("repair", "a.json", "p.json.gz", "--into", "out").exit_code == 0
    for name in ("a.json", "p.json"):
        assert json.loads((logs / "out" / name).read_text())[2]["tool_call_id"] == "call_Rt7"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["repair", "a.json", "b.json"], "give --into"),
        (["repair", "a.json", "--into", "out", "--patch", "p"], "--patch is about one file"),
        (["repair", "a.json", "--into", "."], "a.json is there already"),
        (["repair", "deep/../a.json", "a.json", "--into", "out"], "would both become out/a.json"),
        (["convert", "-", "a.json", "--to", "gemini", "--into", "out"], "Standard input has no name"),
    ],
)
def test_no_file_is_written_over_and_contradictions_are_said(
    logs: Path, arguments: list[str], said: str
) -> None:
    done = run(*arguments)
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
    assert not (logs / "out").exists()


def test_an_error_is_explained_for_each_of_several_files(logs: Path) -> None:
    error = "No tool call found for function call output with call_id call_Xy9."
    done = run("explain", "?.json", "--error", error)
    assert done.exit_code == 0
    assert {line.split(": ")[0] for line in done.stdout.splitlines()} == {"a.json", "b.json"}
    assert [
        one["path"]
        for one in json.loads(run("explain", "?.json", "--error", error, "--format", "json").stdout)["files"]
    ] == ["a.json", "b.json"]


def test_a_shell_is_given_what_completes_commands_options_and_files() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert f"_CROSSWIRE_COMPLETE={shell}_complete" in run("completion", shell).stdout
    told = run_completed("crosswire check --fail", 2)
    assert told == "plain,--fail-on\n"
    assert run_completed("crosswire check a", 2) == "file,a\n"


def run_completed(words: str, number: int) -> str:
    env = {"COMP_WORDS": words, "COMP_CWORD": str(number), "_CROSSWIRE_COMPLETE": "bash_complete"}
    return CliRunner().invoke(main, [], env=env, prog_name="crosswire").stdout


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_only_a_terminal_has_colours_and_not_where_a_person_wants_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert colours_of_terminal() == Colours(out=True, err=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert colours_of_terminal() == Colours()


def test_how_far_long_work_is_is_told_at_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, said in ((Terminal(), "1 of 3 files …\r\033[K2 of 3 files …\r\033[K"), (io.StringIO(), "")):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr("crosswire.cli.progress.SOON", -1.0)
        assert [*told("abc", 3, "files")] == [*"abc"]
        assert stream.getvalue() == said


@pytest.mark.thorough
def test_a_person_sees_colours_unless_they_want_none(logs: Path) -> None:
    assert "\x1b[31m\x1b[1merror CW204\x1b[0m" in seen_at_a_terminal("a.json")
    assert "\x1b" not in seen_at_a_terminal("a.json", NO_COLOR="1")
    assert "\x1b" not in check("a.json").stdout
