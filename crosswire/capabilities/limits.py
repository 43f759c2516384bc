"""The limits of ids and names of a format, in words, and the losses of conversions to it."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.capabilities.feature import Feature
from crosswire.capabilities.measuring import Outcome, State, outcome
from crosswire.formats import FORMATS
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

_ANY_LENGTH = 1_000_000
"""A limit from here on is none that a name would meet."""


def id_limits(format: str) -> tuple[str, ...]:
    """Its limits of a call id, a sentence each; backticks mark code."""
    return tuple(_of_ids(FORMATS[format].ID_RULE))


def name_limits(format: str) -> tuple[str, ...]:
    """What it asks of the name of a tool, a sentence each."""
    rule = FORMATS[format].NAME_RULE
    declared = _of_names(rule)
    if rule.called is None:
        return declared
    return (*declared, "Of a name that only calls have: " + " ".join(_of_names(rule.called)))


def outcomes_between(features: tuple[Feature, ...], source: str, target: str) -> list[Outcome]:
    """The outcomes in one format of all features of another one."""
    own = ((feature, feature.of(source)) for feature in features)
    return [
        outcome(feature, specimen, target) for feature, specimen in own if specimen is not None
    ]


def not_held(outcomes: list[Outcome]) -> dict[State, list[Outcome]]:
    """The outcomes that are not held, by state; the worst first."""
    worst_first = (State.LOST, State.CHANGED, State.MOVED)
    found = {state: [one for one in outcomes if one.state is state] for state in worst_first}
    return {state: some for state, some in found.items() if some}


def _of_ids(rule: IdRule) -> Iterator[str]:
    if rule.required:
        yield "Every call and every result has one."
    else:
        yield "It may be absent."
    if rule.max_length is not None:
        yield f"{rule.max_length} characters at most."
    if rule.pattern is not None:
        yield f"Only `{rule.pattern}`."
    prefix, _, digits = rule.native.rstrip("}").partition("{")
    shape = (
        f"`{prefix}` and {digits} letters or digits"
        if prefix
        else f"{digits} letters or digits"
    )
    yield f"Its own ids: {shape}."
    if rule.server is not None and rule.server.pattern is not None:
        yield f"Of tools that it runs itself: only `{rule.server.pattern}`."


def _of_names(rule: NameRule) -> tuple[str, ...]:
    anything = rule.pattern in (r"[\s\S]+", r"(?s:.+)")
    characters = "Any characters." if anything else f"Only `{rule.pattern}`."
    length = (
        "Any length."
        if rule.max_length >= _ANY_LENGTH
        else f"{rule.max_length} characters at most."
    )
    return characters, length
