"""`crosswire share`: what leaves the machine is masked, and what comes back opens."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from crosswire.cli.sending import Server
from webapp.settings import Settings

KEY = "ghp_" + "oHwLMeaZqo9DZDNjN1GTPdVKsb1DS2S5yXB6"
LOG = [
    {"role": "user", "content": f"The key is {KEY}. DB_PASSWORD=kNq4-plum-9x"},
    {"role": "assistant", "content": "I will not repeat it."},
]


def share(file: Path, server: str, *options: str, stdin: str | None = None) -> Result:
    arguments = ["share", str(file), "--server", server, *options]
    return CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False)


def text_of(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own server
        text: str = answer.read().decode()
    return text


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What the command hands over to be sent."""
    bodies: list[bytes] = []
    keep = Server.keep

    def kept(self: Server, data: bytes, name: str | None) -> dict[str, Any]:
        bodies.append((name or "").encode() + data)
        return keep(self, data, name)

    monkeypatch.setattr(Server, "keep", kept)
    return bodies


def test_a_log_is_masked_before_it_is_sent_and_its_link_opens(
    live_server: str, tmp_path: Path, sent: list[bytes], settings: Settings
) -> None:
    file = tmp_path / "agent.json"
    file.write_text(json.dumps(LOG))
    done = share(file, live_server, "--days", "2")
    assert done.exit_code == 0, done.stderr
    assert "[masked-github-token-1]" in text_of(done.stdout.strip())
    assert all(KEY.encode() not in body and b"kNq4" not in body for body in sent)
    assert sent[0].startswith(b"agent.json[")
    assert [line.split(" -> ")[1] for line in done.stderr.splitlines()[:2]] == [
        "[masked-github-token-1]",
        "[masked-password-1]",
    ]
    assert "/manage/" in done.stderr.splitlines()[-1]


def test_a_name_that_tells_a_secret_is_left_out(live_server: str, tmp_path: Path, sent: list[bytes]) -> None:
    file = tmp_path / "kNq4-plum-9x.json"
    file.write_text(json.dumps(LOG))
    assert share(file, live_server).exit_code == 0
    assert sent[0].startswith(b"[")
    share(tmp_path / "kNq4-plum-9x.json", live_server, "--no-name")
    assert sent[1].startswith(b"[")


def test_keys_in_headers_of_a_recording_are_not_sent(
    live_server: str, tmp_path: Path, sent: list[bytes]
) -> None:
    request = {"model": "gpt-5", "messages": [LOG[1], {"role": "user", "content": "Hello."}]}
    exchange = {
        "request": {
            "method": "POST",
            "url": "https://api.openai.com/v1/chat/completions?code=q1w2e3",
            "headers": {"X-Tenant-Key": "plain words"},
            "body": request,
        }
    }
    file = tmp_path / "exchange.json"
    file.write_text(json.dumps(exchange))
    done = share(file, live_server)
    assert done.exit_code == 0, done.stderr
    assert b"q1w2e3" not in sent[0]
    assert b"plain words" not in sent[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "Not JSON"),
        (
            repr([{"role": "user", "content": "x"}]).replace("'x'", f"'{KEY[:9]}' '{KEY[9:]}'"),
            "where it cannot be masked",
        ),
    ],
)
def test_what_cannot_be_masked_is_not_sent(text: str, said: str, tmp_path: Path, sent: list[bytes]) -> None:
    done = share(Path("-"), "http://127.0.0.1:9", stdin=text)
    assert (done.exit_code, sent) == (2, [])
    assert said in done.stderr


def test_a_copy_that_is_refused_leaves_nothing_on_the_server(
    live_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "agent.json"
    file.write_text(json.dumps(LOG))
    asked: list[tuple[str, str]] = []
    ask = Server._ask

    def refusing(self: Server, method: str, path: str, data: Any, secret: Any) -> Any:
        asked.append((method, path))
        return ask(self, method, path, b"[]" if path.endswith("/share") else data, secret)

    monkeypatch.setattr(Server, "_ask", refusing)
    done = share(file, live_server, "--token", "none-that-is-known")
    assert done.exit_code == 2
    assert [method for method, _ in asked] == ["POST", "POST", "DELETE"]
    assert "stays on the server" not in done.stderr
    with pytest.raises(urllib.error.HTTPError, match="404"):
        text_of(f"{live_server}{asked[2][1]}")


@pytest.mark.parametrize(
    ("server", "said"),
    [("ftp://host", "is no address of a server"), ("http://127.0.0.1:9", "The server cannot be reached")],
)
def test_a_server_that_is_none_is_said(server: str, said: str) -> None:
    done = share(Path("-"), server, stdin=json.dumps(LOG))
    assert (done.exit_code, said in done.stderr) == (2, True)
