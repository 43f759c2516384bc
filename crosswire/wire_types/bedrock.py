"""Amazon Bedrock Converse: blocks of content, each under a key of its own."""

from __future__ import annotations

from crosswire.wire_types.api import Api

_CONVERSE = Api(
    "bedrock",
    "bedrock-converse",
    "botocore:bedrock-runtime:",
    "bedrock.",
    ties=("toolUseId", "toolUseId"),
    item_ids=("toolUseId", None),
    embeds="content",
    told_by="key",
    format="bedrock",
)

WIRE_TYPES = (
    _CONVERSE.call(
        "toolUse",
        "ToolUseBlock",
        "function",
        paired_with=("toolResult",),
        note="`type: server_tool_use` marks what Bedrock runs itself.",
        example={
            "toolUse": {
                "toolUseId": "tooluse_bpe71yCfRu2b5i-nKGDr5g",
                "name": "f",
                "input": {},
            }
        },
    ),
    _CONVERSE.output(
        "toolResult",
        "ToolResultBlock",
        "function",
        paired_with=("toolUse",),
        example={
            "toolResult": {
                "toolUseId": "tooluse_bpe71yCfRu2b5i-nKGDr5g",
                "content": [{"text": "ok"}],
                "status": "success",
            }
        },
    ),
)
