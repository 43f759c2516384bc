"""What a provider's message names: ids, and places in the request."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

MAX_NAMED = 100
"""Ids, and places, that are taken out of one message."""
_STOPS = ".,:;!?"
_TOKEN = re.compile(r"[^\s\"'`,;()<>{}\[\]=]+")
MAX_QUOTED = 400
MIN_CUT = 6
"""Characters that must be left of an id that a message cuts."""

_PREFIXES = (
    "call|toolu|srvtoolu|mcptoolu|tooluse|fc|fco|rs|msg|ctc|ctco|ws|fs|ci|ig|mcp|mcpr|mcpl|item|resp|cmp|"
    "chatcmpl-tool|cw|om|cu|lsh|tsc|apc|function-call"
)
MAX_LINES = 6
"""Lines that one id may be broken over."""

_LOOKS_LIKE_AN_ID = re.compile(
    rf"(?:{_PREFIXES})[_-](?=[\w-]*[\dA-Z])[\w-]{{4,200}}", re.ASCII
)

_PATH = re.compile(
    r"\b(messages?|input|contents|tools|toolConfig)((?:\[\d{1,9}\]|\.(?!\s)\w{1,80}){1,40})",
    re.ASCII,
)
_STEP = re.compile(r"\[(\d+)\]|\.(\w+)", re.ASCII)
_BLOCK = re.compile(r"\b(?:in the (\d{1,9})\. content block|position (\d{1,9})\b)", re.ASCII)
_MESSAGE = re.compile(r"\bmessage index (\d{1,9})\b", re.ASCII)


class NamedPlace(Struct, frozen=True):
    """A place in a request, as a message names it."""

    words: str
    """`messages.33.content.1`."""
    root: str
    """The field of the request."""
    steps: tuple[str | int, ...]
    """What follows it; positions count from 0."""


def named_places(text: str) -> list[NamedPlace]:
    """The places that an unescaped message names, each once, in its order."""
    return list(dict.fromkeys(_places(text)))[:MAX_NAMED]


def _places(text: str) -> Iterator[NamedPlace]:
    for path in _PATH.finditer(text):
        steps = tuple(_steps(path[2]))
        if any(isinstance(step, int) for step in steps):
            root = "messages" if path[1] == "message" else path[1]
            yield NamedPlace(path[0].rstrip("."), root, steps)
    for block in _BLOCK.finditer(text):  # Gemini counts these from 1
        yield NamedPlace(block[0], "contents", (max(int(block[1] or block[2]) - 1, 0),))
    for message in _MESSAGE.finditer(text):
        yield NamedPlace(message[0], "messages", (int(message[1]),))


def _steps(path: str) -> Iterator[str | int]:
    """The steps of a path; Bedrock writes `.3.member` for the third, others `[2]` or `.2`."""
    steps = [step[1] or step[2] for step in _STEP.finditer(path)]
    for step, following in pairwise([*steps, ""]):
        if step.isdigit():
            yield max(int(step[:9]) - (following == "member"), 0)
        elif step != "member":
            yield step


class NamedIds(Struct, frozen=True):
    """The ids in a message, each once, in its order."""

    here: list[str]
    """Ids of the log."""
    strange: list[str]
    """Words that look like ids, which the log lacks."""
    begun: list[str]
    """The beginnings of ids that the message cuts: `call_abc…`."""


def named_ids(text: str, known: Container[str]) -> NamedIds:
    """The ids that an unescaped message names; `known` holds those of the log."""
    here: dict[str, None] = {}
    strange: dict[str, None] = {}
    begun: dict[str, None] = {}
    for word in _words(_mended(text, known)):
        bare = word.rstrip(_STOPS)
        if word in known:
            here[word] = None
        elif word.endswith(("…", "...")):
            begun[word.rstrip("….")] = None
        elif bare in known:
            here[bare] = None
        elif _LOOKS_LIKE_AN_ID.fullmatch(bare):
            strange[bare] = None
    cut = [word for word in begun if len(word) >= MIN_CUT]
    return NamedIds(list(here)[:MAX_NAMED], list(strange)[:MAX_NAMED], cut[:MAX_NAMED])


def begun_by(beginnings: Iterable[str], ids: Iterable[str]) -> list[str]:
    """The ids that begin so; a beginning that fits several ids gives none."""
    ordered = sorted(ids)
    fitting = [_fitting(beginning, ordered) for beginning in beginnings]
    return [some[0] for some in fitting if len(some) == 1]


def _fitting(beginning: str, ordered: list[str]) -> list[str]:
    """The first two ids that begin so."""
    first = bisect_left(ordered, beginning)
    return [id for id in ordered[first : first + 2] if id.startswith(beginning)]


def _mended(text: str, known: Container[str]) -> str:
    """A text in which ids of the log that were broken over lines are whole again."""
    lines = text.split("\n")
    mended: list[str] = []
    number = 0
    while number < len(lines):
        line, taken = _joined(lines[number : number + MAX_LINES], known)
        if taken:  # its end may be broken too
            number += taken
            lines[number] = line
        else:
            mended.append(line)
            number += 1
    return "\n".join(mended)


def _joined(lines: list[str], known: Container[str]) -> tuple[str, int]:
    """The first line with the rest of an id that its last word begins, and how many lines the
    rest takes."""
    first = lines[0].rstrip()
    word = whole = _last_word(first)
    rests = map(str.strip, lines[1:]) if word and word not in known else ()
    for number, line in enumerate(rests, 1):
        token = _TOKEN.match(line)
        if token is None or _is_known(token[0], known):
            break
        whole += token[0]
        if _is_known(whole, known):
            return first.removesuffix(word) + whole + line[token.end() :], number
        if token.end() < len(line):
            break
    return lines[0], 0


def _is_known(word: str, known: Container[str]) -> bool:
    return word in known or word.rstrip(_STOPS) in known


def _last_word(line: str) -> str:
    """The word that a line ends with; empty where a line ends with none."""
    return next((token[0] for token in _TOKEN.finditer(line) if token.end() == len(line)), "")


def _words(text: str) -> Iterator[str]:
    """What may be an id: all that stands in quotes, and words."""
    # Where a quotation mark was lost, nothing tells which of two begins a quotation.
    for mark in "\"'`":
        yield from (quoted for quoted in text.split(mark) if 0 < len(quoted) <= MAX_QUOTED)
    yield from _TOKEN.findall(text)
