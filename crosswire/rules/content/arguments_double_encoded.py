r"""The arguments of a call are JSON inside a JSON text.

## What it checks

Read once, the arguments are a text; read again, that text is an object or a list. In a format
that writes arguments as an object, an object that was put there as text is meant as well.

## Why it matters

A program that reads once finds a text where it expects an object. OpenAI lets it pass; others
do not:

    The "function.arguments" parameter of the code model must be in JSON format.

    messages.3.content.0.tool_use.input: Input should be a valid dictionary

Somewhere the arguments, which were text already, have been written as JSON a second time.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "\"{\\\"city\\\": \\\"Paris\\\"}\""}}
  ]},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle"}
]
```

Use instead: the object, encoded once.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle"}
]
```

## Source

JetBrains/koog#2095, tailcallhq/forgecode#2764.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name
from crosswire.tools.arguments import hidden_arguments

rule = LogRule(
    __name__,
    code="CW403",
    title="The arguments of a call are encoded twice.",
    severity=Severity.ERROR,
    subject=Subject.ARGUMENTS,
    doc=__doc__,
    repairable=True,
    excluded_formats=frozenset({"toolcall-record"}),
)

rule.only_where(lambda context: context.has_odd_arguments)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    hidden = None if call.hybrid else hidden_arguments(call.arguments)
    if hidden is not None:
        kind = "an object" if isinstance(hidden, dict) else "a list"
        message = (
            f"The arguments of the call {call_name(call)} are {kind} written as a text: "
            "they were encoded twice."
        )
        yield rule.at(call, message, address=call.arguments.address)
