"""Reads the events of a stream as the conversation that they tell of."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.ai_sdk.denials import note_preliminary
from crosswire.logs.ai_sdk.names import BESIDE, NAME, TRAITS
from crosswire.logs.ai_sdk.recognising import EVENTS
from crosswire.logs.ai_sdk.stream import Stream
from crosswire.logs.ai_sdk.ui_parts import DATA
from crosswire.logs.shared.finding import Placed
from crosswire.model import ToolCallPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, type_of

_CUT_SHORT = ("abort", "error")
_ENDS = ("finish", "finish-step", *_CUT_SHORT)


def _note_cut(stream: Stream, events: Sequence[Placed]) -> None:
    """Say where a stream ends before the arguments of a call do."""
    value, at = events[-1]
    is_open = any(isinstance(part, ToolCallPart) for part in stream.pieces.parts.values())
    if is_open and type_of(value) not in _ENDS:
        text = "The events end before the arguments of a call do; what had come is read."
        stream.into.note("stream-cut", text, at)


def read_events(events: Sequence[Placed]) -> ConversationBuilder:
    """The conversation that a stream tells of."""
    stream = Stream(ConversationBuilder(NAME, TRAITS))
    stream.into.bookkeeping = BESIDE
    for value, at in events:
        kind = type_of(value) or ""
        if isinstance(value, dict) and (kind in EVENTS or kind.startswith(DATA)):
            stream.take(kind, value, at)
            stream.into.set_aside.append(value)
            if kind in _CUT_SHORT:
                stream.end_step()
                stream.into.end_turn(at, "cut short")
    stream.end_step()
    _note_cut(stream, events)
    stream.pieces.join()
    for result in stream.answered.values():
        note_preliminary(object_or_empty(result.raw), result.address, stream.into)
    return stream.into
