"""What pages say of losses and of renamed ids."""

from __future__ import annotations

from crosswire.model import LOSS_CODES
from webapp.readmodel.losses import LossSummary

KINDS = {
    "dropped": "lost",
    "changed": "changed",
    "moved": "moved",
    "added": "added",
    "kept": "to check",
}
"""The kinds of losses, as pages call them."""


def counted(told: LossSummary, *, nothing: str = "nothing lost") -> str:
    """What became of the log in a pane, in a few words."""
    words: list[str] = []
    for kind, count in told["kinds"].items():
        noun = "" if words else " thing" if count == 1 else " things"
        words.append(f"{count:,}{noun} {KINDS[kind]}")
    return ", ".join(words) or nothing


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
