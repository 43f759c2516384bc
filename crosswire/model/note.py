"""What reading had to do or leave."""

from __future__ import annotations

from msgspec import Struct

from crosswire.address import Address
from crosswire.model.parts import JsonObject


class Note(Struct, frozen=True):
    """Something that reading had to do or leave, said with its place."""

    code: str
    message: str
    address: Address | None = None

    def record(self) -> JsonObject:
        """As answers in JSON have it."""
        return {"code": self.code, "message": self.message, "address": self.address}


class StreamFault(Note, frozen=True):
    """Something that the events of an answer get wrong; it was read all the same."""

    about: Address | None = None
    """Where that begins which it is about: a call, a block."""
    other: Address | None = None
    """Where the stream says it otherwise."""
    contradicts: bool = False
    """Whether two events cannot both be right."""
