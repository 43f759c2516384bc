"""What can go wrong while reading, as one tree.

    CrosswireError
    ├── UnreadableUpload      the bytes are not JSON, JSON Lines or a Python literal
    │   ├── UploadTooDeep     nested deeper than the reader allows
    │   └── OnlyAnError       the words of an error, and no log beside them
    ├── NotAConversation      the bytes were read, but no format recognises them
    ├── TooManyConversations  more than whoever reads wants to have
    ├── UnknownFormat         no format has that name
    ├── BadMapping            the JSON is no mapping
    ├── BadSettings           a file of settings has one that nobody knows
    ├── BadAddress            the text is not an address, or it points at nothing
    ├── CannotExport          no such shape, or none for this format or conversation
    └── NotASidecar           the JSON is no sidecar, or that of another conversation

Only these are raised. Everything wrong *inside* a conversation is a part or a diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Self


class CrosswireError(Exception):
    """Bad input, said in one sentence that names the place and the cause."""

    program: str = ""
    """Which program writes such files, where that is known."""
    take_instead: str = ""
    """What to take instead of this file, where that is known."""

    def named(self, program: str, take_instead: str) -> Self:
        """The same error, with what is known of the file."""
        self.program, self.take_instead = program, take_instead
        return self


class UnreadableUpload(CrosswireError):
    """The bytes hold no document."""

    def __init__(
        self, message: str, *, offset: int | None = None, line: int | None = None
    ) -> None:
        super().__init__(message)
        self.offset = offset
        """Byte offset of the fault in the upload, where there is one."""
        self.line = line
        """1-based line of the fault, where there is one."""


class UploadTooDeep(UnreadableUpload):
    """Nested deeper than the reader allows."""


class OnlyAnError(UnreadableUpload):
    """The words of a provider's error stand there, and no log beside them."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__(
            "This is an error alone, without a log. Add the request that was refused: with it "
            "the place and the fix can be told."
        )
        self.errors = errors
        """The words, one text an error."""


class NotAConversation(CrosswireError):
    """A document without anything that a format knows as a conversation."""

    def __init__(self, message: str, *, may_be_named: bool = False) -> None:
        super().__init__(message)
        self.may_be_named = may_be_named
        """Whether naming a format might read it all the same."""


class TooManyConversations(CrosswireError):
    """An upload of more conversations than were wanted; none of them was read."""


class UnknownFormat(CrosswireError):
    """No readable (or writable) format has this name."""


class BadSettings(CrosswireError):
    """A file of settings that cannot be gone by, said with the place and the cure."""


class BadMapping(CrosswireError):
    """No mapping; the message names the place in it, the cause and the cure."""


class BadAddress(CrosswireError):
    """Not an address, or one that points at nothing in this upload."""


class CannotExport(CrosswireError):
    """A shape that does not exist, or that a format or a conversation cannot be given."""


class NotASidecar(CrosswireError):
    """No sidecar, or that of another conversation."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """What a message about an unknown name says of the nearest known one, with a space before
    it; empty where none is near."""
    near = get_close_matches(name, known, 1)
    return f" Did you mean {near[0]!r}?" if near else ""
