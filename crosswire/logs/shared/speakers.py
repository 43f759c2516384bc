"""What the words of a program for who speaks mean."""

from __future__ import annotations

from crosswire.model import Role

_USUAL: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}


def usual_and(**others: Role) -> dict[str, Role]:
    """The usual words, and the program's own."""
    return _USUAL | others
