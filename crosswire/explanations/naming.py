"""What a provider's message names: ids, and places in the request."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

_MOST = 100
"""Ids and places that are taken out of one message."""
_STOPS = ".,:;!?"
_TOKEN = re.compile(r"[^\s\"'`,;()<>{}\[\]=]+")
_LONGEST_QUOTED = 400
_SHORTEST_CUT = 6
"""Characters that must be left of an id that a message cuts."""

_PREFIXES = (
    "call|toolu|srvtoolu|mcptoolu|tooluse|fc|fco|rs|msg|ctc|ctco|ws|fs|ci|ig|mcp|mcpr|mcpl|item|resp|cmp|"
    "chatcmpl-tool|cw|om|cu|lsh|tsc|apc|function-call"
)
_MOST_LINES = 6
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


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place in a request, as a message names it."""

    words: str
    """`messages.33.content.1`."""
    root: str
    """The field of the request."""
    steps: tuple[str | int, ...]
    """What follows it; positions count from 0."""


def named_places(text: str) -> list[NamedPlace]:
    """The places that an unescaped message names, each once, in its order."""
    return list(dict.fromkeys(_places(text)))[:_MOST]


def _places(text: str) -> Iterator[NamedPlace]:
    for found in _PATH.finditer(text):
        steps = tuple(_steps(found[2]))
        if any(isinstance(step, int) for step in steps):
            root = "messages" if found[1] == "message" else found[1]
            yield NamedPlace(found[0].rstrip("."), root, steps)
    for found in _BLOCK.finditer(text):  # Gemini counts these from 1
        number = int(found[1] or found[2])
        yield NamedPlace(found[0], "contents", (max(number - 1, 0),))
    for found in _MESSAGE.finditer(text):
        yield NamedPlace(found[0], "messages", (int(found[1]),))


def _steps(path: str) -> Iterator[str | int]:
    """Bedrock writes `.3.member` for the third, others `[2]` or `.2`."""
    steps = [found[1] or found[2] for found in _STEP.finditer(path)]
    for step, following in zip(steps, [*steps[1:], ""], strict=True):
        if step.isdigit() and step.isascii():
            yield max(int(step[:9]) - (following == "member"), 0)
        elif step != "member":
            yield step


@dataclass(frozen=True, slots=True)
class NamedIds:
    """What a message has of ids, each once, in its order."""

    here: list[str]
    """Ids of the log."""
    strange: list[str]
    """What looks like an id and is none of the log's."""
    begun: list[str]
    """The beginnings of ids that the message cuts: `call_abc…`."""


def named_ids(text: str, known: Container[str]) -> NamedIds:
    """The ids that an unescaped message names."""
    here: dict[str, None] = {}
    strange: dict[str, None] = {}
    begun: dict[str, None] = {}
    for word in _words(_mended(text, known)):
        if word in known:
            here[word] = None
        elif word.endswith(("…", "...")):
            begun[word.rstrip("….")] = None
        elif _LOOKS_LIKE_AN_ID.fullmatch(word):
            strange[word] = None
        elif word[-1] in _STOPS and (bare := word.rstrip(_STOPS)):
            if bare in known:
                here[bare] = None
            elif _LOOKS_LIKE_AN_ID.fullmatch(bare):
                strange[bare] = None
    cut = [word for word in begun if len(word) >= _SHORTEST_CUT]
    return NamedIds(list(here)[:_MOST], list(strange)[:_MOST], cut[:_MOST])


def begun_by(beginnings: Iterable[str], ids: Iterable[str]) -> list[str]:
    """The ids that begin so, where a beginning fits one id alone."""
    ordered = sorted(ids)
    return [
        fitting[0] for begun in beginnings if len(fitting := _fitting(begun, ordered)) == 1
    ]


def _fitting(begun: str, ordered: list[str]) -> list[str]:
    at = bisect_left(ordered, begun)
    return [one for one in ordered[at : at + 2] if one.startswith(begun)]


def _mended(text: str, known: Container[str]) -> str:
    """A text in which the ids of the log stand whole that an end of a line broke."""
    lines = text.split("\n")
    mended: list[str] = []
    at = 0
    while at < len(lines):
        whole, taken = _joined(lines[at : at + _MOST_LINES], known)
        if taken:  # its end may be broken too
            at += taken
            lines[at] = whole
        else:
            mended.append(whole)
            at += 1
    return "\n".join(mended)


def _joined(lines: list[str], known: Container[str]) -> tuple[str, int]:
    """The first of some lines, with as many others as make an id of its last word, and their
    number."""
    first = lines[0].rstrip()
    word = _last_word(first)
    if not word or word in known:
        return lines[0], 0
    before, parts = first[: len(first) - len(word)], [word]
    for number, line in enumerate(map(str.strip, lines[1:]), 1):
        found = _TOKEN.match(line)
        if found is None or found[0] in known or found[0].rstrip(_STOPS) in known:
            break
        parts.append(found[0])
        whole = "".join(parts)
        if whole in known or whole.rstrip(_STOPS) in known:
            return before + whole + line[found.end() :], number
        if found.end() < len(line):
            break
    return lines[0], 0


def _last_word(line: str) -> str:
    """The word that a line ends with."""
    ends = [found for found in _TOKEN.finditer(line) if found.end() == len(line)]
    return ends[0][0] if ends else ""


def _words(text: str) -> Iterator[str]:
    """What may be an id: whatever stands in quotes, and words."""
    for (
        quote
    ) in "\"'`":  # which of two begins a quotation is not to be told where one was lost
        for quoted in text.split(quote):
            if 0 < len(quoted) <= _LONGEST_QUOTED:
                yield quoted
    for token in _TOKEN.finditer(text):
        yield token[0]
