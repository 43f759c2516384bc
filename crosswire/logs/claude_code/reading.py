"""Reads a session: each line with a message becomes a message of its conversation."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats import anthropic
from crosswire.logs.claude_code import attachments
from crosswire.logs.claude_code.bare_lines import read_bare
from crosswire.logs.claude_code.lines import Line, lines_of, sorted_out
from crosswire.logs.claude_code.names import (
    ABOUT_THE_SESSION,
    BOOKKEEPING,
    NAME,
    NAMED,
    SYNTHETIC_MODEL,
    TRAITS,
    WIRE_FORMAT,
)
from crosswire.logs.claude_code.notes import note_attachments, note_branches, note_the_rest
from crosswire.logs.claude_code.threads import continues_another, threads_of
from crosswire.logs.claude_code.titles import sidechain_title, title_of
from crosswire.model import JsonValue, Message
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import text_field, text_or_none


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    lines = list(lines_of(documents, first))
    by_uuid: dict[str, Line] = {line.uuid: line for line in reversed(lines) if line.uuid}
    messages, repeats, others = sorted_out(lines)
    threads = threads_of(messages, by_uuid)
    title = title_of(lines)
    builders = [_read_thread(thread, by_uuid, title) for thread in threads.values()]
    if builders:
        note_the_rest(builders[0], repeats, others)
    return builders


def _read_thread(
    thread: list[Line], by_uuid: dict[str, Line], title: str | None
) -> ConversationBuilder:
    into = ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)
    into.bookkeeping = NAMED
    first = thread[0]
    into.title = sidechain_title(first) if first.is_of_sub_agent else title
    into.calls_may_be_elsewhere = continues_another(first, by_uuid)
    _read_settings(thread, into)
    for line in thread:
        _read_line(line, into)
    note_branches(thread, into)
    note_attachments(thread, into)
    return into


def _read_settings(thread: list[Line], into: ConversationBuilder) -> None:
    first = thread[0]
    for name in ABOUT_THE_SESSION:
        value = first.raw.get(name)
        if value is not None:
            into.setting(name, value, child(first.at, name), of_response=True)
    for line in reversed(thread):
        model = text_field(line.raw.get("message"), "model")
        if model is not None and model != SYNTHETIC_MODEL:
            into.setting("model", model, Address(f"{line.at}/message/model"), meaning="model")
            return


def _read_line(line: Line, into: ConversationBuilder) -> None:
    if "message" in line.raw:
        anthropic.read_message(line.raw["message"], Address(f"{line.at}/message"), into)
        message = into.messages[-1]
        _keep_fields(line, message)
    elif attachments.is_one(line.raw):
        parts = attachments.texts_of(line.raw, line.at)
        message = into.message("user", line.at, line.raw, parts)
        message.wire_format = NAME
    else:
        message = read_bare(line, into)
    message.timestamp = text_or_none(line.raw.get("timestamp"))
    message.timestamp_at = Address(f"{line.at}/timestamp")


def _keep_fields(line: Line, message: Message) -> None:
    """The fields of a line beside the message, e.g. the full `toolUseResult`."""
    beside = extras_of(line.raw, BOOKKEEPING)
    if beside is not None:
        message.extras = {**(message.extras or {}), **beside}
        message.extras_at = dict.fromkeys(beside, line.at)
