"""What the Check page says: states of a log at a provider, and what changes on the way to
it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from crosswire.rules import OF_ANY_REQUEST
from webapp.readmodel.verdicts import LossCount, Outcome, Written, is_of_unknown_server

State = Literal["fails", "may fail", "passes", "not known"]

MOST_NAMED = 3
"""Losses of one kind that are named; the others are counted."""
_KINDS = {
    "dropped": "not carried over",
    "changed": "changed",
    "moved": "moved",
    "added": "added",
    "kept": "to check",
}
_THINGS = {
    "item-id": ("item id", "item ids"),
    "of-response": ("field of the answer", "fields of answers"),
    "vendor-field": ("field of its provider", "fields of their provider"),
    "reasoning": ("reasoning block", "reasoning blocks"),
    "model-name": ("name of the model", "names of models"),
    "strict": ("strict flag", "strict flags"),
    "error-flag": ("error flag", "error flags"),
    "schema": ("part of a schema", "parts of schemas"),
    "media": ("medium", "media"),
    "opaque": ("block of its provider", "blocks of their provider"),
}
"""Codes of losses that are told by a noun; the others by what they are about."""
_QUIET = frozenset({"item-id", "of-response", "vendor-field", "in-url"})
"""Codes of what hardly anybody misses: it is named last."""
_CHANGES = {
    "id": ("id changed", "ids changed"),
    "name": ("name changed", "names changed"),
    "kind": ("kind changed", "kinds changed"),
    "arguments": ("call's arguments changed", "calls' arguments changed"),
    "split": ("taken apart", "taken apart"),
    "order": ("moved", "moved"),
    "group": ("put together", "put together"),
    "added": ("added", "added"),
    "dropped": ("taken out", "taken out"),
    "link": ("line tied anew", "lines tied anew"),
    "schema": ("part of a schema mended", "parts of schemas mended"),
}


def state_of(outcome: Outcome) -> State:
    """The word for what a provider says; what no rule looked at is not known."""
    is_doubted = any(one["severity"] == "warning" for one in outcome["findings"])
    is_unknown = is_of_unknown_server(outcome["undecided"])
    return state_of_word(outcome["word"], is_doubted=is_doubted and not is_unknown)


def state_of_word(word: str, *, is_doubted: bool) -> State:
    """The same for `accepted`, `refused`, `unsure` or nothing; `is_doubted`: by a rule."""
    if word == "refused":
        return "fails"
    if word == "accepted":
        return "passes"
    return "may fail" if is_doubted else "not known"


def is_of_this_log(point: Mapping[str, Any]) -> bool:
    """Whether what was not judged is about this very log, and not about any request."""
    return point["code"] not in OF_ANY_REQUEST


def left_by_a_yes(answer: Mapping[str, Any]) -> list[str]:
    """What a yes leaves open about this very log: what no rule judges."""
    points = filter(is_of_this_log, answer.get("not_judged", ()))
    return [f"Not judged: {point['message']}" for point in points]


def change_words(changes: Mapping[str, int]) -> str:
    """What a fix changes: `1 id changed, 2 added`."""
    return ", ".join(
        f"{count:,} {_CHANGES[kind][count != 1]}" for kind, count in changes.items()
    )


def way_words(written: Written | None) -> str:
    """What changes on the way to a provider; empty where nothing does."""
    if written is None:
        return ""
    words = [
        _of_kind(of_kind, says)
        for kind, says in _KINDS.items()
        if (of_kind := [one for one in written["losses"] if one["kind"] == kind])
    ]
    for count, one, many in (
        (written["ids"], "id filled or rewritten", "ids filled or rewritten"),
        (written["names"], "tool renamed", "tools renamed"),
    ):
        if count:
            words.append(f"{count:,} {one if count == 1 else many}")
    return "; ".join(words)


def _of_kind(losses: Sequence[LossCount], says: str) -> str:
    first = sorted(losses, key=lambda one: one["code"] in _QUIET)
    named = [_thing(one) for one in first[:MOST_NAMED]]
    more = sum(one["count"] for one in first[MOST_NAMED:])
    if more:
        named.append(f"{more:,} more")
    return f"{', '.join(named)} {says}"


def _thing(loss: LossCount) -> str:
    count = loss["count"]
    if loss["code"] in _THINGS:
        return f"{count:,} {_THINGS[loss['code']][count != 1]}"
    return loss["what"] if count == 1 else f"{loss['what']} and {count - 1:,} alike"
