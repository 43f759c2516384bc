"""`crosswire serve`: where it serves, how it starts and how it stops."""

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from tests.selection import some_of
from webapp.examples import EXAMPLES
from webapp.operations.serve import serve

PUBLIC = "--i-know-this-is-public"
OIDC = {
    "CROSSWIRE_LOGIN": "oidc",
    "CROSSWIRE_OIDC_ISSUER": "https://login.example",
    "CROSSWIRE_OIDC_CLIENT_ID": "crosswire",
    "CROSSWIRE_OIDC_CLIENT_SECRET": "secret",
}
ROOT = Path(__file__).resolve().parents[2]


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {
        **os.environ,
        "CROSSWIRE_DATABASE_URL": f"sqlite:///{folder / 'served.db'}",
        "PYTHONDONTWRITEBYTECODE": "",  # as on the machine of a user
        **more,
    }


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A server of its own process; what it said, and its address."""
    command = [sys.executable, "-m", "crosswire", "serve", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(folder), stdout=subprocess.PIPE, text=True)
    assert process.stdout
    said = process.stdout.readline()
    try:
        address = re.search(r"http://\S+", said)
        assert address, said
        yield process, said, address.group()
    finally:
        process.terminate()
        process.communicate(timeout=10)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def get(url: str) -> str:
    with urlopen(url, timeout=10) as answer:  # noqa: S310 - our own server
        text: str = answer.read().decode()
        return text


@pytest.mark.thorough  # tests of logs and of stopping start a server too
def test_it_says_where_it_serves_when_it_does_and_ends_when_told(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, "--port", str(port)) as (process, said, address):
        assert said == f"Serving on http://127.0.0.1:{port}\n"
        assert json.loads(get(f"{address}/healthz")) == {"status": "ok"}
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


@pytest.mark.thorough
def test_a_taken_port_leads_to_the_next_free_one_and_an_interrupt_to_the_end(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with served(tmp_path, "--port", str(port)) as (process, said, address):
            assert said.startswith(f"Port {port} is taken; serving on http://127.0.0.1:")
            assert address != f"http://127.0.0.1:{port}"
            assert get(f"{address}/healthz")
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_within_a_second(tmp_path: Path, by: signal.Signals) -> None:
    with served(tmp_path, "--port", "0") as (process, _, address):
        get(f"{address}/healthz")
        began = time.monotonic()
        process.send_signal(by)
        assert process.wait(5) == 0
        assert time.monotonic() - began < 3  # half a second where nothing else runs


@pytest.mark.thorough
def test_examples_are_kept_once_and_later_starts_cost_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside starts without examples on the same database: the processor may be slow or shared."""
    monkeypatch.setenv("CROSSWIRE_WORKERS", "0")
    costs, bare, links = [], [], []
    for _ in range(3):
        with children() as cost, served(tmp_path, "--port", "0", "--with-examples") as (_, _, address):
            page = unescape(get(f"{address}/"))
        costs.append(cost())
        links.append(re.findall(r"/c/[\w-]{22}", page))
        with children() as cost, served(tmp_path, "--port", "0") as (_, _, address):
            get(f"{address}/")
        bare.append(cost())
    assert all(example.title in page for example in EXAMPLES)
    assert links[0] == links[1] == links[2]
    assert len(links[0]) == len(EXAMPLES)
    assert min(costs[1:]) < 1.2 * min(bare)


@contextmanager
def children() -> Iterator[Callable[[], float]]:
    """Seconds of the processor that the children took which ended within."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def spent() -> float:
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    yield spent


@pytest.mark.parametrize(
    ("arguments", "settings", "message"),
    [
        (["--host", "203.0.113.7", PUBLIC], {}, "Cannot serve on 203.0.113.7"),
        (["--host", "no.such.host.invalid", PUBLIC], {}, "Cannot serve on no.such.host.invalid"),
        (["--host", "0.0.0.0"], {}, "set CROSSWIRE_LOGIN, or give --i-know-this-is-public"),
        (["--host", "::"], {}, "no login"),
        (["--host", "203.0.113.7"], {}, "203.0.113.7 is reached from other machines"),
        (["--host", "localhost.example"], {}, "no login"),
        ([], {"CROSSWIRE_LOGIN": "header"}, "needs CROSSWIRE_TRUSTED_PROXY"),
        ([], {"CROSSWIRE_LOGIN": "header", "CROSSWIRE_TRUSTED_PROXY": "*"}, "needs CROSSWIRE_TRUSTED_PROXY"),
        ([], {"CROSSWIRE_LOGIN": "oidc"}, "needs CROSSWIRE_OIDC_ISSUER"),
        ([], {**OIDC, "CROSSWIRE_SECRET_KEY": "short"}, "needs CROSSWIRE_SECRET_KEY: 32 or more"),
        ([], {"CROSSWIRE_CLOSED": "1"}, "CROSSWIRE_CLOSED needs a login"),
        ([], {"CROSSWIRE_LOGIN": "password"}, "CROSSWIRE_LOGIN: Input should be"),
        ([], {"CROSSWIRE_MAX_UPLOAD_BYTES": "many"}, "CROSSWIRE_MAX_UPLOAD_BYTES"),
        ([], {"CROSSWIRE_DATABASE_URL": "sqlite:////dev/null/x.db"}, "cannot be used"),
        ([], {"CROSSWIRE_DATABASE_URL": "gibberish"}, "CROSSWIRE_DATABASE_URL"),
    ],
)
def test_what_stops_it_from_starting_is_said_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    settings: dict[str, str],
    message: str,
) -> None:
    monkeypatch.setattr("webapp.telemetry.logs.configure", lambda _: None)  # it is this process's own
    for name, value in environment(tmp_path, **settings).items():
        monkeypatch.setenv(name, value)
    ran = CliRunner().invoke(serve, ["--port", "0", *arguments])
    assert ran.exit_code == 2
    assert message in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert ran.stdout == ""


@pytest.mark.thorough
def test_a_program_that_does_not_start_says_why_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "crosswire", "serve", "--host", "no.such.host.invalid", PUBLIC]
    ran = subprocess.run(
        command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=30
    )
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "Cannot serve on no.such.host.invalid" in ran.stderr


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arguments", "settings"),
    some_of(
        [
            (["--host", "0.0.0.0"], {"CROSSWIRE_LOGIN": "header", "CROSSWIRE_TRUSTED_PROXY": "203.0.113.9"}),
            (["--host", "0.0.0.0", PUBLIC], {}),
            (["--host", "127.8.9.1"], {}),
            (["--host", "LOCALHOST"], {}),
        ],
        4,
    ),
)
def test_it_serves_this_machine_or_whom_it_is_told_to(
    tmp_path: Path, arguments: list[str], settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"CROSSWIRE_WORKERS": "0", **settings}.items():
        monkeypatch.setenv(name, value)
    with served(tmp_path, "--port", "0", *arguments) as (_, _, address):
        assert get(f"{address.replace('0.0.0.0', '127.0.0.1')}/healthz")


def test_the_module_has_the_whole_command_line() -> None:
    command = [sys.executable, "-m", "crosswire", "--help"]
    text = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in ("serve", "detect", "check", "convert", "rules", "formats"):
        assert re.search(rf"^  {name}\b", text, re.MULTILINE)
