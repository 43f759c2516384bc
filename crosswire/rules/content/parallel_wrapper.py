r"""One call wraps several.

## What it checks

A call to `multi_tool_use.parallel` with a list `tool_uses`: the calls that the model meant to
make at once stand in the arguments of one.

## Why it matters

No tool has that name, so that a program answers that it does not know it, or breaks. OpenAI's
models write the wrapper at times where the server should have taken it apart; the inner calls
have no ids, and the name is refused when it is sent again, for its dot.

## Example

```json openai-chat
[
  {"role": "user", "content": "Compare the weather in Paris and Rome."},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_m2u", "type": "function", "function": {
      "name": "multi_tool_use.parallel",
      "arguments": "{\"tool_uses\": [{\"recipient_name\": \"functions.get_weather\"}]}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_m2u", "content": "Error: no such tool"}
]
```

Use instead: a call for each, with an id of its own.

```json openai-chat
[
  {"role": "user", "content": "Compare the weather in Paris and Rome."},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_m2u", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_m2v", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_m2u", "content": "Drizzle"},
  {"role": "tool", "tool_call_id": "call_m2v", "content": "Sun"}
]
```

## Source

A recorded stream among the test data of vercel/ai (`parallel-tool-call-wrapper`).
"""

from collections.abc import Iterator

from crosswire.counting import counted
from crosswire.model import ToolCallPart
from crosswire.model.json_values import value_at
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name
from crosswire.tools.declared import WRAPPERS

rule = LogRule(
    __name__,
    code="CW445",
    title="One call wraps several.",
    severity=Severity.ERROR,
    subject=Subject.ARGUMENTS,
    doc=__doc__,
)


@rule.only_where
def look(context: RuleContext) -> bool:
    return not WRAPPERS.isdisjoint(context.called)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    inner = value_at(call.arguments.value, "tool_uses")
    if call.name in WRAPPERS and isinstance(inner, list):
        message = (
            f"The call {call_name(call)} wraps {counted(len(inner), 'call')} of other tools, "
            "none of which has an id."
        )
        yield rule.at(call, message, address=call.arguments.address)
