"""The log of a real server: one line a request and an event, and nothing of what was sent."""

import http.client
import json
import logging
import os
import random
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from tests.selection import some_of
from tests.webapp.samples import call, form
from webapp.telemetry.events import log_event
from webapp.telemetry.logs import AsJson, AsText, configure

ROOT = Path(__file__).resolve().parents[2]
CANARY = "kanarie"
"""In everything that is sent, with a number behind it."""

FAILING = """
import sys
from webapp import store
from webapp.operations import serve as serving
def broken(*_, **__):
    raise ValueError("kanarie-in-an-error")
original = serving.open_app
def opened(settings):
    app = original(settings)
    app.view_functions["rules.index"] = broken
    return app
serving.open_app = opened
store.call_facets = broken
serving.serve(["--port", "0"])
"""


class Server:
    """A server of its own process, whose output is read to its end."""

    def __init__(self, process: "subprocess.Popen[str]", port: int, file: Path) -> None:
        self.process = process
        self.file = file
        self.port = port

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        """The status, and the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in ({"Content-Length": str(len(body or b""))} | headers).items():
                connection.putheader(name.replace("_", "-"), value.encode("latin-1"))
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, (answer.headers, answer.read().decode())
        finally:
            connection.close()

    def stop(self) -> str:
        """All that it said."""
        self.process.terminate()
        said, wrong = self.process.communicate(timeout=30)
        return said + wrong


@contextmanager
def served(folder: Path, **more: str) -> Iterator[Server]:
    file = folder / f"{CANARY}-file.db"
    settings = {
        "CROSSWIRE_DATABASE_URL": f"sqlite:///{file}",
        "CROSSWIRE_LOG": "json",
        "CROSSWIRE_MAX_UPLOAD_BYTES": "200000",
        "CROSSWIRE_METRICS_TOKEN": f"{CANARY}-metrics",
        "CROSSWIRE_SECONDS_TO_FINISH": "2",
        **more,
    }
    process = subprocess.Popen(
        [sys.executable, "-c", FAILING],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    port = re.search(r":(\d+)$", process.stdout.readline())
    assert port
    try:
        yield Server(process, int(port.group(1)), file)
    finally:
        process.kill()
        process.communicate()


@dataclass(frozen=True)
class Told:
    kind: str
    said: str
    answered: dict[str, Any]
    sent: int
    """Bytes of the first upload, which was answered with `status` and the headers `first`."""
    status: int
    first: Message
    second: Message


def log_with(word: str) -> bytes:
    """A log with the word in each of its fields, with broken ids, and with a line of its own in a text."""
    messages = [
        {"role": "user", "content": f'{word}\\r\\n{{"level": "error"}}\\u001b[31m', "name": word},
        {"role": "assistant", "content": word, "tool_calls": [call(word, word, f'{{"{word}": "{word}"}}')]},
        {"role": "tool", "tool_call_id": f"{word}-lost", "content": word},
    ]
    return json.dumps({"model": word, "messages": messages, word: word}).encode()


Sent = tuple[str, str, bytes | None, dict[str, str]]
"""Method, path, body, headers."""


def reads(slug: str, cookie: dict[str, str]) -> list[Sent]:
    return [
        ("GET", f"/c/{slug}?pane=original:read&pane={CANARY}", None, cookie),
        ("GET", f"/c/{slug}?target={CANARY}", None, cookie),
        ("GET", f"/c/{slug}/search?q={CANARY}", None, cookie),
        ("GET", f"/c/{slug}/as/{CANARY}.json", None, cookie),
        ("GET", f"/c/{slug}/row/999999", None, cookie),
        ("GET", f"/c/{CANARY}", None, cookie),
        ("GET", f"/{CANARY}/{CANARY}%0d%0aX: {CANARY}".replace(" ", "%20"), None, cookie),
        ("GET", f"/rules/{CANARY}", None, cookie),
        ("GET", "/rules", None, cookie),
        ("GET", f"/c/{slug}/calls", None, cookie),
        ("GET", "/", None, {"Host": f"{CANARY}.example"}),
        ("GET", "/metrics", None, {"Authorization": f"Bearer {CANARY}"}),
        ("GET", "/metrics", None, {"Authorization": f"Bearer {CANARY}-metrics"}),
        ("GET", f"/static/{CANARY}.css", None, cookie),
    ]


def writes(slug: str, cookie: dict[str, str], sent: dict[str, str], upload: bytes) -> list[Sent]:
    return [
        ("DELETE", f"/api/conversations/{slug}", None, {"Authorization": f"Bearer {CANARY}"}),
        ("PATCH", f"/c/{slug}?{CANARY}", None, cookie),
        (CANARY.upper(), f"/c/{slug}", None, cookie),
        ("POST", f"/c/{slug}/delete", b"", {"Sec-Fetch-Site": "cross-site", **cookie}),
        ("POST", f"/c/{slug}/format", f"format={CANARY}".encode(), {"Origin": f"https://{CANARY}", **cookie}),
        ("POST", "/api/conversations", f"{{{CANARY}".encode(), cookie),
        ("POST", "/api/conversations", b"\xff\xfe" + CANARY.encode(), cookie),
        ("POST", f"/api/conversations?format={CANARY}", log_with(CANARY), cookie),
        ("POST", "/api/conversations", b"[" * 90_000 + CANARY.encode(), cookie),
        ("POST", "/api/conversations", CANARY.encode() * 40_000, cookie),
        ("POST", "/", f"error={CANARY}".encode(), {"Content-Type": "application/x-www-form-urlencoded"}),
        ("POST", "/", b"--edge\r\nContent-Disposition: " + CANARY.encode(), sent),
        ("POST", "/", upload, sent | {"Accept": "application/x-ndjson"}),
    ]


def with_children(process: int) -> Iterator[int]:
    """A process, those that it started, and theirs."""
    yield process
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        yield from with_children(int(child))


def provoke(server: Server) -> dict[str, int]:
    """Send the canary in every way, and provoke errors of many kinds; what was answered to each."""
    key = f"{CANARY}-cookie"
    cookie = {"Cookie": f"cw_manage={key}; {CANARY}={CANARY}", "User-Agent": CANARY, "Referer": CANARY}
    body = form(log_with(CANARY), name=f"{CANARY}.json")
    sent: dict[str, Any] = {"Content-Type": body["content_type"], **cookie}
    status, (headers, _) = server.ask("POST", "/", body["data"], **sent)
    assert status == 303
    slug = headers["Location"].rpartition("/")[2]
    _, (_, text) = server.ask("POST", "/api/conversations", log_with(CANARY), **cookie)
    secret, second = json.loads(text)["manage_secret"], json.loads(text)["slug"]
    bearer = {"Authorization": f"Bearer {secret}"}
    found = {"slug": slug, "second": second, "secret": secret}
    asked = [*reads(slug, cookie), *writes(slug, cookie, sent, body["data"])]
    asked.append(("DELETE", f"/api/conversations/{second}", None, bearer))
    for number, (method, path, data, more) in enumerate(asked):
        found[f"{number} {method}"] = server.ask(method, path, data, **more)[0]
    limits = (server.file.stat().st_size, resource.RLIM_INFINITY)
    for process in with_children(server.process.pid):
        resource.prlimit(process, resource.RLIMIT_FSIZE, limits)
    large = log_with(f"{CANARY}-{random.Random(1).randbytes(8_000).hex()}")
    upload = form(large, name=f"{CANARY}.json")["data"]
    found["full api"] = server.ask("POST", "/api/conversations", large, **cookie)[0]
    found["full page"] = server.ask("POST", "/", upload, **sent)[0]
    return found


@pytest.fixture(scope="module", params=some_of(["json", "text"], 2))
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    """What one server was asked, what it answered, and what it said meanwhile."""
    data = log_with("a")
    with served(tmp_path_factory.mktemp("log"), CROSSWIRE_LOG=request.param) as server:
        status, (first, _) = server.ask("POST", "/api/conversations", data)
        _, (second, _) = server.ask("GET", "/healthz", X_Request_Id="chosen-by-a-client")
        answered = provoke(server)
        said = server.stop()
    return Told(request.param, said, answered, len(data), status, first, second)


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of a running server's files by prlimit")
def test_nothing_of_what_is_sent_is_in_the_log(told: Told) -> None:
    said, answered = told.said, told.answered
    statuses = {status for status in answered.values() if isinstance(status, int)}
    assert {200, 303, 400, 403, 404, 405, 413, 422, 500, 507} <= statuses, answered
    assert CANARY not in said.lower()
    for word in ("slug", "second", "secret"):
        assert str(answered[word]) not in said
    assert "\x1b" not in said
    assert "ValueError" in said  # what failed is told by its kind and its places
    assert "test_logs" not in said
    lines = said.splitlines()
    asked = sum(isinstance(value, int) for value in answered.values()) + 4
    assert sum(bool(re.search(r'event": "request"|^\S+ request ', line)) for line in lines) == asked
    if told.kind == "json":
        events = {json.loads(line)["event"] for line in lines}
        assert {"start", "request", "kept", "refused", "failed", "no room", "deleted", "stop"} <= events


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of a running server's files by prlimit")
def test_a_request_is_one_line_with_what_an_operator_needs(told: Told) -> None:
    if told.kind == "text":
        pytest.skip("The same facts, as words.")
    assert told.status == 201
    requests = [line for line in map(json.loads, told.said.splitlines()) if line["event"] == "request"]
    kept = requests[0]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", kept["time"])
    first, second = told.first["X-Request-Id"], told.second["X-Request-Id"]
    assert kept["request"] == first != second == requests[1]["request"]
    assert (kept["level"], kept["method"], kept["endpoint"]) == ("info", "POST", "api.create")
    assert (kept["status"], kept["in"], kept["out"]) == (201, told.sent, int(told.first["Content-Length"]))
    assert kept["ms"] > 0
    assert "chosen" not in told.said


def record(name: str, message: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "/secret/place.py", 7, message, args, None)


def test_words_of_other_packages_are_left_out() -> None:
    for style in (AsJson(), AsText()):
        said = style.format(record("waitress", "Exception while serving %s", f"/c/{CANARY}"))
        assert CANARY not in said
        assert "place" in said
        assert "waitress" in said
        assert "secret" not in said
    own = AsText().format(record("crosswire.worker", "A worker ended by itself: %d", -9))
    assert own.endswith('warning said words="A worker ended by itself: -9"')


def test_a_line_is_a_line_whatever_is_in_it() -> None:
    strange = record("crosswire.events", "%s %s", "e", {})
    strange.event, strange.facts = "event", {"fact": "a\r\nb\x1b[31m\u2028\u202e"}
    for style in (AsJson(), AsText()):
        said = style.format(strange)
        assert said.isascii()
        assert said.isprintable()


@pytest.fixture
def log_of_its_own() -> Iterator[None]:
    """What `configure` changes in this process is changed back."""
    root = logging.getLogger()
    before = root.handlers[:], root.level, sys.excepthook, logging.raiseExceptions
    own = [(logging.getLogger(name), logging.getLogger(name).level) for name in ("crosswire", "webapp")]
    yield
    root.handlers[:], root.level, sys.excepthook, logging.raiseExceptions = before
    for logger, level in own:
        logger.setLevel(level)


@pytest.mark.usefixtures("log_of_its_own")
def test_an_error_that_nobody_catches_says_where_it_was_and_not_what(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    configure("json")
    try:
        raise KeyError(CANARY)
    except KeyError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    log_event("purged", copies=1)
    uncaught, purged = map(json.loads, capsys.readouterr().err.splitlines())
    assert (uncaught["event"], uncaught["error"], uncaught["level"]) == ("uncaught", "KeyError", "error")
    assert "tests/webapp/test_logs.py:" in uncaught["places"]
    assert CANARY not in str(uncaught)
    assert (purged["event"], purged["copies"]) == ("purged", 1)
    app.logger.warning("words")
    assert json.loads(capsys.readouterr().err)["words"] == "words"
