r"""A message has a field that its server does not know.

## What it checks

A refusal by servers that take no field but those that they list, by the role of the message:
Groq. A field with null in it counts as well. Most others leave such fields aside.

## Why it matters

    'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' :
    property 'reasoning_content' is unsupported)]

What another model thought, marks of a program (`metadata`, `timestamp`) and empty fields of an
SDK (`"tool_calls": null` in a message of the user) are sent back with the history, and every
request is refused from then on.

## Example

```json openai-chat
{"model": "llama-3.3-70b-versatile", "messages": [
  {"role": "user", "content": "What is 7 plus 8?"},
  {"role": "assistant", "content": "15", "reasoning_content": "7 and 8 are 15."},
  {"role": "user", "content": "And plus 9?"}
]}
```

Use instead: the fields that the server lists.

```json openai-chat
{"model": "llama-3.3-70b-versatile", "messages": [
  {"role": "user", "content": "What is 7 plus 8?"},
  {"role": "assistant", "content": "15"},
  {"role": "user", "content": "And plus 9?"}
]}
```

## Source

janhq/jan#8136, tashfeenahmed/freellmapi#1070, odysseus-dev/odysseus#200, julep-ai/julep#885.
"""

from collections.abc import Iterator

from crosswire.address import child
from crosswire.model.json_values import object_or_empty, text_field
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.target import Fields
from crosswire.rules.wording import quoted


class ListedFields(Ground, frozen=True, kw_only=True):
    """Which fields there are."""

    fields: Fields


rule: ProviderRule[ListedFields] = ProviderRule(
    __name__,
    code="CW461",
    title="A message has an unknown field, which its server does not take.",
    subject=Subject.CONTENT,
    doc=__doc__,
)


@rule.on_ground
def check(ground: ListedFields, context: TargetContext) -> Iterator[Refusal]:
    # A request as it was logged may have more fields than one that is written anew.
    for message in context.logged or context.listed_messages:
        role = text_field(message.raw, "role") or ""
        listed = ground.fields.get(role)
        strange = (name for name in object_or_empty(message.raw) if name not in (listed or ()))
        name = None if listed is None else next(strange, None)
        if name is not None:
            text = f"A message of role {role} has the field {quoted(name, 40)}."
            place = child(message.address, name)
            is_of_log = bool(context.logged)
            yield rule.at(message, text, ground, address=place, is_of_log=is_of_log)
