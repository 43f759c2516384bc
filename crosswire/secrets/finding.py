"""Finds the secrets in the bytes of any upload, also of one that cannot be read."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from crosswire.secrets import of_clouds, of_code, of_models, of_protocols, of_services
from crosswire.secrets.long_words import LongWords
from crosswire.secrets.places import addresses_at
from crosswire.secrets.plain_text import PlainText
from crosswire.secrets.secret_rule import SecretRule, entropy
from crosswire.secrets.streamed import Span, joined, may_be_streamed

SECRET_RULES: tuple[SecretRule, ...] = (
    *of_models.RULES,
    *of_clouds.RULES,
    *of_code.RULES,
    *of_services.RULES,
    *of_protocols.RULES,
)
"""The most telling shapes first: of two that fit the same bytes the first counts."""

SHORTEST_SOUGHT = 12
"""A shorter secret is masked only where its shape shows it, not at every occurrence."""

MAX_SOUGHT = 5_000_000_000
"""The limit of bytes times secrets in the search for further places of known secrets."""

_SHARED = (b"sk-", b"_live_", b"_test_", b"KEY", b"TOKEN", b"_key", b"_token", b"_pat_")
"""Parts that several keywords share; if a part is missing, its keywords need no search."""

_ORDER = {rule.id: number for number, rule in enumerate(SECRET_RULES)}
_PLACEHOLDER = re.compile(rb"\[masked-([a-z0-9-]{1,40})-([0-9]{1,9})\]")
_LINE_ENDS = re.compile(rb"\\{1,16}[nrt]|\s")


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret, or a text that looks like one, with its place."""

    rule: SecretRule
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
    def placeholder(self) -> str:
        """The text that replaces it; empty for a later piece of a secret."""
        return "" if self.continues else f"[masked-{self.rule.id}-{self.number}]"


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    """In the plain text, as is the end."""
    end: int
    rule: SecretRule


@dataclass(frozen=True, slots=True)
class _Found:
    rule: SecretRule
    value: bytes
    spans: list[Span]
    """In the upload: one, or more where it came in pieces."""


def find_secrets(data: bytes) -> list[Secret]:
    """The secrets in an upload, in the order of its bytes."""
    found = [*_in_pieces(data), *_whole(data)]
    found = [
        one
        for one in _without_overlaps(found)
        if not _begins_in_an_escape(data, one.spans[0][0])
    ]
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


def _hint(rule: SecretRule, value: bytes) -> str:
    prefix = rule.public_prefix(value).decode()
    return f"{rule.title}: {prefix + '… ' if prefix else ''}{len(value)} characters"


def _whole(data: bytes) -> Iterator[_Found]:
    """The secrets that were found in one place each."""
    plain = PlainText(data)
    hits = _apart(_hits(plain.text))
    for hit in _apart([*hits, *_elsewhere(plain.text, hits)]) if hits else []:
        yield _Found(
            hit.rule, _value(plain.text, hit), [(plain.place(hit.start), plain.place(hit.end))]
        )


def _in_pieces(data: bytes) -> Iterator[_Found]:
    """The secrets that a stream sent in several pieces."""
    for text in joined(data) if may_be_streamed(data) else ():
        plain = PlainText(text.text)
        for hit in _apart(_hits(plain.text)):
            spans = text.pieces(plain.place(hit.start), plain.place(hit.end))
            if len(spans) > 1:
                yield _Found(hit.rule, _value(plain.text, hit), spans)


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


def _hits(text: bytes) -> Iterator[_Hit]:
    stretches = LongWords(text)
    missing = [part for part in _SHARED if part not in stretches.text]
    for rule in SECRET_RULES:
        sought = text if rule.everywhere else stretches.text
        for keyword in rule.keywords:
            if any(part in keyword for part in missing):
                continue
            place = sought.find(keyword)
            while place != -1:
                span = rule.at(text, place if rule.everywhere else stretches.place(place))
                if span is not None:
                    # The escape of a quote behind a private key is none of it.
                    yield _Hit(
                        span[0], span[0] + len(text[slice(*span)].rstrip(b"\\ \t\r\n")), rule
                    )
                place = sought.find(keyword, place + 1)


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
        budget -= len(text)
        place = text.find(secret)
        while place != -1:
            yield _Hit(place, place + len(secret), hit.rule)
            place = text.find(secret, place + len(secret))


def _value(text: bytes, hit: _Hit) -> bytes:
    """The secret itself; a private key is the same with line ends and without."""
    secret = text[hit.start : hit.end]
    return _LINE_ENDS.sub(b"", secret) if b"\\" in secret or b"\n" in secret else secret


def _kinds(found: Iterable[_Found]) -> dict[bytes, SecretRule]:
    """The rule of each secret, from the place with the surest shape."""
    kinds: dict[bytes, SecretRule] = {}
    for one in found:
        known = kinds.get(one.value)
        if known is None or _ORDER[one.rule.id] < _ORDER[known.id]:
            kinds[one.value] = one.rule
    return kinds


def _numbers(
    data: bytes, values: Sequence[bytes], kinds: dict[bytes, SecretRule]
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
    )
