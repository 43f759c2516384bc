"""Claude Code's session log: one line for each block.

    {uuid, parentUuid, sessionId, message{role, content[]}}

The file is ~/.claude/projects/<project>/<session>.jsonl; those of sub-agents are under
.../subagents/. The messages are Anthropic's; those of the assistant have all other fields of
the response too.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.claude_code.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.claude_code.own_results import RESULTS
    from crosswire.logs.claude_code.reading import read_documents
    from crosswire.logs.claude_code.recognising import recognise_documents

__all__ = [
    "NAME",
    "RESULTS",
    "SIGNS",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "read_documents",
    "recognise_documents",
]

__getattr__ = on_demand(
    __name__,
    {
        "own_results": ("RESULTS",),
        "reading": ("read_documents",),
        "recognising": ("recognise_documents",),
    },
)
