r"""A request names an item that nobody stores.

## What it checks

A refusal by OpenAI's Responses API, and by Azure AI Foundry. Where the request says `store:
false`, an `item_reference`, or a reasoning item that is an id (`rs_...`) and no
`encrypted_content`, stands for something that the API would have to look up, and has not kept.
Messages and calls hold what they say themselves, so that their ids do no harm.

## Why it matters

    Item with id 'rs_...' not found. Items are not persisted when `store` is set to false. Try
    again with `store` set to true, or remove this item from your input.

Ask for `reasoning.encrypted_content` in `include`, and send that back; or leave the reasoning
out.

## Example

```json openai-responses
{"model": "gpt-5", "store": false, "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "reasoning", "id": "rs_0b4953538bc9314d006a024b4fa1c48190", "summary": []},
  {"type": "function_call", "call_id": "call_w4f", "name": "get_weather", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"}
]}
```

Use instead: the input without it.

```json openai-responses
{"model": "gpt-5", "store": false, "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "call_id": "call_w4f", "name": "get_weather", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"}
]}
```

## Source

vercel/ai#7543, langchain-ai/langchain#38372, openclaw/openclaw#84904,
openai/openai-agents-python#2020.
"""

from collections.abc import Iterator

from crosswire.ids.stored_items import are_stored
from crosswire.model import Conversation, OpaquePart, Part, ReasoningPart
from crosswire.model.json_values import object_or_empty, text_field, type_of
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

rule = ProviderRule(
    __name__,
    code="CW816",
    title="A request names an item that nobody stores.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        Ground(
            key="resp-store-false-ids",
            targets=("openai-responses", "azure-foundry"),
            error_text="Item with id '…' not found. Items are not persisted when `store` is "
            "set to false. Try again with `store` set to true, or remove this item from your "
            "input.",
            source="vercel/ai#7543, langchain-ai/langchain#38372, openclaw/openclaw#84904",
            status=404,
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    if are_stored(conversation):
        return
    for _, part in conversation.parts():
        value = _id_of_stored(part)
        if value:
            message = (
                f"The request says `store: false`, and {quoted(value)} would have to be "
                "looked up."
            )
            yield from rule.refuse(context, part, message)


def _id_of_stored(part: Part) -> str | None:
    """The id of what the API would have to look up."""
    if isinstance(part, ReasoningPart):
        is_stored = part.signature is None and (part.item_id or "").startswith("rs_")
        return part.item_id if is_stored else None
    if not isinstance(part, OpaquePart):
        return None
    has_id_alone = object_or_empty(part.raw).keys() == {"id"}
    is_reference = has_id_alone or type_of(part.raw) == "item_reference"
    return text_field(part.raw, "id") if is_reference else None
