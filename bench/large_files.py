"""Large made-up logs, of which a run needs no shared file: requests a line, a session of Claude Code, and a
rollout of Codex whose compactions repeat all that was said before them, images included.

    python -m bench.large_files KIND MEGABYTES FILE
"""

from __future__ import annotations

import base64
import json
import random
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from bench.made_up import BASE62, OTHER_SCRIPTS, WORDS

Item = dict[str, Any]
MESSAGES = 40
"""Of one request."""
PLAIN, OTHER = 0.9, 0.1
"""Texts in Latin letters alone, and those with a few words in other scripts."""
REPEATED = 0.9
"""Share of a rollout that repeats what stands before it."""
COMPACTIONS = 18
"""With one after each eighteenth of the session, its histories are nine times what it says."""
IMAGE_BYTES = 150_000


class _Texts:
    """Pieces of one long text, each begun with its number, so that no two are alike."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.numbers = count()
        words = self.chance.choices(WORDS, k=60_000)
        self.plain = " ".join(words)
        self.other = " ".join(self.chance.choices((*WORDS, *OTHER_SCRIPTS), k=20_000))

    def text(self, size: int) -> str:
        source = self.plain if self.chance.random() < PLAIN else self.other
        begin = self.chance.randrange(len(source) - size)
        return f"{next(self.numbers)} {source[begin : begin + size]}"

    def result(self) -> str:
        return self.text(min(max(int(self.chance.lognormvariate(0, 0.9) * 1_800), 200), 30_000))

    def id(self, prefix: str) -> str:
        return prefix + "".join(self.chance.choices(BASE62, k=24))


def requests(size: int) -> Iterator[bytes]:
    """Chat Completions requests, one a line, each a conversation of its own."""
    texts, written = _Texts(1), 0
    while written < size:
        messages: list[Item] = [{"role": "system", "content": texts.text(1_500)}]
        while len(messages) < MESSAGES:
            id = texts.id("call_")
            arguments = json.dumps({"path": f"src/{id}.py", "text": texts.text(150)})
            called = {"name": "read_file", "arguments": arguments}
            messages += (
                {"role": "user", "content": texts.text(300)},
                {
                    "role": "assistant",
                    "content": texts.text(200),
                    "tool_calls": [{"id": id, "type": "function", "function": called}],
                },
                {"role": "tool", "tool_call_id": id, "content": texts.result()},
            )
        line = _line({"model": "gpt-5.1", "messages": messages})
        written += len(line)
        yield line


def claude_code(size: int) -> Iterator[bytes]:
    """A session of Claude Code: calls and their results, a message a line."""
    texts, written, parent = _Texts(2), 0, None
    for number in count():
        if written >= size:
            return
        id = texts.id("toolu_")
        called = {"type": "tool_use", "id": id, "name": "Read", "input": {"file_path": texts.text(40)}}
        said = {"type": "text", "text": texts.text(200)}
        answered = texts.result()
        result = {"type": "tool_result", "tool_use_id": id, "content": answered}
        for role, content in (("user", texts.text(200)), ("assistant", [said, called]), ("user", [result])):
            uuid = texts.id("")
            message: Item = {"role": role, "content": content}
            if role == "assistant":
                message |= {"id": texts.id("msg_"), "type": "message", "model": "claude-opus-4-5"}
            line = _line(
                {
                    "parentUuid": parent,
                    "isSidechain": False,
                    "userType": "external",
                    "cwd": "/home/dev/project",
                    "sessionId": "7b0c5a52-90a4-4d1c-8f24-3f5f0c1f8a11",
                    "version": "2.1.30",
                    "type": role,
                    "message": message,
                    "uuid": uuid,
                    "timestamp": _time(number),
                }
            )
            parent = uuid
            written += len(line)
            yield line


def codex(size: int) -> Iterator[bytes]:
    """A rollout of Codex, of which nine tenths are the histories of its compactions."""
    texts, history = _Texts(3), list[bytes]()
    own, said, line_number = size * (1 - REPEATED), 0, count()
    meta = {"id": "019b2ea4-aaaa-bbbb-cccc-58208e1f0000", "cwd": "/home/dev", "cli_version": "0.106.0"}
    yield _envelope("session_meta", _dumped(meta), next(line_number))
    for part in range(COMPACTIONS):
        while said < own * (part + 1) / COMPACTIONS:
            for item in _turn(texts):
                payload = _dumped(item)
                said += len(payload)
                history.append(payload)
                yield _envelope("response_item", payload, next(line_number))
        summary = {"type": "input_text", "text": f"A summary of what was done: {texts.text(2_000)}"}
        history.append(_dumped({"type": "message", "role": "user", "content": [summary]}))
        repeated = b'{"message":"","replacement_history":[' + b",".join(history) + b"]}"
        yield _envelope("compacted", repeated, next(line_number))


def _turn(texts: _Texts) -> Iterator[Item]:
    """A question, perhaps with a picture, a call and its result, and an answer."""
    asked: list[Item] = [{"type": "input_text", "text": texts.text(300)}]
    if texts.chance.random() < 0.2:
        picture = base64.b64encode(texts.chance.randbytes(IMAGE_BYTES)).decode()
        asked.append({"type": "input_image", "image_url": f"data:image/png;base64,{picture}"})
    id = texts.id("call_")
    arguments = json.dumps({"cmd": texts.text(60)})
    yield {"type": "message", "role": "user", "content": asked}
    yield {"type": "function_call", "name": "shell", "arguments": arguments, "call_id": id}
    yield {"type": "function_call_output", "call_id": id, "output": texts.result()}
    said = [{"type": "output_text", "text": texts.text(400)}]
    yield {"type": "message", "role": "assistant", "content": said}


def _envelope(kind: str, payload: bytes, number: int) -> bytes:
    return b'{"timestamp":"%b","type":"%b","payload":%b}\n' % (_time(number).encode(), kind.encode(), payload)


def _time(number: int) -> str:
    return f"2026-03-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.000Z"


def _dumped(value: Item) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _line(value: Item) -> bytes:
    return _dumped(value) + b"\n"


KINDS: dict[str, Callable[[int], Iterator[bytes]]] = {
    "requests": requests,
    "claude-code": claude_code,
    "codex": codex,
}

if __name__ == "__main__":
    kind, megabytes, file = sys.argv[1:]
    with Path(file).open("wb") as into:
        into.writelines(KINDS[kind](int(float(megabytes) * 1e6)))
