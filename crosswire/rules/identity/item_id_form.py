r"""The id of an item is empty, too long, or has a character that is not taken.

## What it checks

The `id` of items of the Responses API: from 1 to 64 letters, digits, `_` and `-`. How it
begins is looked at by `item-id-prefix`. The ids of a response, and of a request that the log
shows answered, are left alone: the server that wrote or took them has rules of its own.

## Why it matters

    Invalid 'input[2].id': ''. Expected an ID that contains letters, numbers, underscores, or
    dashes, but this value contained additional characters.

An empty one is what a program writes that got none, as with a response that was not stored.
The field may stay away instead. Other servers of the Responses API (Copilot's) give their
items ids of hundreds of characters, which mean nothing to OpenAI.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "message", "id": "", "role": "assistant", "status": "completed",
   "content": [{"type": "output_text", "text": "Let me look.", "annotations": []}]},
  {"role": "user", "content": "And?"}
]}
```

Use instead: the id that the API gave the item, or none.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "message", "role": "assistant", "status": "completed",
   "content": [{"type": "output_text", "text": "Let me look.", "annotations": []}]},
  {"role": "user", "content": "And?"}
]}
```

## Source

langchain-ai/langchainjs#11044, bastani-inc/atomic#2204; openai/codex#14355 for Azure AI
Foundry.
"""

import re
from collections.abc import Iterator

from crosswire.address import child
from crosswire.ids.item_ids import item_id_of
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted


class ItemIdForm(Ground, frozen=True, kw_only=True):
    """The form of item ids."""

    characters: str
    """A pattern of all of them."""
    max_length: int


rule = ProviderRule(
    __name__,
    code="CW332",
    title="The id of an item is empty, too long, or has a character that is not taken.",
    subject=Subject.ID_FORM,
    doc=__doc__,
    grounds=(
        ItemIdForm(
            key="resp-item-id-charset",
            targets=("openai-responses", "azure-foundry"),
            error_text="Invalid '…': '…'. Expected an ID that contains letters, numbers, "
            "underscores, or dashes, but this value contained additional characters.",
            source="langchain-ai/langchainjs#11044, bastani-inc/atomic#2204; "
            "openai/codex#14355 for Foundry",
            characters=r"[A-Za-z0-9_-]*",
            max_length=64,
        ),
    ),
)


@rule.on_ground
def check(ground: ItemIdForm, context: TargetContext) -> Iterator[Refusal]:
    for message in () if context.has_ids_of_server else context.evidence.items_with_ids:
        value = item_id_of(message)
        fault = None if value is None else _fault(value, ground)
        if fault is not None:
            place = child(message.address, "id")
            yield rule.at(message.parts[0], fault, ground, address=place)


def _fault(value: str, ground: ItemIdForm) -> str | None:
    if not value:
        return "The id of this item is empty; the field may stay away instead."
    if len(value) > ground.max_length:
        shown = quoted(value, 40)
        return f"The id {shown} of this item has more than {ground.max_length} characters."
    if not re.fullmatch(ground.characters, value):
        return (
            f"The id {quoted(value)} of this item has other characters than letters, digits, "
            "'_' and '-'."
        )
    return None
