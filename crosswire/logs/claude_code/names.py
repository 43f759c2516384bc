"""The names of Claude Code's session log, and of what stands in its lines."""

from crosswire.formats import anthropic
from crosswire.model import Traits

NAME = "claude-code"
TITLE = "Claude Code session"
WIRE_FORMAT = anthropic.NAME
TRAITS = Traits(
    results_follow_calls=False,
    turn_is_one_message=True,
    program="Claude Code",
    told_beside_results="toolUseResult",
)
SIGNS = frozenset({"message"})

ABOUT_THE_SESSION = ("sessionId", "agentId", "version", "cwd", "gitBranch")
BOOKKEEPING = frozenset(
    {
        "message",
        "type",
        "uuid",
        "parentUuid",
        "timestamp",
        "isSidechain",
        "userType",
        "requestId",
    }
    | {"session_id", "slug", "entrypoint", "promptId", "forkedFrom", *ABOUT_THE_SESSION}
)
"""Fields of a line that tie it to others and say nothing of the conversation."""
NAMED = BOOKKEEPING | {
    *("toolUseResult", "parentToolUseID", "toolUseID", "sourceToolAssistantUUID"),
    *("isMeta", "isCompactSummary", "permissionMode", "promptSource", "sessionKind"),
    *("effort", "level", "subtype", "origin", "logicalParentUuid", "thinkingMetadata"),
    *("id", "model", "usage", "stop_reason", "stop_sequence", "stop_details"),
    *("container", "context_management", "diagnostics"),
}
"""Fields of lines and of answers that hold nothing which was said: who, when, how much, and
`toolUseResult`, which has a result once more, as the program keeps it."""
BOOKKEEPING_LINES = frozenset(
    {"summary", "custom-title", "ai-title", "agent-name", "agent-setting", "last-prompt"}
    | {"file-history-snapshot", "queue-operation", "permission-mode", "mode", "tag"}
    | {"worktree-state", "frame-link", "pr-link", "system"}
)
"""Types of lines that are about the session."""
SYNTHETIC_MODEL = "<synthetic>"
"""The model of messages that the program itself wrote, e.g. about a failed request."""
