"""Messages of a program that hold calls and their results in one list: each run of results is
a message of the tools, and what stands between is said by whoever the message is of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.model import Message, Part, ToolResultPart
from crosswire.model.parts import Role


def say_in_runs(
    thread: Thread, line: Line, role: Role, parts: Sequence[Part], known: frozenset[str]
) -> Sequence[Message]:
    """Append the messages that the parts of a list make; one, where there are none."""
    runs = [
        (is_result, list(run))
        for is_result, run in groupby(parts, lambda part: isinstance(part, ToolResultPart))
    ]
    return [
        thread.say("tool" if is_result else role, line, run, known=known)
        for is_result, run in runs or [(False, [])]
    ]


def link_in_row(messages: Sequence[Message], node: str, parent: str | None) -> str | None:
    """Let messages that are one in the log follow one another; gives the node of the last, for
    whatever follows them."""
    for number, message in enumerate(messages, 1):
        message.node = node if number == 1 else f"{node}, {number}"
        message.parent, parent = parent, message.node
    return parent
