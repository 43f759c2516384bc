"""A target's documentation as data, for the page of `docs/` and those of the app alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from crosswire.rules.registry import PROVIDER_RULES
from crosswire.rules.rule import Ground, ProviderRule
from crosswire.rules.target import Taken, Target

SURE = {"high": "sure", "medium": "fairly sure", "low": "unsure"}
"""How sure a ground is, in words; the surest first."""


class TargetText(Struct, frozen=True):
    """How a log names a target, what it refuses, and what a yes of it stands on."""

    target: Target
    named_by: Sequence[tuple[str, Sequence[str]]]
    """A kind of sign -> the signs."""
    grounds: Mapping[str, Sequence[tuple[ProviderRule[Ground], Ground]]]
    """How sure, in words -> the grounds that hold today, with their rules."""
    history: Sequence[tuple[ProviderRule[Ground], Ground]]
    """Grounds that hold no longer, and explain old errors."""
    taken: Sequence[tuple[str, str, Sequence[str]]]
    """A wire format, what stands behind it that messages of text are taken in that, and what
    else is, each with what stands behind it; nothing else where all of it is shown."""
    yes: str

    @property
    def counts(self) -> Mapping[str, int]:
        """How sure -> how many grounds are that."""
        return Counter({sure: len(found) for sure, found in self.grounds.items()})


def target_text(target: Target) -> TargetText:
    """What is to be said of a target."""
    every = [
        (rule, ground)
        for rule in PROVIDER_RULES
        for ground in rule.grounds
        if target.name in ground.targets
    ]
    today = [one for one in every if one[1].until is None]
    grounds = {
        words: [one for one in today if one[1].confidence == sure]
        for sure, words in SURE.items()
    }
    history = [one for one in every if one[1].until is not None]
    taken = [
        (format, _known_from(one), _uses(one)) for format, one in (target.takes or {}).items()
    ]
    return TargetText(target, _signs(target), grounds, history, taken, _yes(target))


def _known_from(taken: Taken) -> str:
    of_models = f" (of the models `{taken.models}`)" if taken.models else ""
    return f"{taken.source}{of_models}"


def _uses(taken: Taken) -> list[str]:
    """What a request may use there, by what stands behind it."""
    told = []
    for pattern, known in {"": taken.uses, **taken.further}.items():
        by_source: dict[str, list[str]] = {}
        for use, source in known.items():
            by_source.setdefault(source, []).append(use.value)
        of_models = f" (of the models `{pattern}`)" if pattern else ""
        for source, some in by_source.items():
            told.append(f"{', '.join(sorted(some))}{of_models}: {source}")
    return told


def _yes(target: Target) -> str:
    if target.takes is None:
        return "its rules: a yes where none of them refuses"
    return "what is known to be taken" if target.takes else "nothing yet: it never says yes"


def _signs(target: Target) -> list[tuple[str, Sequence[str]]]:
    signs = target.signs
    kinds: list[tuple[str, Sequence[str]]] = [
        ("The host of an address", signs.hosts),
        ("A field of an answer", [name for name, _ in signs.answers]),
        ("A word for the provider", signs.providers),
        ("The model, by the pattern", [signs.models] if signs.models else []),
        ("The ids of calls, by the pattern", [signs.ids] if signs.ids else []),
    ]
    return [(kind, told) for kind, told in kinds if told]
