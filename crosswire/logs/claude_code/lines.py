"""The lines of a session: which hold a message, which repeat one, which are beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from crosswire.address import Address, child, root
from crosswire.logs.claude_code import attachments
from crosswire.logs.claude_code.names import BOOKKEEPING
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import text_or_none


class Line(Struct, eq=False):
    """One line of the file, with its place."""

    raw: JsonObject
    at: Address
    number: int
    """In the file, from 0."""

    @property
    def uuid(self) -> str | None:
        return text_or_none(self.raw.get("uuid"))

    @property
    def parent(self) -> str | None:
        return text_or_none(self.raw.get("parentUuid"))

    @property
    def before(self) -> str | None:
        """The line before it; that of a compaction begins a chain, and says in other words
        what it follows."""
        return self.parent or text_or_none(self.raw.get("logicalParentUuid"))

    @property
    def place(self) -> Address:
        """Where its message stands."""
        return child(self.at, "message") if "message" in self.raw else self.at

    @property
    def is_of_sub_agent(self) -> bool:
        """Whether it belongs to a sub-agent's conversation."""
        return self.raw.get("isSidechain") is True


def lines_of(documents: Sequence[JsonValue], first: int = 0) -> Iterator[Line]:
    """The lines of the file; or, where somebody made one JSON array of them, its elements."""
    key, within = array_of_lines(documents)
    if within is not None:
        home = root(first) if key is None else child(root(first), key)
        pairs: Iterable[tuple[JsonValue, Address]] = (
            (value, Address(f"{home}/{i}")) for i, value in enumerate(within)
        )
    else:
        pairs = ((value, root(i)) for i, value in enumerate(documents, first))
    for number, (value, at) in enumerate(pairs):
        raw: JsonObject = value if isinstance(value, dict) else {"type": type(value).__name__}
        yield Line(raw, at, number)


def array_of_lines(
    documents: Sequence[JsonValue],
) -> tuple[str | None, list[JsonValue] | None]:
    """The array that holds all lines of a file of one document, and its key where it stands
    in an object, as a service hands a session out."""
    only = documents[0] if len(documents) == 1 else None
    if isinstance(only, list):
        return None, only
    if isinstance(only, dict) and "message" not in only:
        for key, value in only.items():
            if isinstance(value, list) and any(map(_is_said, value[:_BEGINNING])):
                return key, value
    return None, None


_BEGINNING = 200
"""How far into an array is looked for a message."""


def _is_said(value: JsonValue) -> bool:
    if not isinstance(value, dict) or value.get("type") not in ("user", "assistant"):
        return False
    message = value.get("message")
    return isinstance(message, dict) and "content" in message


def sorted_out(lines: Iterable[Line]) -> tuple[list[Line], list[Line], list[Line]]:
    """Lines with a message; lines that repeat one, as a resumed session does; all others."""
    messages: list[Line] = []
    repeats: list[Line] = []
    others: list[Line] = []
    seen: dict[str, Line] = {}
    seen_beside: dict[str, Line] = {}
    for line in lines:
        if not _holds_message(line):
            (repeats if _is_told_again(line, seen_beside) else others).append(line)
            continue
        uuid = line.uuid
        first = seen.setdefault(uuid, line) if uuid else line
        repeated = first is not line and first.raw.get("message") == line.raw.get("message")
        (repeats if repeated else messages).append(line)
    return messages, repeats, others


def _is_told_again(line: Line, seen: dict[str, Line]) -> bool:
    """Whether a line without a message was there before, but for what ties it."""
    first = seen.setdefault(line.uuid, line) if line.uuid else line
    return first is not line and _says(first) == _says(line)


def _says(line: Line) -> JsonObject:
    return {name: value for name, value in line.raw.items() if name not in BOOKKEEPING}


def _holds_message(line: Line) -> bool:
    kind = line.raw.get("type")
    if kind in ("tool_use", "tool_result"):
        return "name" in line.raw
    if attachments.is_one(line.raw):
        return bool(attachments.texts_of(line.raw, line.at))
    return "message" in line.raw and kind in ("user", "assistant", None)
