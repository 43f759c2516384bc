r"""Another message stands between a call and its result.

## What it checks

A result answers a call by its id, or by its place, and something was said in between: a
message of the user or the system, or a later turn of the model. Only in formats that want
results directly after the turn that called: Chat Completions, Anthropic, Gemini. The Responses
API takes them later.

## Why it matters

The provider looks for results right behind the calls and no further, so it finds the call
unanswered and the result without a call. Users who write while a tool runs, and programs that
add a reminder there, cause it.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "user", "content": "In Celsius please."},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle, 14 degrees"},
  {"role": "assistant", "content": "Drizzle, at 14 degrees Celsius."}
]
```

Use instead: what was said in between, after the result.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle, 14 degrees"},
  {"role": "user", "content": "In Celsius please."},
  {"role": "assistant", "content": "Drizzle, at 14 degrees Celsius."}
]
```

## Source

QwenLM/qwen-code#8161; Anthropic's guide to handling tool calls, which wants results in the
very next message.
"""

from collections.abc import Iterator

from crosswire.pairing import Pair
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name

rule = LogRule(
    __name__,
    code="CW212",
    title="Another message stands between a call and its result.",
    severity=Severity.ERROR,
    subject=Subject.ORDER,
    doc=__doc__,
    repairable=True,
)


@rule.only_where
def look(context: RuleContext) -> bool:
    return any(pair.late for pair in context.pairing.pairs)


@rule.on_pair
def check(pair: Pair, context: RuleContext) -> Iterator[Defect]:
    if pair.late and context.conversation.traits.results_follow_calls:
        call = call_name(pair.call)
        message = f"Another message stands between this result and its call {call}."
        yield rule.at(pair.result, message, related=related("call", pair.call))
