"""What can go wrong while reading, as one tree.

    CrosswireError
    ├── UnreadableUpload      the bytes are not JSON, JSON Lines or a Python literal
    │   └── UploadTooDeep     nested deeper than the reader allows
    ├── NotAConversation      the bytes were read, but no format recognises them
    ├── UnknownFormat         no format has that name
    └── BadAddress            the text is not an address, or it points at nothing

Only these are raised. Everything wrong *inside* a conversation is a part or a diagnostic.
"""

from __future__ import annotations


class CrosswireError(Exception):
    """Bad input, said in one sentence that names the place and the cause."""


class UnreadableUpload(CrosswireError):
    """The bytes hold no document."""

    def __init__(self, message: str, *, offset: int | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.offset = offset
        """Byte offset of the fault in the upload, where there is one."""
        self.line = line
        """1-based line of the fault, where there is one."""


class UploadTooDeep(UnreadableUpload):
    """Nested deeper than the reader allows."""


class NotAConversation(CrosswireError):
    """A document without anything that a format knows as a conversation."""


class UnknownFormat(CrosswireError):
    """No readable (or writable) format has this name."""


class BadAddress(CrosswireError):
    """Not an address, or one that points at nothing in this upload."""
