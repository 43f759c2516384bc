"""One kind of secret: the literal to search for, its shape, and the source of both.

The work of a pattern grows no faster than the text: a match begins at a literal of a plain
search, no repetition is inside another one, and each repetition has a greatest length.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from math import log2

from msgspec import Struct

MAX_LENGTH = 25_000
"""Bytes that one match can have."""

_GREATEST = 2**31
# What may stand before a secret, beside the line's begin: no more of a word; but the escape of
# a line end, and a code that colours a terminal, end in letters.
_AFTER_AN_ESCAPE = rb"(?<=\\[nrtbf])|(?<=[\[;][0-9]m)|(?<=[\[;][0-9][0-9]m)"
NO_WORD_BEFORE = rb"(?:(?<![A-Za-z0-9_-])|" + _AFTER_AN_ESCAPE + rb")"
NO_BASE64_BEFORE = rb"(?:(?<![A-Za-z0-9_+/-])|" + _AFTER_AN_ESCAPE + rb")"
NO_WORD_AFTER = rb"(?![A-Za-z0-9_-])"
_NAMED = rb"""\\{0,8}["']?\]? ?[:=,]>? ?(?:\\{0,8}["'])?"""
"""Between a name and its value: `NAME=`, `"name": "`, `'name' => '`, escaped or not."""


class SecretKind(Struct, frozen=True):
    """What a secret is."""

    id: str
    """The word for it in a placeholder."""
    title: str
    source: str
    """Where its shape or name is documented."""
    example: bytes
    """Made up: a text in which one is found."""
    is_sure: bool = True
    """Whether its shape shows it; else only the name of what holds it."""

    def public_prefix(self, secret: bytes) -> bytes:
        """The part of a secret that all of its kind begin with."""
        return b""


class SecretRule(SecretKind, frozen=True, kw_only=True):
    """A kind of secret that is found by its shape."""

    keywords: tuple[bytes, ...]
    """The literals to search for: a match begins at one, or `before` bytes before one."""
    pattern: bytes
    """Compiled at first use: most logs need few of them."""
    group: int = 0
    """Which group of the pattern is the secret."""
    before: int = 0
    least_entropy: float = 0.0
    """Bits a character, where the shape alone says little."""
    check: Callable[[bytes], bool] | None = None
    everywhere: bool = False
    """Whether it may be short, or far from its keyword, so that no long word is near."""
    is_one_word: bool = False
    """Whether it begins with `LONG` signs of a long word, and no word goes on with it."""
    prefixes: tuple[bytes, ...] = ()
    """The beginning that all of this kind share, which is no secret."""

    def at(self, text: bytes, place: int) -> tuple[int, int] | None:
        """The span of the secret from a literal on; None where there is no secret."""
        found = (
            _compiled(self.pattern).match(text, place - self.before)
            if place >= self.before
            else None
        )
        if found is None:
            return None
        secret = found[self.group]
        if entropy(secret) < self.least_entropy or (
            self.check is not None and not self.check(secret)
        ):
            return None
        return found.span(self.group)

    def public_prefix(self, secret: bytes) -> bytes:
        """The part of a secret that every one of its kind begins with."""
        return max(filter(secret.startswith, self.prefixes), key=len, default=b"")


@cache
def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern)


def entropy(text: bytes) -> float:
    """Bits a character, by how often each character comes in the text."""
    size = len(text)
    return -sum(count / size * log2(count / size) for count in Counter(text).values())


def named(
    id: str,
    title: str,
    names: str,
    value: str,
    *,
    source: str,
    example: str,
    least_entropy: float = 3.0,
) -> SecretRule:
    """A secret of any shape, known by the name of its variable or field."""
    words = tuple(word.encode() for word in names.split())
    either = b"|".join(map(re.escape, words))
    after = rb"(?![A-Za-z0-9_+/-])"
    pattern = b"(?:" + either + b")" + _NAMED + b"(" + value.encode() + b")" + after
    text = words[0] + b'": "' + example.encode() + b'"'
    return SecretRule(
        id,
        title,
        source,
        text,
        keywords=words,
        pattern=pattern,
        group=1,
        least_entropy=least_entropy,
    )


def whole_run(signs: str, least: int, most: int) -> str:
    """A pattern for a run of these characters that is never cut short for the next piece.

    It replaces `{least,most}+`, which Python before 3.11.5 gets wrong.
    """
    return f"(?:{signs}{{{most}}}|{signs}{{{least},{most - 1}}}(?!{signs}))"


def made_up(size: int, alphabet: str = "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60") -> str:
    """A text that looks random, for examples: whole ones would alarm the scanners of code
    hosts."""
    state, text = 7 + size, []
    for _ in range(size):
        state = (state * 1_103_515_245 + 12_345) % _GREATEST
        text.append(alphabet[(state >> 12) % len(alphabet)])
    return "".join(text)


HEX = "0123456789abcdef"
