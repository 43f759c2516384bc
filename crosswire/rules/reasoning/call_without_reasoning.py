r"""A call stands before the reasoning that led to it.

## What it checks

A refusal by OpenAI's Responses API, and by Azure AI Foundry, which follows the same rules. A
function call that was made after reasoning needs that reasoning before it. The ids of one
conversation begin alike, and tell when each item was made; so a call (`fc_...`) that stands
before the reasoning (`rs_...`) it was made after is found. Reasoning that is gone altogether
can't be seen: a model may call without it. A request with `store: false` is left alone, as the
rule was seen not to hold there.

## Why it matters

The API keeps what a response consisted of, and wants the items that belong together:

    Item 'fc_...' of type 'function_call' was provided without its required 'reasoning' item:
    'rs_...'.

It comes from programs that sort the items of a step by their type, or put calls together
first.

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

mastra-ai/mastra#8738, VRSEN/agency-swarm#367, 0xPlaygrounds/rig#751; that ids of one
conversation begin alike, and tell the time: recorded answers. Not with `store: false`:
jin-bo/agentao#321 (2026-09).
"""

from collections.abc import Iterator

from crosswire.ids.stored_items import Minting, are_stored, minted
from crosswire.model import Conversation, ReasoningPart, ToolCallPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

rule = ProviderRule(
    __name__,
    code="CW815",
    title="A call stands before the reasoning that led to it.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        Ground(
            key="resp-reasoning-pairing",
            targets=("openai-responses", "azure-foundry"),
            error_text=(
                "Item '…' of type 'function_call' was provided without its required "
                "'reasoning' item: '…'."
            ),
            source="mastra-ai/mastra#8738, VRSEN/agency-swarm#367, 0xPlaygrounds/rig#751",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    if conversation.calls_may_be_elsewhere or not are_stored(conversation):
        return
    for call, thought in _swapped(conversation):
        message = (
            f"The call {quoted(call.item_id)} was made after the reasoning "
            f"{quoted(thought.item_id)}, and stands before it."
        )
        yield from rule.refuse(context, call, message, related=related("reasoning", thought))


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


_CALLS = ("function_call", "custom_tool_call")


def _is_no_later(made: Minting, call: ToolCallPart) -> bool:
    of_call = minted(call.item_id) or Minting("", 0)
    return of_call.series == made.series and made.second <= of_call.second
