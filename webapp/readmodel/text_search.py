"""Finds words in the texts of a conversation, a block at a time, by bytes first: most blocks
have none."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, TypedDict

from webapp.readmodel.search_texts import Owner, Scope, folded, owners_of, sizes_of
from webapp.readmodel.signatures import Sought
from webapp.readmodel.text import printable

BEFORE = 50
"""Characters of a text that a hit shows before the words that were found."""
AFTER = 110
_ROOM = re.compile(r"[ \t\r\n]+")


class Hit(TypedDict):
    """A text that has the words, with its place."""

    row: int
    message: int | None
    call: int | None
    role: str
    tool: str
    scope: Scope
    what: str
    address: str
    times: int
    """How often the words stand in it."""
    before: str
    """What stands around the first time, on one line."""
    found: str
    after: str


@dataclass(frozen=True)
class BlockTexts:
    """The texts of a block, decoded when a page shows something of them."""

    block: bytes
    start: int
    end: int

    @cached_property
    def text(self) -> str:
        return self.block[self.start : self.end].decode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Place:
    """A text that has the words; what stands around them is cut out when a page shows it."""

    owner: Owner
    times: int
    texts: BlockTexts
    at: int
    """Where the words stand in it for the first time."""
    length: int
    begins: int
    ends: int

    @property
    def text(self) -> str:
        """All texts of the block."""
        return self.texts.text

    @property
    def whole(self) -> str:
        """The whole text that has the words."""
        return self.text[self.begins : self.ends]

    def hit(self) -> Hit:
        owner, end = self.owner, self.at + self.length
        before = self.text[max(self.begins, self.at - BEFORE) : self.at]
        after = self.text[end : min(self.ends, end + AFTER)]
        return Hit(
            row=owner.row,
            message=owner.message,
            call=owner.call,
            role=printable(owner.role),
            tool=owner.tool,
            scope=owner.scope,
            what=printable(owner.what),
            address=printable(owner.address),
            times=self.times,
            before=_one_line(before if self.at - BEFORE <= self.begins else f"…{before}"),
            found=_one_line(self.text[self.at : end]),
            after=_one_line(after if end + AFTER >= self.ends else f"{after}…"),
        )


def _one_line(text: str) -> str:
    return _ROOM.sub(" ", text)


@dataclass(frozen=True)
class Words:
    """What is searched for: these words, in any case or in exactly this one."""

    words: str
    exact_case: bool = False

    def may_stand_in(self, signature: bytes | None) -> bool:
        """Whether a block with this signature may have the words."""
        return self._sought.may_stand_in(signature)

    @cached_property
    def _sought(self) -> Sought:
        return Sought(self.words)

    def places(self, block: bytes) -> Iterator[Place]:
        """The texts of a block that have the words, in order."""
        if (found := self._searched(block)) is not None:
            start, end, haystack, wanted = found
            texts = BlockTexts(block, start, end)
            yield from _places(owners_of(block, start), texts, haystack, wanted)

    def owners(self, block: bytes) -> Iterator[Owner]:
        """Whose texts have the words, each once."""
        if (found := self._searched(block)) is None:
            return
        start, _, haystack, wanted = found
        owners = owners_of(block, start)
        for number, _, _ in _texts_with(owners, haystack, wanted):
            yield Owner(*owners[number])

    def _searched(self, block: bytes) -> tuple[int, int, str, str] | None:
        """Where the texts of a block stand, what is searched in it and for what; None where
        the words do not stand in it."""
        if not self.words:
            return None
        start, end = sizes_of(block)
        wanted, as_bytes = self._wanted
        plain = end == len(block)  # no case but what bytes can fold
        searched = block.lower() if plain and not self.exact_case else block
        first = start if plain or self.exact_case else end
        last = end if self.exact_case else len(block)
        if searched.find(as_bytes, first, last) < 0:
            return None
        return start, end, searched[first:last].decode("utf-8", "surrogatepass"), wanted

    @cached_property
    def _wanted(self) -> tuple[str, bytes]:
        """What is looked for in texts, also as bytes."""
        wanted = self.words if self.exact_case else folded(self.words)
        return wanted, wanted.encode("utf-8", "surrogatepass")


def _places(
    owners: list[Any], texts: BlockTexts, haystack: str, wanted: str
) -> Iterator[Place]:
    for number, at, end in _texts_with(owners, haystack, wanted):
        owner, times = Owner(*owners[number]), haystack.count(wanted, at, end)
        yield Place(owner, times, texts, at, len(wanted), end - owner.length, end)


def _texts_with(
    owners: list[Any], haystack: str, wanted: str
) -> Iterator[tuple[int, int, int]]:
    """The texts that have the words: their number, the first place in them, their end."""
    ends = list(accumulate(fields[-1] for fields in owners))
    at = haystack.find(wanted)
    while at >= 0:
        number = bisect_right(ends, at)
        end = ends[number]
        if at + len(wanted) <= end:
            yield number, at, end
        at = haystack.find(wanted, end)


@dataclass(frozen=True)
class WholeId:
    """An id that is searched for: where it is one, and where it stands in other texts by
    itself."""

    id: str

    def may_stand_in(self, signature: bytes | None) -> bool:
        """Whether a block with this signature may have the id."""
        return self._as_words.may_stand_in(signature)

    @cached_property
    def _as_words(self) -> Words:
        return Words(self.id, exact_case=True)

    def places(self, block: bytes) -> Iterator[Place]:
        """The places of a block, in order."""
        for place in self._as_words.places(block):
            if place.owner.scope == "ids":
                if place.whole == self.id:
                    yield place
            elif (alone := self._alone(place)) is not None:
                yield alone

    def _alone(self, place: Place) -> Place | None:
        """The place without what only looks like the id: the beginning of a longer one."""
        found = [
            one.start() for one in self._pattern.finditer(place.text, place.begins, place.ends)
        ]
        return replace(place, at=found[0], times=len(found)) if found else None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        before, after = (r"(?<![\w-])" if _WORD.match(self.id) else ""), r"(?![\w-])"
        return re.compile(
            before + re.escape(self.id) + (after if _WORD.match(self.id[-1]) else "")
        )


_WORD = re.compile(r"[\w-]")


@dataclass
class Found:
    """What a search found, some of it as hits."""

    of: Words | WholeId
    offset: int = 0
    count: int = 50
    scope: Scope | None = None
    """Only hits of this scope; all are counted."""
    places: Counter[Scope] = field(default_factory=Counter)
    """How many texts of each scope have the words."""
    times: int = 0
    """How often they stand in the texts of the scope in all."""
    whats: Counter[str] = field(default_factory=Counter)
    """What those texts are: `user`, `call id of a call`."""
    hits: list[Hit] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Texts of the scope that have them."""
        return self.places[self.scope] if self.scope else self.places.total()

    def read(self, block: bytes) -> None:
        """Search one more block."""
        for place in self.of.places(block):
            scope = place.owner.scope
            if self.scope in (None, scope):
                if self.offset <= self.total < self.offset + self.count:
                    self.hits.append(place.hit())
                self.times += place.times
                self.whats[place.owner.what] += 1
            self.places[scope] += 1
