"""Answers and results that stand alone and in a longer list too: a trace writes what a tool
gave beside the call and in the state behind it, a stream an update and then the state."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.containers import json_document
from crosswire.logs.langchain.wrapping import held_in, word_of
from crosswire.logs.shared.finding import Run
from crosswire.model import JsonValue
from crosswire.model.json_values import object_or_empty, text_or_none

LATER_WORDS = ("ai", "tool", "function")
"""Who speaks in messages that no conversation begins with."""


def without_copies(runs: Sequence[Run]) -> tuple[list[Run], list[Run]]:
    """The runs that say something, and those whose every message a longer one has, or an
    earlier one of their length."""
    keys = [[_key(value) for value, _ in run.messages] for run in runs]
    homes: dict[bytes, tuple[int, int]] = {}
    for number, own in enumerate(keys):
        for key in own:
            if key is not None:
                homes[key] = min(homes.get(key, (0, number)), (-len(own), number))
    kept: list[Run] = []
    copies: list[Run] = []
    for number, (run, own) in enumerate(zip(runs, keys, strict=True)):
        is_new = any(key is None or homes[key] == (-len(own), number) for key in own)
        later = word_of(object_or_empty(run.messages[0][0])) in LATER_WORDS
        (copies if later and not is_new else kept).append(run)
    return kept, copies


def _key(value: JsonValue) -> bytes | None:
    """What one utterance has in common with its copies; None where it says no id."""
    outer = object_or_empty(value)
    raw = held_in(outer)
    id = text_or_none(raw.get("tool_call_id")) or text_or_none(raw.get("id"))
    if id is None:
        return None
    said: list[JsonValue] = [word_of(outer), id, raw.get("content"), raw.get("tool_calls")]
    return json_document.write(said)
