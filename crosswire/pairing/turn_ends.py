"""Where a log says that turns of its program ended."""

from __future__ import annotations

from typing import cast

from crosswire.model import Conversation, TurnEnd

_CUT_SHORT: TurnEnd = "cut short"


def turn_ends(conversation: Conversation) -> dict[int, TurnEnd]:
    """The number of the message behind a turn -> how the turn ended; one that somebody
    interrupted was cut short, whatever else the log says there."""
    ends = {end.before: cast(TurnEnd, end.detail) for end in conversation.turn_ends}
    cut = {end.before for end in conversation.turn_ends if end.detail == _CUT_SHORT}
    cut |= {event.before for event in conversation.events if event.kind == "interrupt"}
    return {**ends, **dict.fromkeys(cut, _CUT_SHORT)}
