r"""A turn that calls goes back without what the model thought, which its server asks for.

## What it checks

A refusal by DeepSeek, Kimi and Xiaomi while the model thinks: each message of the assistant
that calls tools must have `reasoning_content`. Whether the model thinks is said by `thinking`
in the request, or else by the name of the model. An empty text there is not looked at.

## Why it matters

    The `reasoning_content` in the thinking mode must be passed back to the API.

    thinking is enabled but reasoning_content is missing in assistant tool call message at
    index 2

Chat Completions as OpenAI has it knows no such field, so that most programs drop it; and a
history that another model began has none.

## Example

```json openai-chat
{"model": "deepseek-v4-flash", "messages": [
  {"role": "user", "content": "What is 7 plus 8?"},
  {"role": "assistant", "content": "", "tool_calls": [
    {"id": "call_00_mT3vQz8Kd1", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 7, \"b\": 8}"}}]},
  {"role": "tool", "tool_call_id": "call_00_mT3vQz8Kd1", "content": "15"}
]}
```

Use instead: the field as the model gave it, or `"thinking": {"type": "disabled"}`.

```json openai-chat
{"model": "deepseek-v4-flash", "messages": [
  {"role": "user", "content": "What is 7 plus 8?"},
  {"role": "assistant", "content": "", "reasoning_content": "I add them.", "tool_calls": [
    {"id": "call_00_mT3vQz8Kd1", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 7, \"b\": 8}"}}]},
  {"role": "tool", "tool_call_id": "call_00_mT3vQz8Kd1", "content": "15"}
]}
```

## Source

DeepSeek's guide to its thinking mode, earendil-works/pi#3636, MoonshotAI/kimi-cli#1616,
Xiaomi's guide to passing back `reasoning_content`, chatboxai/chatbox#3716.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, ToolCallPart
from crosswire.model.json_values import object_or_empty, text_field
from crosswire.rules.parts import of_type
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext


class ThoughtsWanted(Ground, frozen=True, kw_only=True):
    """When the model thinks."""

    only_if_said: bool = False
    """Only where the request says so; else wherever it does not say that it does not."""


rule: ProviderRule[ThoughtsWanted] = ProviderRule(
    __name__,
    code="CW851",
    title="A turn that calls goes back without its reasoning, which its server asks for.",
    subject=Subject.REASONING,
    doc=__doc__,
)


@rule.on_ground
def check(ground: ThoughtsWanted, context: TargetContext) -> Iterator[Refusal]:
    said = _thinking(context.conversation)
    if said == "disabled" or (ground.only_if_said and said != "enabled"):
        return
    for message in context.listed_messages:
        lacks_it = object_or_empty(message.raw).get("reasoning_content") is None
        if lacks_it and message.role == "assistant" and of_type(message.parts, ToolCallPart):
            text = "This message calls tools and has no `reasoning_content`."
            yield rule.at(message, text, ground)


def _thinking(conversation: Conversation) -> str | None:
    """What the request says of thinking: `enabled`, `disabled` or nothing."""
    said = (s for s in conversation.settings() if s.name == "thinking" and not s.of_response)
    return next((text_field(setting.value, "type") for setting in said), None)
