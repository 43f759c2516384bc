r"""Two items of a request have the same id.

## What it checks

The `id` of items of the Responses API, a reference to an item (`item_reference`) included,
which stands for the item that it names.

## Why it matters

    Duplicate item found with id rs_68a1. Remove duplicate items from your input and try again.

It comes of a history that is sent together with the response that it is the history of, and of
programs that keep an item once for each event of a stream. The same is answered where the
first of the two is not in the log at all, because `previous_response_id` or `conversation`
brings it along; a log can't show that.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "message", "id": "msg_68a1", "role": "assistant", "status": "completed",
   "content": [{"type": "output_text", "text": "Let me look.", "annotations": []}]},
  {"type": "message", "id": "msg_68a1", "role": "assistant", "status": "completed",
   "content": [{"type": "output_text", "text": "Let me look.", "annotations": []}]},
  {"role": "user", "content": "And?"}
]}
```

Use instead: each item once.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "message", "id": "msg_68a1", "role": "assistant", "status": "completed",
   "content": [{"type": "output_text", "text": "Let me look.", "annotations": []}]},
  {"role": "user", "content": "And?"}
]}
```

## Source

vercel/ai#13307 and #7883, openai/openai-agents-python#1789, microsoft/agent-framework#3295.
"""

from collections.abc import Iterator

from crosswire.address import child
from crosswire.ids.item_ids import item_id_of
from crosswire.model import Conversation, Message
from crosswire.rules.parts import related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

rule = ProviderRule(
    __name__,
    code="CW233",
    title="Two items of a request have the same id.",
    subject=Subject.DUPLICATE,
    doc=__doc__,
    grounds=(
        Ground(
            key="resp-duplicate-item-id",
            targets=("openai-responses", "azure-foundry"),
            error_text=(
                "Duplicate item found with id …. Remove duplicate items from your "
                "input and try again."
            ),
            source=(
                "vercel/ai#13307, openai/openai-agents-python#1789, "
                "microsoft/agent-framework#3295"
            ),
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    first: dict[str | None, Message] = {}
    for message in context.evidence.items_with_ids:
        value = item_id_of(message)
        before = first.setdefault(value, message)
        if value and before is not message:
            text = f"An item before this one has the id {quoted(value)} too."
            place, places = child(message.address, "id"), related("first item", before)
            yield from rule.refuse(
                context, message.parts[0], text, address=place, related=places
            )
