r"""A call stands without the reasoning that led to it, or before it.

## What it checks

A refusal by OpenAI's Responses API, and by Azure AI Foundry, which follows the same rules. A
function call that was made after reasoning needs that reasoning before it. The ids of one
conversation begin alike, and tell when each item was made; so a call (`fc_...`) that stands
before the reasoning (`rs_...`) it was made after is found. Where a turn has calls with ids and
no reasoning at all, and the request is for a model that reasons, it is unsure, and said once:
the model may have called without reasoning, and such requests were taken. A request with
`store: false` is left alone, as the rule was seen not to hold there.

## Why it matters

The API keeps what a response consisted of, and wants the items that belong together:

    Item 'fc_...' of type 'function_call' was provided without its required 'reasoning' item:
    'rs_...'.

It comes from programs that sort the items of a step by their type, or put calls together
first, and from those that keep the ids of calls and not the reasoning: a call without the id
of its item is taken.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "fc_0b4953538bc9314d006a024b5012348190aa00000000000001",
   "call_id": "call_w4f", "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"},
  {"type": "reasoning", "id": "rs_0b4953538bc9314d006a024b4f98768190aa00000000000002",
   "summary": []},
  {"type": "function_call", "id": "fc_0b4953538bc9314d006a024b5198768190aa00000000000003",
   "call_id": "call_w4g", "name": "get_time", "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"},
  {"type": "function_call_output", "call_id": "call_w4g", "output": "Noon"}
]}
```

Use instead: the items in the order in which they were made.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "reasoning", "id": "rs_0b4953538bc9314d006a024b4f98768190aa00000000000002",
   "summary": []},
  {"type": "function_call", "id": "fc_0b4953538bc9314d006a024b5012348190aa00000000000001",
   "call_id": "call_w4f", "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call", "id": "fc_0b4953538bc9314d006a024b5198768190aa00000000000003",
   "call_id": "call_w4g", "name": "get_time", "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"},
  {"type": "function_call_output", "call_id": "call_w4g", "output": "Noon"}
]}
```

## Source

mastra-ai/mastra#8738, VRSEN/agency-swarm#367, 0xPlaygrounds/rig#751; laravel/ai#1052 for
reasoning that is gone, with recorded requests that were taken; that ids of one conversation
begin alike, and tell the time: recorded answers. Not with `store: false`: jin-bo/agentao#321
(2026-09).
"""

from collections.abc import Iterator
from itertools import groupby

from crosswire.ids.stored_items import Minting, are_stored, is_of_openai, minted
from crosswire.model import Conversation, Message, ReasoningPart, ToolCallPart
from crosswire.model.json_values import value_at
from crosswire.rules.parts import of_type, related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import by_number, quoted

_SAYS = (
    "Item '…' of type 'function_call' was provided without its required 'reasoning' item: '…'."
)
_CALLS = ("function_call", "custom_tool_call")


class PairingGround(Ground, frozen=True, kw_only=True):
    """What became of the reasoning."""

    is_gone: bool
    """Whether no reasoning is there; else it stands behind its call."""


rule = ProviderRule(
    __name__,
    code="CW815",
    title="A call stands without the reasoning that led to it, or before it.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        PairingGround(
            key="resp-reasoning-pairing",
            targets=("openai-responses", "azure-foundry"),
            error_text=_SAYS,
            source="mastra-ai/mastra#8738, VRSEN/agency-swarm#367, 0xPlaygrounds/rig#751",
            is_gone=False,
        ),
        PairingGround(
            key="resp-reasoning-pairing",
            targets=("openai-responses", "azure-foundry"),
            error_text=_SAYS,
            source="laravel/ai#1052 (2026-09); recorded requests without it were taken",
            confidence="medium",
            models=r"(?:^|[/.:])(?:o\d|gpt-[5-9]|codex)",
            but_models=r"chat",
            is_gone=True,
        ),
    ),
)


@rule.on_ground
def check(ground: PairingGround, context: TargetContext) -> Iterator[Refusal]:
    conversation = context.conversation
    if conversation.calls_may_be_elsewhere or not are_stored(conversation):
        return
    if ground.is_gone:
        if not context.has_ids_of_server:  # its answer shows whether the model reasoned
            yield from _without_any(ground, conversation)
        return
    for call, thought in _swapped(conversation) if context.thoughts else ():
        message = (
            f"The call {quoted(call.item_id)} was made after the reasoning "
            f"{quoted(thought.item_id)}, and stands before it."
        )
        yield rule.at(call, message, ground, related=related("reasoning", thought))


def _without_any(ground: PairingGround, conversation: Conversation) -> Iterator[Refusal]:
    """The first call that has the id of its item in a turn without reasoning."""
    found = [] if _asks_for_none(conversation) else list(_alone(conversation))
    for first in found[:1]:
        several = (
            f"{len(found)} calls have the ids of their items, {quoted(first.item_id)} first,"
        )
        one = f"The call {quoted(first.item_id)} has the id of its item,"
        message = (
            f"{by_number(len(found), one, several)} and no reasoning stands before: if the "
            "model reasoned there, its reasoning must come too."
        )
        yield rule.at(first, message, ground)


def _alone(conversation: Conversation) -> Iterator[ToolCallPart]:
    for is_of_user, turn in groupby(conversation.messages, key=_is_of_user):
        parts = [] if is_of_user else [part for message in turn for part in message.parts]
        if not of_type(parts, ReasoningPart):
            calls = (call for call in of_type(parts, ToolCallPart) if call.wire_type in _CALLS)
            yield from (call for call in calls if is_of_openai(call.item_id))


def _is_of_user(message: Message) -> bool:
    return message.role in ("user", "system")


def _asks_for_none(conversation: Conversation) -> bool:
    """Whether the request asks the model not to reason."""
    settings = conversation.settings()
    return any(
        setting.name == "reasoning" and value_at(setting.value, "effort") == "none"
        for setting in settings
    )


def _swapped(conversation: Conversation) -> Iterator[tuple[ToolCallPart, ReasoningPart]]:
    """Calls of a step, each with the reasoning after it that was made no later."""
    calls: list[ToolCallPart] = []
    for message in conversation.messages:
        for part in message.parts[:1]:
            made = minted(part.item_id) if isinstance(part, ReasoningPart) else None
            if isinstance(part, ReasoningPart) and made is not None:
                yield from ((call, part) for call in calls if _is_no_later(made, call))
                calls = []
            elif isinstance(part, ToolCallPart) and part.wire_type in _CALLS:
                calls.append(part)
        if message.role == "user":
            calls = []


def _is_no_later(made: Minting, call: ToolCallPart) -> bool:
    of_call = minted(call.item_id) or Minting("", 0)
    return of_call.series == made.series and made.second <= of_call.second
