"""Texts of results as they may stand in an id or a name: compared without what copying
changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from crosswire.ids.shapes import looks_minted
from crosswire.model import DataPart, TextPart, ToolResultPart, text_of
from crosswire.model.json_values import object_or_empty, texts_in

SLACK = 8
"""How much longer a result may be than the id it was copied into: escapes and white space go
on the way."""


def length(result: ToolResultPart) -> int:
    """The characters of a result's text, not counting structured data."""
    return sum(len(part.text) for part in result.content if isinstance(part, TextPart))


def plain(text: str) -> str:
    """A text without what copying it into another field may change: quotes, escapes, white
    space."""
    text = "".join(text.split())
    for mark in "\"'`\\":
        text = text.replace(mark, "")
    return text


def texts_of(result: ToolResultPart) -> Iterator[str]:
    """What a result says, plain: its text, structured data as JSON, and the text that it
    wraps."""
    yield from readings(text_of(result.content))
    for part in result.content:
        if isinstance(part, DataPart):
            yield plain(json.dumps(part.value, ensure_ascii=False))
            fields = object_or_empty(part.value)
            for text in texts_in([*fields.values()]) if len(fields) == 1 else ():
                yield from readings(text)


def short_texts(result: ToolResultPart | None, max_length: float) -> list[str]:
    """The same, where there is a result and it is no longer than that."""
    if result is None or length(result) > max_length:
        return []
    return list(texts_of(result))


def readings(text: str) -> Iterator[str]:
    """A text, plain; and once more with the escapes of JSON resolved, where it has some."""
    escaped = (text, _unescaped(text)) if "\\" in text else (text,)
    return filter(None, map(plain, escaped))


def _unescaped(text: str) -> str:
    text = re.sub(r"\\+[bfnrt]", " ", text)
    text = re.sub(r"\\+u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), text)
    return re.sub("[\ud800-\udbff][\udc00-\udfff]", _joined, text)


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")


_MIN_CUT = 20
"""From how many characters on something counts as the beginning of a longer text."""


def says(texts: list[str], value: str, *, whole: bool = False) -> bool:
    """Whether one of these texts is this value, or begins with it."""
    return any(
        text == reading
        or (not whole and len(reading) >= _MIN_CUT and text.startswith(reading))
        for reading in readings(value)
        for text in texts
    )


_TOKEN = re.compile(r"[\w.:|@/-]{1,80}", re.ASCII)


def is_token(value: str) -> bool:
    """One word with a digit or a known prefix, which ids are and sentences are not."""
    return looks_minted(value) or (
        bool(_TOKEN.fullmatch(value)) and bool(re.search(r"\d", value))
    )
