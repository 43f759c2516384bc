r"""A tool's name stands where a call id should.

## What it checks

The id of a call or a result is the name of a tool that the conversation declares or calls. It
is a warning where both ends agree on it and one call of the turn has it, and an error where
two calls have it, or where only one end does.

## Why it matters

A name tells tools apart, not calls. It holds until the model calls the same tool twice in one
turn; then the ids collide, and the request is refused:

    The toolUse blocks at messages.2.content contain duplicate Ids: http_request

## Example

```json openai-chat
[
  {"role": "user", "content": "2 + 3 and 4 + 5?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "add", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 2, \"b\": 3}"}},
    {"id": "add", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 4, \"b\": 5}"}}
  ]},
  {"role": "tool", "tool_call_id": "add", "content": "5"},
  {"role": "tool", "tool_call_id": "add", "content": "9"}
]
```

Use instead: the id that came with the call.

```json openai-chat
[
  {"role": "user", "content": "2 + 3 and 4 + 5?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_abc123", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 2, \"b\": 3}"}},
    {"id": "call_def456", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 4, \"b\": 5}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_abc123", "content": "5"},
  {"role": "tool", "tool_call_id": "call_def456", "content": "9"}
]
```

## Source

The analysis of the Genkit Go bug, whose OpenAI plug-in wrote the tool's name as id;
agno-agi/agno#2336 and ag2ai/ag2#2737 for the same in other programs.
"""

from collections.abc import Iterator

from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import consequences, quoted

rule = LogRule(
    __name__,
    code="CW301",
    title="A tool's name stands where a call id should.",
    severity=Severity.WARNING,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
    repairable=True,
)


@rule.on_faulty_id(IdFault.TOOL_NAME)
def check(faulty: FaultyId, context: RuleContext) -> Iterator[Defect]:
    call, value = faulty.end.call, faulty.end.value
    is_own = faulty.on_call and call is not None and call.name == value
    whose = "the name of its own tool" if is_own else "the name of a tool"
    message = f"The id {quoted(value)} is {whose}, which names no call."
    yield rule.at_id(faulty, message + consequences(faulty), faulty.severity)
