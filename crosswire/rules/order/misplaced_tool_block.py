r"""A call or a result stands in a message of the wrong role.

## What it checks

A refusal by Anthropic: `tool_result` blocks may stand in messages of the user alone, and
`tool_use` blocks in those of the assistant. Calls and results of Anthropic's own tools
(`server_tool_use`, `web_search_tool_result` and the like) stand in messages of the assistant,
both of them. Crosswire writes another format's calls and results where they belong, and leaves
Anthropic's messages as they are.

## Why it matters

    messages.1: `tool_result` blocks can only be in `user` messages

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": [
    {"type": "text", "text": "Is it raining in Paris?"},
    {"type": "tool_use", "id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA", "name": "get_weather",
     "input": {"city": "Paris"}}]}
], "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}]}
```

Use instead: what the model calls, in a message of the assistant.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA", "name": "get_weather",
     "input": {"city": "Paris"}}]}
], "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}]}
```

## Source

Anthropic's own answer, seen live on 2026-08-28.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, ToolCallPart
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

rule = ProviderRule(
    __name__,
    code="CW731",
    title="A call or a result stands in a message of the wrong role.",
    subject=Subject.ORDER,
    doc=__doc__,
    grounds=(
        Ground(
            key="ant-result-user-only",
            targets=("anthropic",),
            error_text="messages.…: `…` blocks can only be in `…` messages",
            source="seen live on 2026-08-28",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    for part in conversation.ends():
        role = context.message_of[part.key].role
        wanted = "assistant" if isinstance(part, ToolCallPart) else "user"
        if part.executed_by == "client" and role != wanted:
            text = f"A {part.wire_type} stands here in a message of role {role}."
            yield from rule.refuse(context, part, text)
