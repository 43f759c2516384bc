"""How a server ends: what is under way is finished, nothing new begins, all in the time that is set."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.selection import some_of
from tests.webapp.samples import chat

ROOT = Path(__file__).resolve().parents[2]
LARGE = 5_000_000

SLOW = f"""
import sys, time
from pathlib import Path
from webapp.operations import serve as serving
original = serving.open_app
def slow():
    Path(sys.argv[1], "begun").touch()
    while not Path(sys.argv[1], "go").exists():
        time.sleep(0.01)
    return "x" * {LARGE}
def opened(settings):
    app = original(settings)
    app.view_functions["health.robots"] = slow
    return app
serving.open_app = opened
serving.serve(["--port", "0"])
"""
"""A server whose /robots.txt waits for a file, and is large."""


@contextmanager
def served(folder: Path, seconds: float) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A server that gives requests some seconds to end, and its port."""
    settings = {
        "CROSSWIRE_DATABASE_URL": f"sqlite:///{folder / 'served.db'}",
        "CROSSWIRE_SECONDS_TO_FINISH": str(seconds),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(folder)],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    port = re.search(r":(\d+)$", process.stdout.readline())
    assert port
    try:
        yield process, int(port.group(1))
    finally:
        process.kill()
        process.communicate()


def get(port: int, path: str) -> tuple[int, int]:
    """Status and length of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, len(answer.read())


def until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


def refuses(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.mark.parametrize(("at_once", "status"), some_of([(1_000_000, 201), (20, 202)], 2))
def test_what_is_under_way_comes_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int, status: int
) -> None:
    """A request, and an upload that is half sent.

    A large upload is kept, to be read after the next start: reading it here would take too long.
    """
    monkeypatch.setenv("CROSSWIRE_READ_AT_ONCE_BYTES", str(at_once))
    data = chat()
    with (
        served(tmp_path, 60) as (process, port),
        ThreadPoolExecutor(1) as thread,
        closing(socket.create_connection(("127.0.0.1", port))) as idle,
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as sending,
    ):
        sending.putrequest("POST", "/api/conversations")
        sending.putheader("Content-Length", str(len(data)))
        sending.endheaders(data[:100])
        asked = thread.submit(get, port, "/robots.txt")
        until((tmp_path / "begun").exists)
        assert get(port, "/healthz")[0] == 200  # so the server has read what was sent before
        process.send_signal(signal.SIGTERM)
        until(lambda: refuses(port))
        sending.send(data[100:])
        assert sending.getresponse().status == status
        sending.close()
        assert process.poll() is None
        (tmp_path / "go").touch()
        assert asked.result(60) == (200, LARGE)
        assert process.wait(60) == 0
        assert idle.recv(1) == b""


@pytest.mark.thorough
def test_what_does_not_end_is_given_up_when_the_time_is_over(tmp_path: Path) -> None:
    with served(tmp_path, 0.5) as (process, port), ThreadPoolExecutor(1) as thread:
        asked = thread.submit(get, port, "/robots.txt")
        until((tmp_path / "begun").exists)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert 0.4 < time.monotonic() - began < 5
        with pytest.raises((http.client.HTTPException, OSError)):
            asked.result(20)


@pytest.mark.thorough
@pytest.mark.parametrize("twice", some_of([signal.SIGTERM, signal.SIGINT], 2))
def test_a_second_signal_ends_it_at_once(tmp_path: Path, twice: signal.Signals) -> None:
    with served(tmp_path, 3_600) as (process, port), ThreadPoolExecutor(1) as thread:
        asked = thread.submit(get, port, "/robots.txt")
        until((tmp_path / "begun").exists)
        process.send_signal(twice)
        until(lambda: refuses(port))
        process.send_signal(twice)
        assert process.wait(60) == 0
        with pytest.raises((http.client.HTTPException, OSError)):
            asked.result(20)
