r"""The arguments of a call are no text, where the target wants JSON as text.

## What it checks

In what would be sent to OpenAI: `function.arguments` of a call in Chat Completions,
`arguments` of a `function_call` and `input` of a `custom_tool_call` in Responses. Each must be
a text. Whether that text is JSON is not asked: models write broken JSON, and may see it again.
`foundry-item-form` says the same of Azure AI Foundry.

## Why it matters

An object is taken for an error of the program, not for arguments:

    Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an
    object instead.

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

from collections.abc import Iterator

from crosswire.model import JsonValue, ToolCallPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, named

_FUNCTION_FIELDS = {"function": ("function", "arguments"), "custom": ("custom", "input")}
_ITEM_FIELDS = {"function_call": ("arguments",), "custom_tool_call": ("input",)}

rule = Rule(
    __name__,
    code="CW412",
    title="The arguments of a call are no text.",
    severity=Severity.ERROR,
    doc=__doc__,
    repairable=True,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="chat-arguments-json-text",
            targets=("openai-chat",),
            error_text="Invalid type for '…': expected a string, but got … instead.",
            source="OpenAI's API description",
            limits={"fields": {**_FUNCTION_FIELDS, "function_call": ("arguments",)}},
        ),
        Ground(
            key="resp-arguments-string",
            targets=("openai-responses",),
            error_text="Expected string, got …",
            source="the types of OpenAI's SDK 3.54",
            limits={"fields": _ITEM_FIELDS},
        ),
    ),
)


@rule.only_where
def look(context: RuleContext) -> bool:
    texts = (call.arguments.text for call in context.conversation.calls())
    return any(text is None for text in texts)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        tokens = ground.limits["fields"].get(call.wire_type)
        if tokens is None or call.key in context.pending:
            continue
        value = _value(call.raw, tokens)
        if not isinstance(value, str):
            message = f"The {tokens[-1]} of the call {named(call)} {_kind(value)}, not a text."
            yield rule.at(call, message, address=call.arguments.address, ground=ground)


def _value(raw: JsonValue, tokens: tuple[str, ...]) -> JsonValue:
    for token in tokens:
        raw = raw.get(token) if isinstance(raw, dict) else None
    return raw


def _kind(value: JsonValue) -> str:
    if value is None:
        return "are missing"
    if isinstance(value, dict):
        return "are an object"
    if isinstance(value, list):
        return "are a list"
    return "are true or false" if isinstance(value, bool) else "are a number"
