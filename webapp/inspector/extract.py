"""A problem as text that can be put into an issue: the messages around it, with lengths in
place of texts.

Ids, tools' names, types and roles stay, since they are what an id bug is about; every other
text and number of the log becomes its length or its kind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from crosswire.containers import read_slice
from crosswire.counting import counted
from crosswire.errors import CrosswireError
from crosswire.model import JsonValue
from webapp.readmodel.text import printable

_WORDS = frozenset(
    {"role", "type", "status", "object", "finish_reason", "stop_reason", "finishReason"}
)
"""Fields whose values are words of the format."""
_WORD = re.compile(r"[\w.:/-]{1,60}")
_IDS = frozenset(
    {
        "id",
        "call_id",
        "tool_call_id",
        "tool_use_id",
        "toolUseId",
        "item_id",
        "approval_request_id",
        "name",
    }
)
LONGEST_ID = 200
_OURS = frozenset(
    {"input", "args", "arguments", "parameters", "response", "output", "result", "content"}
)
"""Fields below which a word is the writer's own, save in a list of blocks."""
LONGEST_EXTRACT = 20_000
"""Characters of the parts in an extract."""


@dataclass(frozen=True, slots=True)
class Around:
    """A part near the problem."""

    address: str
    role: str
    data: bytes
    """As it stands in the upload; empty where it has no bytes of its own there."""
    kept: frozenset[str]
    """Its id and its tool's name."""
    here: bool
    """Whether the problem names it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What an extract says above the messages."""

    heading: str
    message: str
    read_as: str
    places: Sequence[tuple[str, str]]
    """Words and addresses."""


def extract(told: Told, around: Sequence[Around]) -> str:
    """The text."""
    kept = {name for part in around for name in part.kept}
    places = [f"{word}: `{address}`" for word, address in told.places]
    lines = [
        f"**{told.heading}**",
        "",
        printable(told.message),
        "",
        f"Read as: {told.read_as}",
        *places,
        "",
        "Around it, with lengths in place of texts; ids and names are as logged:",
        "",
        "```json",
    ]
    room = LONGEST_EXTRACT
    for part in around:
        written = _written(part.data, kept)
        here = " <- here" if part.here else ""
        lines += [f"// {part.role} {part.address}{here}", written[: max(room, 0)]]
        room -= len(written)
    if room < 0:
        lines.append("// and more")
    return "\n".join([*lines, "```", ""])


def _written(data: bytes, kept: Collection[str]) -> str:
    try:
        value = read_slice(data)
    except CrosswireError:
        return f'"({counted(len(data), "byte")})"'
    return printable(json.dumps(redacted(value, kept), indent=2, ensure_ascii=False))


def redacted(
    value: JsonValue, kept: Collection[str], field: str = "", *, ours: bool = False
) -> JsonValue:
    """A value without what was said in it; `ours` where it is the content of an argument or a
    result."""
    if isinstance(value, dict):
        return {
            _key(name, ours): redacted(
                inner, kept, name, ours=ours or (name in _OURS and isinstance(inner, dict))
            )
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [redacted(inner, kept, field, ours=ours) for inner in value]
    if isinstance(value, str):
        is_known = not value or value in kept or (not ours and _is_word_or_id(value, field))
        return value if is_known else _length(value)
    return value if value is None or isinstance(value, bool) else "(number)"


def _is_word_or_id(value: str, field: str) -> bool:
    if field in _WORDS:
        return bool(_WORD.fullmatch(value))
    return field in _IDS and len(value) <= LONGEST_ID


def _key(name: str, ours: bool) -> str:
    """A field's name; what a writer made up may be anything."""
    return name if not ours or _WORD.fullmatch(name) else _length(name)


def _length(text: str) -> str:
    return f"({len(text)} {'character' if len(text) == 1 else 'characters'})"
