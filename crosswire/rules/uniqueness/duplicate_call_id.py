r"""Two calls of one turn have the same id.

## What it checks

An id occurs at more than one call of a turn. The same id in a later turn is `id-reused-later`.
Where the id is empty, a placeholder or a tool's name, the rule for that speaks instead.

## Why it matters

Nothing tells which result belongs to which call. Providers refuse it:

    messages.1.content.1: `tool_use` ids must be unique

    Invalid parameter: Duplicate value for 'tool_call_id' of 'call_a' in message[3]

A program that keeps calls in a table by their id runs the wrong tool or runs one twice. Mostly
a call was written twice, from two copies of one message or of one stream.

## Example

```json openai-chat
[
  {"role": "user", "content": "Weather and time in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_a", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_a", "type": "function", "function": {
      "name": "get_time", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_a", "content": "Drizzle"},
  {"role": "tool", "tool_call_id": "call_a", "content": "14:05"}
]
```

Use instead: one id for each call.

```json openai-chat
[
  {"role": "user", "content": "Weather and time in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_a", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_b", "type": "function", "function": {
      "name": "get_time", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_a", "content": "Drizzle"},
  {"role": "tool", "tool_call_id": "call_b", "content": "14:05"}
]
```

## Source

trycua/cua#524, anthropics/claude-code#20901 (Anthropic), openai/gpt-oss#308 for a result that
went to the wrong function.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import quoted, tool_name

rule = LogRule(
    __name__,
    code="CW221",
    title="Two calls of one turn have the same id.",
    severity=Severity.ERROR,
    subject=Subject.DUPLICATE,
    doc=__doc__,
    repairable=True,
    excluded_formats=frozenset({"toolcall-record"}),
)

rule.only_where(lambda context: context.ids_come_again)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    first = context.first_use_in_turn(call)
    if call is not first and call.key not in context.evidence.faulty_ids:
        calls = f"the calls to {tool_name(first.name)} and {tool_name(call.name)}"
        if (first.name, first.arguments.value) == (call.name, call.arguments.value):
            calls = "the same call, written twice"
        message = f"The id {quoted(call.call_id.text)} occurs twice in one turn: at {calls}."
        place = call.call_id.address
        yield rule.at(call, message, address=place, related=related("first use", first))
