"""The image for teams: what its Dockerfile says holds, and its steps, done in folders, give a server.

Where Docker cannot fetch its base image, this is as near as a test comes."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.test_packaging import files_of_the_project
from webapp.settings import Settings

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Step:
    name: str
    words: str

    @property
    def listed(self) -> list[str]:
        """The words of the form that no shell reads."""
        found: list[str] = json.loads(self.words)
        return found


def stages() -> list[list[Step]]:
    """The instructions of the Dockerfile, from each `FROM` on."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found: list[list[Step]] = []
    for line in filter(str.strip, text.splitlines()):
        name, _, words = line.partition(" ")
        if name == "FROM":
            found.append([])
        found[-1].append(Step(name, words.strip()))
    return found


def of(stage: list[Step], name: str) -> list[str]:
    return [one.words for one in stage if one.name == name]


def sent() -> set[str]:
    """The files that `.dockerignore` leaves for the image."""
    lines = [one for one in (ROOT / ".dockerignore").read_text().splitlines() if one and one[0] != "#"]
    assert lines[0] == "*"
    taken = [one[1:] for one in lines if one.startswith("!")]
    return {name for name in files_of_the_project() if name.split("/")[0] in taken}


def test_the_image_runs_as_nobody_special_and_says_how_it_is() -> None:
    build, last = stages()
    assert of(build, "FROM")[0].removesuffix(" AS build") == of(last, "FROM")[0]
    assert of(last, "USER") == ["10001"]
    assert of(last, "VOLUME") == ["/data"]
    (health,) = of(last, "HEALTHCHECK")
    assert "http://127.0.0.1:8000/healthz" in health
    assert last[-1] == Step("CMD", '["serve", "--host", "0.0.0.0"]')
    assert "--i-know-this-is-public" not in last[-1].words


def test_what_the_image_sets_are_settings() -> None:
    set_here = dict(one.split("=", 1) for one in of(stages()[1], "ENV"))
    own = {name for name in set_here if name.startswith("CROSSWIRE_")}
    assert own == {"CROSSWIRE_DATABASE_URL", "CROSSWIRE_DOCS", "CROSSWIRE_LOG"}
    assert {name.removeprefix("CROSSWIRE_").lower() for name in own} <= set(Settings.model_fields)
    named = re.findall(r"\b(CROSSWIRE_\w+)=", (ROOT / "docs/how-to/run-for-a-team.md").read_text())
    assert {name.removeprefix("CROSSWIRE_").lower() for name in named} <= set(Settings.model_fields)


class Image:
    """The steps of both stages, done in folders of this machine."""

    def __init__(self, folder: Path) -> None:
        self.at = {place: folder / place.strip("/") for place in ("/opt/crosswire", "/src", "/data")}
        for name in sent():
            target = self.at["/src"] / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
        self.at["/data"].mkdir()
        build, last = stages()
        for command in of(build, "RUN"):
            words = (
                shlex.join([sys.executable, *shlex.split(command)[1:]])
                if "python" in command[:7]
                else command
            )
            shell = ["sh", "-c", self.placed(words)]
            done = subprocess.run(shell, cwd=self.at["/src"], capture_output=True, text=True)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("CROSSWIRE_")}
        for one in of(last, "ENV"):
            name, value = one.split("=", 1)
            self.env[name] = self.placed(value.replace("$PATH", os.environ["PATH"]))
        self.command = [word for one in last if one.name in ("ENTRYPOINT", "CMD") for word in one.listed]

    def placed(self, text: str) -> str:
        """A text with the folders of this machine in place of the image's."""
        for place, folder in self.at.items():
            text = re.sub(rf"(?<![\w-]){place}\b", str(folder), text)
        return text

    def run(self, *more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*self.command, *more],
            cwd=self.at["/data"],
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    return Image(tmp_path_factory.mktemp("image"))


@pytest.fixture
def address(image: Image) -> Iterator[str]:
    server = image.run("--port", "0", "--i-know-this-is-public")
    assert server.stdout is not None
    said = ""
    try:
        for line in server.stdout:
            said += line
            if found := re.search(r"http://0\.0\.0\.0:(\d+)", line):
                yield f"http://127.0.0.1:{found[1]}"
                return
        pytest.fail(said)
    finally:
        server.terminate()
        server.communicate(timeout=60)


@pytest.mark.thorough
def test_what_the_image_runs_serves_the_app_and_its_documentation(image: Image, address: str) -> None:
    def text_of(path: str) -> str:
        with urllib.request.urlopen(f"{address}{path}", timeout=60) as answer:  # noqa: S310 - our own
            text: str = answer.read().decode()
        return text

    (health,) = of(stages()[1], "HEALTHCHECK")
    program, *words = json.loads(health.partition("CMD ")[2])
    words = [word.replace("http://127.0.0.1:8000", address) for word in words]
    subprocess.run([program, *words], env=image.env, check=True)
    assert "<title>" in text_of("/")
    assert "A tour in five minutes" in text_of("/docs/tour.html")
    assert (image.at["/data"] / "crosswire.db").exists()


@pytest.mark.thorough
def test_without_a_login_it_ends_and_says_so(image: Image) -> None:
    said = image.run().communicate(timeout=60)[0]
    assert "there is no login" in said
    assert "CROSSWIRE_LOGIN" in said


@pytest.mark.thorough
def test_it_has_what_a_database_server_an_object_store_and_a_login_need(image: Image) -> None:
    subprocess.run(["python", "-c", "import psycopg, obstore, authlib, requests"], env=image.env, check=True)
