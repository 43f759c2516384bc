"""How conversations hang together: branches, sub-agents, sessions that go on with others."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crosswire.address import Address
from crosswire.model.parts import JsonObject

Relation = Literal["branch", "fork", "sub-agent", "continuation"]


class ThreadEdge(Struct, frozen=True):
    """A tie between a conversation and another, as one of both has it."""

    relation: Relation
    """What the one that began later is to the other."""
    thread: str
    """The other's id, as the log has it."""
    here: Address | None = None
    """Where it stands in this conversation: the message that the other leaves from or that
    this one begins with, the call that started it."""
    there: Address | None = None
    """Where it stands in the other one."""
    why: str = ""
    """Of a branch: `rewind` or `retry`; of a sub-agent, how that is known: `id`, or `prompt`
    where the words are the same."""
    number: int | None = None
    """Which conversation of the upload the other is; None where it is not in it."""
    path: str = ""
    """The file that the other stands in, where the log names that or the program's names of
    files tell it."""
    message: str = ""
    """What the log calls the message in the other one, where it names it."""

    @property
    def joins_sessions(self) -> bool:
        """Whether both ends are sessions of their own, and not parts of one."""
        return self.relation in ("fork", "continuation")

    def record(self) -> JsonObject:
        """As answers in JSON have it."""
        return {
            "relation": self.relation,
            "id": self.thread,
            "conversation": None if self.number is None else self.number + 1,
            "here": self.here,
            "there": self.there,
            "why": self.why or None,
            "path": self.path or None,
        }
