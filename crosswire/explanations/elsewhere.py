"""Errors that are not about the history: the key, quota, size, model, server, settings.

They are known by how all providers speak of such things, so that no list of their sentences is
needed. A sentence about the history is looked for first.
"""

from __future__ import annotations

import re

from msgspec import Struct

from crosswire.cached_property import cached_property
from crosswire.explanations.further_texts import FurtherText
from crosswire.explanations.in_chinese import SUBJECTS
from crosswire.explanations.texts_elsewhere import (
    ABOUT,
    NO_REASON,
    NO_REASON_AT_THE_END,
    PATTERNS,
    SAYING_NOTHING,
    VAGUE,
    WORDS_OF_WRAPPERS,
)

_WORD = re.compile(r"\w+")
_GIVEN_NO_REASON = re.compile(
    rf"(?:{'|'.join(NO_REASON)})(?=[^\w :]|$| \()|"
    rf"(?:{'|'.join(NO_REASON_AT_THE_END)})(?=\W{{0,20}}$| at [\w.<>]{{1,60}} ?\()"
)
_DIGIT = re.compile(r"\d")
_AROUND = re.compile(
    r"\bheaders: ?\{[^{}]{0,4000}\}|(?<=[{,]) ?(?:endpoint|provider): ?[\w.:/@-]{1,300}"
)
"""What a program tells of the answer beside the body: its headers, whom it asked."""


class Elsewhere(Struct, frozen=True, dict=True):
    """A subject of errors beside the history."""

    name: str
    is_vague: bool = False
    """Whether its words also stand beside errors about the history: `500`."""

    @property
    def text(self) -> FurtherText:
        title, meaning = ABOUT[self.name]
        return FurtherText(title, "any provider", (), meaning=meaning, subject=self.name)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        table = VAGUE if self.is_vague else PATTERNS
        return re.compile("|".join(table[self.name]))

    def is_in(self, message: str) -> bool:
        """Whether a plain message speaks of it."""
        if self._pattern.search(message):
            return True
        is_other = not self.is_vague and not message.isascii() and self.name in SUBJECTS
        return is_other and self._in_chinese.search(message) is not None

    @cached_property
    def _in_chinese(self) -> re.Pattern[str]:
        return re.compile(SUBJECTS[self.name])


class _Nothing(Struct, frozen=True, dict=True):
    """What is said where the reason is kept back."""

    @property
    def text(self) -> FurtherText:
        title, meaning = ABOUT["no reason"]
        return FurtherText(title, "any provider", (), meaning=meaning, subject="no reason")

    def is_all_of(self, message: str) -> bool:
        """Whether a plain message holds nothing but words that give no reason."""
        words = _WORD.findall(_AROUND.sub(" ", message))
        said = [word for word in words if not _DIGIT.search(word)]
        told = [word for word in said if not _is_of_a_wrapper(word)]
        return bool(said) and all(word in SAYING_NOTHING for word in told)

    def is_said_in(self, message: str) -> bool:
        """Whether a plain message ends one of its sentences with words that give no reason."""
        return _GIVEN_NO_REASON.search(message) is not None


def _is_of_a_wrapper(word: str) -> bool:
    return word in WORDS_OF_WRAPPERS or word.endswith(("error", "exception"))


ELSEWHERE = (
    *map(Elsewhere, PATTERNS),
    *(Elsewhere(name, is_vague=True) for name in VAGUE),
)
SETTINGS = next(one for one in ELSEWHERE if one.name == "settings")
FILES = next(one for one in ELSEWHERE if one.name == "files")
PROGRAM = next(one for one in ELSEWHERE if one.name == "program")
SAYS_NOTHING = _Nothing()
