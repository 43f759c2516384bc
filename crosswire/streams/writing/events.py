"""What writers of streams share: events, pieces of texts, made ids, and the list of
additions."""

from __future__ import annotations

import hashlib

from crosswire.address import Address, root
from crosswire.cached_property import cached_property
from crosswire.containers import json_document
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import objects_in
from crosswire.model.loss import Loss, LossKind

PIECE = 20
"""Characters of a piece of text, unless that would make too many."""
MAX_PIECES = 200

UNKNOWN_MODEL = "unknown"


def pieces(text: str) -> list[str]:
    """A text cut at even distances; the same text is always cut alike."""
    size = max(PIECE, -(-len(text) // MAX_PIECES))
    return [text[start : start + size] for start in range(0, len(text), size)]


def last_said(said: JsonValue, role: str) -> JsonObject | None:
    """The last of some messages or contents that has this role."""
    messages = [item for item in objects_in(said) if item.get("role") == role]
    return messages[-1] if messages else None


class EventWriter:
    """Where a stream is written to."""

    def __init__(self, payload: JsonValue) -> None:
        self.payload = payload
        self.chunks: list[bytes] = []
        self.losses: list[Loss] = []

    @property
    def here(self) -> Address:
        """The address of the next event."""
        return root(len(self.chunks))

    def event(self, data: JsonObject, *, name: str | None = None) -> Address:
        """Write an event; its address."""
        at = self.here
        head = f"event: {name}\n".encode() if name is not None else b""
        self.chunks.append(b"".join((head, b"data: ", json_document.write(data), b"\n\n")))
        return at

    def end(self) -> None:
        self.chunks.append(b"data: [DONE]\n\n")

    @cached_property
    def _digest(self) -> str:
        return hashlib.sha256(json_document.write(self.payload)).hexdigest()

    def made_id(self, of: str) -> str:
        """An id for something without one; it follows from the payload."""
        return f"cw_{hashlib.sha256(f'{self._digest} {of}'.encode()).hexdigest()[:24]}"

    def added(self, at: Address, what: str, why: str) -> None:
        self.losses.append(Loss(LossKind.ADDED, "required-by-stream", what, why, target=at))

    def dropped(self, what: str, why: str) -> None:
        self.losses.append(Loss(LossKind.DROPPED, "of-request", what, why))

    def changed(self, at: Address, what: str, why: str) -> None:
        self.losses.append(Loss(LossKind.CHANGED, "as-streamed", what, why, target=at))


NO_ID = "A request names no response; this id is Crosswire's."
NO_TIME = "A request says nothing of when it was answered; 0 stands for it."
NO_MODEL = "The log names no model."
NO_REASON = "A request does not say why the answer ended; it follows from what the turn holds."
NO_USAGE = "A request says nothing of what was used; 0 stands for it."
