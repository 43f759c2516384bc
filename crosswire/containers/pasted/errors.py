"""Errors of providers within a text: where one ends, and whose words they are."""

from __future__ import annotations

import re

from crosswire.containers.bodies import Body
from crosswire.containers.pasted.values import Read, extent_of, value_of
from crosswire.model import JsonValue

MARK = (
    r"(?<![\w.])[\w.]{0,80}(?:Error|Exception|InvalidArgument|FailedPrecondition)(?=:)"
    r"|\[GoogleGenerativeAI\ Error\]"
    r"|\bError\ code:\ \d{3}"
    r"|\bAPI\ Error:?\ (?=\d{3}\b)"
    r"|\bAn\ error\ occurred\ \(\w{1,80}\)\ when\ calling"
)
"""As the words of an error begin, that a program printed."""
_VALUE = re.compile(r"[{\[]")
_MOST_LINES = 12
_STOPS = re.compile(
    r"\s{0,200}(?:\Z|[{\[]|```|~~~|\$ |curl\b|Traceback|File \"|DEBUG|INFO|const "
    r"|[A-Za-z_]\w{0,60} = )"
)
"""A line that begins so is none of the error any more."""

_SPEAKERS = (
    (
        "Anthropic",
        re.compile(r"anthropic|claude|toolu_|'type': 'error'|\"type\":\s?\"error\"", re.I),
    ),
    ("Amazon Bedrock", re.compile(r"botocore|bedrock|ValidationException|Converse", re.I)),
    ("Google", re.compile(r"google|gemini|INVALID_ARGUMENT", re.I)),
    ("Mistral", re.compile(r"mistral", re.I)),
    ("Cohere", re.compile(r"cohere", re.I)),
    ("OpenAI", re.compile(r"openai|'param':|\"param\":|\bcall_id\b", re.I)),
)
_READ = 4_000
_MOST_LEVELS = 6


def end_of_error(text: str, start: int, end: int) -> tuple[int, int]:
    """Where an error ends that begins at a place, and how far was looked."""
    line = _end_of_line(text, start, end)
    value = _VALUE.search(text, start + 1, line)
    if value is not None and not text.startswith("[GoogleGenerativeAI", start):
        extent = extent_of(text, value.start(), end)
        if extent.state == "whole":
            return _end_of_line(text, extent.end, end), extent.end
        return _to_blank(text, line, end), extent.end
    last = _to_blank(text, line, end)
    return last, last


def _end_of_line(text: str, start: int, end: int) -> int:
    found = text.find("\n", start, end)
    return end if found == -1 else found


def _to_blank(text: str, line: int, end: int) -> int:
    """The lines that go on, as mails and terminals break long ones."""
    for _ in range(_MOST_LINES):
        if line >= end:
            break
        following = _end_of_line(text, line + 1, end)
        if _STOPS.match(text, line + 1, following) is not None:
            break
        line = following
    return min(line, end)


def words_of(error: str) -> str:
    """What a provider said in an error, without what programs put around it; all of it where
    nothing tells them apart."""
    text = error.encode().decode("latin-1")
    begins = _VALUE.search(text)
    while begins is not None:
        start = begins.start()
        extent = extent_of(text, start, len(text))
        whole = text[start : extent.end].encode("latin-1")
        read = value_of(Body(whole, (0,), (start,)), 1, may_be_cut=False)
        if isinstance(read, Read):
            return _message_in(read.value) or error
        begins = None if extent.state == "whole" else _VALUE.search(text, extent.end)
    return error


def _message_in(value: JsonValue) -> str:
    """The sentence in the JSON of an error, which may stand in a text that is JSON again."""
    for _ in range(_MOST_LEVELS):
        if isinstance(value, str) and value.lstrip()[:1] == "{":
            body = Body(value.encode("utf-8", "replace"), (0,), (0,))
            read = value_of(body, 1, may_be_cut=False)
            if isinstance(read, Read):
                value = read.value
        if isinstance(value, list):
            value = value[0] if value else None
        elif isinstance(value, dict):
            inner = [
                value.get(name) for name in ("error", "Error", "message", "Message", "detail")
            ]
            value = next((one for one in inner if one), None)
    return value.strip() if isinstance(value, str) else ""


def speaker_of(error: str) -> str:
    """Whose words an error seems to be; empty where nothing tells it."""
    near = error[:_READ]
    return next((name for name, mark in _SPEAKERS if mark.search(near)), "")
