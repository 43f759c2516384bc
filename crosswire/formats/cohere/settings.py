"""The settings that other formats have too: Cohere's names for them, and what it takes."""

from __future__ import annotations

from crosswire.formats.shared.writing import where
from crosswire.model import JsonValue
from crosswire.model.json_values import is_number
from crosswire.rendering.settings import SettingWriter, field

MAX_STOPS = 5
MAX_K = 500
MIN_P, MAX_P = 0.01, 0.99

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


def _is_p(value: JsonValue) -> bool:
    return is_number(value) and MIN_P <= value <= MAX_P


def _is_k(value: JsonValue) -> bool:
    return is_number(value) and isinstance(value, int) and 0 <= value <= MAX_K


WRITERS: dict[str, SettingWriter] = {
    "model": field("model"),
    "max_output_tokens": field("max_tokens"),
    "temperature": field("temperature"),
    "top_p": where(_is_p, "p"),
    "top_k": where(_is_k, "k"),
    "stop": where(
        lambda value: isinstance(value, list) and len(value) <= MAX_STOPS, "stop_sequences"
    ),
    "seed": field("seed"),
    "stream": field("stream"),
}
