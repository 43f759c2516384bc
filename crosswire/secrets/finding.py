"""Finds the secrets in the bytes of any upload, also of one that cannot be read."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from crosswire.secrets import (
    of_names,
    of_protocols,
    shapes_of_clouds,
    shapes_of_code,
    shapes_of_models,
    shapes_of_services,
)
from crosswire.secrets.base64_texts import base64_texts
from crosswire.secrets.keywords import KeywordPlaces
from crosswire.secrets.long_words import LongWords
from crosswire.secrets.named_values import named_values
from crosswire.secrets.places import addresses_at
from crosswire.secrets.plain_text import PlainText
from crosswire.secrets.secret_names import NAMED_KINDS
from crosswire.secrets.secret_rule import SecretKind, SecretRule, entropy
from crosswire.secrets.shape_language import rules_of
from crosswire.secrets.streamed import Span, joined, may_be_streamed
from crosswire.secrets.words import WORD, Words, plain_word

SECRET_RULES: tuple[SecretRule, ...] = (
    *rules_of(shapes_of_models.SHAPES),
    *rules_of(shapes_of_clouds.SHAPES),
    *rules_of(shapes_of_code.SHAPES),
    *rules_of(shapes_of_services.SHAPES),
    *of_names.RULES,
    *of_protocols.RULES,
)
"""The most telling shapes first: of two that fit the same bytes the first counts."""

SECRET_KINDS: tuple[SecretKind, ...] = (*SECRET_RULES, *NAMED_KINDS)
"""All that can be found: the sure ones, then those that only a name tells."""

SHORTEST_SOUGHT = 12
"""A shorter secret is masked only where its shape shows it, not at every occurrence."""

MAX_SOUGHT = 5_000_000_000
"""The limit of bytes times secrets in the search for further places of known secrets."""

SHORTEST_REST = 6
"""Less of a probable secret, beside a sure one in it, is none."""

SHORTEST_AGAIN = 8
"""A shorter one that only a name tells is masked beside its name alone."""

_PLACES = KeywordPlaces(SECRET_RULES)
_ORDER = {rule.id: number for number, rule in enumerate((*SECRET_KINDS, WORD))}
_PLACEHOLDER = re.compile(rb"\[masked-([a-z0-9-]{1,40})-([0-9]{1,9})\]")
_IS_NUMBER = re.compile(rb"[0-9.eE+-]+")
_LETTER = re.compile(rb"[A-Za-z]")
_WORD_SIGN = re.compile(rb"[A-Za-z0-9]")
_IN_A_CODE = re.compile(rb"\\[uU][0-9a-fA-F]{0,3}$")
_LINE_ENDS = re.compile(rb"\\{1,16}[nrt]|\s")


class Secret(Struct, frozen=True):
    """A secret, or a text that looks like one, with its place."""

    rule: SecretKind
    address: str
    """Of the string that holds it; of the object where it is a key; empty where no document
    was read."""
    start: int
    """Its first byte in the upload."""
    end: int
    """The byte after its last one."""
    hint: str
    """Its kind and length, and no more of it than the beginning that all of its kind share."""
    number: int
    """The same for equal secrets."""
    continues: bool = False
    """Whether it is a later piece of one that a stream sent in several."""

    @property
    def is_sure(self) -> bool:
        """Whether its shape shows it, or only the name of what holds it."""
        return self.rule.is_sure

    @property
    def label(self) -> str:
        """The same for equal secrets, and for no others."""
        return f"{self.rule.id}-{self.number}"

    @property
    def placeholder(self) -> str:
        """The text that replaces it; empty for a later piece of a secret."""
        return "" if self.continues else f"[masked-{self.label}]"


class _Hit(Struct, frozen=True):
    start: int
    """In the plain text, as is the end."""
    end: int
    rule: SecretKind


class _Found(Struct, frozen=True):
    rule: SecretKind
    value: bytes
    spans: list[Span]
    """In the upload: one, or more where it came in pieces."""


def find_secrets(data: bytes, words: Sequence[str] = ()) -> list[Secret]:
    """The secrets in an upload, and the places of some words, in the order of its bytes."""
    found = _all_found(data, Words(words))
    if not found:
        return []
    kinds = _kinds(found)
    numbers = _numbers(data, [one.value for one in found], kinds)
    addresses = addresses_at(data, sorted(start for one in found for start, _ in one.spans))
    told = [
        Secret(
            kinds[one.value],
            addresses.get(start, ""),
            start,
            end,
            _hint(kinds[one.value], one.value),
            numbers[one.value],
            continues=piece > 0,
        )
        for one in found
        for piece, (start, end) in enumerate(one.spans)
    ]
    return sorted(told, key=lambda secret: secret.start)


def kinds_of_secrets(data: bytes) -> dict[bytes, SecretKind]:
    """The secrets in an upload themselves, each once, with what it is; not where they stand,
    which takes most of the memory to find."""
    return _kinds(_all_found(data, Words(())))


def is_surer(one: SecretKind, other: SecretKind) -> bool:
    """Whether a kind tells more of a secret than another that it was found as."""
    return _ORDER[one.id] < _ORDER[other.id]


def _all_found(data: bytes, words: Words) -> list[_Found]:
    found = [*_in_pieces(data, words), *_whole(data, words)]
    return [
        one
        for one in _without_overlaps(found)
        if not _begins_in_an_escape(data, one.spans[0][0])
    ]


def _hint(rule: SecretKind, value: bytes) -> str:
    prefix = rule.public_prefix(value).decode()
    return f"{rule.title}: {prefix + '… ' if prefix else ''}{len(value)} characters"


def _whole(data: bytes, words: Words) -> Iterator[_Found]:
    """The secrets that were found in one place each."""
    plain = PlainText(data)
    for hit in _all_hits(plain.text, words):
        yield _Found(
            hit.rule, _value(plain.text, hit), [(plain.place(hit.start), plain.place(hit.end))]
        )


def _in_pieces(data: bytes, words: Words) -> Iterator[_Found]:
    """The secrets that a stream sent in several pieces."""
    for text in joined(data) if may_be_streamed(data) else ():
        plain = PlainText(text.text)
        for hit in _beside_sure(*_hits(plain.text, words)):
            spans = text.pieces(plain.place(hit.start), plain.place(hit.end))
            if len(spans) > 1:
                yield _Found(hit.rule, _value(plain.text, hit), spans)


def _all_hits(text: bytes, words: Words) -> list[_Hit]:
    """Every secret of a text, and where it stands again without its shape or name."""
    sure, probable = _hits(text, words)
    if sure:
        sure = _apart([*sure, *_elsewhere(text, sure)])
    hits = _beside_sure(sure, probable)
    named = [hit for hit in hits if not hit.rule.is_sure]
    return _beside_sure(sure, [*named, *_again(text, named)]) if named else hits


def _without_overlaps(found: Iterable[_Found]) -> list[_Found]:
    """In the order of the upload; of two in the same bytes the first given, which is the
    longer one."""
    ends: dict[int, int] = {}
    starts: list[int] = []
    kept = []
    for one in found:
        if not any(_is_taken(starts, ends, span) for span in one.spans):
            kept.append(one)
            for start, end in one.spans:
                insort(starts, start)
                ends[start] = end
    return sorted(kept, key=lambda one: one.spans[0])


def _is_taken(starts: Sequence[int], ends: Mapping[int, int], span: Span) -> bool:
    after = bisect_left(starts, span[1])
    return after > 0 and ends[starts[after - 1]] > span[0]


def _hits(text: bytes, sought: Words) -> tuple[list[_Hit], list[_Hit]]:
    """The secrets of a text, those that are sure and those that are probable."""
    by_name = list(_by_name(text))  # before the long words take their memory
    words = LongWords(text)
    hits = [*_by_shape(text, words), *by_name, *_in_base64(words)]
    hits += (_Hit(*span, WORD) for span in sought.spans(text))
    return (
        _apart(hit for hit in hits if hit.rule.is_sure),
        _apart(hit for hit in hits if not hit.rule.is_sure),
    )


def _by_shape(text: bytes, words: LongWords) -> Iterator[_Hit]:
    for rule, place in _PLACES.of(text, words):
        span = rule.at(text, place)
        if span is not None:
            # The escape of a quote behind a private key is none of it.
            end = span[0] + len(text[slice(*span)].rstrip(b"\\ \t\r\n"))
            yield _Hit(span[0], end, rule)


def _by_name(text: bytes) -> Iterator[_Hit]:
    yield from (_Hit(*found) for found in named_values(text))


def _in_base64(words: LongWords) -> Iterator[_Hit]:
    """Words in base64 that hold a secret: the whole word is one."""
    for start, end, told in base64_texts(words.alone.text):
        inside = [*_by_shape(told, LongWords(told)), *_by_name(told)]
        if inside:
            kind = min((hit.rule for hit in inside), key=lambda rule: _ORDER[rule.id])
            place = words.alone.place(start)
            yield _Hit(place, place + end - start, kind)


def _beside_sure(sure: Sequence[_Hit], probable: Iterable[_Hit]) -> list[_Hit]:
    """All hits apart: of one that only a name tells, what is left around those that are
    sure."""
    ends = [hit.end for hit in sure]
    kept = list(sure)
    for hit in _apart(probable):
        start = hit.start
        for number in range(bisect_right(ends, hit.start), len(sure)):
            one = sure[number]
            if one.start >= hit.end:
                break
            kept.append(_Hit(start, one.start, hit.rule))
            start = one.end
        kept.append(_Hit(start, hit.end, hit.rule))
    whole = {(hit.start, hit.end) for hit in sure}
    return sorted(
        (
            hit
            for hit in kept
            if (hit.start, hit.end) in whole or hit.end - hit.start >= SHORTEST_REST
        ),
        key=lambda hit: hit.start,
    )


def _apart(hits: Iterable[_Hit]) -> list[_Hit]:
    """Hits that do not overlap: of two the longer one, of two equal ones that of the more
    telling rule."""
    kept: list[_Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end, _ORDER[hit.rule.id])):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
        elif hit.end - hit.start > kept[-1].end - kept[-1].start:
            kept[-1] = hit
    return kept


def _elsewhere(text: bytes, hits: Sequence[_Hit]) -> Iterator[_Hit]:
    """The same secrets where no shape or name shows them: as part of an id, or bare."""
    budget = MAX_SOUGHT
    for secret, hit in {text[hit.start : hit.end]: hit for hit in reversed(hits)}.items():
        if len(secret) < SHORTEST_SOUGHT or entropy(secret) < 3 or budget <= 0:
            continue
        if _IS_NUMBER.fullmatch(secret):
            continue  # It may stand elsewhere as a number of JSON.
        budget -= len(text)
        place = text.find(secret)
        while place != -1:
            yield _Hit(place, place + len(secret), hit.rule)
            place = text.find(secret, place + len(secret))


def _again(text: bytes, hits: Sequence[_Hit]) -> Iterator[_Hit]:
    """The same for those that are only probable, as whole words."""
    budget = MAX_SOUGHT
    for secret, hit in {text[hit.start : hit.end]: hit for hit in reversed(hits)}.items():
        if len(secret) < SHORTEST_AGAIN or budget <= 0 or _IS_NUMBER.fullmatch(secret):
            continue
        if not (any(48 <= one <= 57 for one in secret) and _LETTER.search(secret)):
            continue
        budget -= len(text)
        place = text.find(secret)
        while place != -1:
            end = place + len(secret)
            around = text[max(0, place - 1) : place] + text[end : end + 1]
            if not _WORD_SIGN.search(around):
                yield _Hit(place, end, hit.rule)
            place = text.find(secret, end)


def _value(text: bytes, hit: _Hit) -> bytes:
    """The secret itself; a private key is the same with line ends and without."""
    secret = text[hit.start : hit.end]
    if hit.rule is WORD:
        return plain_word(secret)
    return _LINE_ENDS.sub(b"", secret) if b"\\" in secret or b"\n" in secret else secret


def _kinds(found: Iterable[_Found]) -> dict[bytes, SecretKind]:
    """The rule of each secret, from the place with the surest shape."""
    kinds: dict[bytes, SecretKind] = {}
    for one in found:
        known = kinds.get(one.value)
        if known is None or is_surer(one.rule, known):
            kinds[one.value] = one.rule
    return kinds


def _numbers(
    data: bytes, values: Sequence[bytes], kinds: dict[bytes, SecretKind]
) -> dict[bytes, int]:
    """From 1 for each kind, or on from the placeholders that are there already."""
    last: dict[str, int] = {}
    for found in _PLACEHOLDER.finditer(data):
        kind = found[1].decode()
        last[kind] = max(last.get(kind, 0), int(found[2]))
    numbers: dict[bytes, int] = {}
    for value in values:
        if value not in numbers:
            kind = kinds[value].id
            numbers[value] = last[kind] = last.get(kind, 0) + 1
    return numbers


def _begins_in_an_escape(data: bytes, start: int) -> bool:
    r"""Whether the first letter is that of an escape, as in `\npm_`, which is a line end and
    `pm_`."""
    return (
        data[start - 1 : start] == b"\\" and data[start : start + 1] in b"abfnrtuvxNU01234567"
    ) or _IN_A_CODE.search(data, max(0, start - 6), start) is not None
