"""From the model's messages to contents.

Messages in other words are taken apart and put together again: what a model says goes into a
content of role `model`, all else into one of role `user`, as long as nothing of the other side
comes between. So all results of a turn stand in one content, as the API wants them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from crosswire.address import Address
from crosswire.formats.gemini.names import INSTRUCTION, TITLE
from crosswire.formats.gemini.own_contents import own_content, parts_of, without_parts
from crosswire.formats.gemini.writing_parts import PartWriter, media_part
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
from crosswire.model.loss import Link, LossKind, Relation
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exportable_as_function, say_developer

Side = Literal["user", "model"]


@dataclass(slots=True)
class _Item:
    """A part that has a place, with the message that it comes from and the side that says it."""

    message: Message
    part: Part
    side: Side


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
            for part in message.parts:
                self.out.dropped(
                    part, "opaque", INSTRUCTION, "A system prompt is a text or a content."
                )
            self.out.dropped_message(message, "Nothing in it is a part of a system prompt.")
            return
        before = parts_of(self.instruction)
        content = own_content(self.out, message, Address(f"0:/{INSTRUCTION}"), len(before))
        fields = without_parts(content if self.instruction is None else self.instruction)
        self.instruction = {**fields, "parts": [*before, *parts_of(content)]}

    def _is_instruction(self, message: Message, *, begun: bool) -> bool:
        return message.role in ("system", "developer") and (
            not begun or message.field is not None
        )

    def _foreign_instruction(self, message: Message) -> None:
        """What is said before all else, or beside it."""
        placed = [part for part in message.parts if self._has_place(part, in_instruction=True)]
        if not placed:
            self.out.dropped_message(
                message, "None of its parts has a place in Gemini's system prompt."
            )
            return
        at = Address(f"0:/{INSTRUCTION}")
        written = parts_of(self.instruction)
        self.out.link_message(message, at, "merged" if written else "same")
        say_developer(self.out, message, at, title=TITLE)
        for part in placed:
            written.append(self.parts.write(part, Address(f"{at}/parts/{len(written)}")))
        self.instruction = {"parts": written}

    def _foreign(self, run: Sequence[Message]) -> None:
        items: list[_Item] = []
        for message in run:
            placed = [part for part in message.parts if self._has_place(part)]
            items += [_Item(message, part, _side(message, part)) for part in placed]
            if not placed:
                self.out.dropped_message(message, "None of its parts has a place in Gemini.")
        contents = [list(group) for _, group in groupby(items, key=lambda item: item.side)]
        pieces: dict[str, int] = {}
        for content in contents:
            for key in {item.message.key for item in content}:
                pieces[key] = pieces.get(key, 0) + 1
        for content in contents:
            self._content(content, pieces)

    def _content(self, items: list[_Item], pieces: dict[str, int]) -> None:
        at = self._next()
        messages = {item.message.key: item.message for item in items}
        for message in messages.values():
            relation: Relation = "merged" if len(messages) > 1 else "same"
            self.out.link_message(
                message, at, "split" if pieces[message.key] > 1 else relation
            )
            if message.role in ("system", "developer"):
                why = (
                    "Gemini has one system prompt, before all contents; what comes later "
                    "is said as the user."
                )
                self.out.lost(
                    LossKind.CHANGED, message, "later-system", message.role, why, target=at
                )
        parts = [item.part for item in items]
        if items[0].side == "user":
            parts = self._results_first(parts, at)
        written: list[JsonValue] = []
        for part in parts:
            if not isinstance(part, ToolResultPart):
                written += self.parts.shown(at, len(written))
            written.append(self.parts.write(part, Address(f"{at}/parts/{len(written)}")))
        written += self.parts.shown(at, len(written))
        self._append({"role": items[0].side, "parts": written}, parts)

    def _results_first(self, parts: list[Part], at: Address) -> list[Part]:
        """Results before all else, in the order of their calls; those of unknown calls keep
        their places."""
        results = [part for part in parts if isinstance(part, ToolResultPart)]
        if not any(self._answers_last(result) for result in results):
            return parts
        last = max(
            position for position, part in enumerate(parts) if isinstance(part, ToolResultPart)
        )
        rest = [part for part in parts if not isinstance(part, ToolResultPart)]
        for part in parts[:last]:
            if not isinstance(part, ToolResultPart):
                why = "Results come directly after the calls; what stood before them follows."
                self.out.lost(
                    LossKind.MOVED, part, "text-before-result", "text", why, target=at
                )
        return [*self._in_order_of_calls(results, at), *rest]

    def _answers_last(self, result: ToolResultPart) -> bool:
        pair = self.out.pairing.pair_of.get(result.key)
        call = pair.call if pair is not None else self.parts.likely.get(result.key)
        return call is not None and call.key in self.calls

    def _in_order_of_calls(
        self, results: list[ToolResultPart], at: Address
    ) -> list[ToolResultPart]:
        pairs = self.out.pairing.pair_of
        paired = [result for result in results if result.key in pairs]
        ordered = iter(
            sorted(paired, key=lambda result: self.order[pairs[result.key].call.key])
        )
        sorted_results = [
            next(ordered) if result.key in pairs else result for result in results
        ]
        for before, after in zip(results, sorted_results, strict=True):
            if before is not after:
                why = (
                    "Without ids a result answers the call of its position; they stand as "
                    "their calls do."
                )
                self.out.lost(LossKind.MOVED, after, "result-order", "result", why, target=at)
        return sorted_results

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
        self.calls = {part.key for part in parts if isinstance(part, ToolCallPart)}

    def _next(self) -> Address:
        return Address(f"0:/contents/{len(self.contents)}")


def _side(message: Message, part: Part) -> Side:
    if isinstance(part, ToolCallPart):
        return "model"
    return (
        "model"
        if message.role == "assistant" and not isinstance(part, ToolResultPart)
        else "user"
    )


def _no_place(part: Part, in_instruction: bool) -> tuple[str, str, str] | None:
    """Code, name and reason of a part that Gemini has no place for; None where it has one."""
    if isinstance(part, ReasoningPart):
        return (
            "reasoning",
            "reasoning",
            "Gemini takes back only thoughts that it signed itself.",
        )
    if isinstance(part, (ToolCallPart, ToolResultPart)) and not exportable_as_function(part):
        what = part.name if isinstance(part, ToolCallPart) else part.wire_type
        return (
            "server-tool",
            what,
            "It was run by another provider, and Gemini has no such tool.",
        )
    if isinstance(part, MediaPart) and media_part(part) is None:
        return (
            "media",
            part.media,
            "It is kept at another provider, whose ids mean nothing to Gemini.",
        )
    if isinstance(part, OpaquePart):
        return "opaque", part.wire_type, "Gemini has no such block."
    if in_instruction and not isinstance(part, (TextPart, RefusalPart)):
        return "not-text", type(part).__name__, "Gemini's system prompt is text."
    return None


def _inside(part: Part) -> Iterable[Part]:
    if isinstance(part, ToolCallPart) and part.embedded is not None:
        yield part.embedded
        yield from _inside(part.embedded)
    elif isinstance(part, ToolResultPart):
        yield from part.content
