r"""An id is the empty text.

## What it checks

The field that ties a result to its call is there and holds `""`. It is said once where a call
and its result are both empty. In the last answer of recorded requests it is a warning: nobody
has sent that call back yet, and many programs give it an id when they do (CW205).

## Why it matters

All empty ids are equal, so the results of parallel calls fall together without a word. Servers
that check the id refuse it, with messages that look cut off because they quote it:

    Invalid 'input[4].call_id': empty string. Expected a string with minimum length 1, but got
    an empty string instead.

An empty id is mostly what is left of an absent one: a stream that sent it only in its first
chunk, or a layer that writes `id ?? ""`.

## Example

```json openai-chat
[
  {"role": "user", "content": "Time in Oslo and in Lima?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "", "type": "function", "function": {
      "name": "get_time", "arguments": "{\"city\": \"Oslo\"}"}},
    {"id": "", "type": "function", "function": {
      "name": "get_time", "arguments": "{\"city\": \"Lima\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "", "content": "14:05"},
  {"role": "tool", "tool_call_id": "", "content": "08:05"}
]
```

Use instead: one id for each call.

```json openai-chat
[
  {"role": "user", "content": "Time in Oslo and in Lima?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4f", "type": "function", "function": {
      "name": "get_time", "arguments": "{\"city\": \"Oslo\"}"}},
    {"id": "call_t9k", "type": "function", "function": {
      "name": "get_time", "arguments": "{\"city\": \"Lima\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f", "content": "14:05"},
  {"role": "tool", "tool_call_id": "call_t9k", "content": "08:05"}
]
```

## Source

vercel/ai#7834 and dotnet/extensions#6380; the analysis of the Genkit Go bug names the empty
reference as a case to test.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, sharing, tool_name

rule = LogRule(
    __name__,
    code="CW102",
    title="The id of a call or a result is the empty text.",
    severity=Severity.ERROR,
    subject=Subject.ABSENT_ID,
    doc=__doc__,
    repairable=True,
)


@rule.on_faulty_id(IdFault.EMPTY)
def check(faulty: FaultyId, context: RuleContext) -> Iterator[Defect]:
    end = faulty.end
    if isinstance(end.part, ToolCallPart):
        message = f"The id of the call to {tool_name(end.part.name)} is empty"
        message += ", and so is that of its result." if end.both else "."
        message += sharing(faulty)
    elif end.call is None:
        message = (
            "The id of this result is empty, so that nothing tells which call it answers."
        )
    else:
        call = call_name(end.call)
        message = f"The id of this result is empty; by its place it answers the call {call}."
    is_error = end.part.call_id.required and not _may_still_get_one(end.part, context)
    yield rule.at_id(faulty, message, Severity.ERROR if is_error else Severity.WARNING)


def _may_still_get_one(part: ToolCallPart | ToolResultPart, context: RuleContext) -> bool:
    """Whether it stands in an answer that no recorded request has sent back yet."""
    conversation = context.conversation
    is_last = context.message_of[part.key] is conversation.messages[-1]
    return conversation.shape == "exchange" and is_last
