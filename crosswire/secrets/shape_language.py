"""Shapes of secrets as a table writes them, made into rules.

A table has three or more lines for each kind: `id: title`, its shapes, and where that is
written down:

    github-token: GitHub token
      ghp_ gho_ {a36-255}
      docs.github.com, GitHub's token formats

The last word of a line of shapes is what follows the words before it; a word alone is a whole
shape. `{a36-255}` is a run of 36 to 255 signs of the alphabet `a`; all else stands for itself.
A number behind the title is the least entropy, in bits a character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from crosswire.secrets.long_words import begins_long
from crosswire.secrets.secret_rule import (
    NO_BASE64_BEFORE,
    NO_WORD_AFTER,
    NO_WORD_BEFORE,
    SecretRule,
    made_up,
    whole_run,
)

_SMALL, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
_BIG = _SMALL.upper()
ALPHABETS = {
    "d": ("[0-9]", _DIGITS),
    "h": ("[0-9a-f]", _DIGITS + "abcdef"),
    "H": ("[0-9A-Fa-f]", _DIGITS + "abcdef"),
    "l": ("[a-z0-9]", _SMALL + _DIGITS),
    "u": ("[A-Z0-9]", _BIG + _DIGITS),
    "i": ("[A-Z2-7]", _BIG + "234567"),
    "q": ("[A-Z0-9]", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
    "c": ("[A-Za-z]", _SMALL + _BIG),
    "a": ("[A-Za-z0-9]", "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60"),
    "w": ("[A-Za-z0-9_-]", "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60"),
    "b": ("[A-Za-z0-9+/]", "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60"),
    "B": ("[A-Za-z0-9+/_=-]", "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60"),
    "e": ("[A-Za-z0-9_=-]", "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60"),
    "t": ("[A-Za-z0-9_.=-]", "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60"),
    "~": ("[A-Za-z0-9_~.-]", "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60"),
    "%": ("[A-Za-z0-9%-]", "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60"),
    "=": ("=", "="),
}
"""Which signs a run is made of, and of which signs its example."""

_UUID = "{h8}-{h4}-{h4}-{h4}-{h12}"
_RUN = re.compile(r"\{(.)([0-9]+)(?:-([0-9]+))?\}")
_HEAD = re.compile(r"(?P<id>[a-z0-9-]+): (?P<title>.+?)(?: (?P<entropy>[0-9]\.[0-9]))?")
_USUAL_ENTROPY = 2.5
_PLACEHOLDER = re.compile(
    rb"EXAMPLE|example|your|YOUR|xxxxx|XXXXX|0000000|placeholder|dummy|redacted|REDACTED"
)


class Shape(Struct, frozen=True):
    """One shape: its pattern, an example, and the literal by which it is found."""

    pattern: str
    example: str
    literal: str
    before: int
    """Signs before the literal."""


def rules_of(table: str) -> tuple[SecretRule, ...]:
    """The rules of a table."""
    blocks = re.split(r"\n(?=\S)", table.strip())
    return tuple(_rule([line.strip() for line in block.splitlines()]) for block in blocks)


def shape_of(text: str) -> Shape:
    """A shape as it is written in a table."""
    text = text.replace("{uuid}", _UUID)
    pattern, example = "", ""
    literals: list[tuple[str, int]] = []
    end, before, is_fixed = 0, 0, True
    for run in [*_RUN.finditer(text), None]:
        between = text[end : run.start() if run else len(text)]
        if is_fixed and between:
            literals.append((between, before))
        pattern += re.escape(between)
        example += between
        if run is None:
            break
        least, most = int(run[2]), int(run[3] or run[2])
        signs, letters = ALPHABETS[run[1]]
        pattern += _counted(signs, least, most)
        example += made_up(least, letters)
        before += len(between) + least
        is_fixed = is_fixed and least == most
        end = run.end()
    begins = literals[0][1] == 0
    literal, before = literals[0] if begins else max(literals, key=lambda one: len(one[0]))
    return Shape(pattern, example, literal, before)


def is_no_placeholder(secret: bytes) -> bool:
    """Whether it is none of those that documents show: `AKIA...EXAMPLE`, `ghp_xxxxx`."""
    return _PLACEHOLDER.search(secret) is None


def _counted(signs: str, least: int, most: int) -> str:
    return f"{signs}{{{least}}}" if least == most else whole_run(signs, least, most)


def _rule(lines: list[str]) -> SecretRule:
    head = _HEAD.fullmatch(lines[0])
    if head is None or len(lines) < 3:
        raise ValueError(f"Not a kind of secret: {lines[0]}")
    shapes = [shape_of(text) for line in lines[1:-1] for text in _whole(line)]
    words = tuple(dict.fromkeys(shape.literal.encode() for shape in shapes))
    begins = all(shape.before == 0 for shape in shapes)
    telling = all(set(word) & set(b"_-") for word in words) or not begins
    patterns = "|".join(dict.fromkeys(shape.pattern for shape in shapes)).encode()
    pattern = (NO_WORD_BEFORE if telling else NO_BASE64_BEFORE) + b"(?:" + patterns + b")"
    return SecretRule(
        head["id"],
        head["title"],
        lines[-1],
        b'{"key": "' + shapes[0].example.encode() + b'"}',
        keywords=words,
        pattern=pattern + NO_WORD_AFTER,
        before=shapes[0].before,
        least_entropy=float(head["entropy"] or _USUAL_ENTROPY),
        check=is_no_placeholder,
        prefixes=words if begins else (),
        is_one_word=all(begins_long(shape.example) for shape in shapes),
    )


def _whole(line: str) -> Iterator[str]:
    """The whole shapes of a line: each of its prefixes with the rest."""
    *prefixes, rest = line.split()
    yield from (prefix + rest for prefix in prefixes) if prefixes else (rest,)
