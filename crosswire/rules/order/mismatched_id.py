r"""A result has another id than the call it was meant for.

## What it checks

No call of the turn has the result's id, while a call of that turn has no result. The message
names the call: the one whose id differs in punctuation or length only, else the one of the
same tool, else the next in order. Where the wrong id shows what it is (a tool's name, a
result's text, an item's id, a placeholder, a look-alike of the call's) the rule for that
speaks instead.

## Why it matters

Both are lost, the call for want of a result and the result for want of a call:

    Invalid parameter: 'tool_call_id' of 'call_X' not found in 'tool_calls' of previous
    message.

An id that was cut at one end, cleaned of characters at one end, or made anew for each request
ends up like this.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_9fk2", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

Use instead: the id of the call, to the letter.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

## Source

The analysis of the Genkit Go bug quotes the message; router-for-me/CLIProxyAPI#4939 has ids
that change from one request to the next.
"""

from collections.abc import Iterator

from crosswire.pairing import Orphan
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, quoted

rule = LogRule(
    __name__,
    code="CW204",
    title="A result has another id than its call.",
    severity=Severity.ERROR,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
    repairable=True,
)


@rule.on_orphan
def check(orphan: Orphan, context: RuleContext) -> Iterator[Defect]:
    call, value = orphan.likely_call, orphan.result.call_id.value
    if call is None or value is None or context.is_explained(orphan):
        return
    whose = "a call of another turn has" if value in context.turns_of_id else "no call has"
    yield rule.at(
        orphan.result,
        f"The result has the id {quoted(value)}, which {whose}"
        f"{_how(call.call_id.text, value)}. The call it most likely answers is "
        f"{call_name(call)}.",
        address=orphan.result.call_id.address,
        related=related("call", call),
    )


def _how(asked: str, given: str) -> str:
    """What was done to the one id that the other still shows."""
    if len(given) >= 6 and asked.startswith(given):
        return f"; it is the call's id, cut to {len(given)} characters"
    if len(asked) >= 6 and given.startswith(asked):
        return f"; the call has the same id, cut to {len(asked)} characters"
    return ""
