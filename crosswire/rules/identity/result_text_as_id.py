r"""The text of a result stands where a call id should.

## What it checks

The id of a call or a result is what a tool answered: the text of its own result or of another
one, whole or cut, with or without the quotes and escapes of JSON. It is always an error: an id
is older than the result that it ties to its call, so it can't have come from there.

## Why it matters

No call has that id, so the result is lost to its call. The provider refuses the request, with
whichever message comes first; none of them says what went wrong:

    Invalid parameter: 'tool_call_id' of 'Sum: 15' not found in 'tool_calls' of previous
    message. Expected a string with maximum length 40, but got a string with length 1721
    instead.

## Example

```json openai-chat
[
  {"role": "user", "content": "What is 7 + 8?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_abc123", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 7, \"b\": 8}"}}
  ]},
  {"role": "tool", "tool_call_id": "Sum: 15", "content": "Sum: 15"}
]
```

Use instead: the id of the call.

```json openai-chat
[
  {"role": "user", "content": "What is 7 + 8?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_abc123", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 7, \"b\": 8}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_abc123", "content": "Sum: 15"}
]
```

## Source

The analysis of the Genkit Go bug: its OpenAI plug-in sent tool results as `tool_call_id`, from
`Sum: 15` to 1,721 characters of an MCP tool's JSON.
"""

from collections.abc import Iterator

from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import consequences, quoted

rule = LogRule(
    __name__,
    code="CW302",
    title="The text of a result stands where a call id should.",
    severity=Severity.ERROR,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
    repairable=True,
)


@rule.on_faulty_id(IdFault.RESULT_TEXT)
def check(faulty: FaultyId, context: RuleContext) -> Iterator[Defect]:
    end, value = faulty.end, quoted(faulty.end.value)
    is_own = end.result is not None and faulty.origin == end.result.address
    if end.severed and not faulty.on_call:
        whose = "this result's own text" if is_own else "the text of another result"
        message = f"No call has the id {value}; it is {whose}."
    else:
        whose = "the text of its own result" if is_own else "the text of a result"
        message = f"The id {value} of this call is no id; it is {whose}."
    yield rule.at_id(faulty, message + consequences(faulty))
