"""What an agent or a user says, put together of its chunks."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.acp_stream.calls import BLOCKS
from crosswire.logs.sessions.fields import text
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue, ReasoningPart, TextPart
from crosswire.model.json_values import object_or_empty, text_or_none


class Chunks:
    """The message that chunks are added to."""

    def __init__(self) -> None:
        self._last: tuple[str, str, str | None] | None = None
        """Whose chunk came last, and of which message."""
        self._begun: JsonValue = None

    def end(self) -> None:
        """Let the next chunk begin a message."""
        self._last = None

    def add(self, kind: str, held: Line, line: Line, session: str, thread: Thread) -> None:
        """Add a chunk to the message that it goes on with."""
        now = session, kind, text_or_none(held.raw.get("messageId"))
        at = child(held.at, "content")
        block = held.raw.get("content")
        said = text(object_or_empty(block), "text")
        message = thread.into.messages[-1] if self._last == now else None
        part = None if message is None else message.parts[-1]
        if said is not None and message and isinstance(part, (TextPart, ReasoningPart)):
            part.text += said
            part.raw = {**object_or_empty(part.raw), "text": part.text}
            message.raw = {**object_or_empty(message.raw), "content": part.raw}
            thread.into.set_aside += [self._begun, line.raw]
            return
        self._last, self._begun = now, line.raw
        if kind == "agent_thought_chunk" and said is not None:
            thought = ReasoningPart(address=at, raw=block, text=said)
            thread.say("assistant", held, [thought])
        else:
            role = "user" if kind == "user_message_chunk" else "assistant"
            parts = BLOCKS.parts(block, Address(at))
            thread.say("user" if role == "user" else "assistant", held, parts)
