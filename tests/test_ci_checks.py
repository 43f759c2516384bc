"""The action and the hook of pre-commit, as CI runs them; the SARIF that they hand on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from tests.selection import program

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = Path(__file__).parent / "sarif_schema.json"
CALL = {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
CLEAN = [
    {"role": "user", "content": "Add."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "1"},
]
BROKEN = [*CLEAN[:2], {"role": "tool", "tool_call_id": "call_2", "content": "1"}]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "work space"
    (folder / "logs" / "deep").mkdir(parents=True)
    (folder / "logs" / "clean.json").write_text(json.dumps(CLEAN))
    (folder / "logs" / "deep" / "broken one.json").write_text(json.dumps(BROKEN))
    return folder


def run_action(workspace: Path, path: str, step: int, **inputs: str) -> subprocess.CompletedProcess[str]:
    """A step of the action with the variables that a runner gives it."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    values = {name: str(one.get("default", "")) for name, one in action["inputs"].items()}
    values |= {name.replace("_", "-"): value for name, value in inputs.items()}
    declared = action["runs"]["steps"][step]
    given = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text)
        for name, text in declared.get("env", {}).items()
    }
    assert "${{" not in declared["run"], "what is asked for could be read as a command"
    runner = {
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_PATH": str(workspace.parent / "path"),
        "RUNNER_TEMP": str(workspace.parent),
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", declared["run"]]
    environment = {**os.environ, **runner, **given, "PATH": path}
    return subprocess.run(command, cwd=workspace, env=environment, capture_output=True, text=True)


def with_command(folder: Path) -> str:
    """A PATH with a `crosswire` that runs the checkout."""
    command = folder / "bin" / "crosswire"
    command.parent.mkdir()
    command.write_text(
        f'#!/bin/sh\necho "$1" >>"{folder}/commands"\n'
        f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m crosswire "$@"\n'
    )
    command.chmod(0o755)
    return f"{command.parent}{os.pathsep}{os.environ['PATH']}"


def sarif_faults(report: Any) -> list[str]:
    validator = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text()))
    return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(report)]


def test_the_action_checks_all_files_of_a_pattern_and_leaves_sarif(workspace: Path) -> None:
    path = with_command(workspace.parent)
    done = run_action(
        workspace,
        path,
        1,
        files="logs/**/*.json\n\n",
        targets="openai-chat anthropic",
        sarif="out.sarif",
        rules_at="https://crosswire.example/rules/",
    )
    assert done.returncode == 1, done.stderr
    assert "logs/deep/broken one.json: 0:/2/tool_call_id: error CW204" in done.stdout
    assert "logs/clean.json: openai-chat: accepted as logged" in done.stdout
    assert (workspace.parent / "commands").read_text() == "check\n", "one run gives both"
    report = json.loads((workspace / "out.sarif").read_text())
    assert sarif_faults(report) == []
    rules = report["runs"][0]["tool"]["driver"]["rules"]
    assert all(rule["help"]["text"] and rule["help"]["markdown"] for rule in rules)
    assert {rule["helpUri"] for rule in rules} == {
        f"https://crosswire.example/rules/{r['id']}" for r in rules
    }
    assert {one["ruleId"] for one in report["runs"][0]["results"]} >= {"CW204"}


def test_the_action_passes_what_is_sound_and_fails_where_a_pattern_fits_nothing(workspace: Path) -> None:
    path = with_command(workspace.parent)
    assert run_action(workspace, path, 1, files="logs/clean.json", targets="openai-chat").returncode == 0
    nothing = run_action(workspace, path, 1, files="logs/clean.json\nlog/*.json")
    assert (nothing.returncode, nothing.stdout) == (2, "::error::No file fits log/*.json\n")
    assert run_action(workspace, path, 1, files=" \n").returncode == 2
    (workspace / "crosswire.toml").write_text('fail-on = "never"\n')
    broken = "logs/deep/broken one.json"
    assert run_action(workspace, path, 1, files=broken).returncode == 0
    assert run_action(workspace, path, 1, files=broken, fail_on="error").returncode == 1
    harmless = run_action(workspace, path, 1, files="$(touch made); touch made `touch made`")
    assert harmless.returncode == 2
    assert not (workspace / "made").exists()


def test_the_schema_of_sarif_sees_what_is_wrong() -> None:
    for wrong in ({}, {"version": "2.1.0", "runs": [{}]}, {"version": "2.1.0", "runs": [], "rums": []}):
        assert sarif_faults(wrong)


def test_the_hook_names_a_command_that_is_there() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert hook["entry"].split() == ["crosswire", "check"]


@pytest.mark.thorough
def test_the_action_installs_what_it_runs(workspace: Path) -> None:
    done = run_action(workspace, os.environ["PATH"], 0)
    assert done.returncode == 0, done.stderr
    path = f"{(workspace.parent / 'path').read_text().strip()}{os.pathsep}{os.environ['PATH']}"
    assert run_action(workspace, path, 1, files="logs/**/*.json").returncode == 1
    assert run_action(workspace, path, 1, files="logs/clean.json").returncode == 0


@pytest.mark.thorough
def test_the_hook_stops_a_commit_of_a_broken_history(workspace: Path) -> None:
    pre_commit = program("pre-commit")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(workspace.parent / "cache")}

    def tried(*files: str) -> subprocess.CompletedProcess[str]:
        command = [pre_commit, "try-repo", str(ROOT), "crosswire-check", "--files", *files]
        return subprocess.run(command, cwd=workspace, env=environment, capture_output=True, text=True)

    subprocess.run(["git", "init", "-q"], cwd=workspace, check=True)
    assert "Skipped" in tried("logs/clean.json").stdout
    config = workspace / ".pre-commit-config.yaml"
    revision = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    hooks = [{"id": "crosswire-check", "files": "^logs/"}]
    config.write_text(yaml.safe_dump({"repos": [{"repo": str(ROOT), "rev": revision, "hooks": hooks}]}))
    for file, code in (("logs/clean.json", 0), ("logs/deep/broken one.json", 1)):
        done = subprocess.run(
            [pre_commit, "run", "--files", file],
            cwd=workspace,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, done.stdout + done.stderr
