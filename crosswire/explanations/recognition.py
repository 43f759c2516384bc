"""Which rules a provider's message speaks of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

from msgspec import Struct

from crosswire.cached_property import cached_property
from crosswire.explanations.complaints import Complaint, complaint_in, is_about_a_setting
from crosswire.explanations.dialects import in_one_form
from crosswire.explanations.elsewhere import (
    ELSEWHERE,
    FILES,
    PROGRAM,
    SAYS_NOTHING,
    SETTINGS,
    Elsewhere,
)
from crosswire.explanations.error_text import (
    Found,
    plain,
    rejoined,
    shortened,
    unescaped,
)
from crosswire.explanations.fields import Field, Named, is_name, named_in
from crosswire.explanations.further_texts import FurtherText
from crosswire.explanations.known_texts import KnownText, known_by, known_texts
from crosswire.explanations.likeness import ENOUGH, Comparer
from crosswire.explanations.listed_values import Listed, listed_in
from crosswire.explanations.statements import Statement, statements_in
from crosswire.explanations.unions import of_one_form
from crosswire.rules import RULES, RULES_BY_NAME
from crosswire.rules.rule import Ground, Rule
from crosswire.rules.targets import TARGETS

MIN_WEIGHT = 10
"""Size of a text that must agree."""
_MARGIN = 0.07
"""How much better than the next one about something else a text must agree by its words."""
_SURE = 0.92
"""Score of a text that counts for more than words about something else than the history."""
_EQUAL = 0.02
_OF_HISTORY = re.compile(
    r"(?<!\w)(?:tool_?uses?|tool_?results?|tool_?calls?|tool_?call_?ids?|reasoning_content|"
    r"function_?calls?(?:_?output)?|function_?responses?|thought_?signature)(?!\w)"
)
"""Names that only a history has."""
_PARAMETER = re.compile(r"\bparam: ?(?:messages|input|contents)\b")
_CLAUSE = re.compile(r"\n|[.;!?] |[{}|]")
_OF_ANY_REQUEST = frozenset(["server", "settings", "program"])
"""Subjects whose words also stand beside an error about the history."""
_OF_LANGUAGES = re.compile(
    r"\b(?:keyerror|attributeerror|nameerror): |(?:undefined|null) \(reading |\bobject has no "
    r"attribute |\bis not a function\b|\bnullpointerexception\b"
)
"""How a program's own failures are worded, whatever they name."""
_NO_SENTENCE = re.compile(
    r"https?://\S{1,300}|\b(?:x|ms|cf|anthropic|openai)-[a-z-]{2,60}: ?\S{1,200}|"
    r"(?<![a-z_.])[a-z_.]{0,80}(?:error|exception)\b|"
    r"\bat (?:async )?[\w.<>$]{1,80} ?\([^()]{1,200}\)"
)
"""Addresses, headers, classes of failures and the places of a program: their words stand
around any error."""
_SURER = frozenset(["key", "billing", "quota", "context", "moderation", "server settings"])
"""Subjects whose words stand beside no error about the history."""
MAX_NEAREST = 2
"""Rules that are named where nothing was recognised."""


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
        self.text = rejoined(unescaped(shortened(message)), _is_word)
        self.plain = plain(of_one_form(self.text))

    def recognised(self) -> list[Recognised]:
        """The rules that it is about: by a text in it, else by most of a text's words."""
        if self._said:
            return _by_rule(self._said, exact=True)
        return _by_rule([*self._meant, *self._further], exact=False)

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
        if self._gives_no_reason and not self._surely_elsewhere:
            return [SAYS_NOTHING.text]
        return [one.text for one in self.elsewhere[:1]]

    @property
    def _gives_no_reason(self) -> bool:
        """Whether it says that something was refused, names nothing of it and says no more."""
        return SAYS_NOTHING.is_all_of(self.plain) or (
            SAYS_NOTHING.is_said_in(self.plain)
            and not any(one.is_of_history or one.is_of_tools for one in self._fields)
            and not self._speaks_of_history
        )

    @cached_property
    def elsewhere(self) -> list[Elsewhere]:
        """What else than the history it speaks of, the surest first."""
        found = self._subjects_in(self.plain)
        return found or [one for one in ELSEWHERE if self._is_apart(one)]

    def _is_apart(self, one: Elsewhere) -> bool:
        """Whether a clause that names nothing of a history surely speaks of it."""
        is_told = one.name == "program" and self._is_a_refusal
        return not (one.is_vague or is_told) and one.is_in(self._clauses_without_history)

    @cached_property
    def _clauses_without_history(self) -> str:
        clauses = map(plain, _CLAUSE.split(self.text))
        return " ".join(one for one in clauses if not _OF_HISTORY.search(one))

    @cached_property
    def _beside(self) -> list[Elsewhere]:
        """What else its sentences speak of, whatever stands around them."""
        return self._subjects_in(_NO_SENTENCE.sub(" ", self.plain))

    def _subjects_in(self, text: str) -> list[Elsewhere]:
        found = [one for one in ELSEWHERE if self._may_be(one) and one.is_in(text)]
        if self._is_of_settings:
            found.insert(0, SETTINGS)
        if self._is_of_media:
            found.insert(0, FILES)
        if self._is_of_answer:
            found.insert(0, PROGRAM)
        return sorted(found, key=lambda one: one.is_vague)

    def _may_be(self, one: Elsewhere) -> bool:
        """Whether words of a subject can mean it, beside names that only a history has."""
        if one.name == "program" and self._is_a_refusal:
            return False
        if one.name not in _OF_ANY_REQUEST or not self._speaks_of_history:
            return True
        return one.name == "program" and _OF_LANGUAGES.search(self.plain) is not None

    @property
    def _is_a_refusal(self) -> bool:
        """Whether a provider says of a part of the request that it failed at it."""
        return _PARAMETER.search(self.plain) is not None

    @cached_property
    def _speaks_of_history(self) -> bool:
        return _OF_HISTORY.search(self.plain) is not None

    @cached_property
    def _meant(self) -> list[KnownText]:
        """What it is about where no text is in it: a field, or what is worded alike."""
        if self._is_of_media or self._is_of_answer:
            return []
        alike = self._alike
        is_said_of_any = all(known.template.is_open for known in alike)
        if self._told is not None and (is_said_of_any or not self._is_sure):
            return _as_told(self._told, alike)
        if not self._surely_elsewhere:
            return alike
        return [known for known in alike if self._is_sure and not known.is_vague]

    @property
    def _further(self) -> list[KnownText]:
        """What further sentences say, where a sentence tells what it is about."""
        if not any(one is self._told for one in self._statements):
            return []
        about = {code for known in self._meant for code in known.about}
        others = map(known_by, self._statements[1:])
        return [known for known in others if about.isdisjoint(known.about)]

    @cached_property
    def _told(self) -> Complaint | Listed | Statement | None:
        """What it says in words of its own: in a sentence, of a field, by the values that it
        lists; None where it is about something surer."""
        if self._statements:
            return self._statements[0]
        if any(one.name in _SURER for one in self._beside):
            return None
        told = complaint_in(self._form, self._named)
        return told or (None if self._is_of_settings else listed_in(self.plain))

    @cached_property
    def _statements(self) -> list[Statement]:
        surer = [one for one in self._beside if one.name in _SURER]
        return statements_in(self.plain, lambda said: any(one.is_in(said) for one in surer))

    @property
    def _is_sure(self) -> bool:
        """Whether it has nearly all the words of a text."""
        return max(self._scores.values(), default=0.0) >= _SURE

    @cached_property
    def _is_of_settings(self) -> bool:
        return is_about_a_setting(self._form, self._named)

    @cached_property
    def _is_of_media(self) -> bool:
        """Whether all that it names is a picture or a file, or describes one."""
        return bool(self._fields) and all(field.is_of_media for field in self._fields)

    @cached_property
    def _is_of_answer(self) -> bool:
        """Whether it names what a model answered, which a program could not read."""
        return any(field.is_of_answer for field in self._fields)

    def nearest(self) -> list[Recognised]:
        """The rules whose texts come closest by their words, the closest first."""
        ranked = sorted(self._scores, key=lambda known: -self._scores[known])
        return _by_rule(ranked, exact=False)[:MAX_NEAREST]

    @cached_property
    def _said(self) -> list[KnownText]:
        said = _said(self.plain, self._fields)
        if not all(_says_little(known) for known in said):
            return said
        if any(known.is_vague for known in said) and "model" in self._surely_elsewhere:
            return []
        return _as_told(self._told, said) if said and self._told else said

    @cached_property
    def _surely_elsewhere(self) -> frozenset[str]:
        return frozenset(one.name for one in self._beside if not one.is_vague)

    @cached_property
    def _form(self) -> str:
        return in_one_form(self.plain)

    @cached_property
    def _named(self) -> list[Named]:
        return list(named_in(self._form))

    @cached_property
    def _fields(self) -> list[Field]:
        return list(dict.fromkeys(named.field for named in self._named))

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


def _as_told(told: Complaint | Listed | Statement, texts: list[KnownText]) -> list[KnownText]:
    """The texts where one of them says what was told, and so knows who says it; else that."""
    known = known_by(told)
    return texts if any(known.about & one.about for one in texts) else [known]


def _says_little(known: KnownText) -> bool:
    """Whether what a field or a sentence tells is more than a text does."""
    return known.says_nothing_alone or known.is_vague or known.template.is_open


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


def _is_word(word: str) -> bool:
    """Whether it is a word of a text that is known, or the name of a field."""
    return is_name(word.lower()) or _comparer().knows(word)


@cache
def _comparer() -> Comparer[KnownText]:
    texts = (known for known in known_texts() if not known.is_code)
    return Comparer(
        {known: " ".join(known.template.pieces) for known in texts}, lambda known: known.about
    )
