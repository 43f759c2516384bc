"""Messages that came in updates: put together again, each call once."""

from __future__ import annotations

from itertools import groupby

from crosswire.logs.shared.finding import Placed
from crosswire.logs.shared.pieces import Pieces
from crosswire.model import Part, TextPart, ToolCallPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, text_or_none


def once(parts: list[Part], seen: set[str], into: ConversationBuilder) -> list[Part]:
    """Parts without the calls that stood in the log already, as approvals repeat them."""
    kept: list[Part] = []
    for part in parts:
        id = part.call_id.value if isinstance(part, ToolCallPart) else None
        if id is not None and id in seen:
            into.set_aside.append(part.raw)
            continue
        seen |= {id} if id is not None else set()
        kept.append(part)
    return kept


def by_message(messages: list[Placed], id: str) -> list[list[Placed]]:
    """Messages, the updates of one together: they follow each other and have its id."""

    def key(placed: Placed) -> object:
        raw = object_or_empty(placed[0])
        return (text_or_none(raw.get(id)) or placed[1], text_or_none(raw.get("role")))

    return [list(group) for _, group in groupby(messages, key=key)]


def merged(parts: list[Part]) -> list[Part]:
    """Parts whose texts that follow each other are one, as updates bring them in pieces."""
    pieces = Pieces()
    kept: list[Part] = []
    for part in parts:
        last = kept[-1] if kept else None
        if isinstance(part, TextPart) and isinstance(last, TextPart):
            pieces.add(last, part.text)
            continue
        if isinstance(part, TextPart):
            pieces.add(part, part.text)
        kept.append(part)
    pieces.join()
    return kept
