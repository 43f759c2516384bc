"""Writes messages in Converse's words as they are, and runs of others as turns."""

from __future__ import annotations

from itertools import groupby

from crosswire.address import Address
from crosswire.formats.bedrock.names import TITLE
from crosswire.formats.bedrock.writing_blocks import ConverseBlockWriter
from crosswire.formats.shared.writing_turns import TurnWriter
from crosswire.model import JsonValue, Message, Part, ToolCallPart
from crosswire.model.json_patch import patched
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import as_it_is, say_developer

_SYSTEM = Address("0:/system")


class MessagesWriter(TurnWriter):
    """Writes the messages, and the system prompt that stands apart from them."""

    why_hoisted = (
        "The texts of the system stand before the conversation, whatever they stood behind."
    )

    def __init__(self, out: RenderingBuilder) -> None:
        super().__init__(out, [], ConverseBlockWriter(out))
        self.system: JsonValue = None
        """The field `system`; None where there is none to write."""

    def write_all(self) -> None:
        """Write the whole conversation."""
        for own, group in groupby(self.out.conversation.messages, self.out.is_own):
            run = list(group)
            if not own:
                self.write(run)
                continue
            for message in run:
                self._own(message)

    def _own(self, message: Message) -> None:
        if message.field == "system" and self.system is None:
            self.system = as_it_is(self.out, message, _SYSTEM, message.raw)
            return
        at = Address(f"0:/messages/{len(self.messages)}")
        raw = message.raw
        if message.address.endswith("/output/message"):
            raw = self._for_request(message, at)
        self.messages.append(as_it_is(self.out, message, at, raw))

    def _for_request(self, message: Message, at: Address) -> JsonValue:
        """An answer without the word that some models' calls are marked by, and that no
        request takes."""
        changes: list[tuple[tuple[str, ...], JsonValue]] = []
        for part in message.parts:
            extras = part.extras or {}
            if isinstance(part, ToolCallPart) and extras.get("type") == "tool_use":
                position = part.address.rpartition("/")[2]
                changes.append((("content", position, "toolUse", "type"), None))
                why = "A call of a request says a type only where Bedrock ran it."
                self.out.lost(LossKind.DROPPED, part, "of-response", "type", why, target=at)
        return patched(message.raw, changes) if changes else message.raw

    def to_system(self, message: Message, part: Part) -> None:
        if message.key not in self.places:
            say_developer(self.out, message, _SYSTEM, title=TITLE)
        self.places.setdefault(message.key, {})[_SYSTEM] = None
        written = self.system if isinstance(self.system, list) else []
        if isinstance(self.system, str):
            written = [{"text": self.system}]
        place = Address(f"{_SYSTEM}/{len(written)}")
        self.system = [*written, self.blocks.block(part, place, role="system")]
