"""The settings that others have too: Cohere's names for them, and what it takes."""

from __future__ import annotations

from collections.abc import Callable

from crosswire.model import JsonValue
from crosswire.rendering.settings import SettingWriter, field

MOST_STOPS = 5
LARGEST_K = 500
SMALLEST_P, LARGEST_P = 0.01, 0.99

MEANINGS = {
    "model": "model",
    "max_tokens": "max_output_tokens",
    "temperature": "temperature",
    "p": "top_p",
    "k": "top_k",
    "seed": "seed",
    "stop_sequences": "stop",
    "stream": "stream",
    "tool_choice": "tool_choice",
}


def _where(fits: Callable[[JsonValue], bool], name: str) -> SettingWriter:
    """A writer for a field that takes the neutral value as it is, where it is in the field's
    range."""
    return lambda value: ((name,), value) if fits(value) else None


def _is_number(value: JsonValue, smallest: float, largest: float) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return smallest <= value <= largest


WRITERS: dict[str, SettingWriter] = {
    "model": field("model"),
    "max_output_tokens": field("max_tokens"),
    "temperature": field("temperature"),
    "top_p": _where(lambda value: _is_number(value, SMALLEST_P, LARGEST_P), "p"),
    "top_k": _where(
        lambda value: isinstance(value, int) and _is_number(value, 0, LARGEST_K), "k"
    ),
    "stop": _where(
        lambda value: isinstance(value, list) and len(value) <= MOST_STOPS, "stop_sequences"
    ),
    "seed": field("seed"),
    "stream": field("stream"),
}
