"""Parts that a log has twice: once read, once counted, with all places where they stand.

A program may write a call as an event and again in a message, and a recording of requests
repeats the whole history in each. Two parts of one utterance are the same where their id
agrees, or else their place and content; where the copies then disagree, that is kept as a
`Difference`, and rules tell it at both.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from crosswire.address import Address
from crosswire.model.content import content_of
from crosswire.model.parts import (
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

MOST_TOLD = 20
"""Further places of one part that are told; a recording may have it in thousands."""
Twin = tuple[Part, Part]
"""A part and its copy."""
What = Literal["call id", "item id", "name", "arguments", "result", "text", "left out"]
_Key = Callable[[Part], Hashable]
_Ends = (ToolCallPart, ToolResultPart)
_Texts = (TextPart, RefusalPart)


class Difference(Struct, frozen=True):
    """What two copies of one part do not agree in."""

    what: What
    part: Address
    """The part, at the place that its conversation reads it from."""
    here: Address
    """Where it is said, in that part."""
    there: Address
    """Where it is said otherwise."""
    said_here: str | None = None
    """Of ids and names: the text; None where there is none."""
    said_there: str | None = None
    was_answer: bool = False
    """Whether `there` is where the model said it, and `here` where that was sent back."""
    required: bool = True
    """Whether it must be said at both places; a call of Gemini's needs no id."""


def twins(kept: Sequence[Part], copies: Sequence[Part]) -> tuple[list[Twin], list[Part]]:
    """The parts of one utterance with their copies, and the copies that are of none.

    Two calls with one id stay two: the n-th of them is that of the n-th copy.
    """
    if len(kept) == len(copies) == 1 and says_as(kept[0], copies[0]):
        return [(kept[0], copies[0])], []
    by_id, left, others = _tied(kept, copies, _id_key)
    by_content, left, others = _tied(left, others, _content_key)
    if not by_id and not by_content:
        return [], others
    by_order = [list(filter(_is_text, parts)) for parts in (left, others)]
    told_otherwise: list[Twin] = []
    if len(by_order[0]) == len(by_order[1]):
        told_otherwise = list(zip(*by_order, strict=True))
        others = [part for part in others if not _is_text(part)]
    return [*by_id, *by_content, *told_otherwise], others


def told_copies(part: Part) -> Sequence[Address]:
    """The further places of a part that are told: the first, where it was said, and the last
    ones."""
    if len(part.also) <= MOST_TOLD:
        return part.also
    return [part.also[0], *part.also[1 - MOST_TOLD :]]


def stands_also_at(part: Part, address: Address) -> None:
    """Note a further place of a part."""
    if isinstance(part.also, list):
        part.also.append(address)
    else:
        part.also = [*part.also, address]


def copied_onto(kept: Part, copy: Part, *, says_the_same: bool = False) -> list[Difference]:
    """Note the further place of a part, and give what its copy has otherwise; the words are
    not compared where it is known that they are the same."""
    stands_also_at(kept, copy.address)
    found: list[Difference] = []
    if isinstance(kept, _Ends) and isinstance(copy, _Ends):
        found += _of_ids(kept, copy)
    if not says_the_same and not says_as(kept, copy):
        found += _of_content(kept, copy)
    return found


def says_as(kept: Part, copy: Part) -> bool:
    """Whether two parts say the same."""
    content = _content_key(kept)
    return content is not None and content == _content_key(copy)


def _id_key(part: Part) -> Hashable:
    if not isinstance(part, _Ends) or not part.call_id.value:
        return None
    return type(part), part.call_id.value


def _content_key(part: Part) -> Hashable:
    if isinstance(part, ReasoningPart):
        return ("thought", part.text or part.signature)
    content = content_of(part)
    return None if content is None else (type(part), content)


def _is_text(part: Part) -> bool:
    return isinstance(part, _Texts)


def _tied(
    kept: Sequence[Part], copies: Sequence[Part], key: _Key
) -> tuple[list[Twin], list[Part], list[Part]]:
    """Parts and copies with one key, the first with the first; and those that are left."""
    waiting: dict[Hashable, deque[Part]] = defaultdict(deque)
    for part in kept:
        waiting[key(part)].append(part)
    found: list[Twin] = []
    others: list[Part] = []
    for copy in copies:
        of_copy = key(copy)
        if of_copy is not None and waiting[of_copy]:
            found.append((waiting[of_copy].popleft(), copy))
        else:
            others.append(copy)
    taken = {id(part) for part, _ in found}
    return found, [part for part in kept if id(part) not in taken], others


def _of_ids(
    kept: ToolCallPart | ToolResultPart, copy: ToolCallPart | ToolResultPart
) -> Iterator[Difference]:
    here, there = kept.call_id, copy.call_id
    if here.value != there.value:
        yield Difference(
            "call id",
            kept.address,
            here.address or kept.address,
            there.address or copy.address,
            here.value,
            there.value,
            required=here.required and there.required,
        )
    if kept.item_id and copy.item_id and kept.item_id != copy.item_id:
        places = kept.address, kept.address, copy.address
        yield Difference("item id", *places, kept.item_id, copy.item_id)


def _of_content(kept: Part, copy: Part) -> Iterator[Difference]:
    if isinstance(kept, ToolCallPart) and isinstance(copy, ToolCallPart):
        if kept.name != copy.name:
            yield Difference(
                "name", kept.address, kept.address, copy.address, kept.name, copy.name
            )
        else:
            here, there = (one.arguments.address or one.address for one in (kept, copy))
            yield Difference("arguments", kept.address, here, there)
    else:
        what: What = "result" if isinstance(kept, ToolResultPart) else "text"
        yield Difference(what, kept.address, kept.address, copy.address)
