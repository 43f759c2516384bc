"""From the model's messages to contents.

Messages in other words are taken apart and put together again: what a model says goes into a
content of role `model`, all else into one of role `user`, as long as nothing of the other side
comes between. So all results of a turn stand in one content, as the API wants them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Literal

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.formats.gemini.names import INSTRUCTION, TITLE
from crosswire.formats.gemini.writing_own_contents import own_content, parts_of, without_parts
from crosswire.formats.gemini.writing_parts import PartWriter, media_part
from crosswire.formats.shared.writing import (
    before_last_result,
    lost_as,
    relation_of,
    split_results,
)
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import Link, LossKind
from crosswire.model.node_key import NodeKey
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exportable_as_function, say_developer

Side = Literal["user", "model"]

_INSTRUCTION_AT = Address(f"0:/{INSTRUCTION}")
_LATER = (
    "Gemini has one system prompt, before all contents; what comes later is said as the user."
)
_BY_PLACE = (
    "Without ids a result answers the call of its position; they stand as their calls do."
)
_REASONS = {
    "reasoning": "Gemini takes back only thoughts that it signed itself.",
    "server-tool": "It was run by another provider, and Gemini has no such tool.",
    "media": "It is kept at another provider, whose ids mean nothing to Gemini.",
    "opaque": "Gemini has no such block.",
}
"""Why a part has no place, by the code of its loss."""


class _Content(Struct):
    """The parts that become one content, and the messages that they come from."""

    side: Side
    """Who says it."""
    parts: list[Part] = field(default_factory=list)
    messages: dict[NodeKey, Message] = field(default_factory=dict)


class ContentsWriter:
    """Writes the contents, and the system prompt that stands beside them."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.parts = PartWriter(out)
        self.contents: list[JsonValue] = []
        self.instruction: JsonObject | None = None
        self.calls: set[str] = set()
        """Keys of the calls in the content written last."""
        self.order = {call.key: number for number, call in enumerate(out.conversation.calls())}

    def write(self) -> None:
        run: list[Message] = []
        for message in self.out.conversation.messages:
            own = self.out.is_own(message)
            if own and message.field != INSTRUCTION:
                self._foreign(run)
                run = []
                self._own(message)
            elif own:
                self._own_instruction(message)
            elif self._is_instruction(message, begun=bool(run or self.contents)):
                self._foreign_instruction(message)
            else:
                run.append(message)
        self._foreign(run)

    def _own(self, message: Message) -> None:
        if not message.parts:
            self.out.dropped_message(message, "Gemini refuses a content without parts.")
            return
        self._append(own_content(self.out, message, self._next()), message.parts)

    def _own_instruction(self, message: Message) -> None:
        if not message.parts or not isinstance(message.raw, (str, list, dict)):
            why = "A system prompt is a text or a content."
            for part in message.parts:
                self.out.dropped(part, "opaque", INSTRUCTION, why)
            self.out.dropped_message(message, "Nothing in it is a part of a system prompt.")
            return
        before = parts_of(self.instruction)
        content = own_content(self.out, message, _INSTRUCTION_AT, len(before))
        fields = without_parts(content if self.instruction is None else self.instruction)
        self.instruction = {**fields, "parts": [*before, *parts_of(content)]}

    def _is_instruction(self, message: Message, *, begun: bool) -> bool:
        by_system = message.role in ("system", "developer")
        return by_system and (message.field is not None or not begun)

    def _foreign_instruction(self, message: Message) -> None:
        """What is said before all else, or beside it."""
        placed = [part for part in message.parts if self._has_place(part, in_instruction=True)]
        if not placed:
            why = "None of its parts has a place in Gemini's system prompt."
            self.out.dropped_message(message, why)
            return
        at = _INSTRUCTION_AT
        written = parts_of(self.instruction)
        self.out.link_message(message, at, "merged" if written else "same")
        say_developer(self.out, message, at, title=TITLE)
        for part in placed:
            written.append(self.parts.write(part, Address(f"{at}/parts/{len(written)}")))
        self.instruction = {"parts": written}

    def _foreign(self, run: Sequence[Message]) -> None:
        contents: list[_Content] = []
        for message in run:
            placed = [part for part in message.parts if self._has_place(part)]
            if not placed:
                self.out.dropped_message(message, "None of its parts has a place in Gemini.")
            for part in placed:
                side = _side(message, part)
                if not contents or contents[-1].side != side:
                    contents.append(_Content(side))
                contents[-1].parts.append(part)
                contents[-1].messages[message.key] = message
        pieces = Counter(chain.from_iterable(content.messages for content in contents))
        for content in contents:
            self._content(content, pieces)

    def _content(self, content: _Content, pieces: Counter[NodeKey]) -> None:
        at = self._next()
        whole = relation_of(len(content.messages))
        for key, message in content.messages.items():
            self.out.link_message(message, at, "split" if pieces[key] > 1 else whole)
            if message.role in ("system", "developer"):
                self.out.lost(
                    LossKind.CHANGED, message, "later-system", message.role, _LATER, target=at
                )
        parts = content.parts
        if content.side == "user" and self.calls:
            parts = self._results_first(parts, at)
        written: list[JsonValue] = []
        for part in parts:
            if self.parts.media.waiting and not isinstance(part, ToolResultPart):
                written += self.parts.shown(at, len(written))
            written.append(self.parts.write(part, Address(f"{at}/parts/{len(written)}")))
        written += self.parts.shown(at, len(written))
        self._append({"role": content.side, "parts": written}, parts)

    def _results_first(self, parts: list[Part], at: Address) -> list[Part]:
        """Results before all else, in the order of their calls; those of unknown calls keep
        their places."""
        results, others = split_results(parts)
        if not any(map(self._answers_last, results)):
            return parts
        for part in before_last_result(parts):
            why = "Results come directly after the calls; what stood before them follows."
            self.out.lost(LossKind.MOVED, part, "text-before-result", "text", why, target=at)
        return [*self._in_order_of_calls(results, at), *others]

    def _answers_last(self, result: ToolResultPart) -> bool:
        pair = self.out.pairing.pair_of.get(result.key)
        call = pair.call if pair is not None else self.parts.likely.get(result.key)
        return call is not None and call.key in self.calls

    def _in_order_of_calls(
        self, results: list[ToolResultPart], at: Address
    ) -> list[ToolResultPart]:
        if len(results) == 1:
            return results
        pairs = self.out.pairing.pair_of
        places = [i for i, result in enumerate(results) if result.key in pairs]
        ordered = sorted(
            (results[i] for i in places),
            key=lambda result: self.order[pairs[result.key].call.key],
        )
        moved = list(results)
        for place, result in zip(places, ordered, strict=True):
            moved[place] = result
            if results[place] is not result:
                code = "result-order"
                self.out.lost(LossKind.MOVED, result, code, "result", _BY_PLACE, target=at)
        return moved

    def _has_place(self, part: Part, *, in_instruction: bool = False) -> bool:
        no_place = _no_place(part, in_instruction)
        if no_place is None:
            return True
        self.out.dropped(part, *no_place)
        if self.out.with_links:
            self.out.links += [
                Link(inner.key, None, "text", "dropped") for inner in _inside(part)
            ]
        return False

    def _append(self, content: JsonValue, parts: Iterable[Part]) -> None:
        self.contents.append(content)
        self.calls = {part.key for part in parts if type(part) is ToolCallPart}

    def _next(self) -> Address:
        return Address(f"0:/contents/{len(self.contents)}")


def _side(message: Message, part: Part) -> Side:
    said = message.role == "assistant" and type(part) is not ToolResultPart
    return "model" if said or type(part) is ToolCallPart else "user"


def _no_place(part: Part, in_instruction: bool) -> tuple[str, str, str] | None:
    """Code, name and reason of a part that Gemini has no place for; None where it has one."""
    if isinstance(part, (TextPart, RefusalPart)):
        return None
    if type(part) is ToolCallPart or type(part) is ToolResultPart:
        placed = exportable_as_function(part)
    elif isinstance(part, MediaPart):
        placed = media_part(part) is not None
    else:
        placed = not isinstance(part, (ReasoningPart, OpaquePart))
    if not placed:
        code, name = lost_as(part)
        return code, name, _REASONS[code]
    if in_instruction:
        return "not-text", type(part).__name__, "Gemini's system prompt is text."
    return None


def _inside(part: Part) -> Iterable[Part]:
    if isinstance(part, ToolCallPart) and part.embedded is not None:
        yield part.embedded
        yield from _inside(part.embedded)
    elif isinstance(part, ToolResultPart):
        yield from part.content
