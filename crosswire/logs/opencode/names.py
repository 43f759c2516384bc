"""The names in OpenCode's messages and parts."""

from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text, Thought
from crosswire.model import Traits

NAME = "opencode"
TITLE = "OpenCode session"
WIRE_FORMAT = NAME
TRAITS = Traits(
    results_follow_calls=False,
    program="OpenCode",
    when_cut_short="OpenCode says that it was interrupted when it goes on.",
)
SIGNS = frozenset(
    {"data", "info", "messageID", "message_id", "part", "projectID", "project_id"}
    | {"properties", "sessionID"}
)

CALL = Call(id="callID|id", name="tool|name", arguments="state.input")
RESULT = Result(content="error.message|error|output|content", error="status")
IDS = words("id sessionID messageID time metadata synthetic ignored snapshot cost tokens")
BLOCKS = Blocks(
    {
        "text": Text(),
        "subtask": Text("prompt"),
        "reasoning": Thought("text", signature=""),
        "file": Media(mime="mime", url="url|uri"),
        "tool": CALL,
    },
    beside=IDS | words("callID provider source executed command agent description"),
)
STEPS = words("step-start step-finish")
SILENT = words("step-start step-finish snapshot patch agent retry compaction")
"""Types of parts that hold nothing which was said."""
NAMED = IDS | words(
    "info role state title status type properties directory payload finish mode path "
    "summary parentID modelID providerID system error model tools variant projectID "
    "version revert share permission slug message_id session_id time_created time_updated "
    "data attachments input structured timestamp seq id parts"
)
"""Fields that say who, when and how much."""
SHOWN = words(
    "text tool_use tool reasoning step_start step_finish step-start step-finish file patch"
)
"""Types of lines that `opencode run` writes, each with a part."""
