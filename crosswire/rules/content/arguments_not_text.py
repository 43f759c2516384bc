r"""The arguments of a call are no text, where the target wants JSON as text.

## What it checks

In what would be sent to OpenAI: `function.arguments` of a call in Chat Completions,
`arguments` of a `function_call` and `input` of a `custom_tool_call` in Responses. Each must be
a text. Whether that text is JSON is not asked: models write broken JSON, and may see it again.
`foundry-item-form` says the same of Azure AI Foundry.

## Why it matters

An object is taken for an error of the program, not for arguments:

    Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got
    an object instead.

It comes from histories of Ollama or Gemini, which hold objects, and from programs that parse
the arguments and put the result back.

## Example

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w5r", "type": "function", "function": {
      "name": "get_weather", "arguments": {"city": "Paris"}}}
  ]},
  {"role": "tool", "tool_call_id": "call_w5r", "content": "Drizzle"}
]}
```

Use instead: the object as text.

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w5r", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w5r", "content": "Drizzle"}
]}
```

## Source

OpenAI's API description, and the types of its SDK.
"""

from collections.abc import Iterator, Mapping

from crosswire.model import ToolCallPart
from crosswire.model.json_values import json_kind, value_at
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import call_name

_FUNCTION_FIELDS = {"function": ("function", "arguments"), "custom": ("custom", "input")}
_ITEM_FIELDS = {"function_call": ("arguments",), "custom_tool_call": ("input",)}


class ArgumentFields(Ground, frozen=True, kw_only=True):
    """Where arguments stand."""

    fields: Mapping[str, tuple[str, ...]]
    """The type of a call -> the keys that lead to its arguments."""


rule = ProviderRule(
    __name__,
    code="CW412",
    title="The arguments of a call are no text.",
    subject=Subject.ARGUMENTS,
    doc=__doc__,
    repairable=True,
    grounds=(
        ArgumentFields(
            key="chat-arguments-json-text",
            targets=("openai-chat",),
            error_text="Invalid type for '…': expected a string, but got … instead.",
            source="OpenAI's API description",
            fields={**_FUNCTION_FIELDS, "function_call": ("arguments",)},
        ),
        ArgumentFields(
            key="resp-arguments-string",
            targets=("openai-responses",),
            error_text="Expected string, got …",
            source="the types of OpenAI's SDK 3.54",
            fields=_ITEM_FIELDS,
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    texts = (call.arguments.text for call in context.conversation.calls())
    return any(text is None for text in texts)


@rule.on_call
def check(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    for ground in rule.grounds_at(context):
        keys = ground.fields.get(call.wire_type, ())
        value = value_at(call.raw, *keys)
        if keys and not isinstance(value, str) and call.key not in context.pending:
            kind = "missing" if value is None else json_kind(value).partition(" of ")[0]
            message = f"The {keys[-1]} of the call {call_name(call)} are {kind}, not a text."
            yield rule.at(call, message, ground, address=call.arguments.address)
