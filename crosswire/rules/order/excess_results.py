r"""More results stand in a message than the turn before it has calls.

## What it checks

A refusal by Bedrock, which counts: the `toolResult` blocks behind a turn may not be more than
its `toolUse` blocks. A result without its call, because a history was cut between them, is too
many as well, and so is a second result of one call.

## Why it matters

    The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks
    of previous turn.

## Example

```json bedrock
{"messages": [
  {"role": "user", "content": [
    {"toolResult": {"toolUseId": "tooluse_a", "content": [{"text": "Drizzle"}]}}]},
  {"role": "assistant", "content": [{"text": "It drizzles."}]},
  {"role": "user", "content": [{"text": "And tomorrow?"}]}
], "toolConfig": {"tools": [{"toolSpec": {"name": "get_weather", "inputSchema": {
  "json": {"type": "object"}}}}]}}
```

Use instead: the call with its result, or neither.

```json bedrock
{"messages": [
  {"role": "user", "content": [{"text": "Is it raining in Paris?"}]},
  {"role": "assistant", "content": [
    {"toolUse": {"toolUseId": "tooluse_a", "name": "get_weather",
     "input": {"city": "Paris"}}}]},
  {"role": "user", "content": [
    {"toolResult": {"toolUseId": "tooluse_a", "content": [{"text": "Drizzle"}]}}]},
  {"role": "assistant", "content": [{"text": "It drizzles."}]},
  {"role": "user", "content": [{"text": "And tomorrow?"}]}
], "toolConfig": {"tools": [{"toolSpec": {"name": "get_weather", "inputSchema": {
  "json": {"type": "object"}}}}]}}
```

## Source

pydantic/pydantic-ai#2327, strands-agents/harness-sdk#1435,
langgenius/dify-official-plugins#765.
"""

from collections import Counter
from collections.abc import Iterator

from crosswire.counting import counted
from crosswire.model import Conversation, ToolCallPart
from crosswire.pairing.turns import Turn
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

rule = ProviderRule(
    __name__,
    code="CW715",
    title="More results stand in a message than were asked for.",
    subject=Subject.ORPHAN_RESULT,
    doc=__doc__,
    grounds=(
        Ground(
            key="br-results-excess",
            targets=("bedrock",),
            error_text="The number of toolResult blocks at messages.….content exceeds the "
            "number of toolUse blocks of previous turn.",
            source="pydantic/pydantic-ai#2327, strands-agents/harness-sdk#1435",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    for before, turn in context.uneven_turns:
        if turn.side == "client":
            yield from _check(before.calls, turn, context)


def _check(calls: list[ToolCallPart], turn: Turn, context: TargetContext) -> Iterator[Refusal]:
    asked = Counter(call.call_id.value for call in calls)
    surplus = []
    for result in turn.results:
        asked[result.call_id.value] -= 1
        if asked[result.call_id.value] < 0:
            surplus.append(result)
    message = (
        f"{len(turn.results)} results stand here for {counted(len(calls), 'call')} of the "
        "turn before."
    )
    for result in surplus[: max(len(turn.results) - len(calls), 0)]:
        yield from rule.refuse(context, result, message, severity=context.severity_of(result))
