"""What pages say of losses and of renamed ids."""

from __future__ import annotations

from crosswire.model import LOSS_CODES
from webapp.readmodel.losses import LossSummary

KINDS = {
    "dropped": "not carried over",
    "changed": "changed",
    "moved": "moved",
    "added": "added",
    "kept": "check",
}
"""The kinds of losses, as pages call them."""


def counted(told: LossSummary, *, noun: str = "conversion note") -> str:
    """How many things are otherwise in a pane than in the log."""
    count = sum(told["kinds"].values())
    if not count:
        return f"no {noun}s"
    return f"{count:,} {noun}{'s' if count > 1 else ''}"


def counted_kinds(told: LossSummary) -> str:
    """The same by kind, in a few words; empty where there is nothing."""
    return ", ".join(f"{count:,} {KINDS[kind]}" for kind, count in told["kinds"].items())


def counted_ids(told: LossSummary) -> str:
    """How many ids and names are not the log's, in a few words; empty where all are."""
    words: list[str] = []
    for how, count in told["ids"].items():
        noun = "" if words else " id" if count == 1 else " ids"
        words.append(f"{count:,}{noun} {how}")
    if told["names"]:
        words.append(f"{told['names']:,} {'tool' if told['names'] == 1 else 'tools'} renamed")
    return ", ".join(words)


def code_says(code: str) -> str:
    """What a code of losses means; empty for the name of a rule, which has a page of its
    own."""
    known = LOSS_CODES.get(code)
    return known.says if known else ""
