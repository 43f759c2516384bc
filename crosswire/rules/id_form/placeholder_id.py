r"""An id is a word that a program writes when it has none.

## What it checks

The id is `null`, `undefined`, `None`, the name of its own field (`tool_use_id`), `__fake_id__`
or another such word. It is a warning where call and result agree on it, and an error where it
costs a pair: several calls of one turn have it, or only one end.

## Why it matters

The word is the same for every call, so two calls of one turn can't be told apart, and a
program that keeps calls in a table by their id overwrites one with the other:

    Duplicate 'call_id': undefined

## Example

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "undefined", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "undefined", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "undefined", "content": "Drizzle"},
  {"role": "tool", "tool_call_id": "undefined", "content": "Sun"}
]
```

Use instead: ids that tell the calls apart.

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4f", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_t9k", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f", "content": "Drizzle"},
  {"role": "tool", "tool_call_id": "call_t9k", "content": "Sun"}
]
```

## Source

earendil-works/pi#9057 for `undefined` inside an id, apache/flink-agents#947 for `null`.
"""

from collections.abc import Iterator

from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import consequences, quoted

rule = LogRule(
    __name__,
    code="CW103",
    title="An id is a word that stands for having none.",
    severity=Severity.WARNING,
    subject=Subject.ABSENT_ID,
    doc=__doc__,
    repairable=True,
)


@rule.on_faulty_id(IdFault.PLACEHOLDER)
def check(faulty: FaultyId, context: RuleContext) -> Iterator[Defect]:
    word = quoted(faulty.end.value)
    message = f"The id {word} is a placeholder: a program wrote it because it had no id."
    yield rule.at_id(faulty, message + consequences(faulty), faulty.severity)
