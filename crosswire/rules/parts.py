"""Choosing parts, and naming the places where they stand."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import TypeVar

from crosswire.address import Address
from crosswire.model import Message, Part, ToolCallPart, ToolResultPart

PartT = TypeVar("PartT", bound=Part)
EndT = TypeVar("EndT", ToolCallPart, ToolResultPart)
_MASK = re.compile(
    r"(?:redact|mask|scrubb|sanitiz|anonymi[sz])ed|\*{3}|x{8}|^\S{0,80}(?:…|\.{3})\S{0,80}$"
    r"|(?<![a-z0-9])x{3,}(?![a-z0-9])|^[<\[{]{1,2}[\w .:-]{1,60}[>\]}]{1,2}$"
)
"""What recorders and people write in place of an id, or of a part of one, before they publish
a log: `[REDACTED]`, `call_***`, `call_xxx`, `<id>`, `call_4f…`."""
_OF_A_MASK = re.compile(r"ed|xxx|[*….<\[{]")
"""What every mask has, and few ids: it is quickly looked for."""
IS_MASKED = "A mask stands in its place in the log, so that what was sent is not known."


def of_type(parts: Iterable[Part], *kinds: type[PartT]) -> list[PartT]:
    """Those of some parts that are of a class, or of one of several."""
    return [part for part in parts if type(part) in kinds]  # type: ignore[misc]  # it is one


def ids_of(parts: Iterable[ToolCallPart | ToolResultPart]) -> set[str | None]:
    """The ids of calls or results; None is among them where one has none."""
    return {part.call_id.value for part in parts}


def has_masked_id(part: Part | Message) -> bool:
    """Whether a mask stands in the place of an id, so that nobody knows what was sent."""
    call_id = getattr(part, "call_id", None)
    ids = (getattr(part, "item_id", None), None if call_id is None else call_id.value)
    return any(_is_masked(value.lower()) for value in ids if value)


def _is_masked(lowered: str) -> bool:
    return bool(_OF_A_MASK.search(lowered)) and _MASK.search(lowered) is not None


def answers(message: Message) -> bool:
    """Whether a message brings results of the client's tools."""
    results = of_type(message.parts, ToolResultPart)
    return any(result.executed_by == "client" for result in results)


def is_clients(result: ToolResultPart) -> bool:
    """Whether the client gives a result to answer a call."""
    return result.executed_by == "client" and result.expects_call


def is_piece(call: ToolCallPart) -> bool:
    """Whether a call is one piece of a streamed call of Gemini's; only the first is named."""
    extras = call.extras or {}
    pieces = extras.get("partialArgs", extras.get("partial_args"))
    return bool(pieces) or extras.get("willContinue", extras.get("will_continue")) is True


def id_address(part: ToolCallPart | ToolResultPart) -> Address:
    """Where the id of a call or a result stands, or else the call or result itself."""
    return part.call_id.address or part.address


def without_ids(parts: Iterable[EndT], ids: Container[str | None]) -> list[EndT]:
    """The calls or results whose ids are none of these."""
    return [part for part in parts if part.call_id.value not in ids]


def related(word: str, *parts: Part | Message | None) -> tuple[tuple[str, Address], ...]:
    """Other places of the evidence, each with the same word for what it is; none for None."""
    return tuple((word, part.address) for part in parts if part is not None)
