r"""The id of an item does not begin as those of its type do.

## What it checks

Items of the Responses API whose type is known to have a prefix: `msg` for a message, `rs` for
reasoning, `fc` for a function call, `ctc` for a call of a custom tool, `ws`, `fs`, `ci`, `ig`
and `mcp` for a call of a web search, a file search, a code interpreter, an image generation
and an MCP tool, `mcpl` and `mcpr` for what an MCP server lists and asks leave for. The ids of
a response, and of a request that the log shows answered, are left alone, as servers beside
OpenAI's have ids of their own, and so is `__fake_id__`, which a library takes off again before
it asks.

## Why it matters

The API looks up an item by its id, and refuses one that can't be of its type:

    Invalid 'input[66].id': 'item_7'. Expected an ID that begins with 'rs'.

It comes from adapters that number the items themselves, and from histories that were written
by another server. The field may stay away, as it does for an item that the API has not made.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "item_7", "call_id": "call_w4f", "name": "get_weather",
   "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"}
]}
```

Use instead: the id that the API gave the item, or none.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "fc_68a1", "call_id": "call_w4f", "name": "get_weather",
   "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"}
]}
```

## Source

jlcodes99/cockpit-tools#2090 for `item_...`, earendil-works/pi#10257 for `ctc`,
openai/codex#14355 for Azure AI Foundry; the prefixes themselves as recorded answers show them.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

_SAYS = "Invalid '…': '…'. Expected an ID that begins with '…'."

rule = ProviderRule(
    __name__,
    code="CW314",
    title="The id of an item does not begin as those of its type do.",
    subject=Subject.ID_FORM,
    doc=__doc__,
    repairable=True,
    grounds=(
        Ground(
            key="resp-item-id-prefix",
            targets=("openai-responses",),
            error_text=_SAYS,
            source="jlcodes99/cockpit-tools#2090, nodetool-ai/nodetool#4252",
        ),
        Ground(
            key="az-same-as-openai",
            targets=("azure-foundry",),
            error_text=_SAYS,
            source="openai/codex#14355",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    if context.has_ids_of_server:
        return
    for item in context.evidence.odd_item_ids:
        if item.prefix:
            message = (
                f"The id {quoted(item.value)} of this {item.wire_type} does not begin with "
                f"'{item.prefix}'."
            )
            yield from rule.refuse(context, item.part, message, address=item.address)
