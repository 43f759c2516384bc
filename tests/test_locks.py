"""The locks stay small, agree with each other and name no index."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tests.selection import program

ROOT = Path(__file__).resolve().parent.parent
LINUX = {
    "os_name": "posix",
    "platform_python_implementation": "CPython",
    "platform_system": "Linux",
    "python_full_version": "3.11.2",
    "python_version": "3.11",
    "sys_platform": "linux",
}
MAX_PACKAGES = {"requirements.txt": 30, "requirements-test.txt": 70}
LOCKS = (
    *MAX_PACKAGES,
    "requirements-sdks.txt",
    "requirements-thorough.txt",
    "requirements-site.txt",
    "requirements-team.txt",
)


def locked(name: str) -> dict[str, str]:
    """The packages that a lock installs on Debian 12, with their versions."""
    lines = (ROOT / name).read_text().splitlines()
    requirements = [Requirement(line.rstrip(" \\")) for line in lines if re.match(r"[a-z0-9]", line)]
    return {
        requirement.name: str(requirement.specifier)
        for requirement in requirements
        if requirement.marker is None or requirement.marker.evaluate(LINUX)
    }


@pytest.mark.parametrize("name", MAX_PACKAGES)
def test_few_packages_are_needed(name: str) -> None:
    assert 20 < len(locked(name)) <= MAX_PACKAGES[name]


def test_the_locks_agree_on_every_version() -> None:
    for one, other in combinations(map(locked, LOCKS), 2):
        both = one.keys() & other.keys()
        assert {name: one[name] for name in both} == {name: other[name] for name in both}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    assert text.count("==") < text.count("--hash=sha256:")
    assert "://" not in text
    assert "index" not in text


def test_the_tests_need_no_sdk() -> None:
    sdks = {"anthropic", "botocore", "cohere", "google-genai", "mistralai", "ollama", "openai"}
    assert sdks <= locked("requirements-sdks.txt").keys()
    assert not sdks & locked("requirements-test.txt").keys()


def commands() -> str:
    """What CONTRIBUTING.md says to run for new locks."""
    page = (ROOT / "CONTRIBUTING.md").read_text()
    found = re.search(r"```sh\n(lock\(\).+?)```", page, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_documented_commands_write_every_lock() -> None:
    assert set(re.findall(r"requirements[\w-]*\.txt", commands())) == set(LOCKS)


@pytest.mark.thorough
def test_the_locks_are_what_the_documented_commands_write(tmp_path: Path) -> None:
    """A command keeps the versions of the lock that is there, so that newer ones change nothing."""
    uv = f'uv() {{ "{program("uv")}" "$@"; }}\n'
    for name in ("pyproject.toml", "README.md", *LOCKS):
        shutil.copy(ROOT / name, tmp_path)
    done = subprocess.run(["sh", "-ec", uv + commands()], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for name in LOCKS:
        assert (tmp_path / name).read_text() == (ROOT / name).read_text(), name
