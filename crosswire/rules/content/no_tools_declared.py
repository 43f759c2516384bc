r"""A history has calls, and no tool is declared.

## What it checks

In what would be sent to Bedrock: where a message has a `toolUse` or a `toolResult`,
`toolConfig` declares at least one tool. Anthropic's own API wanted that once too, and takes
such a history today. The session of a program need not hold the tools that were sent with it:
of one that holds none it is not sure.

## Why it matters

    The toolConfig field must be defined when using toolUse and toolResult content blocks.

A request that is to end a conversation, or to summarise it, is often sent without tools, and
then refused for its history. To declare one tool that nobody calls is the usual way out.

## Example

```json bedrock
{"modelId": "anthropic.claude-sonnet-4-5", "messages": [
  {"role": "user", "content": [{"text": "What time is it?"}]},
  {"role": "assistant", "content": [
    {"toolUse": {"toolUseId": "tooluse_t1m", "name": "get_time", "input": {}}}]},
  {"role": "user", "content": [
    {"toolResult": {"toolUseId": "tooluse_t1m", "content": [{"text": "12:41"}]}}]}
]}
```

Use instead: the tools, with every request of the conversation.

```json bedrock
{"modelId": "anthropic.claude-sonnet-4-5", "messages": [
  {"role": "user", "content": [{"text": "What time is it?"}]},
  {"role": "assistant", "content": [
    {"toolUse": {"toolUseId": "tooluse_t1m", "name": "get_time", "input": {}}}]},
  {"role": "user", "content": [
    {"toolResult": {"toolUseId": "tooluse_t1m", "content": [{"text": "12:41"}]}}]}],
 "toolConfig": {"tools": [
  {"toolSpec": {"name": "get_time", "inputSchema": {"json": {"type": "object",
   "properties": {}}}}}]}}
```

## Source

vxcontrol/pentagi#196, elastic/kibana#277821; langgenius/dify#17545 for the older refusal of
Anthropic's, and a recorded request of langchain's that is taken.
"""

from collections.abc import Iterator
from itertools import islice

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.rules.parts import of_type
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)

rule = ProviderRule(
    __name__,
    code="CW435",
    title="A history has calls, and no tool is declared.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        Ground(
            key="br-toolconfig",
            targets=("bedrock",),
            error_text=(
                "The toolConfig field must be defined when using toolUse and "
                "toolResult content blocks."
            ),
            source="vxcontrol/pentagi#196, elastic/kibana#277821",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    if any(conversation.tools()):
        return
    parts = (part for _, part in conversation.parts() if part.key not in context.pending)
    for first in islice(of_type(parts, ToolCallPart, ToolResultPart), 1):
        is_session = context.log_shape == "session"
        what = "log" if is_session else "request"
        message = f"A tool is called here, and the {what} declares none."
        severity = Severity.WARNING if is_session else None
        yield from rule.refuse(context, first, message, severity=severity)
