r"""Results and something said stand in one message of the user.

## What it checks

A refusal by some model families at Bedrock: beside `toolResult` blocks nothing else may stand
in a message of the user. Llama refuses it, Claude and Nova take it; of the others it is not
known, and where the log names no model the verdict is unsure.

## Why it matters

    messages.2.content: Conversation blocks and tool result blocks cannot be provided in the
    same turn.

It is met where the user writes while a tool runs, and where a program adds a reminder to the
results. Two messages of the user in a row are refused too, so that what was said has to wait
until the model has answered.

## Example

```json bedrock
{"modelId": "us.meta.llama4-maverick-17b-instruct-v1:0", "messages": [
  {"role": "user", "content": [{"text": "Is it raining in Paris?"}]},
  {"role": "assistant", "content": [
    {"toolUse": {"toolUseId": "tooluse_a", "name": "get_weather",
     "input": {"city": "Paris"}}}]},
  {"role": "user", "content": [
    {"toolResult": {"toolUseId": "tooluse_a", "content": [{"text": "Drizzle"}]}},
    {"text": "And tomorrow?"}]}
], "toolConfig": {"tools": [{"toolSpec": {"name": "get_weather", "inputSchema": {
  "json": {"type": "object"}}}}]}}
```

Use instead: the result alone, and what was said after the model's answer.

```json bedrock
{"modelId": "us.meta.llama4-maverick-17b-instruct-v1:0", "messages": [
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

strands-agents/harness-sdk#1223 (Llama 4), langchain-ai/langchain-aws#141,
BerriAI/litellm#6053. That Nova takes it is recorded.
"""

from collections.abc import Iterator

from crosswire.model import MediaPart, Message, Part, TextPart, ToolResultPart
from crosswire.rules.parts import of_type, related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

_SAYS = (
    "messages.….content: Conversation blocks and tool result blocks cannot be provided "
    "in the same turn."
)

rule = ProviderRule(
    __name__,
    code="CW716",
    title="Results and something said stand in one message.",
    subject=Subject.ORDER,
    doc=__doc__,
    grounds=(
        Ground(
            key="br-no-mixed-turn",
            targets=("bedrock",),
            error_text=_SAYS,
            source="strands-agents/harness-sdk#1223",
            models=r"llama",
        ),
        Ground(
            key="br-no-mixed-turn",
            targets=("bedrock",),
            error_text=_SAYS,
            source="langchain-ai/langchain-aws#141, BerriAI/litellm#6053",
            confidence="medium",
            but_models=r"llama|claude|nova",
        ),
    ),
)


@rule.on_message
def check(message: Message, context: TargetContext) -> Iterator[Refusal]:
    if message.role == "user" and len(message.parts) > 1:
        content: list[Part] = of_type(message.parts, TextPart, MediaPart)
        results = of_type(message.parts, ToolResultPart)
        for said, result in zip(content[:1], results, strict=False):
            text = "This stands in one message with results."
            yield from rule.refuse(context, said, text, related=related("result", result))
