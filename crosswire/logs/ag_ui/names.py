"""The names of AG-UI's messages and events, and of what stands in them."""

from crosswire.model import Role, Traits

NAME = "ag-ui"
TITLE = "AG-UI"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False)
SIGNS = frozenset[str]()

ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "reasoning": "assistant",
    "tool": "tool",
    "activity": "other",
}
SAYS_NOTHING = frozenset({"id", "name", "createdAt", "metadata", "activityType"})
BESIDE = frozenset({"state", "forwardedProps", "forwarded_props", "rawEvent", "raw_event"})
"""Fields that the program and the page keep between them, and events of another protocol."""
OF_MESSAGES = ("TEXT_MESSAGE_", "TOOL_CALL_", "THINKING_TEXT_MESSAGE_", "REASONING_MESSAGE_")
"""How types of events begin that tell of messages."""
OTHERS = frozenset(
    {"RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "STEP_STARTED", "STEP_FINISHED"}
    | {"STATE_SNAPSHOT", "STATE_DELTA", "MESSAGES_SNAPSHOT", "RAW", "CUSTOM"}
    | {"THINKING_START", "THINKING_END", "REASONING_START", "REASONING_END"}
    | {"REASONING_ENCRYPTED_VALUE", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA"}
)
