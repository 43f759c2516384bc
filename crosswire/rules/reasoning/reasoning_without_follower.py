r"""Reasoning stands without the item that it led to.

## What it checks

A refusal by OpenAI's Responses API, and by Azure AI Foundry, which follows the same rules.
After a reasoning item with an id (`rs_...`) must come something of the model: a message with
its id, a call, or more reasoning that is followed so. Where what follows is the user, an
output or nothing, it is found; so is a message of the model without an id, which is not the
item that the API keeps. A request with `store: false` is left alone, as the rule was seen not
to hold there; so is one that refers to stored items.

## Why it matters

The API keeps what a response consisted of, and takes reasoning back only with what followed
it:

    Item 'rs_...' of type 'reasoning' was provided without its required following item.

It comes from an answer that was broken off, from a program that keeps reasoning and drops
empty messages, or that writes the message anew without its id, or from a history that was cut.
Leave the reasoning out as well: it is needed
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

vercel/ai#7099, mastra-ai/mastra#14048, continuedev/continue#8933, laravel/ai#1052; a recorded
answer to a message without its id (2025-09); that it does not hold with `store: false`:
jin-bo/agentao#321 (2026-09).
"""

from collections.abc import Iterator
from itertools import zip_longest

from crosswire.ids.stored_items import are_stored
from crosswire.model import Message, ReasoningPart
from crosswire.model.json_values import value_at
from crosswire.rules.parts import answers, of_type
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

_SAYS = "Item '…' of type 'reasoning' was provided without its required following item."


class FollowerGround(Ground, frozen=True, kw_only=True):
    """What stands in the follower's place."""

    is_anew: bool
    """Whether it is the model's message without its id; else none of the model's items."""


rule = ProviderRule(
    __name__,
    code="CW814",
    title="Reasoning stands without the item that it led to.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        FollowerGround(
            key="resp-reasoning-pairing",
            targets=("openai-responses", "azure-foundry"),
            error_text=_SAYS,
            is_anew=False,
            source="vercel/ai#7099, mastra-ai/mastra#14048, continuedev/continue#8933",
        ),
        FollowerGround(
            key="resp-reasoning-pairing",
            targets=("openai-responses",),
            error_text=_SAYS,
            is_anew=True,
            source="a recorded refusal of 2025-09",
        ),
        FollowerGround(
            key="resp-reasoning-pairing",
            targets=("azure-foundry",),
            error_text=_SAYS,
            is_anew=True,
            source="as at OpenAI, whose rules it follows",
            confidence="medium",
        ),
    ),
)


rule.only_where(lambda context: context.thoughts)


@rule.on_ground
def check(ground: FollowerGround, context: TargetContext) -> Iterator[Refusal]:
    conversation = context.conversation
    if conversation.calls_may_be_elsewhere or not are_stored(conversation):
        return
    messages = conversation.messages
    for message, following in zip_longest(messages, messages[1:]):
        for thought in of_type(message.parts[:1], ReasoningPart):
            item_id = thought.item_id or ""
            is_odd = _is_anew(following) if ground.is_anew else not _is_of_model(following)
            if item_id.startswith("rs_") and is_odd:
                comes = _kind_of(following)
                text = (
                    f"After the reasoning {quoted(item_id)} comes {comes}, not what it led to."
                )
                yield rule.at(thought, text, ground)


def _is_of_model(message: Message | None) -> bool:
    """Whether the model wrote an item; one that is not understood may be its own."""
    return (
        message is not None and message.role in ("assistant", "other") and not answers(message)
    )


def _is_anew(message: Message | None) -> bool:
    """Whether it is a message of the model without the id that it had in the answer."""
    if message is None:
        return False
    is_message = value_at(message.raw, "role") == "assistant"
    return is_message and not value_at(message.raw, "id")


def _kind_of(message: Message | None) -> str:
    if message is None:
        return "nothing"
    kind = value_at(message.raw, "type")
    if kind in (None, "message"):
        without_id = " without its id" if _is_anew(message) else ""
        return f"a message of the {message.role}{without_id}"
    return f"an item of type {kind}"
