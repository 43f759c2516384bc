r"""Something else is packed into an id.

## What it checks

An id carries a payload: a Gemini thought signature behind `__thought__`, JSON in base64,
encrypted content of OpenAI, a routing note of LiteLLM, or another long run of base64. It is
said once for each kind of payload in a conversation, with how many ids carry one and what is
before it.

## Why it matters

The payload is needed again: Gemini refuses a call whose thought signature does not come back.

    Function call is missing a thought_signature in functionCall parts.

So the program that packed it needs the id back to the letter. An adapter that cuts it to a
provider's length, cleans its characters or makes a hash of it loses the signature. Sent
elsewhere it is refused for its length, and hands one provider what another one signed: there
the id alone is enough, and a fix says that the payload is left out.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4f__thought__Q3JlZGl0IHdo", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f__thought__Q3JlZGl0IHdo", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

Use instead: the id alone, and the signature in the field that the provider has for it.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4f", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

## Source

LiteLLM, which packs Gemini's signatures so (version 1.106); nanbingxyz/5ire#405 quotes the
refusal.
"""

from collections import defaultdict
from collections.abc import Iterator

from crosswire.ids.packed import Packed, may_be_packed, packed_into
from crosswire.model import Conversation
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, quoted

rule = LogRule(
    __name__,
    code="CW331",
    title="Something else is packed into an id.",
    severity=Severity.WARNING,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
)


@rule.only_where
def look(context: RuleContext) -> bool:
    return may_be_packed(context.evidence.first_uses)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    by_content: dict[str, list[tuple[str, Packed]]] = defaultdict(list)
    for value in context.evidence.first_uses:
        packed = packed_into(value)
        if packed is not None:
            by_content[packed.what].append((value, packed))
    for ids in by_content.values():
        first, *others = (context.evidence.first_uses[value] for value, _ in ids)
        places = related("further id", *others[:3])
        message = _message(*ids[0], len(ids))
        yield rule.at(first, message, address=first.call_id.address, related=places)


def _message(value: str, packed: Packed, number: int) -> str:
    name = quoted(value, 40)
    front = f" after {quoted(packed.front, 40)}" if packed.front else ""
    which = by_number(number, f"The id {name} carries", f"{number} ids carry")
    first = by_number(number, "", f", the first {name}")
    return (
        f"{which} {packed.what}: {packed.length} characters{front}{first}. The program that "
        "packed it needs it back to the letter; nobody else can read it."
    )
