"""Values within a text: where one begins, where it ends, and what it is.

Texts have a character for each byte.
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice

from msgspec import Struct

from crosswire import address
from crosswire.address import Address
from crosswire.containers import json_document, lenient_json, python_literal
from crosswire.containers.bodies import Body
from crosswire.containers.pasted.pieces import How
from crosswire.containers.quoted_texts import NO_END, end_of_text
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue, Note

_STOP = re.compile(r"[\"'`{}\[\]()]")
_OPENS = {"{": "}", "[": "]", "(": ")"}
_BEFORE_TEXT = frozenset("{[(,:=bBuUrRfF")
"""After one of these a single quote begins a text; elsewhere it is an apostrophe."""

_LISTS = frozenset({"messages", "contents", "choices", "candidates", "input", "output"})
_MARKS = frozenset(
    {"role", "tool_calls", "tool_call_id", "tool_use_id", "call_id", "functionCall"}
    | {"functionResponse", "function_call", "toolUse", "toolResult"}
)
_MOST_TEXTS = 10
_MOST_LOOKED_AT = 2_000
"""Values that are looked at before something is said to be no conversation."""


class Extent(Struct, frozen=True):
    """Where a value ends."""

    end: int
    state: str
    """`whole`, `cut` where the text ends in it, `broken` where its brackets do not agree."""


def extent_of(text: str, start: int, end: int) -> Extent:
    """The end of what begins with a bracket at a place, and may reach up to another."""
    stack: list[str] = []
    position = start
    while (found := _STOP.search(text, position, end)) is not None:
        position = found.end()
        mark = found[0]
        if mark in _OPENS:
            stack.append(_OPENS[mark])
        elif mark in "}])":
            if stack.pop() != mark:
                return Extent(position, "broken")
            if not stack:
                return Extent(position, "whole")
        elif mark == '"' or _begins_text(text, position - 1, start):
            position = end_of_text(text, position, mark)
            if position == NO_END or position > end:
                return Extent(end, "cut")
    return Extent(end, "cut")


def _begins_text(text: str, place: int, first: int) -> bool:
    near = text[max(first, place - 200) : place].rstrip()
    return near[-1:] in _BEFORE_TEXT


class Read(Struct, frozen=True):
    """A value, and in which language it was written."""

    value: JsonValue
    how: How


def value_of(body: Body, line: int, *, may_be_cut: bool) -> Read | UnreadableUpload:
    """The value that some bytes hold, or why they hold none."""
    try:
        return Read(json_document.read(body.text), "json")
    except UnreadableUpload:
        pass
    offset = body.places[0]
    try:
        value, _ = lenient_json.read(
            body.text, address.root(), offset=offset, line=line, may_be_cut=may_be_cut
        )
        return Read(value, "slips")
    except UnreadableUpload as fault:
        try:
            literal = python_literal.open(body.text)
        except UnreadableUpload as not_a_literal:
            return not_a_literal
        return fault if literal is None else Read(literal.documents[0], "python")


def notes_of(body: Body, how: How, at: Address, line: int, indent: int) -> list[Note]:
    """What is to be said of the way that a value was written; `indent` characters stand before
    it on its line."""
    if how == "json":
        return json_document.read_with_notes(body.text, at)[1]
    if how == "slips":
        return lenient_json.read(b" " * indent + body.text, at, line=line)[1]
    return [
        Note(
            "python-literal",
            "This is a Python literal, not JSON; it was read without being run.",
            at,
        )
    ]


def is_of_conversation(value: JsonValue) -> bool:
    """Whether messages, calls or results seem to stand in a value."""
    left = [value]
    for _ in range(_MOST_LOOKED_AT):
        if not left:
            return False
        one = left.pop()
        if isinstance(one, dict):
            if _is_marked(one):
                return True
            left += [inner for inner in one.values() if isinstance(inner, (dict, list))][:50]
            left += _in_texts(one)
        elif isinstance(one, list):
            left += [inner for inner in one[:20] if isinstance(inner, (dict, list))]
    return False


def _in_texts(value: dict[str, JsonValue]) -> list[JsonValue]:
    """The JSON in the texts of an object, as the options of a request have its body."""
    texts = (one for one in value.values() if isinstance(one, str) and one[:1] in _OPENS)
    found: list[JsonValue] = []
    for text in islice(texts, _MOST_TEXTS):
        with suppress(UnreadableUpload):
            found.append(json_document.read(text.encode("utf-8", "surrogatepass")))
    return found


def _is_marked(value: dict[str, JsonValue]) -> bool:
    if any(isinstance(value.get(name), list) and value[name] for name in _LISTS):
        return True
    if "tool" in value and "args" in value:
        return True
    has_text = isinstance(value.get("input"), str) and "model" in value
    return has_text or not _MARKS.isdisjoint(value)


def is_error(value: JsonValue) -> bool:
    """Whether a value is what a provider answers where it refuses."""
    if isinstance(value, list):
        return 0 < len(value) <= 5 and all(map(is_error, value))
    if not isinstance(value, dict):
        return False
    inner = value.get("error") or value.get("Error")
    if isinstance(inner, dict):
        return any(name.lower() in _ERROR_FIELDS for name in inner)
    if isinstance(inner, str):
        return True
    says = isinstance(value.get("message"), (str, dict)) or "detail" in value
    is_typed = value.get("object") == "error" or "__type" in value
    kind = value.get("type")
    return says and (is_typed or (isinstance(kind, str) and kind.endswith("error")))


_ERROR_FIELDS = frozenset({"message", "code", "type", "status", "param"})
