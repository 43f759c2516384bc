"""The names in a log: Gemini CLI session."""

from __future__ import annotations

from crosswire.logs.sessions.fields import words
from crosswire.logs.sessions.kinds import Call
from crosswire.model import Traits
from crosswire.model.parts import Role

NAME = "gemini-cli"
TITLE = "Gemini CLI session"
WIRE_FORMAT = NAME
TRAITS = Traits(
    results_follow_calls=False,
    turn_is_one_message=True,
    ids_are_natural=False,
    program="Gemini CLI",
)
SIGNS = frozenset({"lastUpdated", "projectHash", "timestamp"})

CALL = Call(arguments="args", may_lack_id=True)
ROLES: dict[str, Role] = {
    "user": "user",
    "gemini": "assistant",
    "model": "assistant",
    "assistant": "assistant",
    "qwen": "assistant",
}
TOLD = words("info error warning")
"""Types of messages that the program wrote for the screen."""
LISTS = ("messages", "history")
NAMED = words(
    "id timestamp type role tokens model ts displayName description resultDisplay status "
    "kind renderOutputAsMarkdown startTime lastUpdated sessionId projectHash summary meta "
    "start_time directories memoryScratchpad messages history content parts thoughts "
    "toolCalls subject displayContent agentId args name result"
)
