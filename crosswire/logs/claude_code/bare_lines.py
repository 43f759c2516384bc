"""Calls and results in lines of their own, without ids, as early versions wrote them."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.logs.claude_code.lines import Line
from crosswire.logs.claude_code.names import BOOKKEEPING, NAME
from crosswire.model import DataPart, Message, Part, TextPart, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.call_id import no_call_id
from crosswire.model.json_values import text_or_empty, text_or_none
from crosswire.tools import arguments


def read_bare(line: Line, into: ConversationBuilder) -> Message:
    """Read such a line."""
    called = line.raw.get("type") == "tool_use"
    part = _bare_call(line) if called else _bare_result(line)
    message = into.message("assistant" if called else "user", line.at, line.raw, [part])
    message.wire_format = NAME
    return message


def _bare_call(line: Line) -> Part:
    return ToolCallPart(
        address=line.at,
        raw=line.raw,
        call_id=no_call_id(),
        name=text_or_empty(line.raw.get("name")),
        arguments=arguments.from_value(line.raw.get("input"), Address(f"{line.at}/input")),
        wire_type="tool_use",
        extras=extras_of(line.raw, BOOKKEEPING | {"name", "input"}),
    )


def _bare_result(line: Line) -> Part:
    output, place = line.raw.get("output"), Address(f"{line.at}/output")
    content: list[Part] = []
    if isinstance(output, str):
        content = [TextPart(address=place, raw=output, text=output)]
    elif output is not None:
        content = [DataPart(address=place, raw=output, value=output)]
    return ToolResultPart(
        address=line.at,
        raw=line.raw,
        call_id=no_call_id(),
        wire_type="tool_result",
        content=content,
        name=text_or_none(line.raw.get("name")),
        is_error=line.raw.get("is_error") is True,
        extras=extras_of(line.raw, BOOKKEEPING | {"name", "output", "is_error"}),
    )
