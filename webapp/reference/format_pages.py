"""What the pages of the formats show: what each can hold, as the converter finds it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs

from crosswire.capabilities import (
    FEATURES,
    PLACES,
    Holding,
    Outcome,
    State,
    arguments_are,
    not_held,
    outcomes_between,
)
from crosswire.formats import FORMATS
from crosswire.model import JsonValue
from crosswire.rules import RULES, TARGETS
from webapp.wording.formats import short as short

STATES = {
    State.HELD: "It stands in the payload and says the same.",
    State.CHANGED: "It stands there in other words, or a piece of it is missing.",
    State.MOVED: "It stands there in another place of the conversation.",
    State.LOST: "It does not stand there, or only as a line that tells of it.",
}


_PLACES = {
    "system": "System prompt",
    "messages": "Messages",
    "tools": "Tools",
    "schema": "Their schemas",
    "name": "Name of a call",
    "call_id": "Id of a call",
    "arguments": "Arguments",
    "result": "Result",
    "result_id": "Its call's id",
}


class Shared(NamedTuple):
    """What becomes of a feature in the words of several formats, for one and the same
    reasons."""

    state: State
    because: tuple[str, ...]
    outcomes: list[Outcome]


@dataclass(frozen=True)
class Between:
    """What is not held on the way from a format to another, and back."""

    other: str
    there: dict[State, list[Outcome]]
    back: dict[State, list[Outcome]]


def worst_of_others(held: Holding) -> State | None:
    """What is worst of what becomes of the others' forms, where it is worse than of the shown
    one."""
    order = list(State)
    worst = max((one.state for one in held.others), key=order.index, default=State.HELD)
    return worst if order.index(worst) > order.index(held.best.state) else None


def shared(held: Holding) -> list[Shared]:
    """The others' forms, those together of which the same is said; the worst first."""
    found: dict[tuple[State, tuple[str, ...]], list[Outcome]] = {}
    for one in held.others:
        found.setdefault((one.state, one.because), []).append(one)
    groups = [Shared(state, because, some) for (state, because), some in found.items()]
    return sorted(groups, key=lambda group: list(State).index(group.state), reverse=True)


def between(name: str) -> list[Between]:
    """What is not held to and from each other format."""
    return [
        Between(
            other,
            not_held(outcomes_between(FEATURES, name, other)),
            not_held(outcomes_between(FEATURES, other, name)),
        )
        for other in FORMATS
        if other != name
    ]


def places(name: str) -> list[tuple[str, str]]:
    """Where a format writes what, as paths."""
    found = [(_PLACES[what], path) for what, path in structs.asdict(PLACES[name]).items()]
    return [(what, f"`{path}`" + _as(what, name)) for what, path in found]


def _as(what: str, name: str) -> str:
    return f", {arguments_are(name)}" if what == _PLACES["arguments"] else ""


def rules_of(name: str) -> dict[str, list[str]]:
    """The codes of the rules by which the endpoints of a format refuse, by endpoint."""
    return {
        target.title: [rule.code for rule in RULES.values() if rule.grounds_of(target.name)]
        for target in TARGETS.values()
        if target.format == name
    }


def text_of(value: JsonValue) -> str:
    """JSON as a form sends it and a page lays it out."""
    return json.dumps(value, ensure_ascii=False)
