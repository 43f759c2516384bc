"""How messages are written down: as the framework's own dumps have them, or as they are.

{"lc": 1, "type": "constructor", "id": [..., "AIMessage"], "kwargs": {...}}
{"type": "ai", "data": {...}}
{"type": "ai", "content": ..., ...}
"""

from __future__ import annotations

from crosswire.logs.langchain.names import OWN_WORDS, ROLES
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    text_or_empty,
    text_or_none,
)

INNER = ("kwargs", "data")
_SIGNS = frozenset({"additional_kwargs", "response_metadata", "invalid_tool_calls"})
_OF_OTHERS = frozenset({"user", "assistant", "developer", "generic"})
"""Words that stand in a message without a wrapper only where others wrote it."""


def word_of(value: JsonObject) -> str:
    """Who speaks, in the framework's word: `ai`, `human`, `tool`."""
    word = _plain(_class_of(value) or text_or_empty(value.get("type")))
    if word in ("chat", "generic"):
        inner = held_in(value)
        said = text_or_none(inner.get("role"))
        return _plain(said) if said is not None and _plain(said) in ROLES else word
    return word


def is_chunk(value: JsonValue) -> bool:
    """Whether a message is a piece of one that came as a stream."""
    raw = object_or_empty(value)
    name = _class_of(raw) or text_or_empty(raw.get("type"))
    return name.endswith("MessageChunk")


def held_in(value: JsonObject) -> JsonObject:
    """The fields of a message, without what is around them."""
    for name in INNER:
        if isinstance(inner := value.get(name), dict):
            return inner
    return value


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message in one of the three ways."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    if value.get("lc") is not None:
        return word_of(value) in ROLES and isinstance(value.get("kwargs"), dict)
    if word_of(value) not in ROLES:
        return False
    if "data" in value:
        return "content" in object_or_empty(value["data"])
    is_own = word_of(value) not in _OF_OTHERS
    return is_own and isinstance(value.get("content", 0), (str, list, type(None)))


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message."""
    if message.get("lc") is not None or "data" in message:
        return True
    return word_of(message) in OWN_WORDS or not _SIGNS.isdisjoint(message)


def _class_of(value: JsonObject) -> str:
    """The class in a dump: the last of its path."""
    path = list_or_empty(value.get("id"))
    return text_or_empty(path[-1]) if path and value.get("lc") is not None else ""


def _plain(name: str) -> str:
    return name.removesuffix("Chunk").removesuffix("Message").lower()
