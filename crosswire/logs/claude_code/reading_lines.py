"""Reads the lines of one way through a session: each becomes a message."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats import anthropic
from crosswire.logs.claude_code import attachments
from crosswire.logs.claude_code.bare_lines import read_bare
from crosswire.logs.claude_code.lines import Line
from crosswire.logs.claude_code.names import (
    ABOUT_THE_SESSION,
    BOOKKEEPING,
    NAME,
    NAMED,
    SYNTHETIC_MODEL,
    TRAITS,
    WIRE_FORMAT,
)
from crosswire.logs.claude_code.notes import note_attachments
from crosswire.model import Message
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import text_field, text_or_none


def read_lines(lines: Sequence[Line]) -> ConversationBuilder:
    """A conversation of these lines."""
    into = ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)
    into.bookkeeping = NAMED
    _read_settings(lines, into)
    for line in lines:
        _read_line(line, into)
    note_attachments(lines, into)
    return into


def _read_settings(lines: Sequence[Line], into: ConversationBuilder) -> None:
    first = lines[0]
    for name in ABOUT_THE_SESSION:
        value = first.raw.get(name)
        if value is not None:
            into.setting(name, value, child(first.at, name), of_response=True)
    for line in reversed(lines):
        model = text_field(line.raw.get("message"), "model")
        if model is not None and model != SYNTHETIC_MODEL:
            into.setting("model", model, Address(f"{line.at}/message/model"), meaning="model")
            return


def _read_line(line: Line, into: ConversationBuilder) -> None:
    if "message" in line.raw:
        anthropic.read_message(line.raw["message"], Address(f"{line.at}/message"), into)
        message = into.messages[-1]
        _give_role(line, message)
        _keep_fields(line, message)
    elif attachments.is_one(line.raw):
        parts = attachments.texts_of(line.raw, line.at)
        message = into.message("user", line.at, line.raw, parts)
        message.wire_format = NAME
    else:
        message = read_bare(line, into)
    message.node, message.parent = line.uuid, line.parent
    message.timestamp = text_or_none(line.raw.get("timestamp"))
    message.timestamp_at = Address(f"{line.at}/timestamp")


def _give_role(line: Line, message: Message) -> None:
    """A line says by its type too who speaks."""
    kind = line.raw.get("type")
    if message.role == "other" and kind in ("user", "assistant") and not _has_role(line):
        message.role = "user" if kind == "user" else "assistant"
        # As it stands no provider takes it: it is written from its parts.
        message.wire_format = NAME


def _has_role(line: Line) -> bool:
    return text_field(line.raw.get("message"), "role") is not None


def _keep_fields(line: Line, message: Message) -> None:
    """The fields of a line beside the message, e.g. the full `toolUseResult`."""
    beside = extras_of(line.raw, BOOKKEEPING)
    if beside is not None:
        message.extras = {**(message.extras or {}), **beside}
        message.extras_at = dict.fromkeys(beside, line.at)
