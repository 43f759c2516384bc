"""How a framework writes messages, as a table: which fields hold what, and which words mean
what. What a format has beside it is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.blocks import Block
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.fields import Names
from crosswire.logs.shared.finding import sample_of
from crosswire.model import JsonObject, JsonValue, Role, Traits

SURE, LIKELY, POSSIBLE = 0.95, 0.75, 0.6
"""How sure a format is of messages at the top, within an object, and deeper."""


class Dialect(Struct, frozen=True, kw_only=True):
    """A framework's messages."""

    name: str
    is_message: Callable[[JsonValue], bool]
    is_sign: Callable[[JsonObject], bool]
    """Whether a message has what no other format has."""
    signs: frozenset[str] = frozenset()
    """Fields of which each such message has one; none where nothing is that sure."""
    reason: str
    """What that is, as a sentence."""
    roles: Mapping[str, Role]
    content: Content
    traits: Traits = field(default_factory=lambda: Traits(results_follow_calls=False))
    role: Names = ("role",)
    says: Names = ("content",)
    """The fields that hold what is said, in this order."""
    lists: Mapping[str, Block] = field(default_factory=dict)
    """Fields that hold a list of calls or results."""
    whole: Mapping[str, Block] = field(default_factory=dict)
    """By the word of the role: a message that is a result in whole."""
    known: frozenset[str] = frozenset()
    """Fields of messages and around them that say nothing of the conversation."""
    kept: frozenset[str] = frozenset()
    """Fields that say nothing of it either, and are kept with the message: usage, metadata."""
    model: Names = ()
    tools: Names = ("tools",)
    inner: Names = ()
    """The fields of a message in which it stands itself, where it is wrapped."""
    in_lists: bool = False
    """Whether it is recognised only in lists of messages, as one alone tells too little."""
    word_of: Callable[[JsonObject], str] | None = None
    """The word for the role of a message, where no field has it as it is."""

    def is_own(self, value: JsonValue) -> bool:
        """Whether a value is a message, and one that no other format has."""
        return self.is_message(value) and isinstance(value, dict) and self.is_sign(value)


def recognise(documents: Sequence[JsonValue], dialect: Dialect) -> Recognition | None:
    """Whether documents hold messages of a dialect, and one that no other format has."""
    found = sample_of(documents, dialect.is_message, dialect.is_own, dialect.signs)
    runs = [run for run in found if not (dialect.in_lists and run.is_alone)]
    sure = [run for run in runs if any(dialect.is_own(value) for value, _ in run.messages)]
    if not sure:
        return None
    level = min(run.level for run in sure)
    confidence = SURE if level < 2 else LIKELY if level == 2 else POSSIBLE
    return Recognition("messages", confidence, dialect.reason)
