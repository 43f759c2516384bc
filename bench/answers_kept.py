"""Reads what was recorded: the command line's answers in a folder, the API's in a file."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
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


Answers = Mapping[str, Answer]
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
        return {_without(name, " ".join(row["command"])): _of_a_command(name, row) for row in rows}

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
    """Test -> its answers, by method, path and number; what is random is numbered."""
    by_test: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with path.open(encoding="ascii") as file:
        for line in file:
            row = json.loads(line)
            by_test[row["test"].rpartition(" ")[0]].append(row)
    names = _short_names(by_test)
    return {names[test]: _of_a_test(rows) for test, rows in by_test.items()}


def _short_names(tests: Iterator[str] | Mapping[str, Any]) -> dict[str, str]:
    """The names of tests without their file, which may move, where that tells them apart."""
    short = {test: test.rpartition("::")[2] for test in tests}
    counts = Counter(short.values())
    return {test: name if counts[name] == 1 else test.rpartition("/")[2] for test, name in short.items()}


def _of_a_test(rows: list[dict[str, Any]]) -> Answers:
    numbers: dict[str, str] = {}
    times: Counter[str] = Counter()
    answers = {}
    for row in rows:
        text = row["body"] if row["status"] != _FAILURE else _LOG_NUMBER.sub("<number>", row["body"])
        body = json.loads(text)
        for value in (*_TOKEN.findall(row["path"]), *_tokens(body)):
            numbers.setdefault(value, f"<token {len(numbers) + 1}>")
        asked = f"{row['method']} {_numbered(row['path'], numbers)}"
        times[asked] += 1
        kind = re.sub(r"<token \d+>", "<token>", asked.partition("?")[0])
        parts = {name: (shape, _numbered(text, numbers)) for name, (shape, text) in _in_body(body)}
        answers[f"{asked} #{times[asked]}"] = Answer(kind, row["status"], parts)
    return answers


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
