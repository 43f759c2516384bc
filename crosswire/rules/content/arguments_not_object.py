r"""The arguments of a call are JSON, but no object.

## What it checks

The arguments read as a list, a number, a truth value, null or a plain text. An object that
stands inside a text is `arguments-double-encoded`. Null is a warning: some servers write it
for a call without arguments.

## Why it matters

A tool's parameters have names; a list has none. Anthropic and Gemini take objects alone:

    messages.35.content.0.tool_use.input: Input should be a valid dictionary

## Example

```json openai-chat
[
  {"role": "user", "content": "What is 7 + 8?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_s1", "type": "function", "function": {
      "name": "add", "arguments": "[7, 8]"}}
  ]},
  {"role": "tool", "tool_call_id": "call_s1", "content": "15"}
]
```

Use instead: an object, with the names of the parameters.

```json openai-chat
[
  {"role": "user", "content": "What is 7 + 8?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_s1", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 7, \"b\": 8}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_s1", "content": "15"}
]
```

## Source

anthropics/claude-code#6696; the type of `tool_use.input` in Anthropic's API reference.
"""

from collections.abc import Iterator

from crosswire.model import ArgumentsState, ToolCallPart
from crosswire.model.json_values import json_kind
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name
from crosswire.tools.arguments import hidden_arguments

rule = LogRule(
    __name__,
    code="CW402",
    title="The arguments of a call are no object.",
    severity=Severity.ERROR,
    subject=Subject.ARGUMENTS,
    doc=__doc__,
    repairable=True,
    excluded_formats=frozenset({"toolcall-record"}),
)

rule.only_where(lambda context: context.has_odd_arguments)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    given, value = call.arguments, call.arguments.value
    is_other_value = given.state is ArgumentsState.PARSED and not isinstance(value, dict)
    if is_other_value and not call.hybrid and hidden_arguments(given) is None:
        kind = json_kind(value)
        message = f"The arguments of the call {call_name(call)} are {kind}, not an object."
        severity = Severity.WARNING if value is None else Severity.ERROR
        yield rule.at(call, message, severity=severity, address=given.address)
