r"""More results stand in a message than the turn before it has calls.

## What it checks

A refusal by Bedrock, which counts: the `toolResult` blocks behind a turn may not be more than
its `toolUse` blocks. A result without its call, because a history was cut between them, is too
many as well, and so is a second result of one call.

## Why it matters

    The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of
    previous turn.

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
    {"toolUse": {"toolUseId": "tooluse_a", "name": "get_weather", "input": {"city": "Paris"}}}]},
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

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.pairing.turns import Turn
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

rule = Rule(
    __name__,
    code="CW715",
    title="More results stand in a message than were asked for.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="br-results-excess",
            targets=("bedrock",),
            error_text="The number of toolResult blocks at messages.….content exceeds the number of toolUse blocks "
            "of previous turn.",
            source="pydantic/pydantic-ai#2327, strands-agents/harness-sdk#1435",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        before: Turn | None = None
        for turn in context.turns:
            if turn.side == "client":
                yield from _check(before, turn, context, ground)
            before = turn


def _check(
    before: Turn | None, turn: Turn, context: RuleContext, ground: Ground
) -> Iterator[Diagnostic]:
    asked = [call.call_id.value for call in before.calls] if before is not None else []
    surplus = []
    left = list(asked)
    for result in turn.results:
        if result.call_id.value in left:
            left.remove(result.call_id.value)
        else:
            surplus.append(result)
    for result in surplus[: max(len(turn.results) - len(asked), 0)]:
        message = f"{len(turn.results)} results stand here for {len(asked)} calls of the turn before."
        unsure = Severity.WARNING if result.key in context.outside else None
        yield rule.at(result, message, severity=unsure, ground=ground)
