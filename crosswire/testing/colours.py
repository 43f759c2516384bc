"""Red and green for the lines of a change, where the terminal that shows it has them."""

from __future__ import annotations

from contextvars import ContextVar

_RED, _GREEN, _PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[0m"
are_wanted: ContextVar[bool] = ContextVar("are_wanted", default=False)
"""Whether somebody said that colours can be shown; pytest does, by the plugin."""


def painted(line: str) -> str:
    """A line of a change: red where it goes, green where it comes."""
    colour = {"-": _RED, "+": _GREEN}.get(line[:1])
    return f"{colour}{line}{_PLAIN}" if colour and are_wanted.get() else line
