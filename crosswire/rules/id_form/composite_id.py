r"""Two ids were glued into one.

## What it checks

An id is made of two with a bar between them: a call id and an item id (`call_...|fc_...`), or
a call id and the word for none (`call_...|undefined`). It is an error where it costs a pair:
only one end has it, or only one half stands at the other end. It is a note in the log of a
program that keeps its ids so and takes them apart before it asks a provider.

## Why it matters

No provider writes such an id, and none that checks takes it: the bar is refused by Anthropic,
and the length by OpenAI.

    messages.3.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'

    Invalid 'input[4].call_id': string too long. Expected a string with maximum length 64, but
    got a string with length 83 instead.

Some programs keep both ids of a Responses call in one text, as their own history has one field
alone. It goes wrong where the history reaches another provider, where one end is taken apart
and the other is not, or where there was no item id and `undefined` was glued on. To take it
apart at the bar is right; to make a hash of it, or to cut it, is not.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "fc_68a1", "call_id": "call_w4f", "name": "get_weather",
   "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f|fc_68a1", "output": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]}
```

Use instead: the half that the call has as its `call_id`.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "fc_68a1", "call_id": "call_w4f", "name": "get_weather",
   "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]}
```

## Source

earendil-works/pi#9057 for `undefined` at the end of every id; older versions of pydantic-ai
wrote call id and item id with a bar between.
"""

from collections.abc import Iterator

from crosswire.ids.shapes import halves, is_placeholder
from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, consequences, quoted

rule = LogRule(
    __name__,
    code="CW312",
    title="Two ids were glued into one.",
    severity=Severity.ERROR,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
    repairable=True,
)


@rule.on_faulty_id(IdFault.COMPOSITE)
def check(faulty: FaultyId, context: RuleContext) -> Iterator[Defect]:
    severity = faulty.severity
    if context.conversation.shape == "session" and not faulty.breaks:
        severity = Severity.INFO
    yield rule.at_id(faulty, _message(faulty), severity)


def _message(faulty: FaultyId) -> str:
    value, item = quoted(faulty.end.value), faulty.item
    both = halves(faulty.end.value)
    if both is None:
        whole = f", which is {call_name(item)}" if item is not None else ""
        return f"The id {value} is half of the call's id{whole}."
    first, second = map(quoted, both)
    message = f"The id {value} is two ids glued together, {first} and {second}."
    for half, rest in ((both[0], second), (both[1], first)):
        if is_placeholder(half):
            message = f"The id {value} is {rest} with the word {quoted(half)} glued to it."
    return message + consequences(faulty)
