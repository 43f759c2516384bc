"""`crosswire.record` with the providers' SDKs, before a server that answers as the providers do."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import crosswire
import pytest
from tests.selection import NEEDS_PACKAGES

openai = pytest.importorskip("openai", reason=NEEDS_PACKAGES)
anthropic = pytest.importorskip("anthropic", reason=NEEDS_PACKAGES)
genai = pytest.importorskip("google.genai", reason=NEEDS_PACKAGES)
mistral = pytest.importorskip("mistralai.client", reason=NEEDS_PACKAGES)
httpx = pytest.importorskip("httpx", reason=NEEDS_PACKAGES)
pytestmark = [pytest.mark.thorough, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

KEY = "made-up-key-0123456789"
CHAT_WORDS = "Invalid parameter: 'tool_call_id' of 'call_2' not found in 'tool_calls' of previous message."
BLOCK_WORDS = (
    "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_02. Each "
    "`tool_result` block must have a corresponding `tool_use` block in the previous message."
)
GEMINI_WORDS = (
    "Please ensure that the number of function response parts is equal to the number of function call parts "
    "of the function call turn."
)
CALL = {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
CHAT = [
    {"role": "user", "content": "Add."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_2", "content": "1"},
]
BLOCKS = [
    {"role": "user", "content": "Add."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_01", "name": "add", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_02", "content": "1"}]},
]
CONTENTS = [
    {"role": "user", "parts": [{"text": "Add twice."}]},
    {"role": "model", "parts": [{"functionCall": {"name": "add", "args": {}}}] * 2},
    {"role": "user", "parts": [{"functionResponse": {"name": "add", "response": {"sum": 1}}}]},
]
CHUNKS = (
    b'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":'
    b'{"role":"assistant","content":"Two."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
)
TAKEN = {
    "id": "c",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Two."}, "finish_reason": "stop"}],
}


def refusal(path: str) -> dict[str, Any]:
    if path.startswith("/v1/messages"):
        return {"type": "error", "error": {"type": "invalid_request_error", "message": BLOCK_WORDS}}
    if "generateContent" in path or "GenerateContent" in path:
        return {"error": {"code": 400, "message": GEMINI_WORDS, "status": "INVALID_ARGUMENT"}}
    return {"error": {"message": CHAT_WORDS, "type": "invalid_request_error"}}


class Provider(BaseHTTPRequestHandler):
    """Takes what has one message, refuses what has more; compresses what is not a stream."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        is_taken = len(body.get("messages") or body["contents"]) == 1
        if is_taken and body.get("stream"):
            self._send(200, CHUNKS, {"content-type": "text/event-stream"})
            return
        answer = TAKEN if is_taken else refusal(self.path)
        packed = gzip.compress(json.dumps(answer).encode())
        headers = {"content-type": "application/json", "content-encoding": "gzip"}
        self._send(200 if is_taken else 400, packed, headers)

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def of_openai(url: str) -> tuple[Any, Callable[[], Any]]:
    client = openai.OpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0)
    return client, lambda: client.chat.completions.create(model="gpt-4o", messages=CHAT)


def of_openai_streamed(url: str) -> tuple[Any, Callable[[], Any]]:
    client = openai.OpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0)
    return client, lambda: client.chat.completions.create(model="gpt-4o", messages=CHAT, stream=True)


def of_openai_async(url: str) -> tuple[Any, Callable[[], Any]]:
    client = openai.AsyncOpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0)
    return client, lambda: asyncio.run(client.chat.completions.create(model="gpt-4o", messages=CHAT))


def of_anthropic(url: str) -> tuple[Any, Callable[[], Any]]:
    client = anthropic.Anthropic(api_key=KEY, base_url=url, max_retries=0)
    return client, lambda: client.messages.create(model="claude", max_tokens=9, messages=BLOCKS)


def of_anthropic_async(url: str) -> tuple[Any, Callable[[], Any]]:
    client = anthropic.AsyncAnthropic(api_key=KEY, base_url=url, max_retries=0)
    return client, lambda: asyncio.run(client.messages.create(model="claude", max_tokens=9, messages=BLOCKS))


def of_mistral(url: str) -> tuple[Any, Callable[[], Any]]:
    client = mistral.Mistral(api_key=KEY, server_url=url)
    return client, lambda: client.chat.complete(model="mistral-large-latest", messages=CHAT)


def of_mistral_async(url: str) -> tuple[Any, Callable[[], Any]]:
    client = mistral.Mistral(api_key=KEY, server_url=url)
    return client, lambda: asyncio.run(client.chat.complete_async(model="m", messages=CHAT))


def of_google(url: str) -> tuple[Any, Callable[[], Any]]:
    options = {"base_url": url, "httpx_async_client": httpx.AsyncClient()}
    client = genai.Client(api_key=KEY, http_options=options)
    return client, lambda: client.models.generate_content(model="gemini-3", contents=CONTENTS)


def of_google_async(url: str) -> tuple[Any, Callable[[], Any]]:
    options = {"base_url": url, "httpx_async_client": httpx.AsyncClient()}
    client = genai.Client(api_key=KEY, http_options=options)
    return client, lambda: asyncio.run(
        client.aio.models.generate_content(model="gemini-3", contents=CONTENTS)
    )


ALL = {
    of_openai: "messages[2].tool_call_id (id call_2)",
    of_openai_streamed: "messages[2].tool_call_id (id call_2)",
    of_openai_async: "messages[2].tool_call_id (id call_2)",
    of_anthropic: "messages[2].content[0].tool_use_id (id toolu_02)",
    of_anthropic_async: "messages[2].content[0].tool_use_id (id toolu_02)",
    of_mistral: "messages[2].tool_call_id (id call_2)",
    of_mistral_async: "messages[2].tool_call_id (id call_2)",
    of_google: "contents[",
    of_google_async: "contents[",
}


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.__name__)
def test_a_refusal_is_written_and_told_and_the_program_gets_its_error(
    made: Any, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client, asks = made(address)
    with pytest.raises(Exception, match=r"400|Invalid parameter|unexpected") as without:
        asks()
    client, asks = made(address)
    recording = crosswire.record(client, tmp_path)
    with pytest.raises(type(without.value)) as recorded:
        asks()
    assert str(recorded.value) == str(without.value)
    (file,) = recording.files
    assert KEY not in file.read_text()
    _, place, cure = capsys.readouterr().err.splitlines()
    assert place.startswith(f"  at {ALL[made]}")
    assert cure.endswith(f"crosswire check {file}")
    (conversation,) = crosswire.load(file.read_bytes()).conversations
    assert [note.code for note in conversation.notes] == ["provider-error"]


def test_streams_reach_the_program_and_the_file_alike(address: str, tmp_path: Path) -> None:
    client = openai.OpenAI(api_key=KEY, base_url=f"{address}/v1", max_retries=0)
    crosswire.record(client, tmp_path, every=True)
    for is_streamed in (True, False):
        asked = {"model": "m", "messages": CHAT[:1], "stream": is_streamed}
        answer = client.chat.completions.create(**asked)
        if is_streamed:
            assert [chunk.choices[0].delta.content for chunk in answer] == ["Two."]
        else:
            assert answer.choices[0].message.content == "Two."
    lines = (tmp_path / "exchanges.jsonl").read_bytes().splitlines()
    assert len(lines) == 2
    for line in lines:
        (conversation,) = crosswire.load(line).conversations
        assert conversation.shape == "exchange"
        assert [part.text for _, part in conversation.parts() if hasattr(part, "text")] == ["Add.", "Two."]


def test_a_client_that_goes_around_is_told(address: str, tmp_path: Path) -> None:
    pytest.importorskip("aiohttp", reason=NEEDS_PACKAGES)
    client = genai.Client(api_key=KEY, http_options={"base_url": address})
    with pytest.warns(crosswire.NotRecorded, match="client.aio go by aiohttp"):
        crosswire.record(client, tmp_path)
