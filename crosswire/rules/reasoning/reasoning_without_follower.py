r"""Reasoning stands without the item that it led to.

## What it checks

A refusal by OpenAI's Responses API, and by Azure AI Foundry, which follows the same rules.
After a reasoning item with an id (`rs_...`) must come something of the model: a message, a
call, or more reasoning that is followed so. Where what follows is the user, an output or
nothing, it is found. A request with `store: false` is left alone, as the rule was seen not to
hold there; so is one that refers to stored items.

## Why it matters

The API keeps what a response consisted of, and takes reasoning back only with what followed
it:

    Item 'rs_...' of type 'reasoning' was provided without its required following item.

It comes from an answer that was broken off, from a program that keeps reasoning and drops
empty messages, or from a history that was cut. Leave the reasoning out as well: it is needed
only as long as its call is open.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "reasoning", "id": "rs_0b4953538bc9314d006a024b4fa1c48190", "summary": []},
  {"role": "user", "content": "Are you there?"}
]}
```

Use instead: the input without it.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "user", "content": "Are you there?"}
]}
```

## Source

vercel/ai#7099, mastra-ai/mastra#14048, continuedev/continue#8933, laravel/ai#1052; that it
does not hold with `store: false`: jin-bo/agentao#321 (2026-09).
"""

from collections.abc import Iterator
from itertools import pairwise

from crosswire.ids.stored_items import are_stored
from crosswire.model import Conversation, Message, ReasoningPart, ToolResultPart
from crosswire.model.json_values import value_at
from crosswire.rules.parts import of_type
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

rule = ProviderRule(
    __name__,
    code="CW814",
    title="Reasoning stands without the item that it led to.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        Ground(
            key="resp-reasoning-pairing",
            targets=("openai-responses", "azure-foundry"),
            error_text=(
                "Item '…' of type 'reasoning' was provided without its required "
                "following item."
            ),
            source="vercel/ai#7099, mastra-ai/mastra#14048, continuedev/continue#8933",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    if conversation.calls_may_be_elsewhere or not are_stored(conversation):
        return
    for message, following in pairwise((*conversation.messages, None)):
        thoughts = of_type(message.parts[:1], ReasoningPart) if message else []
        for thought in thoughts:
            is_stored = (thought.item_id or "").startswith("rs_")
            if is_stored and (following is None or not _is_of_model(following)):
                comes = "nothing" if following is None else _kind_of(following)
                name = quoted(thought.item_id or "")
                text = f"After the reasoning {name} comes {comes}, not what it led to."
                yield from rule.refuse(context, thought, text)


def _is_of_model(message: Message) -> bool:
    """Whether the model wrote an item; one that is not understood may be its own."""
    results = of_type(message.parts, ToolResultPart)
    by_client = any(result.executed_by == "client" for result in results)
    return message.role in ("assistant", "other") and not by_client


def _kind_of(message: Message) -> str:
    kind = value_at(message.raw, "type")
    if kind in (None, "message"):
        return f"a message of the {message.role}"
    return f"an item of type {kind}"
