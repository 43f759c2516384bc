"""What a module must offer to be a log format: a program's record of its conversations, which
is only read.

A log format reuses a wire format's block readers; its messages are in that wire format.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from crosswire.formats.protocol import Recognition
from crosswire.model import JsonValue, Traits
from crosswire.model.builder import ConversationBuilder


class JoinedLog(Protocol):
    """A log whose conversations stand in several files."""

    def joins(self, files: Sequence[Sequence[JsonValue]]) -> bool:
        """Whether these files, each with its documents, make up its conversations together."""


class LogFormat(Protocol):
    """A program's log of its conversations."""

    NAME: str
    TITLE: str
    TRAITS: Traits
    SIGNS: frozenset[str]
    """Names of fields of which each of its logs has one at least; none where nothing is that
    sure. A log without any is not looked at, and what reads the format is not loaded."""
    WIRE_FORMAT: str
    """The wire format of its blocks."""

    def recognise_documents(self, documents: Sequence[JsonValue]) -> Recognition | None:
        """Whether these documents (the lines of a file, or one JSON value) are such a log."""

    def read_documents(
        self, documents: Sequence[JsonValue], first: int = 0
    ) -> list[ConversationBuilder]:
        """Read all conversations of the log, whose documents are numbered from `first` on.
        Never raises."""
