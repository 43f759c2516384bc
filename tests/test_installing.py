"""The wheel in fresh environments: the plain install, and the app with its extra."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.histories import call, calling, result, user
from tests.selection import program

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).resolve().parent.parent
BROKEN = [user(), calling(call("call_Rt7")), result("call_Xy9")]
MOST_PACKAGES = 6
MOST_BYTES = 15_000_000
"""As unpacked; the bytecode that Python makes of it comes on top."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
WEB_PACKAGES = {"flask", "sqlalchemy", "pydantic", "pygments", "jinja2", "alembic", "waitress"}


def python_of(version: str) -> str:
    """A Python of this version that starts; pyenv keeps some that are not on the path."""
    if sys.version.startswith(f"{version}."):
        return sys.executable
    of_pyenv = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python"))
    for found in (shutil.which(f"python{version}"), *map(str, of_pyenv)):
        if found and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0:
            return found
    pytest.skip(f"There is no Python {version} here.")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(target.glob("*.whl"))


class Environment:
    """A fresh environment with the wheel in it, outside the checkout."""

    def __init__(self, folder: Path, python: str, what: str) -> None:
        self.folder = folder
        self.python = str(folder / "venv" / "bin" / "python")
        made = subprocess.run([python, "-m", "venv", str(folder / "venv")], capture_output=True, text=True)
        if made.returncode != 0:
            pytest.skip(f"No environment can be made here: {made.stdout}{made.stderr}")
        self.run("-m", "pip", "install", "--quiet", "--no-compile", what, python=True, check=True)
        (folder / "broken.json").write_text(json.dumps(BROKEN))

    @property
    def env(self) -> dict[str, str]:
        env = {name: value for name, value in os.environ.items() if not name.startswith("CROSSWIRE_")}
        own = {"PYTHONDONTWRITEBYTECODE": "1", "HOME": str(self.folder), "RAY_ADDRESS": "local"}
        return {**env, **own}

    def command(self, *arguments: str, python: bool = False) -> list[str]:
        program = self.python if python else str(Path(self.python).with_name("crosswire"))
        return [program, *arguments]

    def run(
        self, *arguments: str, python: bool = False, check: bool = False
    ) -> subprocess.CompletedProcess[str]:
        env = self.env if not check else {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            self.command(*arguments, python=python),
            cwd=self.folder,
            env=env,
            capture_output=True,
            text=True,
        )
        assert not check or done.returncode == 0, done.stderr
        return done

    def packages(self) -> set[str]:
        listed = self.run("-m", "pip", "list", "--format", "json", python=True, check=True).stdout
        names = {one["name"].lower().replace(".", "-") for one in json.loads(listed)}
        return names - {"pip", "setuptools", "wheel"}

    def installed_bytes(self) -> int:
        (home,) = (self.folder / "venv" / "lib").glob("python*/site-packages")
        own = [
            one for one in home.iterdir() if not one.name.startswith(("pip", "setuptools", "pkg_resources"))
        ]
        files = (path for one in own for path in (one.rglob("*") if one.is_dir() else [one]))
        return sum(path.stat().st_size for path in files if path.is_file() and path.suffix != ".pyc")


@pytest.mark.parametrize("version", PYTHONS)
def test_the_plain_install_reads_checks_repairs_converts_and_explains(
    wheel: Path, tmp_path: Path, version: str
) -> None:
    plain = Environment(tmp_path, python_of(version), str(wheel))

    assert len(plain.packages()) <= MOST_PACKAGES
    assert plain.packages().isdisjoint(WEB_PACKAGES)
    assert plain.installed_bytes() <= MOST_BYTES
    checked = plain.run("check", "broken.json")
    assert (checked.returncode, "CW204" in checked.stdout) == (1, True), checked.stderr
    (tmp_path / "again.json").write_text(json.dumps(BROKEN))
    several = plain.run("check", "*.json", "--jobs", "2", "--format", "json")
    assert [one["path"] for one in json.loads(several.stdout)["files"]] == ["again.json", "broken.json"]
    mended = plain.run("repair", "broken.json")
    assert [one.get("tool_call_id") for one in json.loads(mended.stdout)] == [None, None, "call_Rt7"]
    converted = plain.run("convert", "broken.json", "--to", "anthropic")
    assert json.loads(converted.stdout)["messages"][0]["role"] == "user"
    error = "No tool call found for function call output with call_id call_Xy9."
    explained = plain.run("explain", "broken.json", "--error", error)
    assert (explained.returncode, "CW204" in explained.stdout) == (0, True)
    for command in ("serve", "put", "work", "backup"):
        missing = plain.run(command, "--port", "1")
        assert missing.returncode == 2
        assert missing.stderr == (
            f"Error: `crosswire {command}` needs the web app: pip install 'crosswire[web]'.\n"
        )


def test_the_extra_for_a_cluster_brings_all_that_both_engines_need(wheel: Path, tmp_path: Path) -> None:
    with_ray = Environment(tmp_path, sys.executable, f"{wheel}[ray]")
    assert {"pyarrow", "ray"} <= with_ray.packages()
    for engine in ("processes", "ray"):
        done = with_ray.run("corpus", "check", "broken.json", "--out", engine, "--engine", engine)
        assert (done.returncode, done.stderr) == (1, ""), done.stderr
        assert done.stdout == (tmp_path / engine / "summary.txt").read_text()
    summaries = {(tmp_path / engine / "summary.json").read_bytes() for engine in ("processes", "ray")}
    assert len(summaries) == 1


@pytest.fixture(scope="module")
def with_web(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("web"), sys.executable, f"{wheel}[web]")


@pytest.fixture
def address(with_web: Environment) -> Iterator[str]:
    """Where the installed app serves."""
    server = subprocess.Popen(
        with_web.command("serve", "--port", "0", "--with-examples"),
        cwd=with_web.folder,
        env=with_web.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    said = ""
    try:
        for line in server.stdout:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield found[0]
                return
        pytest.fail(said)
    finally:
        server.terminate()
        server.communicate(timeout=60)


def test_the_app_serves_pages_styles_and_its_api_and_takes_what_is_shared(
    with_web: Environment, address: str
) -> None:
    def text_of(path: str) -> str:
        with urllib.request.urlopen(f"{address}{path}", timeout=60) as answer:  # noqa: S310 - our own
            text: str = answer.read().decode()
        return text

    page = text_of("/")
    assert "<title>" in page
    (style, *_) = re.findall(r'href="(/static/[^"]+\.css[^"]*)"', page)
    assert "{" in text_of(style)
    assert json.loads(text_of("/api/openapi.json"))["openapi"].startswith("3.1")
    shared = with_web.run("share", "broken.json", "--server", address)
    assert shared.returncode == 0, shared.stderr
    assert "call_Xy9" in text_of(shared.stdout.strip().removeprefix(address))


def test_a_wheel_is_run_without_installing_it_by_uvx(wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text(json.dumps(BROKEN))
    done = subprocess.run(
        [program("uvx"), "--from", str(wheel), "crosswire", "check", "broken.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, "CW204" in done.stdout) == (1, True), done.stderr
