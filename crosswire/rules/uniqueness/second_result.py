r"""A provider refuses a second result of one id.

## What it checks

Two results with the same id, within a turn. For the Responses API within the whole request,
and as a warning: servers that speak it say so, OpenAI's own has not been seen to.

## Why it matters

    messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks
    with id: toolu_a

    Invalid parameter: Duplicate value for 'tool_call_id' of 'call_a', in messages[2] and messages[3].

    Duplicate function_call_output for call_id 'terminal:0'. Each function_call must have exactly one
    matching function_call_output.

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

from collections import defaultdict
from collections.abc import Iterator

from crosswire.model import Conversation, ToolResultPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted

rule = Rule(
    __name__,
    code="CW232",
    title="A provider refuses a second result of one id.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-single-result",
            targets=("anthropic",),
            error_text="messages.….content.…: each tool_use must have a single result. Found multiple "
            "`tool_result` blocks with id: …",
            source="answers of Anthropic's in 2026, one of 2026-06-11",
            limits={"within": "turn"},
        ),
        Ground(
            key="chat-duplicate-tool-call-id",
            targets=("openai-chat",),
            error_text="Invalid parameter: Duplicate value for 'tool_call_id' of '…', in messages[…] and "
            "messages[…].",
            source="agno-agi/agno#5116, fatwang2/search2ai#30",
            limits={"within": "turn"},
        ),
        Ground(
            key="resp-single-output",
            targets=("openai-responses", "azure-foundry"),
            error_text="Duplicate function_call_output for call_id '…'. Each function_call must have exactly one "
            "matching function_call_output.",
            source="NVIDIA-NeMo/Switchyard#502, NousResearch/hermes-agent#102629",
            confidence="medium",
            limits={"within": "request"},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        in_turn = ground.limits["within"] == "turn"
        found: dict[tuple[int, str], list[ToolResultPart]] = defaultdict(list)
        for result in conversation.results():
            value = result.call_id.value
            if value is not None and result.executed_by == "client" and result.expects_call:
                found[context.pairing.turn_of[result.key] if in_turn else 0, value].append(
                    result
                )
        for (_, value), results in found.items():
            for again in results[1:]:
                message = f"There is a result with the id {quoted(value)} already."
                related = (("first result", results[0].address),)
                yield rule.at(
                    again,
                    message,
                    address=again.call_id.address,
                    related=related,
                    ground=ground,
                )
