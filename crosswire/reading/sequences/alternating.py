"""Requests and answers that stand one behind the other, each by itself, as a program logs them
in lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from crosswire.model import ToolCallPart, ToolPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.model.json_values import text_field
from crosswire.reading.sequences.exchange import exchange_of
from crosswire.reading.sequences.following import steps

Read = Callable[[Entry], ConversationBuilder]
_FEWEST = 2
"""Exchanges of which each next one repeats the answer before it."""


def put_together(entries: Sequence[Entry], read: Read) -> list[ConversationBuilder] | None:
    """The exchanges that they make where each request has the answer before it; None where
    nothing proves that."""
    made = _exchanges(entries)
    if not made or made[0].shape != "exchange":
        return None
    if len(made) < _FEWEST:
        builder = read(made[0])
        return [builder] if _is_answered(builder) else None
    builders = [read(entry) for entry in made]
    answered = [one for one in builders if one.recorded and one.recorded.response]
    exchanges = [found for one in answered if (found := exchange_of(one)) is not None]
    if len(exchanges) < max(_FEWEST, len(answered)):
        return None
    return builders if all(steps(exchanges)[1:]) else None


def _exchanges(entries: Sequence[Entry]) -> list[Entry] | None:
    """Each request with the answer behind it; the last may have none yet."""
    made: list[Entry] = []
    for number, entry in enumerate(entries):
        is_request = number % 2 == 0
        if entry.shape != ("request" if is_request else "response") or entry.errors:
            return None
        if is_request:
            made.append(entry)
            continue
        asked = made[-1]
        if entry.choice or entry.format != asked.format:
            return None
        made[-1] = replace(entry, shape="exchange", request=asked.request, title=asked.title)
    return made


def _is_answered(builder: ConversationBuilder) -> bool:
    """Whether an answer that stands alone behind a request is surely that to it: by the model
    that both name, and else by its calls, all of tools that the request declares."""
    entry = builder.recorded
    if entry is None or entry.request is None or entry.response is None:
        return False
    asked, answering = (
        text_field(body, "model") for body, _ in (entry.request, entry.response)
    )
    if asked and answering:
        return answering.startswith(asked.rpartition("/")[2])
    tools = {part.name for part in builder.settings_and_tools if isinstance(part, ToolPart)}
    answer = (part for message in builder.messages[builder.asked :] for part in message.parts)
    called = {part.name for part in answer if isinstance(part, ToolCallPart)}
    return bool(called) and called <= tools
