r"""A result stands before the call that it answers.

## What it checks

A result has the id of a call that comes later, and no call before it has that id.

## Why it matters

The provider reads in order: at the result there is no call yet, and at the call no result
follows. It refuses the request with its message for an orphan or for a missing result,
whichever it finds first. Programs that store messages as they are ready write them like this
when a tool is quick.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "user", "content": "Well?"}
]
```

Use instead: the call first.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle"},
  {"role": "user", "content": "Well?"}
]
```

## Source

skorokithakis/stavrobot#7, NousResearch/hermes-agent#88914.
"""

from collections.abc import Iterator

from crosswire.pairing import Pair
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name

rule = LogRule(
    __name__,
    code="CW211",
    title="A result stands before its call.",
    severity=Severity.ERROR,
    subject=Subject.ORDER,
    doc=__doc__,
    repairable=True,
)


@rule.only_where
def look(context: RuleContext) -> bool:
    return any(pair.before_call for pair in context.pairing.pairs)


@rule.on_pair
def check(pair: Pair, context: RuleContext) -> Iterator[Defect]:
    if pair.before_call:
        message = (
            f"This result stands before the call that it answers, {call_name(pair.call)}."
        )
        yield rule.at(pair.result, message, related=related("call", pair.call))
