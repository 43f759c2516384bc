"""What a part says, and what a pane shows of it: both as words, to be held against each other."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from crosswire.cached_property import cached_property
from crosswire.model import (
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
from flask.testing import FlaskClient
from tests.webapp.markup import BLOCKS
from tests.webapp.test_conversation_pages import HTMX

_VOID = {"br", "img", "hr", "input", "meta", "link", "wbr", "col"}


class Shown:
    """Some HTML as its reader sees it: without what is hidden, with the numbers of lists."""

    def __init__(self, markup: str) -> None:
        self.markup = markup

    @cached_property
    def text(self) -> str:
        reader = _Reader()
        reader.feed(self.markup)
        reader.close()
        return "".join(reader.text)

    @cached_property
    def squeezed(self) -> str:
        return "".join(self.text.split())

    @cached_property
    def words(self) -> set[str]:
        unescaped = re.sub(r"\\+u([0-9a-f]{4})", lambda one: chr(int(one[1], 16)), self.text)
        return _words(self.text) | _words(re.sub(r"\\+[nt]", " ", unescaped))

    def lacks(self, text: str) -> set[str]:
        """The words of a text that do not stand here."""
        written = json.dumps(text, ensure_ascii=False)[1:-1]
        if any("".join(one.split()) in self.squeezed for one in (text, written)):
            return set()
        return _words(text) - self.words


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.unseen = 0
        """How many elements are open inside one that is hidden, with it."""
        self.numbers: list[int | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in _VOID:
            self.text.append("\n")
            return
        if self.unseen or "hidden" in given or "visually-hidden" in (given.get("class") or "").split():
            self.unseen += 1
        if tag in ("ol", "ul"):
            self.numbers.append(int(given.get("start") or 1) if tag == "ol" else None)
        if tag in BLOCKS or tag in ("ol", "summary", "dt", "dd"):
            self.text.append("\n")
        if tag == "li" and self.numbers and (number := self.numbers[-1]) is not None:
            self.text.append(f"{number}. ")
            self.numbers[-1] = number + 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        self.unseen -= bool(self.unseen)
        if tag in ("ol", "ul"):
            self.numbers.pop()
        if tag in BLOCKS or tag in ("ol", "summary", "dt", "dd"):
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.text.append(data)


def panes_of(client: FlaskClient, path: str, panes: tuple[str, ...]) -> dict[str, list[Shown]]:
    """The cells of each pane in all rows, as slices and the links in them give them; at most four panes."""
    query = "&".join(f"pane={pane}" for pane in panes)
    found: dict[str, list[Shown]] = {pane: [] for pane in panes}
    for row in _rows(client, path, query):
        cells = re.split(r'(?=<div class="cell" data-pane=")', row)[1:]
        assert len(cells) == len(panes)
        for pane, cell in zip(panes, cells, strict=True):
            found[pane].append(Shown(cell))
    return found


def _rows(client: FlaskClient, path: str, query: str) -> Iterator[str]:
    following = 0
    while True:
        answer = client.get(f"{path}/rows?from={following}&{query}", headers=HTMX)
        if answer.status_code == 404:
            return
        # A result may stand under its call; each row stands there once all the same.
        for row in sorted(_split(answer.text), key=_number):
            rest = re.search(r'href="([^"]+/row/\d+\?[^"]*)"[^>]*>Show ', row)
            (whole,) = _split(client.get(html.unescape(rest[1]), headers=HTMX).text) if rest else (row,)
            assert f'data-row="{following}"' in whole[:60]
            assert "Show the other" not in whole
            yield whole
            following += 1


def _number(row: str) -> int:
    return int(re.findall(r'data-row="(\d+)"', row[:60])[0])


def _split(text: str) -> list[str]:
    return re.split(r'(?=<div class="row" data-row=")', text)[1:]


def said_in(part: Part, message: Message | None) -> Iterator[tuple[str, str]]:
    """Each text of a part, with a word for what it is; its message's own texts stand in its first part."""
    if message is not None and part is message.parts[0]:
        yield from _fields("message", message.extras)
        if message.item_id:
            yield "id", message.item_id
    yield from _fields("further", part.extras)
    yield from _said(part)


def _said(part: Part) -> Iterator[tuple[str, str]]:
    match part:
        case TextPart(text=text) | RefusalPart(text=text):
            yield "text", text
        case ReasoningPart():
            yield "reasoning", part.text
            yield "signature", part.signature or ""
            yield "id", part.item_id or ""
        case ToolCallPart():
            yield from _said_in_call(part)
        case ToolResultPart():
            yield from _said_in_result(part)
        case MediaPart():
            # Bytes say by themselves what they are.
            mime = part.mime_type if part.data is None else None
            yield "media", " ".join(filter(None, [mime, part.name, part.file_id, part.url]))
        case OpaquePart(wire_type=wire_type, raw=raw):
            yield "opaque", wire_type
            yield from _fields("opaque", raw)
        case DataPart(value=value) | SettingPart(value=value):
            yield from _fields("value", value)
        case ToolPart():
            yield "name", part.name
            yield "text", part.description or ""
            yield from _fields("schema", part.schema)


def _said_in_call(part: ToolCallPart) -> Iterator[tuple[str, str]]:
    yield "name", part.name
    yield "id", part.call_id.value or ""
    yield "id", part.item_id or ""
    if part.arguments.value is None:
        yield "arguments", part.arguments.text or ""
    yield from _fields("arguments", part.arguments.value)
    yield from (("tie", edge.value) for edge in part.edges)
    if part.embedded is not None:
        yield from _said_in_result(part.embedded)


def _said_in_result(part: ToolResultPart) -> Iterator[tuple[str, str]]:
    yield "name of result", part.name or ""
    yield "id", part.call_id.value or ""
    yield "id", part.item_id or ""
    yield from (("tie", edge.value) for edge in part.edges)
    for content in part.content:
        yield from _fields("further", content.extras)
        yield from _said(content)


def _fields(what: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    """The strings of a value, its keys and its numbers."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield what, key
            yield from _fields(what, inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _fields(what, inner)
    elif isinstance(value, str):
        yield what, value
    elif value is not None:
        yield what, json.dumps(value)
