r"""A turn that calls tools does not begin with thinking, though thinking is on.

## What it checks

A refusal by Anthropic. Where the request says `thinking: {"type": "enabled"}` and ends with
results, the turn that these belong to must begin with a `thinking` or `redacted_thinking`
block. The turn goes back to the last message in which the user says something. Later steps of
it may go without, and so may turns before, and all of them where thinking is `adaptive` or
off.

## Why it matters

    messages.129.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`.
    When `thinking` is enabled, a final `assistant` message must start with a thinking block
    (preceeding the lastmost set of `tool_use` and `tool_result` blocks).

It comes from histories that were written by another provider or without thinking and go on
with it in the middle of a turn, and from programs that keep the calls of a message and drop
the rest. Turn thinking off until the user speaks again, or bring the block back.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 4000, "thinking": {"type": "enabled",
 "budget_tokens": 2000},
 "tools": [{"name": "get_weather", "input_schema": {"type": "object", "properties": {}}}],
 "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "text", "text": "Let me look."},
    {"type": "tool_use", "id": "toolu_01A", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_01A",
   "content": "Drizzle"}]}
]}
```

Use instead: a request without thinking, for the rest of this turn.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 4000, "thinking": {"type": "disabled"},
 "tools": [{"name": "get_weather", "input_schema": {"type": "object", "properties": {}}}],
 "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "text", "text": "Let me look."},
    {"type": "tool_use", "id": "toolu_01A", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_01A",
   "content": "Drizzle"}]}
]}
```

## Source

lbjlaq/Antigravity-Manager#139, RooCodeInc/Roo-Code#10351,
deepset-ai/haystack-core-integrations#2146.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from crosswire.model import Conversation, Message, ReasoningPart, ToolCallPart
from crosswire.model.json_values import value_at
from crosswire.rules.parts import answers, of_type
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

rule = ProviderRule(
    __name__,
    code="CW812",
    title="A turn that calls tools does not begin with thinking, though thinking is on.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        Ground(
            key="ant-thinking-first",
            targets=("anthropic",),
            error_text="messages.….content.….type: Expected `thinking` or "
            "`redacted_thinking`, but found `…`. When `thinking` is enabled, a final "
            "`assistant` message must start with a thinking block (preceeding the lastmost "
            "set of `tool_use` and `tool_result` blocks).",
            source="lbjlaq/Antigravity-Manager#139, RooCodeInc/Roo-Code#10351",
            since="2025-02",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    messages = conversation.messages
    if not _is_on(conversation) or not answers(messages[-1]):
        return
    for first in _first_of_turn(messages):
        begins = first.parts[0]
        kind = begins.raw.get("type") if isinstance(begins.raw, dict) else "text"
        if not isinstance(begins, ReasoningPart):
            message = (
                "Thinking is enabled, and the turn that calls begins with a block of type "
                f"{kind}."
            )
            yield from rule.refuse(context, begins, message)


def _is_on(conversation: Conversation) -> bool:
    return any(
        value_at(setting.value, "type") == "enabled"
        for setting in conversation.settings()
        if setting.name == "thinking" and not setting.of_response
    )


def _first_of_turn(messages: Sequence[Message]) -> list[Message]:
    """The first message of the assistant in the turn that the last results belong to; none
    where it does not call."""
    turn = takewhile(lambda m: m.role == "assistant" or answers(m), reversed(messages))
    of_assistant = [message for message in turn if message.role == "assistant"]
    return [first for first in of_assistant[-1:] if of_type(first.parts, ToolCallPart)]
