"""Takes empty texts out, where the log's own provider refuses them and something else was said
beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from crosswire.model import Message, OpaquePart, Part, ReasoningPart, TextPart, ToolResultPart
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.rules import RULES_BY_NAME

_RULE = RULES_BY_NAME["empty-text"]
_REASON = "The text is empty, and what the message says stands beside it."


def drop_empty_texts(context: RepairContext) -> Iterator[ProposedChange]:
    """Empty blocks of text beside others; a message of nothing else is left."""
    if not _RULE.grounds_of(context.conversation.format):
        return
    copy = context.working_copy
    for message in context.conversation.messages:
        for parts in _lists_of_blocks(message):
            empty = [one for one in parts if isinstance(one, TextPart) and not one.text]
            for part in empty if any(map(_says_something, parts)) else ():
                element = copy.element_of(part)
                if element is not None:
                    make = partial(copy.drop, element)
                    yield ProposedChange(_RULE.name, "dropped", _REASON, (part,), make)


def _lists_of_blocks(message: Message) -> Iterator[Sequence[Part]]:
    yield message.parts
    for part in message.parts:
        if isinstance(part, ToolResultPart):
            yield part.content


def _says_something(part: Part) -> bool:
    """Whether a message may stand with this alone: not with thinking, nor with a mark of the
    cache."""
    if isinstance(part, TextPart):
        return bool(part.text.strip())
    return not isinstance(part, (ReasoningPart, OpaquePart))
