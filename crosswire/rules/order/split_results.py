r"""The results of one turn stand in several messages of the user.

## What it checks

A refusal by Bedrock: all `toolResult` blocks of a turn must stand in the one message behind
it. The APIs of Anthropic and Gemini take messages of the user that follow each other as one,
so that their logs may have the results apart: as logged they would be refused. Where Crosswire
writes such a log anew for Bedrock it puts them into one message, and the verdict after that no
longer says so.

## Why it matters

Bedrock looks into the next message alone, and misses the results of the others:

    Expected toolResult blocks at messages.2.content for the following Ids: tooluse_b

It comes from programs that append a message for each result as it arrives.

## Example

```json bedrock
{"messages": [
  {"role": "user", "content": [{"text": "Weather in Paris and Rome?"}]},
  {"role": "assistant", "content": [
    {"toolUse": {"toolUseId": "tooluse_a", "name": "get_weather", "input": {"city": "Paris"}}},
    {"toolUse": {"toolUseId": "tooluse_b", "name": "get_weather",
     "input": {"city": "Rome"}}}]},
  {"role": "user", "content": [
    {"toolResult": {"toolUseId": "tooluse_a", "content": [{"text": "Drizzle"}]}}]},
  {"role": "user", "content": [
    {"toolResult": {"toolUseId": "tooluse_b", "content": [{"text": "Sun"}]}}]}
], "toolConfig": {"tools": [{"toolSpec": {"name": "get_weather", "inputSchema": {
  "json": {"type": "object"}}}}]}}
```

Use instead: one message with all of them.

```json bedrock
{"messages": [
  {"role": "user", "content": [{"text": "Weather in Paris and Rome?"}]},
  {"role": "assistant", "content": [
    {"toolUse": {"toolUseId": "tooluse_a", "name": "get_weather", "input": {"city": "Paris"}}},
    {"toolUse": {"toolUseId": "tooluse_b", "name": "get_weather",
     "input": {"city": "Rome"}}}]},
  {"role": "user", "content": [
    {"toolResult": {"toolUseId": "tooluse_a", "content": [{"text": "Drizzle"}]}},
    {"toolResult": {"toolUseId": "tooluse_b", "content": [{"text": "Sun"}]}}]}
], "toolConfig": {"tools": [{"toolSpec": {"name": "get_weather", "inputSchema": {
  "json": {"type": "object"}}}}]}}
```

## Source

MoonshotAI/kosong#45 and agentscope-ai/agentscope#1892.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, ToolResultPart
from crosswire.pairing.turns import Turn
from crosswire.rules.parts import related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import call_name

rule = ProviderRule(
    __name__,
    code="CW714",
    title="The results of one turn stand in several messages.",
    subject=Subject.ORDER,
    doc=__doc__,
    repairable=True,
    grounds=(
        Ground(
            key="br-results-missing",
            targets=("bedrock",),
            error_text=(
                "Expected toolResult blocks at messages.….content for the following Ids: …"
            ),
            source="MoonshotAI/kosong#45, agentscope-ai/agentscope#1892",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    for calling, turn in context.answered_turns:
        calls = {call.call_id.value: call for call in calling.calls}
        for result in _apart(turn, context):
            call = calls.get(result.call_id.value)
            if call is not None:
                name = call_name(call)
                text = f"This result of the call {name} stands in a message behind the next."
                others = related("call", call)
                yield from rule.refuse(context, result, text, related=others)


def _apart(turn: Turn, context: TargetContext) -> Iterator[ToolResultPart]:
    """The results of a turn that do not stand in its first message, or did not in the log."""
    for message, part in turn.parts():
        is_apart = message is not turn.messages[0] or part.key in context.split
        if is_apart and isinstance(part, ToolResultPart):
            yield part
