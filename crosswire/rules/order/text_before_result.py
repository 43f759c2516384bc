r"""Something stands before a result in the message that has to begin with the results.

## What it checks

A refusal by Anthropic: behind a turn that calls, the message of the user must begin with the
`tool_result` blocks, and text, images and all else come after them. Messages of the user that
follow each other are one message there. Where Crosswire writes the history of another format,
it puts the results first by itself; it leaves Anthropic's own messages as they are.

## Why it matters

The provider takes the results as missing, and says so:

    messages.3: `tool_use` ids were found without `tool_result` blocks immediately after:
    toolu_b.

Older answers, and those of Bedrock and Vertex, are clearer:

    messages.54: Did not find 2 `tool_result` block(s) at the beginning of this message.
    Messages following `tool_use` blocks must begin with a matching number of `tool_result`
    blocks.

Programs that add a reminder or the time of day to each message of the user do it.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "text", "text": "It is ten o'clock."},
    {"type": "tool_result", "tool_use_id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA",
     "content": "Drizzle"}]}
], "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}]}
```

Use instead: the results first.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA",
     "content": "Drizzle"},
    {"type": "text", "text": "It is ten o'clock."}]}
], "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}]}
```

## Source

Anthropic's guide to handling tool calls; QwenLM/qwen-code#8161, whose fix was tried live;
Amazon-Q-Developer/language-servers#1235 for the older text.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Part, ToolResultPart
from crosswire.pairing.turns import Turn
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import call_name

rule = ProviderRule(
    __name__,
    code="CW713",
    title="Something stands before a result in its message.",
    subject=Subject.ORDER,
    doc=__doc__,
    repairable=True,
    grounds=(
        Ground(
            key="ant-result-first",
            targets=("anthropic",),
            error_text="messages.…: Did not find … `tool_result` block(s) at the beginning "
            "of this message. Messages following `tool_use` blocks must begin with a "
            "matching number of `tool_result` blocks.",
            source="Anthropic's guide to handling tool calls; QwenLM/qwen-code#8161, "
            "Amazon-Q-Developer/language-servers#1235",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    for calling, turn in context.answered_turns:
        yield from _check(calling, turn, context)


def _check(calling: Turn, turn: Turn, context: TargetContext) -> Iterator[Refusal]:
    calls = {call.call_id.value: call for call in calling.calls}
    before: Part | None = None
    for _, part in turn.parts():
        if not isinstance(part, ToolResultPart):
            before = before or part
        elif before is not None and part.call_id.value in calls:
            call = calls[part.call_id.value]
            name = call_name(call)
            message = f"This stands before the result of the call {name}; results come first."
            related = (("result", part.address), ("call", call.address))
            yield from rule.refuse(context, before, message, related=related)
            return
