"""Reads the events of a stream as the conversation that they tell of."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.ai_sdk.denials import note_preliminary
from crosswire.logs.ai_sdk.names import BESIDE, NAME, TRAITS
from crosswire.logs.ai_sdk.recognising import EVENTS
from crosswire.logs.ai_sdk.stream import Stream
from crosswire.logs.ai_sdk.ui_parts import DATA
from crosswire.logs.shared.finding import Placed
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, type_of


def read_events(events: Sequence[Placed]) -> ConversationBuilder:
    """The conversation that a stream tells of."""
    stream = Stream(ConversationBuilder(NAME, TRAITS))
    stream.into.bookkeeping = BESIDE
    for value, at in events:
        kind = type_of(value) or ""
        if isinstance(value, dict) and (kind in EVENTS or kind.startswith(DATA)):
            stream.take(kind, value, at)
            stream.into.set_aside.append(value)
    stream.end_step()
    stream.pieces.join()
    for result in stream.answered.values():
        note_preliminary(object_or_empty(result.raw), result.address, stream.into)
    return stream.into
