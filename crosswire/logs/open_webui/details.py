"""Answers of Open WebUI's older versions: calls and thoughts stand in the text, in tags.

    <details type="tool_calls" done="true" id="call_1" name="add" arguments="..." result="...">
    <details type="reasoning" done="true" duration="2">

The attributes are JSON, escaped for HTML.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from crosswire.address import Address, span
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.model import (
    JsonValue,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import CallId, read_call_id
from crosswire.tools import arguments

_OPENS = re.compile(r'<details type="(tool_calls|reasoning)"([^<>]{0,2000000})>')
_CLOSES = "</details>"
_ATTRIBUTE = re.compile(r'([a-z_]{1,40})="([^"]*)"')
_SUMMARY = re.compile(r"<summary>[^<]{0,2000}</summary>")


def read_text(text: str, at: Address) -> Iterator[Part]:
    """The parts of a text, in its order; a result stands behind its call."""
    position = 0
    for opens in _OPENS.finditer(text):
        end = text.find(_CLOSES, opens.end())
        if end < 0:
            break  # nor is any behind it closed
        if opens.start() < position:
            continue
        yield from _said(text, position, opens.start(), at)
        inner = text[opens.end() : end]
        position = end + len(_CLOSES)
        place, raw = span(at, opens.start(), position), text[opens.start() : position]
        if opens[1] == "reasoning":
            thought = _quoted(_without_summary(inner))
            yield ReasoningPart(address=place, raw=raw, text=thought)
        else:
            given = {key: html.unescape(held) for key, held in _ATTRIBUTE.findall(opens[2])}
            yield from _call(given, inner, place, raw)
    yield from _said(text, position, len(text), at)


def _said(text: str, start: int, end: int, at: Address) -> Iterator[Part]:
    said = text[start:end]
    if said.strip():
        place = at if end - start == len(text) else span(at, start, end)
        yield TextPart(address=place, raw=said, text=said.strip())


def _without_summary(inner: str) -> str:
    """What stands in a tag but the line that a page shows of it."""
    head = _SUMMARY.match(inner.lstrip())
    return html.unescape(inner.lstrip()[head.end() if head else 0 :]).strip()


def _quoted(text: str) -> str:
    """A thought, which is written as a quotation of Markdown."""
    return "\n".join(line.removeprefix(">").removeprefix(" ") for line in text.split("\n"))


def _call(given: dict[str, str], inner: str, at: Address, raw: str) -> Iterator[Part]:
    found = read_call_id(given.get("id"), address=at, present="id" in given)
    yield ToolCallPart(
        address=at,
        raw=raw,
        call_id=found,
        name=given.get("name", ""),
        arguments=arguments.from_text(_value(given.get("arguments", "")), at),
        wire_type="tool_calls",
    )
    returned = given.get("result") or _without_summary(inner)
    if given.get("done") == "true":
        yield _result(found, given.get("name"), _value(returned), at, raw)


def _result(
    call_id: CallId, name: str | None, returned: JsonValue, at: Address, raw: str
) -> ToolResultPart:
    text = returned if isinstance(returned, str) else json_document.write(returned).decode()
    content: list[Part] = [TextPart(address=at, raw=text, text=text)] if text else []
    return ToolResultPart(
        address=at,
        raw=raw,
        call_id=call_id,
        name=name,
        wire_type="tool_calls",
        content=content,
    )


def _value(text: str) -> JsonValue:
    """What an attribute holds: JSON, most often a text that is JSON again."""
    try:
        return json_document.read(text.encode("utf-8", "surrogatepass"))
    except UnreadableUpload:
        return text
