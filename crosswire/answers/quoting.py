"""A provider's words for a place: its text, with the id of the place where that has room."""

from __future__ import annotations

import re

from crosswire.model import CallId

_ROOM_FOR_AN_ID = re.compile(r"(?<=\bid )…|(?<=\bids: )…|(?<=\bIds: )…|(?<=\bcall_id )…")
_ROOM_AT_END = re.compile(
    r"(?:(?<=\bcall )|(?<=\bafter: )|(?<=\bmessages: )|(?<=\bid `)|(?<=\bid '))…"
)


def quoted(error_text: str, call_id: CallId | None) -> str:
    """The text with the id in the one place that is for it; all else that varies stays
    `…`."""
    value = None if call_id is None else call_id.value
    if value is None:
        return error_text
    for room in (_ROOM_FOR_AN_ID, _ROOM_AT_END):
        if len(room.findall(error_text)) == 1:
            return room.sub(lambda _: value, error_text)
    return error_text
