"""Reads what was recorded: the command line's answers in a folder, the API's in a file."""

from __future__ import annotations

import json
import lzma
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

TIMEOUT = "timeout"
"""The exit code of a command that was stopped."""
SUFFIX = ".jsonl.xz"

Shape = Literal["answer", "payload", "lines"]
"""JSON with messages in it, a converted or repaired log, or lines of text for people."""
Part = tuple[Shape, str]

_REPORTS = ("losses.json", "changes.json")
_TOKEN = re.compile(r"(?<![^/=#])[A-Za-z0-9_-]{22,}(?![^/?&#.])")
"""A slug or a secret, alone or in an address: random, and of 22 characters or more."""
_TOKEN_KEYS = frozenset(("slug", "url", "next", "manage_secret", "manage_url", "deleted", "revoked"))
_TIME_KEYS = frozenset(("created_at", "expires_at"))
_LOG_NUMBER = re.compile(r"\b[0-9a-f]{8}\b")
"""What names a failure of the server in its log."""
_FAILURE = 500


@dataclass(frozen=True, slots=True)
class Answer:
    """What one command or one request got."""

    kind: str
    """The command, or the method and the path."""
    exit: int | str
    """The exit code, or the status of HTTP."""
    parts: Mapping[str, Part]
    """By name: standard output, standard error, files."""


Answers = Mapping[str, Sequence[Answer]]
"""The answers about one input by command, or those that one test got by request."""


def read(path: Path) -> Mapping[str, Answers]:
    """The answers by the name of the input or of the test."""
    return _Folder(path / "answers") if path.is_dir() else _of_the_api(path)


class _Folder(Mapping[str, Answers]):
    """Those of the command line, read when asked for: all of them would fill the memory."""

    def __init__(self, folder: Path) -> None:
        self.files = {
            str(path.relative_to(folder)).removesuffix(SUFFIX): path for path in folder.rglob(f"*{SUFFIX}")
        }

    def __getitem__(self, name: str) -> Answers:
        with lzma.open(self.files[name], "rt", encoding="ascii") as file:
            rows = [json.loads(line) for line in file]
        return {_without(name, " ".join(row["command"])): [_of_a_command(name, row)] for row in rows}

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)


def _without(name: str, text: str) -> str:
    """A text in which the input has no name, so that the same is said of all inputs."""
    return text.replace(name, "FILE")


def _of_a_command(name: str, row: dict[str, Any]) -> Answer:
    kind, *options = row["command"]
    parts: dict[str, Part] = {"stderr": ("lines", _without(name, row["stderr"]))}
    if "--format" in options:
        parts["stdout"] = "answer", row["stdout"]
    elif kind in ("convert", "repair"):
        parts["stdout"] = "payload", row["stdout"]
    else:
        parts["stdout"] = "lines", _without(name, row["stdout"])
    for file, text in row["files"].items():
        parts[file] = "answer" if file in _REPORTS else "payload", text
    return Answer(kind, row["exit"], parts)


def _of_the_api(path: Path) -> dict[str, Answers]:
    """Test -> request -> its answers in order.

    Tests go by their function alone: files move, and parameters become loops.
    """
    by_test: dict[str, dict[str, list[Answer]]] = defaultdict(lambda: defaultdict(list))
    with path.open(encoding="ascii") as file:
        for line in file:
            row = json.loads(line)
            function = row["test"].partition("[")[0].split(" ")[0].rpartition("::")[2]
            request = f"{row['method']} {_TOKEN.sub('<token>', row['path'])}"
            by_test[function][request].append(_of_a_request(request, row))
    return {test: dict(requests) for test, requests in by_test.items()}


def _of_a_request(request: str, row: dict[str, Any]) -> Answer:
    """An answer in which what is random is numbered."""
    text = row["body"] if row["status"] != _FAILURE else _LOG_NUMBER.sub("<number>", row["body"])
    body = json.loads(text)
    tokens = dict.fromkeys((*_TOKEN.findall(row["path"]), *_tokens(body)))
    numbers = {token: f"<token {number}>" for number, token in enumerate(tokens, 1)}
    parts = {name: (shape, _numbered(text, numbers)) for name, (shape, text) in _in_body(body)}
    return Answer(request.partition("?")[0], row["status"], parts)


def _in_body(body: Any) -> Iterator[tuple[str, Part]]:
    """A body, and the file that an export has in it: a transcript for people, or a payload."""
    if isinstance(body, dict) and "media_type" in body and isinstance(body.get("text"), str):
        transcript = body["media_type"] in ("text/markdown", "text/html")
        yield "file", ("lines" if transcript else "payload", body.pop("text"))
    yield "body", ("answer", json.dumps(body))


def _tokens(value: Any, key: str = "") -> Iterator[str]:
    """What is random in an answer; its times are blanked on the way."""
    if isinstance(value, str) and key in _TOKEN_KEYS:
        yield from _TOKEN.findall(value)
    elif isinstance(value, list):
        for item in value:
            yield from _tokens(item, key)
    elif isinstance(value, dict):
        for name in _TIME_KEYS & {name for name, item in value.items() if item is not None}:
            value[name] = "<time>"
        for name, item in value.items():
            yield from _tokens(item, name)


def _numbered(text: str, numbers: Mapping[str, str]) -> str:
    for value, number in numbers.items():
        text = text.replace(value, number)
    return text
