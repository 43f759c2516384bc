"""The texts of the catalogue: those of the rules' grounds, and the further ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from crosswire.explanations.complaints import Complaint
from crosswire.explanations.elsewhere import SAYS_NOTHING
from crosswire.explanations.error_text import Template, plain
from crosswire.explanations.fields import Field, is_about
from crosswire.explanations.further_texts import FURTHER_TEXTS, FurtherText, text_of
from crosswire.explanations.likeness import words
from crosswire.explanations.listed_values import Listed
from crosswire.explanations.statements import Statement
from crosswire.rules import PROVIDER_RULES, RULES_BY_NAME
from crosswire.rules.rule import Ground, Rule
from crosswire.rules.targets import FIRST_TARGETS, TARGETS

_SAME = 0.92
"""Share of the words of two texts that both have, where they say the same."""


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

    @property
    def is_vague(self) -> bool:
        """Whether it says where something failed, and not what: any other words say more."""
        return not self.rules and self.meaning is not None and self.meaning.is_vague

    def of_fields(
        self, named: Sequence[Field], beside: Sequence[Field], *, is_quoted: bool = False
    ) -> KnownText | None:
        """What of it a message can mean that names some fields in these words, and others
        `beside` them; None where that is nothing. A text that is quoted with its gaps names
        no field."""
        own = self.template.fields
        if self.template.is_general and named and all(one.is_of_media for one in named):
            return None
        if own:
            return self if any(mine.fits(one) for mine in own for one in named) else None
        general = self.template.is_general
        are_of_tools = all(one.is_of_tools for one in beside)
        fields = named or (beside if general or self.is_code or are_of_tools else ())
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
def known_by(complaint: Complaint | Listed | Statement) -> KnownText:
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
