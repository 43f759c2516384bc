"""Which rules a provider's message speaks of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from crosswire.cached_property import cached_property
from crosswire.explanations.complaints import Complaint, complaint_in, is_about_a_setting
from crosswire.explanations.elsewhere import ELSEWHERE, SAYS_NOTHING, SETTINGS, Elsewhere
from crosswire.explanations.error_text import Found, Template, plain, shortened, unescaped
from crosswire.explanations.fields import Field, fields_in, is_about
from crosswire.explanations.further_texts import FURTHER_TEXTS, FurtherText, text_of
from crosswire.explanations.likeness import ENOUGH, Comparer, words
from crosswire.rules import PROVIDER_RULES, RULES, RULES_BY_NAME
from crosswire.rules.rule import Ground, Rule
from crosswire.rules.targets import FIRST_TARGETS, TARGETS

MIN_WEIGHT = 10
"""Size of a text that must agree."""
_MARGIN = 0.07
"""How much better than the next one about something else a text must agree by its words."""
_SURE = 0.92
"""Score of a text that counts for more than words about something else than the history."""
_EQUAL = 0.02
_SAME = 0.92
"""Share of the words of two texts that both have, where they say the same."""
_OF_HISTORY = re.compile(
    r"(?<!\w)(?:tool_?use|tool_?result|tool_?calls?|tool_?call_?ids?|reasoning_content|"
    r"function_?call(?:_?output)?|function_?response|thought_?signature)(?!\w)"
)
"""Names that only a history has."""
_OF_ANY_REQUEST = frozenset(["server", "settings", "program"])
"""Subjects whose words also stand beside an error about the history."""
MAX_NEAREST = 2
"""Rules that are named where nothing was recognised."""


class KnownText(Struct, frozen=True, eq=False, dict=True):
    """A text of the catalogue, and what it speaks of."""

    template: Template
    who: str
    grounds: tuple[tuple[Rule, Ground], ...] = ()
    rules: tuple[Rule, ...] = ()
    """What it speaks of, what comes first in mind first."""
    is_code: bool = False
    is_of_ground: bool = False
    meaning: FurtherText | None = None
    """Where no rule is about it."""

    @property
    def about(self) -> frozenset[str]:
        """What it speaks of: codes of rules, or its own words."""
        codes = {rule.code for rule in self.rules}
        codes |= {RULES_BY_NAME[name].code for rule in self.rules for name in rule.kin}
        return frozenset(codes or {self.template.text})

    @property
    def says_nothing_alone(self) -> bool:
        """Whether the field that it is said of tells all that is known."""
        template = self.template
        return template.is_general and not template.fields and not self.rules

    def of_fields(
        self, named: Sequence[Field], beside: Sequence[Field], *, is_quoted: bool = False
    ) -> KnownText | None:
        """What of it a message can mean that names some fields in these words, and others
        `beside` them; None where that is nothing. A text that is quoted with its gaps names
        no field."""
        own = self.template.fields
        if own:
            return self if any(mine.fits(one) for mine in own for one in named) else None
        general = self.template.is_general
        fields = named or (beside if general or self.is_code else ())
        must_name = general and not self.template.limits and not is_quoted

        def may_be(rule: Rule) -> bool:
            return is_about(rule.name, fields, must_name=must_name)

        grounds = tuple(one for one in self.grounds if may_be(one[0]))
        rules = tuple(filter(may_be, self.rules))
        if not rules and not (self.meaning and self._may_mean(named, beside, is_quoted)):
            return None
        return replace(self, grounds=grounds, rules=rules)

    def _may_mean(
        self, named: Sequence[Field], beside: Sequence[Field], is_quoted: bool
    ) -> bool:
        """Whether what is said of any field is said of one of the history."""
        if not self.template.is_general or is_quoted:
            return True
        return any(field.is_of_history for field in (*named, *beside))


class Recognised(Struct, frozen=True):
    """A rule that a message speaks of."""

    rule: Rule
    grounds: tuple[Ground, ...]
    """Those of its grounds whose text it is; none for a defect or another program's words."""
    text: str
    """The text of the catalogue by which it was recognised."""
    who: str
    """Who words it so."""
    exact: bool
    """Whether the message has all of that text, rather than most of its words."""

    @property
    def targets(self) -> tuple[str, ...]:
        """Who refuses by it, in the order of lists."""
        named = {target for ground in self.grounds for target in ground.targets}
        return tuple(name for name in TARGETS if name in named)


class Reading:
    """A message, read once, and compared with every text that is known."""

    def __init__(self, message: str) -> None:
        self.text = unescaped(shortened(message))
        self.plain = plain(self.text)

    def recognised(self) -> list[Recognised]:
        """The rules that it is about: by a text in it, else by most of a text's words."""
        if self._said:
            return _by_rule(self._said, exact=True)
        return _by_rule(self._meant, exact=False)

    @property
    def has_a_known_text(self) -> bool:
        """Whether all words of a text of the catalogue are in it."""
        return bool(self._said)

    def of_no_rule(self) -> list[FurtherText]:
        """The known texts in it that are about no rule, else what it is about instead of the
        history."""
        said = self._said or self._meant
        has_rule = any(known.rules for known in said)
        meant = [
            known.meaning
            for known in said
            if known.meaning and not (has_rule and known.template.is_general)
        ]
        if meant or self._said or self.recognised():
            return list(dict.fromkeys(meant))
        texts = [one.text for one in self.elsewhere[:1]]
        return texts or [
            text for text in (SAYS_NOTHING.text,) if SAYS_NOTHING.is_all_of(self.plain)
        ]

    @cached_property
    def elsewhere(self) -> list[Elsewhere]:
        """What else than the history it speaks of, the surest first."""
        speaks_of_history = _OF_HISTORY.search(self.plain) is not None
        found = [
            one
            for one in ELSEWHERE
            if not (speaks_of_history and one.name in _OF_ANY_REQUEST)
            and one.is_in(self.plain)
        ]
        if is_about_a_setting(self.plain, self._fields):
            found.insert(0, SETTINGS)
        return sorted(found, key=lambda one: one.is_vague)

    @cached_property
    def _meant(self) -> list[KnownText]:
        """What it is about where no text is in it: a field, or what is worded alike."""
        complained = complaint_in(self.plain, self._fields)
        if complained is not None:
            return [_of_complaint(complained)]
        is_elsewhere = any(not one.is_vague for one in self.elsewhere)
        is_sure = max(self._scores.values(), default=0.0) >= _SURE
        return [] if is_elsewhere and not is_sure else self._alike

    def nearest(self) -> list[Recognised]:
        """The rules whose texts come closest by their words, the closest first."""
        ranked = sorted(self._scores, key=lambda known: -self._scores[known])
        return _by_rule(ranked, exact=False)[:MAX_NEAREST]

    @cached_property
    def _said(self) -> list[KnownText]:
        said = _said(self.plain, self._fields)
        if all(known.says_nothing_alone for known in said):
            complained = complaint_in(self.plain, self._fields)
            return [_of_complaint(complained)] if said and complained else said
        return said

    @cached_property
    def _fields(self) -> list[Field]:
        return fields_in(self.plain)

    @cached_property
    def _alike(self) -> list[KnownText]:
        """The texts with most words, where no other text is nearly as like."""
        best = max(self._scores.values(), default=0.0)
        if best < ENOUGH:
            return []
        first = [known for known, score in self._scores.items() if score >= best - _EQUAL]
        about = frozenset.union(*(known.about for known in first))
        others = (
            score for known, score in self._scores.items() if about.isdisjoint(known.about)
        )
        is_clear = best - max(others, default=0.0) >= _MARGIN
        is_one = all(first[0].about & known.about for known in first)
        return first if is_clear and is_one else []

    @cached_property
    def _scores(self) -> dict[KnownText, float]:
        """How like each text is of those that the fields of the message leave."""
        scores: dict[KnownText, float] = {}
        alike = _comparer().compared(self.plain)
        # A text of any field that is there and left out is said of another field.
        are_of_another = any(
            known.template.is_general and _place(known, self.plain) for known in alike
        )
        fields = self._fields
        for known, score in alike.items():
            general = known.template.is_general
            is_left_out = general and are_of_another
            if is_left_out or not known.template.is_named_in(self.plain):
                continue
            left = known.of_fields(
                fields if general else fields or known.template.fields, fields
            )
            if left is not None:
                scores[left] = score
        return scores


@cache
def known_texts() -> tuple[KnownText, ...]:
    """Every text of the catalogue: those of the grounds, then the further ones."""
    of_key: dict[str, list[tuple[Rule, Ground]]] = defaultdict(list)
    known: list[KnownText] = []
    for rule in PROVIDER_RULES:
        said: list[frozenset[str]] = []
        for ground in rule.grounds:
            of_key[ground.key].append((rule, ground))
            for text in filter(_says_something, ground.error_text.split(" / ")):
                template, own = Template(text), frozenset(words(plain(text)))
                # A server that says what another said first adds nothing to recognise it by.
                if not (_is_of_profile(ground) and _repeats(own, said)):
                    known.append(_of_ground(template, rule, ground))
                said.append(own)
    known += (further_known(text, of_key) for text in FURTHER_TEXTS)
    return tuple(chain.from_iterable(map(_with_parts, known)))


def _of_ground(template: Template, rule: Rule, ground: Ground) -> KnownText:
    of_rule = ((rule, ground),)
    return KnownText(template, _speakers(ground), of_rule, (rule,), is_of_ground=True)


def _says_something(text: str) -> bool:
    return bool(text.strip()) and not SAYS_NOTHING.is_all_of(plain(text))


def further_known(
    text: FurtherText, of_key: dict[str, list[tuple[Rule, Ground]]]
) -> KnownText:
    """A further text with what it speaks of; `of_key` holds the grounds by their keys."""
    grounds: list[tuple[Rule, Ground]] = []
    rules: list[Rule] = []
    for name in text.speaks_of:
        grounds += of_key.get(name, ())
        rules += (rule for rule, _ in of_key.get(name, ()))
        rules += (RULES_BY_NAME[name],) if name in RULES_BY_NAME else ()
    return KnownText(
        Template(text.says),
        text.who,
        tuple(grounds),
        tuple(dict.fromkeys(rules)),
        text.is_code,
        meaning=text if text.meaning else None,
    )


@cache
def _of_complaint(complaint: Complaint) -> KnownText:
    return further_known(text_of(complaint), {})


def _with_parts(known: KnownText) -> Iterator[KnownText]:
    """A text, and each sentence of it that tells as much by itself: messages are cut."""
    yield known
    if not known.is_code:
        for part in known.template.parts:
            yield replace(known, template=part)


def _is_of_profile(ground: Ground) -> bool:
    return {*ground.targets}.isdisjoint(FIRST_TARGETS)


def _repeats(own: frozenset[str], said: Iterable[frozenset[str]]) -> bool:
    """Whether a text has nearly the same words as one of some others."""
    return any(len(own & other) >= _SAME * len(own | other) for other in said)


def _speakers(ground: Ground) -> str:
    return ", ".join(TARGETS[target].title for target in ground.targets if target in TARGETS)


def _said(text: str, beside: Sequence[Field]) -> list[KnownText]:
    """The texts in a message, without those inside of a longer one; the longest first."""
    found = ((known, _place(known, text)) for known in known_texts())
    places = [
        (place.start, place.end, left)
        for known, place in found
        if place is not None and (left := _left(known, place, text, beside)) is not None
    ]
    whole = [one for one in places if not one[2].is_code] or places
    kept = [
        known
        for start, end, known in whole
        if not any(_hides(other, start, end, known) for other in whole)
    ]
    # A further text in the words of a ground says what else is meant, and that first.
    return sorted(kept, key=lambda known: (-known.template.weight, known.is_of_ground))


def _left(
    known: KnownText, place: Found, text: str, beside: Sequence[Field]
) -> KnownText | None:
    return known.of_fields(place.fields(text), beside, is_quoted=place.is_quoted)


def _place(known: KnownText, text: str) -> Found | None:
    if known.is_code:
        return _place_of_word(plain(known.template.text), text)
    if known.template.weight < MIN_WEIGHT:
        return None
    return known.template.found_in(text)


def _place_of_word(word: str, text: str) -> Found | None:
    match = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
    return Found(*match.span(), ()) if match else None


def _hides(other: tuple[int, int, KnownText], start: int, end: int, known: KnownText) -> bool:
    """Whether another text says the same and more, over the same place."""
    if known.template.is_open and not other[2].template.is_open:
        return other[0] < end and start < other[1]
    if known.rules and not other[2].rules:
        return False
    inside = other[0] <= start and end <= other[1]
    return inside and other[2].template.weight > known.template.weight * 1.05


def _by_rule(found: Iterable[KnownText], *, exact: bool) -> list[Recognised]:
    """One entry for each rule, with all grounds whose texts these are."""
    grounds: dict[str, list[Ground]] = defaultdict(list)
    first: dict[str, KnownText] = {}
    for known in found:
        for rule, ground in known.grounds:
            if ground not in grounds[rule.code]:
                grounds[rule.code].append(ground)
        for rule in known.rules:
            first.setdefault(rule.code, known)
            for name in rule.kin:
                first.setdefault(RULES_BY_NAME[name].code, known)
    return [
        Recognised(
            RULES[code], tuple(grounds.get(code, ())), known.template.whole, known.who, exact
        )
        for code, known in first.items()
    ]


@cache
def _comparer() -> Comparer[KnownText]:
    texts = (known for known in known_texts() if not known.is_code)
    return Comparer({known: " ".join(known.template.pieces) for known in texts})
