"""The catalogue of error texts: a page each, at an address that lasts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import chain

from msgspec import Struct

from crosswire.explanations.complaints import COMPLAINTS
from crosswire.explanations.elsewhere import ELSEWHERE, SAYS_NOTHING
from crosswire.explanations.error_text import plain
from crosswire.explanations.further_texts import FurtherText, text_of
from crosswire.explanations.known_texts import KnownText, further_known, known_texts
from crosswire.explanations.listed_values import LISTED
from crosswire.explanations.recognition import Recognised
from crosswire.explanations.statements import STATEMENTS
from crosswire.rules.rule import Ground, Rule

KEPT_SLUGS: dict[str, str] = {
    "history参数非法": "history-39d0b",
    "未正常接收到prompt参数": "prompt-666fe",
}
"""A text whose wording was changed -> the slug that it had before, which it keeps."""

_LONGEST = 64
_POSITION = re.compile(r"\[…\]|(?<=\w)\.…(?:\.…)*(?=[.:'\s]|$)")
_NOT_IN_SLUG = re.compile(r"[^a-z0-9]+")


class ErrorText(Struct, frozen=True):
    """An error text, and all that is known of it."""

    slug: str
    text: str
    """As it is said, an ellipsis for each thing that varies."""
    who: tuple[str, ...]
    """Who says it."""
    rules: tuple[Rule, ...] = ()
    grounds: tuple[tuple[Rule, Ground], ...] = ()
    """Those that have this very text."""
    meaning: str = ""
    """Where no rule is about it."""
    subject: str = ""
    """What it is about where that is not the history."""

    @property
    def title(self) -> str:
        """The text as it is read: `N` for a position in a path."""
        return _POSITION.sub(lambda match: match[0].replace("…", "N"), self.text)


def slug_of(text: str) -> str:
    """The last part of a text's address, made of the text alone; a long one, and one of no
    Latin letters, ends with a checksum."""
    if text in KEPT_SLUGS:
        return KEPT_SLUGS[text]
    said = plain(text)
    slug = _NOT_IN_SLUG.sub("-", said).strip("-")
    if len(slug) <= _LONGEST and said.replace("…", "").isascii():
        return slug
    check = sha256(said.encode()).hexdigest()[:5]
    words = slug[: _LONGEST - 6].rpartition("-")[0] if len(slug) > _LONGEST - 6 else slug
    return f"{words or 'text'}-{check}"


def page_of(one: Recognised | FurtherText) -> str:
    """The slug of the page about what was recognised."""
    if isinstance(one, Recognised):
        return slug_of(one.text)
    return _slug_of_subject(one.subject) if one.subject else slug_of(one.says)


def _slug_of_subject(subject: str) -> str:
    return f"not-the-history-{subject.replace(' ', '-')}"


@cache
def error_texts() -> dict[str, ErrorText]:
    """All error texts by slug: first those about the history, then the others."""
    found: dict[str, ErrorText] = {}
    for one in _all():
        before = found.get(one.slug)
        found[one.slug] = one if before is None else _together(before, one)
    return found


def texts_of_rule(code: str) -> list[ErrorText]:
    """The texts that speak of a rule, its own first."""
    about = [
        one for one in error_texts().values() if any(rule.code == code for rule in one.rules)
    ]
    return sorted(about, key=lambda one: all(rule.code != code for rule, _ in one.grounds))


def other_spellings(one: ErrorText) -> list[ErrorText]:
    """Other texts that say the same: of the same rules, or of the same meaning."""
    return [
        other
        for other in error_texts().values()
        if other.slug != one.slug
        and (other.rules, other.meaning, other.subject)
        == (one.rules, one.meaning, one.subject)
    ]


def _all() -> Iterator[ErrorText]:
    yield from (_of_known(known) for known in known_texts() if not known.template.part_of)
    worded_in_any_way = (text_of(one) for one in (*COMPLAINTS, *LISTED, *STATEMENTS))
    yield from (_of_known(further_known(text, {})) for text in worded_in_any_way)
    elsewhere = (one.text for one in ELSEWHERE if not one.is_vague)
    yield from map(_of_elsewhere, chain(elsewhere, (SAYS_NOTHING.text,)))


def _of_known(known: KnownText) -> ErrorText:
    text = known.template.text
    own = known.grounds if known.is_of_ground else ()
    meaning = known.meaning.meaning if known.meaning else ""
    return ErrorText(slug_of(text), text, (known.who,), known.rules, own, meaning)


def _of_elsewhere(text: FurtherText) -> ErrorText:
    return ErrorText(
        page_of(text), text.says, (text.who,), meaning=text.meaning, subject=text.subject
    )


def _together(one: ErrorText, other: ErrorText) -> ErrorText:
    """Two entries of one text, which several providers say or several rules go with."""
    return ErrorText(
        one.slug,
        one.text,
        tuple(dict.fromkeys((*one.who, *other.who))),
        tuple(dict.fromkeys((*one.rules, *other.rules))),
        (*one.grounds, *other.grounds),
        one.meaning or other.meaning,
        one.subject,
    )
