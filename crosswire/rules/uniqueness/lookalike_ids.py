r"""Two ids look the same and are not.

## What it checks

Two ids of a log differ in case alone, in white space at the ends, in characters that can't be
seen (zero width, byte order mark, soft hyphen), or in letters of other alphabets that look
like Latin ones. It is an error where the two should be one: a call has no result, and a result
with the other id has no call. Elsewhere it is a warning.

## Why it matters

Ids are compared to the letter, so the call is unanswered and the result answers nothing:

    No tool call found for function call output with call_id Call_w4f.

A reader sees nothing of it, as both ids look right. It comes from text that was copied through
a page or an editor, from a database that compares without case, and from a model that was
asked to repeat an id. Where two calls have such ids, a store that folds case takes one for the
other.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4F", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

Use instead: the id of the call, to the letter.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4F", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4F", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

## Source

Unicode's security mechanisms (UTS 39) for letters that look alike. The letters that count here
stand in `crosswire/ids/lookalikes.py`.
"""

from collections import defaultdict
from collections.abc import Iterator

from crosswire.ids.lookalikes import all_look_different, difference, skeleton
from crosswire.model import Conversation
from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.parts import id_address
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, quoted

rule = LogRule(
    __name__,
    code="CW322",
    title="Two ids look the same and are not.",
    severity=Severity.ERROR,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
    repairable=True,
)


@rule.on_faulty_id(IdFault.LOOKALIKE)
def check(faulty: FaultyId, context: RuleContext) -> Iterator[Defect]:
    call, value = faulty.end.call, faulty.end.value
    if call is not None:
        how = difference(call.call_id.text, value)
        message = (
            f"The result has the id {quoted(value)}, the call {call_name(call)}: they "
            f"differ only in {how}."
        )
        yield rule.at_id(faulty, message)


@rule.on_conversation
def check_ids_of_calls(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    """Ids of different calls; what a result got wrong is told above."""
    ids = context.evidence.first_uses
    if all_look_different(ids):
        return
    alike: dict[str, list[str]] = defaultdict(list)
    for value, part in ids.items():
        if part.key not in context.evidence.faulty_ids:
            alike[skeleton(value)].append(value)
    for first, *others in alike.values():
        for other in others:
            yield _between(first, other, context)


def _between(first: str, other: str, context: RuleContext) -> Defect:
    here, there = context.evidence.first_uses[other], context.evidence.first_uses[first]
    how = difference(first, other)
    return rule.at(
        here,
        f"The ids {quoted(first)} and {quoted(other)} differ only in {how}.",
        severity=Severity.WARNING,
        address=here.call_id.address,
        related=(("look-alike", id_address(there)),),
    )
