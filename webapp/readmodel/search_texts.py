"""What can be searched of a conversation: every text in it with its place, folded away or cut
as it may be.

    blocks = search_blocks(conversation, rows)     # one for each block of rows, to be packed

Arguments and other JSON are kept as lines of `"key": value` whose texts are not escaped, so
that what a reader copies from the page is found. Encoded media, and signatures, are no words
and are left out.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import orjson

from crosswire.model import (
    Conversation,
    DataPart,
    JsonValue,
    MediaPart,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from webapp.readmodel.outline import BLOCK_ROWS, Row
from webapp.readmodel.row_numbers import parts_by_row

Scope = Literal["text", "reasoning", "arguments", "results", "ids", "tools", "other"]


LONGEST_QUERY = 400
"""Characters of what is searched for; ids are longer than words."""
LONGEST_ENCODED = 50_000
"""A longer text inside JSON that has no blank near its beginning is encoded media."""
_BLANK = re.compile(r"\s")
_SIZES = struct.Struct("<QQ")
"""Before a block: bytes of what says whose the texts are, and bytes of the texts."""


class Text(NamedTuple):
    """A text that can be searched."""

    scope: Scope
    what: str
    """What it is: `user`, `arguments`, or where that needs more words, `:call id:result`."""
    address: str
    text: str


class Owner(NamedTuple):
    """Where a text of a block stands; as lists in the JSON before the texts."""

    row: int
    message: int | None
    call: int | None
    role: str
    tool: str
    scope: Scope
    what: str
    address: str
    length: int
    """Characters of the text."""


def search_blocks(conversation: Conversation, rows: Sequence[Row]) -> Iterator[bytes]:
    """The texts of each block of rows, see `block_of`."""
    owners: list[Owner] = []
    texts: list[str] = []
    for row, (message, parts) in zip(rows, parts_by_row(conversation), strict=True):
        if row["number"] and row["number"] % BLOCK_ROWS == 0:
            yield block_of(owners, texts)
            owners, texts = [], []
        for found in _of_row(message, parts, starts=row["starts_message"]):
            owners.append(_owner(row, found))
            texts.append(found.text)
    yield block_of(owners, texts)


def _owner(row: Row, found: Text) -> Owner:
    tool = row["label"] if row["end"] else ""
    place = row["number"], row["message"], row["call"], row["role"], tool
    return Owner(*place, found.scope, found.what, found.address, len(found.text))


def block_of(owners: Sequence[Owner], texts: Sequence[str]) -> bytes:
    """Texts behind one another, with what says whose they are before them.

    Where folding case is more than bytes can do, the folded texts follow; dashes, quotation
    marks and Chinese have no case.
    """
    together = "".join(texts)
    words, head = _encoded(together), _json(owners)
    block = _SIZES.pack(len(head), len(words)) + head + words
    if together.isascii() or (again := _encoded(folded(together))) == words.lower():
        return block
    return block + again


def sizes_of(block: bytes) -> tuple[int, int]:
    """Where the texts of a block begin, and where they end."""
    head, words = _SIZES.unpack_from(block)
    start = _SIZES.size + head
    return start, start + words


def owners_of(block: bytes, start: int) -> list[Any]:
    """The fields of the owner of each text of a block, of which few are asked for; the texts
    begin at `start`."""
    head = block[_SIZES.size : start]
    try:
        found: list[Any] = orjson.loads(head)
    except orjson.JSONDecodeError:
        found = json.loads(head)
    return found


def _json(owners: Sequence[Owner]) -> bytes:
    plain = [tuple(owner) for owner in owners]
    try:
        return orjson.dumps(plain)
    except TypeError:  # a lone surrogate in an address or a name
        return json.dumps(plain).encode()


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def folded(text: str) -> str:
    """The text with case folded, of the same length, so that a place in the one is a place in
    the other."""
    found = text.casefold()
    if len(found) == len(text):
        return found
    pieces = _growing().split(text)
    return "".join(
        _lower(piece) if n % 2 else piece.casefold() for n, piece in enumerate(pieces)
    )


@cache
def _growing() -> re.Pattern[str]:
    """The characters that are several once their case is folded (`ß`); none is beyond
    these."""
    found = "".join(
        map(re.escape, (c for c in map(chr, range(0x80, 0x10000)) if len(c.casefold()) > 1))
    )
    return re.compile(f"([{found}])")


def _lower(character: str) -> str:
    low = character.lower()
    return low if len(low) == 1 else character


def _of_row(message: Message | None, parts: Sequence[Part], *, starts: bool) -> Iterator[Text]:
    if message is not None and starts:
        if message.item_id:
            yield Text("ids", ":item id:message", message.address, message.item_id)
        if message.extras:
            yield Text("other", ":fields:message", message.address, lines(message.extras))
    for part in parts:
        yield from _of_part(part, message.role if message is not None else "")
        if part.extras:
            yield Text("other", ":fields", part.address, lines(part.extras))


def _of_part(part: Part, role: str) -> Iterator[Text]:
    match part:
        case ToolCallPart():
            yield from _of_call(part)
        case ToolResultPart():
            yield from _of_result(part, "result")
        case ReasoningPart():
            if part.item_id:
                yield Text("ids", ":item id:reasoning", part.address, part.item_id)
            if part.text:
                yield Text("reasoning", "reasoning", part.address, part.text)
        case ToolPart():
            yield Text("tools", "declaration", part.address, _declaration(part))
        case SettingPart():
            yield Text("other", "setting", part.address, lines({part.name: part.value}))
        case _:
            yield from _of_content(part, "text", role)


def _of_content(part: Part, scope: Scope, what: str) -> Iterator[Text]:
    """The texts of content that stands in messages and in results alike."""
    match part:
        case TextPart(text=text) | RefusalPart(text=text):
            yield Text(
                scope, "refusal" if isinstance(part, RefusalPart) else what, part.address, text
            )
        case DataPart(value=value):
            yield Text(scope, what, part.address, lines(value))
        case MediaPart():
            if part.file_id:
                yield Text("ids", "file id", part.address, part.file_id)
            named = filter(None, [part.name, part.mime_type, _short_url(part.url)])
            yield Text("other", part.media, part.address, "\n".join(named))
        case OpaquePart(wire_type=wire_type, raw=raw):
            yield Text(
                scope if scope == "results" else "other", wire_type, part.address, lines(raw)
            )
        case _:
            yield Text(scope, what, part.address, lines(part.raw))


def _short_url(url: str | None) -> str | None:
    """The URL of a medium; of a data URL only the head, as the rest is the medium."""
    return url if url is None or not url.startswith("data:") else url.partition(",")[0]


def _of_call(part: ToolCallPart) -> Iterator[Text]:
    yield Text("tools", "call", part.address, part.name)
    yield from _ids_of(part, "call")
    arguments = part.arguments
    text = arguments.text or "" if arguments.value is None else lines(arguments.value)
    if text:
        yield Text("arguments", "arguments", arguments.address or part.address, text)
    if part.embedded is not None:
        yield from _of_result(part.embedded, "embedded result")


def _of_result(part: ToolResultPart, end: str) -> Iterator[Text]:
    if part.name:
        yield Text("tools", "result", part.address, part.name)
    yield from _ids_of(part, end)
    for content in part.content:
        yield from _of_content(content, "results", f":content:{end}")


def _ids_of(part: ToolCallPart | ToolResultPart, end: str) -> Iterator[Text]:
    call_id = part.call_id
    if call_id.value:
        kind = "item id as call id" if call_id.source == "item id" else "call id"
        yield Text("ids", f":{kind}:{end}", call_id.address or part.address, call_id.value)
    if part.item_id and part.item_id != call_id.value:
        yield Text("ids", f":item id:{end}", part.address, part.item_id)
    for edge in part.edges:
        yield Text("ids", f":named in:{end}:{edge.field}", edge.address, edge.value)


def _declaration(part: ToolPart) -> str:
    schema = "" if part.schema is None else lines(part.schema)
    return "\n".join(filter(None, [part.name, part.description, schema]))


def lines(value: JsonValue) -> str:
    """A JSON value as lines of `"key": value`, its texts as they are; encoded media is left
    out."""
    found: list[str] = []
    waiting: list[tuple[str, JsonValue]] = [("", value)]
    while waiting:
        key, one = waiting.pop()
        if isinstance(one, dict):
            found += [key] if key else []
            waiting += [(f'"{name}": ', below) for name, below in reversed(one.items())]
        elif isinstance(one, list):
            found += [key] if key else []
            waiting += [("", below) for below in reversed(one)]
        elif isinstance(one, str):
            found.append(key if _is_encoded(one) else f'{key}"{one}"')
        else:
            found.append(key + json.dumps(one))
    return "\n".join(found)


def _is_encoded(text: str) -> bool:
    return len(text) > LONGEST_ENCODED and _BLANK.search(text, 0, 1_000) is None
