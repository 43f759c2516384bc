"""`crosswire.record` without any SDK: an HTTP client that has what is asked of one, and no network."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import crosswire
import pytest
from crosswire.recording.exchange import LEFT_OUT, Exchange

KEY = "sk-made-up-0123456789"
CALL = {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
REQUEST = {
    "model": "gpt-4o",
    "messages": [
        {"role": "user", "content": "Add."},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "call_2", "content": "1"},
    ],
}
WORDS = "Invalid parameter: 'tool_call_id' of 'call_2' not found in 'tool_calls' of previous message."
REFUSED = {"error": {"message": WORDS, "type": "invalid_request_error"}}


class Stream:
    """The body of an answer, piece by piece; knows what was asked of it."""

    def __init__(self, *pieces: bytes) -> None:
        self.left = list(pieces)
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        while self.left:
            yield self.left.pop(0)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while self.left:
            yield self.left.pop(0)

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


class Client:
    """What is asked of an HTTP client: its hooks."""

    def __init__(self) -> None:
        self._hooks: dict[str, list[Any]] = {"request": [], "response": []}

    @property
    def event_hooks(self) -> dict[str, list[Any]]:
        return self._hooks

    def build_request(self) -> None: ...

    def send(self) -> None: ...


class AsyncClient(Client):
    async def aclose(self) -> None: ...


def sdk(client: Client) -> Any:
    """A client of an SDK, with the one that sends somewhere in it."""
    return SimpleNamespace(settings=SimpleNamespace(http=client), name="sdk")


def answered(status: int, *pieces: bytes, kind: str = "application/json") -> Any:
    request = SimpleNamespace(
        method="POST",
        url=f"https://user:pass-word@api.example/v1/chat/completions?key={KEY}",
        headers={"authorization": f"Bearer {KEY}", "content-type": "application/json"},
        content=json.dumps(REQUEST).encode(),
        _content=b"",
    )
    return SimpleNamespace(
        status_code=status,
        request=request,
        headers={"content-type": kind, "set-cookie": "s=1"},
        stream=Stream(*pieces),
        is_closed=False,
    )


def get(client: Client, response: Any) -> Any:
    for hook in client.event_hooks["response"]:
        hook(response)
    return response


def read(response: Any) -> bytes:
    body = b"".join(response.stream)
    response.stream.close()
    return body


def test_a_refusal_becomes_a_file_and_three_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    client = Client()
    recording = crosswire.record(sdk(client), tmp_path / "new" / "folder")
    body = json.dumps(REFUSED).encode()
    assert read(get(client, answered(400, body[:20], body[20:]))) == body
    (file,) = recording.files
    cause, place, cure = capsys.readouterr().err.splitlines()
    assert cause.startswith("crosswire: 400: The result has the id 'call_2', which no call has.")
    assert place == "  at messages[2].tool_call_id (id call_2)"
    assert cure == f"  write 'call_1' for 'call_2'; all of it: crosswire check {file}"
    assert file.stat().st_mode & 0o077 == 0
    log = crosswire.load(file.read_bytes())
    assert [note.code for note in log.notes + log.conversations[0].notes] == ["provider-error"]
    assert KEY not in file.read_text()
    assert "pass-word" not in file.read_text()
    assert "set-cookie" not in file.read_text()


def test_what_was_taken_passes_without_a_touch_unless_everything_is_wanted(tmp_path: Path) -> None:
    client = Client()
    crosswire.record(sdk(client), tmp_path)
    response = answered(200, b"{}")
    stream = response.stream
    assert get(client, response).stream is stream
    assert list(tmp_path.iterdir()) == []


def test_a_stream_is_read_by_the_program_alone_and_is_written_when_it_closes(tmp_path: Path) -> None:
    client = Client()
    crosswire.record(sdk(client), tmp_path, every=True)
    events = [
        b'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":'
        b'{"role":"assistant","content":"One."}}]}\n\n',
        b"data: [DONE]\n\n",
    ]
    response = answered(200, *events, kind="text/event-stream")
    original = response.stream
    pieces = iter(get(client, response).stream)
    assert original.left == events, "nothing is read ahead"
    assert next(pieces) == events[0]
    assert not (tmp_path / "exchanges.jsonl").exists()
    assert list(pieces) == events[1:]
    response.stream.close()
    response.stream.close()
    assert original.is_closed
    read(get(client, answered(200, b'{"choices": [{"message": {"role": "assistant", "content": "Two."}}]}')))
    text = (tmp_path / "exchanges.jsonl").read_bytes()
    assert len(text.splitlines()) == 2
    said = [
        part.text
        for one in crosswire.load(text).conversations
        for _, part in one.parts()
        if hasattr(part, "text")
    ]
    assert {"One.", "Two."} <= set(said)


def test_a_stream_that_is_left_in_the_middle_is_written_so(tmp_path: Path) -> None:
    client = Client()
    crosswire.record(sdk(client), tmp_path, every=True)
    response = get(client, answered(200, b"data: 1\n\n", b"data: 2\n\n", kind="text/event-stream"))
    next(iter(response.stream))
    response.stream.close()
    (line,) = (tmp_path / "exchanges.jsonl").read_text().splitlines()
    assert json.loads(line)["response"]["read_to_its_end"] is False


def test_asynchronous_clients_are_recorded_too(tmp_path: Path) -> None:
    async def run() -> bytes:
        response = answered(404, json.dumps(REFUSED).encode())
        for hook in client.event_hooks["response"]:
            await hook(response)
        body = b"".join([piece async for piece in response.stream])
        await response.stream.aclose()
        return body

    client = AsyncClient()
    recording = crosswire.record(sdk(client), tmp_path)
    assert asyncio.run(run()) == json.dumps(REFUSED).encode()
    assert len(recording.files) == 1


def test_a_recording_ends_where_it_is_told_to(tmp_path: Path) -> None:
    client = Client()
    with crosswire.record(sdk(client), tmp_path) as recording:
        read(get(client, answered(400, b"{}")))
    read(get(client, answered(400, b"{}")))
    assert len(recording.files) == len(list(tmp_path.iterdir())) == 1


def test_a_fault_of_the_recorder_is_a_warning_and_the_program_goes_on(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    client = Client()
    crosswire.record(sdk(client), in_the_way / "folder")
    response = answered(400, b"{}")
    with pytest.warns(crosswire.NotRecorded, match="Not recorded: NotADirectoryError"):
        assert read(get(client, response)) == b"{}"


def test_even_where_warnings_are_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        crosswire.record(object(), tmp_path)
    assert "object has no HTTP client that can be recorded" in capsys.readouterr().err


def test_words_that_are_about_nothing_in_the_history_are_not_blamed_on_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client = Client()
    crosswire.record(sdk(client), tmp_path)
    read(get(client, answered(400, b'{"error": {"message": "The moon is in the wrong house."}}')))
    cause, place, cure = capsys.readouterr().err.splitlines()
    assert cause == "crosswire: 400: the cause is not known: The moon is in the wrong house."
    assert place == "  at a place that is not known"
    assert cure.startswith("  nothing is known that mends it; all of it: crosswire check ")


def exchange(sent: bytes, received: bytes, kind: str = "application/json") -> dict[str, Any]:
    line = Exchange(
        "POST",
        "https://api.example/v1/x?api-version=1",
        400,
        sent,
        {"x-api-key": KEY, "Content-Type": "application/json"},
        received,
        {"Content-Type": kind},
        "2026-11-28T00:00:00.000+00:00",
    ).line()
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    found: dict[str, Any] = json.loads(line)
    return found


def test_a_body_stands_there_as_it_was_sent_and_any_other_as_text() -> None:
    sent = b'{"a": 1.0e2, "a": 12345678901234567890}'
    assert sent in Exchange("POST", "x", 400, sent, {}, b"", {}, "").line()
    half = b'{"t": "\\ud83d"}'  # which not every reader of JSON takes
    assert exchange(half, b"")["request"]["body"] == half.decode()
    assert exchange(b'{\n"a": 1}', b"")["request"]["body"] == '{\n"a": 1}'
    assert exchange(b"{}", b"<html>")["response"]["body"] == "<html>"
    assert exchange(b"{}", b"\x00\xff", "image/png")["response"]["body"].startswith("(left out: 2 bytes")


def test_a_key_that_an_answer_repeats_is_left_out_there_too() -> None:
    received = exchange(b"{}", json.dumps({"error": f"Bad key: {KEY}"}).encode())["response"]["body"]
    assert received == {"error": f"Bad key: {LEFT_OUT}"}
