"""What looks like a call, a result or a message to somebody who does not know the format.

No reader decides by this. It tells where an upload holds more than was read: a name beside
arguments, an id that belongs to a call, a role beside content.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from typing import Literal

from crosswire.model import JsonObject, JsonValue

Likeness = Literal["call", "result", "message"]

NAMES = frozenset({"name", "tool", "toolname", "function", "functionname", "recipientname"})
_ARGUMENTS = frozenset(
    {"arguments", "args", "input", "parameters", "params", "rawinput"}
    | {"toolinput", "toolargs", "toolarguments", "functionargs", "functionarguments"}
)
CALL_IDS = frozenset({"toolcallid", "tooluseid", "callid", "functioncallid", "toolcallsid"})
_OUTPUTS = frozenset(
    {"output", "outputs", "result", "results", "content", "response", "rawoutput", "error"}
    | {"tooloutput", "toolresult", "functionresult", "functionresponse", "returnvalue"}
)
_CONTENTS = frozenset({"content", "parts", "text", "contents", "blocks", "toolcalls"})
_KEYS_OF_SCHEMAS = ("properties", "$schema", "additionalProperties")


def likeness(value: JsonObject, call_ids: Container[str]) -> Likeness | None:
    """What an object looks like; `call_ids` are the ids of the calls that were read."""
    words = {word(key): inner for key, inner in value.items()}
    keys = words.keys()
    names_a_call = any(_is_given_text(words.get(key)) for key in CALL_IDS & keys)
    called = any(_is_given_text(words[key]) for key in NAMES & keys)
    with_arguments = any(_may_be_arguments(words[key]) for key in _ARGUMENTS & keys)
    if with_arguments and (called or names_a_call):
        return "call"
    if names_a_call and _OUTPUTS & keys:
        return "result"
    if any(isinstance(inner, str) and inner in call_ids for inner in words.values()):
        return "result"
    if _is_given_text(words.get("role")) and any(words[key] for key in _CONTENTS & keys):
        return "message"
    return None


@lru_cache(1024)
def word(key: str) -> str:
    """A key without the marks in which `tool_call_id`, `toolCallId` and `tool-call-id`
    differ."""
    return key.replace("_", "").replace("-", "").lower()


def _is_given_text(value: JsonValue) -> bool:
    return isinstance(value, str) and value != ""


def _may_be_arguments(value: JsonValue) -> bool:
    """Whether a value may be what a tool is called with, and is no schema of it."""
    if isinstance(value, dict):
        declares = value.get("type") in ("object", "OBJECT") and len(value) <= 2
        return not declares and not any(key in value for key in _KEYS_OF_SCHEMAS)
    return isinstance(value, (str, list)) and bool(value)
