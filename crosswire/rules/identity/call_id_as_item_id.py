r"""A call id stands where the id of an item should.

## What it checks

In the Responses API an item has an `id` of its own beside the `call_id` of a call. A warning:
that `id` begins with `call_`, or repeats a call id and not the prefix of its type (`fc`, `rs`,
`msg` ...). The other way round is `item-id-as-call-id`; that OpenAI refuses such an id is
`item-id-prefix`.

## Why it matters

The API knows the ids of its items by their beginning and refuses the request:

    Invalid 'input[1].id': 'call_w4f'. Expected an ID that begins with 'fc'.

It comes from programs that have one id for a call and write it into every field that wants
one. The field may stay away, as it does for an item that the API has not made.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "call_w4f", "call_id": "call_w4f", "name": "get_weather",
   "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"}
]}
```

Use instead: no `id`, where the item's own is not known.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "call_id": "call_w4f", "name": "get_weather",
   "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"}
]}
```

## Source

nodetool-ai/nodetool#4252 and oracle/wayflow#100; openai/codex#14355 for Azure AI Foundry,
which checks requests as OpenAI does.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import quoted

rule = LogRule(
    __name__,
    code="CW313",
    title="A call id stands where the id of an item should.",
    severity=Severity.WARNING,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
    repairable=True,
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    for item in context.evidence.odd_item_ids:
        if item.is_call_id:
            message = f"The id {quoted(item.value)} of this {item.wire_type} is a call id"
            if item.prefix:
                message += f", not the id of an item, which begins with '{item.prefix}'"
            yield rule.at(item.part, f"{message}.", address=item.address)
