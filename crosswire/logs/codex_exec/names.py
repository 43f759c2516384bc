"""The names in a log: events of `codex exec`."""

from __future__ import annotations

from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text
from crosswire.model import Traits

NAME = "codex-exec"
TITLE = "Events of codex exec"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, program="Codex exec")
SIGNS = frozenset({"item", "thread_id"})

BLOCKS = Blocks(
    {"text": Text(), "image": Media(media="image")}, beside=words("id status exit_code server")
)
CALLS: dict[str, tuple[Call, Result]] = {
    "command_execution": (
        Call(name="type", arguments="command", is_prose=True),
        Result(content="aggregated_output", error="status"),
    ),
    "mcp_tool_call": (
        Call(name="tool", arguments="arguments"),
        Result(content="error.message|result.content|result", error="status"),
    ),
    "file_change": (
        Call(name="type", arguments="changes"),
        Result(content="", error="status"),
    ),
    "web_search": (
        Call(name="type", arguments="action|query", is_prose=True),
        Result(content="results"),
    ),
    "collab_tool_call": (
        Call(name="tool", arguments="arguments|prompt", is_prose=True),
        Result(content="agents_states|result", error="status"),
    ),
}
"""A type of item -> the names of what it was called with, and of what came back."""
MARKS = ("thread.started", "turn.started", "turn.completed", "turn.failed")
"""Lines at which all turns before are over."""
BOOKKEEPING = words("type id status usage thread_id turn_id exit_code server item error")
