"""Small logs to upload."""

import json
from typing import Any

SLUG = r"[\w-]{22}"


def call(id: str, name: str, arguments: str = "{}") -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def chat(*, ask: str = "What is the weather?", answer: str = "Sunny.", id: str = "call_a1") -> bytes:
    """A Chat Completions request with one call and its result."""
    messages = [
        {"role": "user", "content": ask},
        {"role": "assistant", "content": None, "tool_calls": [call(id, "weather")]},
        {"role": "tool", "tool_call_id": id, "content": answer},
        {"role": "assistant", "content": "It is sunny."},
    ]
    return json.dumps({"model": "gpt-5.1", "messages": messages}, indent=1).encode()


def chat_lines(count: int, more: str = "") -> bytes:
    """JSON Lines of as many conversations; each has `more` behind its question."""
    asked = (chat(ask=f"Question {n}{more}") for n in range(count))
    return b"".join(json.dumps(json.loads(one)).encode() + b"\n" for one in asked)


def long_chat(turns: int) -> bytes:
    """A conversation of three messages a turn."""
    messages: list[dict[str, Any]] = []
    for turn in range(turns):
        messages += [
            {"role": "user", "content": f"Turn {turn}: what does file {turn} hold? " + "é" * (turn % 7)},
            {"role": "assistant", "tool_calls": [call(f"call_{turn}", "read_file", f'{{"n": {turn}}}')]},
            {"role": "tool", "tool_call_id": f"call_{turn}", "content": f"line of file {turn}\n" * 20},
        ]
    return json.dumps({"model": "gpt-5.1", "messages": messages}, ensure_ascii=False).encode()


def form(data: bytes, *, field: str = "file", name: str | None = "log.json") -> dict[str, Any]:
    """The body of a form with one field, as arguments of a client's `post`.

    The client's own encoder leaves a temporary file open for every large body.
    """
    file = f'; filename="{name}"' if name is not None else ""
    head = f'--edge\r\nContent-Disposition: form-data; name="{field}"{file}\r\n\r\n'
    return {
        "data": head.encode() + data + b"\r\n--edge--\r\n",
        "content_type": "multipart/form-data; boundary=edge",
    }
