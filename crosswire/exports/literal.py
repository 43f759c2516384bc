"""A JSON value as a Python literal that people can read: long texts in lines, one beneath the
other."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeAlias

from crosswire.containers.json_document import ExactNumber
from crosswire.model import JsonValue

LONGEST = 96
"""Characters of a text on one line."""
DEEPEST = 60
"""Levels of nesting; Python itself gives up below a hundred or two."""

Special: TypeAlias = "Callable[[tuple[str, ...], JsonValue], str | None]"
"""Code for the value at some keys, where it is not the literal."""


def literal(value: JsonValue, special: Special = lambda _keys, _value: None) -> str:
    """Code that gives the value."""
    out: list[str] = []
    _write(value, out, "", (), special)
    return "".join(out)


def quoted(text: str) -> str:
    """A text in double quotes; characters that are invisible in a program are escaped."""
    plain = text.replace("\n", "").replace("\t", "").isprintable()
    return json.dumps(text, ensure_ascii=False) if plain else repr(text)


def depth_of(value: JsonValue) -> int:
    """How deep a value is nested."""
    deepest, level = 0, [value]
    while level:
        inside: list[JsonValue] = []
        for one in level:
            if isinstance(one, dict):
                inside += one.values()
            elif isinstance(one, list):
                inside += one
        deepest, level = deepest + 1, inside
    return deepest


def _write(
    value: JsonValue, out: list[str], margin: str, keys: tuple[str, ...], special: Special
) -> None:
    code = special(keys, value)
    inner = margin + "    "
    if code is not None:
        out.append(code)
    elif isinstance(value, dict) and value:
        out.append("{\n")
        for key, item in value.items():
            out.append(f"{inner}{quoted(key)}: ")
            _write(item, out, inner, (*keys, key), special)
            out.append(",\n")
        out.append(margin + "}")
    elif isinstance(value, list) and value:
        out.append("[\n")
        for item in value:
            out.append(inner)
            _write(item, out, inner, keys, special)
            out.append(",\n")
        out.append(margin + "]")
    elif isinstance(value, str):
        out.append(_text(value, margin))
    else:
        out.append(value.text if isinstance(value, ExactNumber) else repr(value))


def _text(text: str, margin: str) -> str:
    """A text, cut after its line ends where it is long."""
    if len(text) <= LONGEST and text.count("\n") < 2:
        return quoted(text)
    inner = margin + "    "
    lines = [piece for line in text.splitlines(keepends=True) for piece in _pieces(line)]
    if len(lines) < 2:
        return quoted(text)
    return "(\n" + "".join(f"{inner}{quoted(line)}\n" for line in lines) + f"{margin})"


def _pieces(line: str) -> list[str]:
    """A line in pieces, cut behind a blank where there is one."""
    pieces, at = [], 0
    while len(line) - at > LONGEST:
        cut = line.rfind(" ", at + LONGEST // 2, at + LONGEST) + 1 or at + LONGEST
        pieces.append(line[at:cut])
        at = cut
    return [*pieces, line[at:]]
