"""What an id that an error names tells by its own shape, while no log is there to look it up
in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from crosswire.counting import counted
from crosswire.ids import looks_like

_ITEM = re.compile(
    r"(?P<prefix>fc|fco|ctc|ctco|rs|msg|ws|fs|ci|ig|mcp|mcpl)_[\w-]{1,200}", re.ASCII
)
_ITEMS = {
    "fc": "a function call",
    "fco": "a function call's output",
    "ctc": "a custom tool call",
    "ctco": "a custom tool call's output",
    "rs": "reasoning",
    "msg": "a message",
    "ws": "a web search",
    "fs": "a file search",
    "ci": "a run of code",
    "ig": "an image",
    "mcp": "an MCP call",
    "mcpl": "a list of MCP tools",
}
"""Prefix of an item's id in the Responses API -> what the item is."""
_WITH_CALL_ID = frozenset({"fc", "fco", "ctc", "ctco"})
_NINE = re.compile(r"[A-Za-z0-9]{9}")
_OPENAI = ("openai-chat", "openai-responses", "azure-foundry")
_ANTHROPIC = ("anthropic",)
MOST_HINTS = 5


class IdHint(Struct, frozen=True):
    """What an id tells by its shape."""

    value: str
    meaning: str
    """What it is, in a sentence."""
    advice: str = ""
    """What follows of that for the request."""


def id_hints(ids: Iterable[str], targets: Sequence[str]) -> list[IdHint]:
    """What the ids of a message tell; `targets` may have sent it."""
    found = (_hint(value, targets) for value in ids)
    return [hint for hint in found if hint is not None][:MOST_HINTS]


def _hint(value: str, targets: Sequence[str]) -> IdHint | None:
    if tuple(targets) == ("mistral",):
        return None if _NINE.fullmatch(value) else _at_mistral(value)
    item = _ITEM.fullmatch(value)
    if item is not None and (not targets or set(targets) & set(_OPENAI)):
        return _of_item(value, item["prefix"])
    if value.startswith(("toolu_", "srvtoolu_")) and set(targets) & set(_OPENAI):
        return _of_another(value, "Anthropic", "OpenAI", "call")
    if value.startswith("call_") and set(targets) & set(_ANTHROPIC):
        return _of_another(value, "OpenAI", "Anthropic", "tool_use")
    return None


def _of_item(value: str, prefix: str) -> IdHint:
    what = f"`{value}` is the id of an item ({_ITEMS[prefix]}), not of a call."
    if prefix not in _WITH_CALL_ID:
        return IdHint(value, what, "No result answers it.")
    return IdHint(
        value,
        what,
        "The call need not be lost: its item has another id beside this one, the `call_id`, "
        "which mostly begins with `call_`. The result has to repeat that one.",
    )


def _of_another(value: str, maker: str, sent_to: str, call: str) -> IdHint:
    return IdHint(
        value,
        f"`{value}` looks like an id of {maker}, and the request went to {sent_to}.",
        f"{sent_to} takes such ids; it misses the {call} that has it. Calls and results of a "
        "history that moves to another provider must move together, with equal ids.",
    )


def _at_mistral(value: str) -> IdHint:
    shape = looks_like(value)
    whose = f" and looks like an id of {shape.maker}" if shape and shape.provider else ""
    return IdHint(
        value,
        f"`{value}` has {counted(len(value), 'character')}{whose}; Mistral takes exactly nine "
        "letters and digits.",
        "Write every id anew, the call's and its result's alike; an export for Mistral does "
        "that.",
    )
