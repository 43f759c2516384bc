r"""A provider refuses a request in which two calls have the same id.

## What it checks

Two calls of one turn with the same id. An error for Anthropic and Bedrock; a warning for Chat
Completions, which is known to refuse two results of one id (see `second-result`) and said by
some to take two calls. The same id in a later turn is a warning for Anthropic: it was refused
to some and taken from others. Chat Completions allows that.

## Why it matters

    messages.1.content.1: `tool_use` ids must be unique

    The toolUse blocks at messages.2.content contain duplicate Ids: http_request

Mostly one call was written twice, from two fields of one message or from two copies of a
stream; or the name of the tool was taken for the id. Which of the two a result answers nobody
can tell, so no policy of ids mends it.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Paris"}},
    {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Rome"}}]}
]}
```

Use instead: an id of its own for each call.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Paris"}},
    {"type": "tool_use", "id": "toolu_b", "name": "get_weather", "input": {"city": "Rome"}}]}
]}
```

## Source

BerriAI/litellm#23510, anthropics/claude-code#20901 and trycua/cua#524 for Anthropic;
NVIDIA-NeMo/Switchyard#502 for later turns, where a recorded request of 2026-08 was answered;
agno-agi/agno#2336 for Bedrock; openclaw/openclaw#47136 for Chat Completions.
"""

from collections.abc import Iterator
from typing import Literal

from crosswire.model import ToolCallPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted


class UniqueWithin(Ground, frozen=True, kw_only=True):
    """Where an id may stand once."""

    within: Literal["turn", "request"]


rule = ProviderRule(
    __name__,
    code="CW231",
    title="A provider refuses a request in which two calls have the same id.",
    subject=Subject.DUPLICATE,
    doc=__doc__,
    grounds=(
        UniqueWithin(
            key="ant-unique-tool-use-ids",
            targets=("anthropic",),
            error_text="messages.….content.…: `tool_use` ids must be unique",
            source="BerriAI/litellm#23510, anthropics/claude-code#20901, trycua/cua#524",
            within="turn",
        ),
        UniqueWithin(
            key="ant-unique-tool-use-ids",
            targets=("anthropic",),
            error_text="messages.….content.…: `tool_use` ids must be unique",
            source=(
                "NVIDIA-NeMo/Switchyard#502; but a recorded request of 2026-08 was answered"
            ),
            confidence="low",
            within="request",
        ),
        UniqueWithin(
            key="br-unique-ids",
            targets=("bedrock",),
            error_text="The toolUse blocks at … contain duplicate Ids: …",
            source="agno-agi/agno#2336",
            within="turn",
        ),
        UniqueWithin(
            key="chat-duplicate-tool-call-id",
            targets=("openai-chat",),
            error_text=(
                "Invalid parameter: Duplicate value for 'tool_call_id' of '…' in message[…]"
            ),
            source="openclaw/openclaw#47136; latitude-dev/latitude-llm#1840 has it otherwise",
            confidence="medium",
            within="turn",
        ),
    ),
)

rule.only_where(lambda context: context.ids_come_again)


@rule.on_call
def check(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    first = context.first_use_in_turn(call)
    if call is not first:
        yield from _refusals(call, first, "turn", context)
    for of_earlier_turn in context.reuses.get(call.key, ())[:1]:
        yield from _refusals(call, of_earlier_turn, "request", context)


def _refusals(
    call: ToolCallPart, first: ToolCallPart, within: str, context: TargetContext
) -> Iterator[Refusal]:
    where = "another call of its turn" if within == "turn" else "a call of an earlier turn"
    message = f"The id {quoted(call.call_id.text)} is that of {where}."
    place, places = call.call_id.address, related("first use", first)
    for ground in rule.grounds_at(context):
        if ground.within == within:
            yield rule.at(call, message, ground, address=place, related=places)
