r"""A provider refuses a second result of one id.

## What it checks

Two results with the same id, within a turn. For the Responses API within the whole request,
and as a warning: servers that speak it say so, OpenAI's own has not been seen to.

## Why it matters

    messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result`
    blocks with id: toolu_a

    Invalid parameter: Duplicate value for 'tool_call_id' of 'call_a', in messages[2] and
    messages[3].

    Duplicate function_call_output for call_id 'terminal:0'. Each function_call must have
    exactly one matching function_call_output.

It comes of tools that were run again after a failure, and of a result "interrupted" that was
written beside the real one. Which of the two the model is to believe is for people to say.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_a", "content": "Interrupted."},
    {"type": "tool_result", "tool_use_id": "toolu_a", "content": "Drizzle"}]}
]}
```

Use instead: one result for each call.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_a", "content": "Drizzle"}]}
]}
```

## Source

Answers of Anthropic's in 2026; agno-agi/agno#5116 and fatwang2/search2ai#30 for Chat
Completions, where Azure and DeepSeek say the same; NVIDIA-NeMo/Switchyard#502,
NousResearch/hermes-agent#102629 for the Responses API.
"""

from collections.abc import Iterator
from typing import Literal

from crosswire.model import ToolResultPart
from crosswire.rules.parts import is_clients, related, without_ids
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted


class SingleWithin(Ground, frozen=True, kw_only=True):
    """Where an id may have one result."""

    within: Literal["turn", "request"]


rule = ProviderRule(
    __name__,
    code="CW232",
    title="A provider refuses a second result of one id.",
    subject=Subject.DUPLICATE,
    doc=__doc__,
    grounds=(
        SingleWithin(
            key="ant-single-result",
            targets=("anthropic",),
            error_text="messages.….content.…: each tool_use must have a single result. Found "
            "multiple `tool_result` blocks with id: …",
            source="answers of Anthropic's in 2026, one of 2026-06-11",
            within="turn",
        ),
        SingleWithin(
            key="chat-duplicate-tool-call-id",
            targets=("openai-chat",),
            error_text="Invalid parameter: Duplicate value for 'tool_call_id' of '…', in "
            "messages[…] and messages[…].",
            source="agno-agi/agno#5116, fatwang2/search2ai#30",
            within="turn",
        ),
        SingleWithin(
            key="resp-single-output",
            targets=("openai-responses", "azure-foundry"),
            error_text="Duplicate function_call_output for call_id '…'. Each function_call "
            "must have exactly one matching function_call_output.",
            source="NVIDIA-NeMo/Switchyard#502, NousResearch/hermes-agent#102629",
            confidence="medium",
            within="request",
        ),
    ),
)


@rule.on_ground
def check(ground: SingleWithin, context: TargetContext) -> Iterator[Refusal]:
    turn_of = context.pairing.turn_of if ground.within == "turn" else {}
    first: dict[tuple[int, str], ToolResultPart] = {}
    results = without_ids(context.conversation.results(), {None})
    for result in filter(is_clients, results):
        value = result.call_id.text
        before = first.setdefault((turn_of.get(result.key, 0), value), result)
        if before is not result:
            message = f"There is a result with the id {quoted(value)} already."
            place, places = result.call_id.address, related("first result", before)
            yield rule.at(result, message, ground, address=place, related=places)
