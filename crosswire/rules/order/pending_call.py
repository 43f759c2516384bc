r"""A call has no result yet: the log ends before one could come.

## What it checks

The call stands in the last turn and nothing follows it that would have had to wait for its
result. This is a note. A response that ends with calls always looks like this.

## Why it matters

Nothing is wrong with the log. Sent as a history as it is, it would be refused as one with a
missing result; a program that continues it has to run the tool first.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]}
]
```

Use instead: nothing, or the result once the tool has run.

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

Every provider ends its response where the client has to run tools. Recorded requests show that
Anthropic also takes a last turn back whose own server tool has not finished.
"""

from collections.abc import Iterator

from crosswire.pairing import Fate, Unanswered
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name

rule = LogRule(
    __name__,
    code="CW202",
    title="A call has no result yet.",
    severity=Severity.INFO,
    subject=Subject.MISSING_RESULT,
    doc=__doc__,
    excluded_formats=frozenset({"toolcall-record"}),
)


@rule.on_unanswered
def check(unanswered: Unanswered, context: RuleContext) -> Iterator[Defect]:
    call = unanswered.call
    is_explained = (
        unanswered.likely_result is not None or call.key in context.evidence.answered_alike
    )
    are_logged = context.conversation.traits.results_are_logged
    if unanswered.fate is Fate.PENDING and are_logged and not is_explained:
        what = "history was summarised" if unanswered.is_summarised else "log ends"
        yield rule.at(call, f"The {what} before a result of the call {call_name(call)}.")
