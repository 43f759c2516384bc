"""Writes the messages: those in Anthropic's words as they are, runs of others as turns."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import Address
from crosswire.formats.anthropic.names import TITLE
from crosswire.formats.anthropic.writing_blocks import AnthropicBlockWriter
from crosswire.formats.anthropic.writing_own_messages import own_turn
from crosswire.formats.shared.writing import relation_of
from crosswire.formats.shared.writing_blocks import Speaker
from crosswire.formats.shared.writing_turns import Item, TurnWriter
from crosswire.model import JsonValue, Message, Part, TextPart
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import say_developer


class MessagesWriter:
    """Writes the messages, and the system prompt that stands apart from them."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.messages: list[JsonValue] = []
        self.head: list[tuple[Message, Part, JsonValue]] = []
        """What is to stand in the top-level `system`, in order."""

    def write(self) -> list[JsonValue]:
        """All messages; then `head` is complete too."""
        for run in _runs(self.out):
            if not self.out.is_own(run[0]):
                writer = _TurnWriter(self.out, self.messages, AnthropicBlockWriter(self.out))
                writer.write(run)
                self.head += writer.head
            elif run[0].field == "system":
                self.head += [(run[0], part, part.raw) for part in run[0].parts]
                if not run[0].parts:
                    self.out.dropped_message(run[0], "It holds nothing.")
            else:
                target = Address(f"0:/messages/{len(self.messages)}")
                self.messages.append(own_turn(self.out, run, target))
        return self.messages

    def system(self) -> JsonValue:
        """The top-level field: text where there is one text, else blocks."""
        at = Address("0:/system")
        sources = {message.key: message for message, _, _ in self.head}
        for message in sources.values():
            self.out.link_message(message, at, relation_of(len(sources)))
            say_developer(self.out, message, at, title=TITLE)
        message, part, block = self.head[0]
        if len(self.head) == 1 and (isinstance(block, str) or part.address == message.address):
            self.out.link(part, at)
            return block
        for i, (_, part, _) in enumerate(self.head):
            self.out.link(part, Address(f"{at}/{i}"))
        return [
            {"type": "text", "text": block} if isinstance(block, str) else block
            for _, _, block in self.head
        ]


class _TurnWriter(TurnWriter):
    """Texts of the system go to the top-level `system`: a system message further down is taken
    by newer models alone."""

    why_hoisted = (
        "Every model takes a text of the system before the conversation; few take one within."
    )

    def __init__(
        self, out: RenderingBuilder, messages: list[JsonValue], blocks: AnthropicBlockWriter
    ) -> None:
        super().__init__(out, messages, blocks)
        self.head: list[tuple[Message, Part, JsonValue]] = []

    def to_system(self, message: Message, part: Part) -> None:
        self.places.setdefault(message.key, {})
        self.head.append((message, part, getattr(part, "text", "")))

    def content(self, items: list[Item], at: Address, role: Speaker) -> JsonValue:
        part = items[0][1]
        if len(items) == 1 and type(part) is TextPart:
            self.out.link(part, Address(f"{at}/content"))
            return part.text
        return super().content(items, at, role)


def _runs(out: RenderingBuilder) -> Iterator[list[Message]]:
    """Foreign messages together; own ones alone, save the lines of a log that were one
    message."""
    run: list[Message] = []
    run_is_own = False
    for message in out.conversation.messages:
        own = out.is_own(message)
        if run and (own != run_is_own or (own and not _are_one(run[-1], message))):
            yield run
            run = []
        run.append(message)
        run_is_own = own
    if run:
        yield run


def _are_one(before: Message, message: Message) -> bool:
    """Whether two own messages are lines of one answer."""
    is_one = message.group is not None and message.group == before.group
    return is_one and message.role == before.role == "assistant"
