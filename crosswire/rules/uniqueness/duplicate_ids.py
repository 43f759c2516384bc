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

from crosswire.model import ToolCallPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted

rule = Rule(
    __name__,
    code="CW231",
    title="A provider refuses a request in which two calls have the same id.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-unique-tool-use-ids",
            targets=("anthropic",),
            error_text="messages.….content.…: `tool_use` ids must be unique",
            source="BerriAI/litellm#23510, anthropics/claude-code#20901, trycua/cua#524",
            limits={"within": "turn"},
        ),
        Ground(
            key="ant-unique-tool-use-ids",
            targets=("anthropic",),
            error_text="messages.….content.…: `tool_use` ids must be unique",
            source=(
                "NVIDIA-NeMo/Switchyard#502; but a recorded request of 2026-08 was answered"
            ),
            confidence="low",
            limits={"within": "request"},
        ),
        Ground(
            key="br-unique-ids",
            targets=("bedrock",),
            error_text="The toolUse blocks at … contain duplicate Ids: …",
            source="agno-agi/agno#2336",
            limits={"within": "turn"},
        ),
        Ground(
            key="chat-duplicate-tool-call-id",
            targets=("openai-chat",),
            error_text=(
                "Invalid parameter: Duplicate value for 'tool_call_id' of '…' in message[…]"
            ),
            source="openclaw/openclaw#47136; latitude-dev/latitude-llm#1840 has it otherwise",
            confidence="medium",
            limits={"within": "turn"},
        ),
    ),
)


@rule.only_where
def look(context: RuleContext) -> bool:
    return context.ids_come_again


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Diagnostic]:
    value = call.call_id.value
    if value is None or call.hybrid:
        return
    of_turn = context.uses_in_turn[context.pairing.turn_of[call.key], value]
    if call is not of_turn[0]:
        yield from _found(call, of_turn[0], "turn", context)
        return
    turns = context.turns_of_id[value]
    if len(turns) > 1 and call is turns[1]:
        yield from _found(call, turns[0], "request", context)


def _found(
    call: ToolCallPart, first: ToolCallPart, within: str, context: RuleContext
) -> Iterator[Diagnostic]:
    where = "another call of its turn" if within == "turn" else "a call of an earlier turn"
    message = f"The id {quoted(call.call_id.value or '')} is that of {where}."
    for ground in rule.grounds_of(context.target):
        if ground.limits["within"] == within:
            related = (("first use", first.address),)
            yield rule.at(
                call, message, address=call.call_id.address, related=related, ground=ground
            )
