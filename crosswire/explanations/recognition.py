"""Which rules a provider's message speaks of."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from crosswire.cached_property import cached_property
from crosswire.explanations.error_text import Template, plain, shortened, unescaped, words
from crosswire.explanations.further_texts import FURTHER_TEXTS, FurtherText
from crosswire.rules import PROVIDER_RULES, RULES, RULES_BY_NAME
from crosswire.rules.rule import Ground, Rule
from crosswire.rules.targets import FIRST_TARGETS, TARGETS

MIN_WEIGHT = 10
"""Characters of a text that must agree."""
_ENOUGH = 0.75
"""Share of a text's words, by weight, that is enough to recognise it."""
_SAME = 0.92
"""Share of the words of two texts that both have, where they say the same."""
_CUT = 0.34
"""The same for a message with hardly any other words, which was cut off."""
_SEGMENT = 600
"""Characters of a piece of a message whose words are compared."""
MAX_NEAREST = 3
"""Rules that are named where nothing was recognised."""


@dataclass(frozen=True, eq=False)
class KnownText:
    """A text of the catalogue, and what it speaks of."""

    template: Template
    who: str
    grounds: tuple[tuple[Rule, Ground], ...] = ()
    rules: tuple[Rule, ...] = ()
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Recognised:
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
        said = _said(self.plain)
        if said:
            return _by_rule(said, exact=True)
        enough = max(1.0, 0.85 * max(self._scores.values(), default=0.0))
        alike = [known for known, score in self._scores.items() if score >= enough]
        return _by_rule(alike, exact=False)

    def of_no_rule(self) -> list[FurtherText]:
        """The known texts in it that are about no rule."""
        with_meaning = (text for text in FURTHER_TEXTS if text.meaning)
        return [text for text in with_meaning if Template(text.says).found_in(self.plain)]

    def nearest(self) -> list[Recognised]:
        """The rules whose texts come closest by their words, the closest first."""
        ranked = sorted(self._scores, key=lambda known: -self._scores[known])
        return _by_rule(ranked[: 2 * MAX_NEAREST], exact=False)[:MAX_NEAREST]

    @cached_property
    def _scores(self) -> dict[KnownText, float]:
        return _compared(self.plain)


@cache
def known_texts() -> tuple[KnownText, ...]:
    """Every text of the catalogue: those of the grounds, then the further ones."""
    of_key: dict[str, list[tuple[Rule, Ground]]] = defaultdict(list)
    known: list[KnownText] = []
    for rule in PROVIDER_RULES:
        said: list[frozenset[str]] = []
        for ground in rule.grounds:
            of_key[ground.key].append((rule, ground))
            for text in filter(str.strip, ground.error_text.split(" / ")):
                template = Template(text)
                # A server that says what another said first adds nothing to recognise it by.
                if not (_is_of_profile(ground) and _repeats(template.words, said)):
                    known.append(KnownText(template, _speakers(ground), ((rule, ground),)))
                said.append(frozenset(template.words))
    for further in FURTHER_TEXTS:
        grounds = chain.from_iterable(of_key[name] for name in further.speaks_of)
        rules = (RULES_BY_NAME[name] for name in further.speaks_of if name in RULES_BY_NAME)
        template = Template(further.says)
        known.append(
            KnownText(template, further.who, tuple(grounds), tuple(rules), further.is_code)
        )
    return tuple(known)


def _is_of_profile(ground: Ground) -> bool:
    return {*ground.targets}.isdisjoint(FIRST_TARGETS)


def _repeats(text: Iterable[str], said: Iterable[frozenset[str]]) -> bool:
    """Whether a text has nearly the same words as one of some others."""
    own = frozenset(text)
    return any(len(own & other) >= _SAME * len(own | other) for other in said)


def _speakers(ground: Ground) -> str:
    return ", ".join(TARGETS[target].title for target in ground.targets if target in TARGETS)


def _said(text: str) -> list[KnownText]:
    """The texts of rules in a message, without those inside of a longer one."""
    found = ((_place(known, text), known) for known in _texts_of_rules())
    places = [(*place, known) for place, known in found if place is not None]
    whole = [one for one in places if not one[2].is_code] or places
    return [
        known
        for start, end, known in whole
        if not any(_hides(other, start, end, known) for other in whole)
    ]


@cache
def _texts_of_rules() -> tuple[KnownText, ...]:
    return tuple(known for known in known_texts() if known.grounds or known.rules)


def _place(known: KnownText, text: str) -> tuple[int, int] | None:
    if known.is_code:
        return _place_of_word(plain(known.template.text), text)
    if known.template.weight < MIN_WEIGHT:
        return None
    return known.template.found_in(text)


def _place_of_word(word: str, text: str) -> tuple[int, int] | None:
    match = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
    return match.span() if match else None


def _hides(other: tuple[int, int, KnownText], start: int, end: int, known: KnownText) -> bool:
    """Whether another text says the same and more, over the same place."""
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
        for rule in (*(rule for rule, _ in known.grounds), *known.rules):
            first.setdefault(rule.code, known)
    return [
        Recognised(
            RULES[code], tuple(grounds.get(code, ())), known.template.text, known.who, exact
        )
        for code, known in first.items()
    ]


@cache
def _weights() -> dict[str, float]:
    """The weight of each word: the fewer texts have it, the greater. What many servers say in
    much the same words counts as if one said it."""
    texts = known_texts()
    every = {word for known in texts for word in known.template.words}
    first = Counter(
        word
        for known in texts
        if not any(_is_of_profile(ground) for _, ground in known.grounds)
        for word in known.template.words
    )
    return {word: math.log(1 + len(texts) / max(first[word], 1)) for word in every}


def _compared(text: str) -> dict[KnownText, float]:
    """The score of each text; from 1 on, a stretch of the message has enough of its words."""
    scores: dict[KnownText, float] = defaultdict(float)
    with_word = _texts_with_word()
    weights = _weights()
    for segment in _segments(text):
        said = {word for word in words(segment) if word in weights}
        all_said = sum(weights[word] for word in said)
        shared: dict[KnownText, float] = defaultdict(float)
        for word in said:
            for known in with_word[word]:
                shared[known] += weights[word]
        for known, weight in shared.items():
            scores[known] = max(scores[known], _score(known, weight, all_said))
    return scores


@cache
def _texts_with_word() -> dict[str, list[KnownText]]:
    with_word: dict[str, list[KnownText]] = defaultdict(list)
    for known in _texts_of_rules():
        for word in known.template.words if len(known.template.words) >= 3 else ():
            with_word[word].append(known)
    return with_word


def _score(known: KnownText, shared: float, said: float) -> float:
    """The share of a text that is there, relative to the share that is enough."""
    weights = _weights()
    share = shared / sum(weights[word] for word in known.template.words)
    only_this = shared / said if said else 0.0
    enough = _CUT if only_this > 0.85 and shared > 12 else _ENOUGH
    return share / enough


def _segments(text: str) -> Iterator[str]:
    """Stretches of a message; each begins in the middle of the one before."""
    for start in range(0, max(len(text), 1), _SEGMENT // 2):
        yield text[start : start + _SEGMENT]
