r"""A result is said in a role that gives no results in its format.

## What it checks

Anthropic's `tool_result` and Bedrock's `toolResult` stand in a message of the user, Gemini's
`functionResponse` in a content of the user; one in a message of the model is found. So is a
message of role `tool` in Anthropic's messages, among Responses items and in Bedrock's
messages, which have no such role: it comes from Chat Completions. What a provider's own tool
gives stands in the model's message and is right there.

## Why it matters

A result is what the client says to the model. Where the model seems to have said it, the
provider refuses the request, or the call is unanswered and the result is lost:

    messages.1: `tool_result` blocks can only be in `user` messages

    Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and
    'user'.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA", "name": "get_weather",
     "input": {"city": "Paris"}},
    {"type": "tool_result", "tool_use_id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA",
     "content": "Drizzle"},
    {"type": "text", "text": "It drizzles."}]}
], "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}]}
```

Use instead: a message of the user for the result.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA",
     "content": "Drizzle"}]},
  {"role": "assistant", "content": "It drizzles."}
], "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}]}
```

## Source

The checklists of tool calls that this project began with; Anthropic's answer, seen live on
2026-08-28; kelivo's adapter to the Responses API for the role `tool`.
"""

from collections.abc import Iterator

from crosswire.model import Message, ToolResultPart
from crosswire.model.json_values import value_at
from crosswire.rules.parts import is_clients, of_type
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject

rule = LogRule(
    __name__,
    code="CW751",
    title="A result is said in a role that gives no results.",
    severity=Severity.ERROR,
    subject=Subject.ORDER,
    repairable=True,
    doc=__doc__,
    formats=frozenset({"anthropic", "bedrock", "gemini", "openai-responses", "azure-foundry"}),
)

_NO_ROLE_TOOL = ("anthropic", "bedrock", "openai-responses", "azure-foundry")
"""Formats without such a role; Gemini had one, which older clients still write."""


@rule.on_message
def check(message: Message, context: RuleContext) -> Iterator[Defect]:
    if message.wire_format in _NO_ROLE_TOOL and value_at(message.raw, "role") == "tool":
        text = (
            "This message is of the role tool, which Chat Completions has and this format has "
            "not."
        )
        yield rule.at(message, text)
    elif message.role == "assistant":
        for result in filter(is_clients, of_type(message.parts, ToolResultPart)):
            text = (
                f"This {result.wire_type} stands in a message of the model; the client gives "
                "results."
            )
            yield rule.at(result, text)
