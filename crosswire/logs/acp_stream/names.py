"""The names in a log: Agent Client Protocol."""

from __future__ import annotations

from crosswire.logs.sessions.fields import words
from crosswire.model import Traits

NAME = "acp-stream"
TITLE = "Agent Client Protocol"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, program="the Agent Client Protocol")
SIGNS = frozenset({"sessionUpdate"})

CHUNKS = {"agent_message_chunk", "agent_thought_chunk", "user_message_chunk"}
NAMED = words(
    "jsonrpc id method params sessionId update sessionUpdate messageId content prompt "
    "result error outcome optionId options toolCall _meta direction message timestamp "
    "toolCallId status kind title locations rawInput rawOutput"
)
SILENT = words(
    "plan usage_update available_commands_update current_mode_update config_option_update "
    "session_info_update"
)
