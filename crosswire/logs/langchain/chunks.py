"""Puts a message together that came in chunks, each a message of its own in the log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from crosswire.address import Address, child
from crosswire.logs.langchain.blocks import CONTENT
from crosswire.logs.langchain.wrapping import held_in, is_chunk
from crosswire.logs.shared.finding import Placed
from crosswire.logs.shared.pieces import Pieces
from crosswire.model import (
    ArgumentsState,
    JsonObject,
    JsonValue,
    Part,
    TextPart,
    ToolCallPart,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.call_id import read_call_id
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_none
from crosswire.tools import arguments


def by_message(messages: Sequence[Placed]) -> list[list[Placed]]:
    """Messages, the chunks of one together."""

    def key(placed: Placed) -> tuple[bool, JsonValue]:
        value, at = placed
        if not is_chunk(value):
            return False, at
        return True, text_or_none(held_in(object_or_empty(value)).get("id"))

    return [list(group) for _, group in groupby(messages, key=key)]


def put_together(chunks: Sequence[Placed], into: ConversationBuilder) -> None:
    """One message of chunks: texts that follow each other are one, calls are put together by
    their index."""
    parts: list[Part] = []
    calls: dict[str, ToolCallPart] = {}
    pieces = Pieces("args")
    for value, at in chunks:
        outer = object_or_empty(value)
        raw = held_in(outer)
        at = at if raw is outer else child(at, "kwargs" if "kwargs" in outer else "data")
        for part in CONTENT(raw.get("content"), child(at, "content")):
            last = parts[-1] if parts else None
            if isinstance(part, TextPart) and isinstance(last, TextPart):
                pieces.add(last, part.text)
            elif not isinstance(part, ToolCallPart):
                parts.append(part)
                if isinstance(part, TextPart):
                    pieces.add(part, part.text)
        for i, piece in enumerate(list_or_empty(raw.get("tool_call_chunks"))):
            place = child(at, "tool_call_chunks", i)
            _add(object_or_empty(piece), place, calls, parts, pieces)
        into.set_aside.append(value)
    pieces.join()
    first, at = chunks[0]
    into.message("assistant", at, {**object_or_empty(first)}, parts)
    states = {call.arguments.state for call in calls.values()}
    if ArgumentsState.INVALID in states and not _has_ended(chunks):
        text = "The chunks end before the message does; what had come by then is read."
        into.note("stream-cut", text, chunks[-1][1])


def _has_ended(chunks: Sequence[Placed]) -> bool:
    """Whether the last chunk says that it is, or why the model ended."""
    last = held_in(object_or_empty(chunks[-1][0]))
    told = object_or_empty(last.get("response_metadata"))
    reasons = ("finish_reason", "stop_reason", "done_reason", "stopReason")
    return last.get("chunk_position") == "last" or any(told.get(one) for one in reasons)


def _add(
    piece: JsonObject,
    at: Address,
    calls: dict[str, ToolCallPart],
    parts: list[Part],
    pieces: Pieces,
) -> None:
    """A piece of a call: its name and id stand in the first, its arguments in all."""
    index = str(piece.get("index"))
    call = calls.get(index)
    id = text_or_none(piece.get("id"))
    if call is None or (id is not None and call.call_id.value not in (None, id)):
        call = ToolCallPart(
            address=at,
            raw=piece,
            call_id=read_call_id(
                piece.get("id"), address=child(at, "id"), present="id" in piece
            ),
            name="",
            arguments=arguments.from_text("", child(at, "args")),
            wire_type="tool_call",
        )
        calls[index] = call
        parts.append(call)
    call.name += text_or_none(piece.get("name")) or ""
    pieces.add(call, text_or_none(piece.get("args")) or "")
