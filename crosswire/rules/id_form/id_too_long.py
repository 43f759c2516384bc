r"""An id is longer than a provider takes.

## What it checks

An id of more than 64 characters is refused by OpenAI, by Azure AI Foundry, whose Responses
follow the same rules, and by Bedrock. One of 41 to 64 leaves Chat Completions unsure: OpenAI's
limit there was 40 for a long time, and Azure's endpoints for Chat Completions (Foundry's too)
and older models still have it.

## Why it matters

The request is refused, at the end that is read first:

    Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64, but
    got a string with length 116 instead.

Ids get this long when a program packs something else into them (a signature, a suffix for each
turn) or puts a result's text there. To cut them is no way out: two ids with the same beginning
become one, and an id that is cut at one end alone no longer pairs.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "name": "get_weather", "arguments": "{\"city\": \"Paris\"}",
   "call_id": "codex_mcp__weather__get_weather_exec-7a0f3c52-91d4-4c1e-b0ab-5d1c2e9f8a37"},
  {"type": "function_call_output", "output": "Drizzle",
   "call_id": "codex_mcp__weather__get_weather_exec-7a0f3c52-91d4-4c1e-b0ab-5d1c2e9f8a37"}
]}
```

Use instead: a short id, the same at both ends.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "name": "get_weather", "arguments": "{\"city\": \"Paris\"}",
   "call_id": "call_7a0f3c5291d4"},
  {"type": "function_call_output", "call_id": "call_7a0f3c5291d4", "output": "Drizzle"}
]}
```

## Source

OpenAI's API description (64 in the Responses API); vercel/ai#8132 and microsoft/autogen#6377
(40 in Chat Completions), jin-bo/agentao#321 (64 there today), openai/codex#14355 (64 at
Foundry), Helicone/helicone#5575 and HKUDS/nanobot#1841 (40 at Azure's Chat Completions in
2026), NousResearch/hermes-agent#72006 (ids of the backend of Codex); botocore 1.44.5 for
Bedrock.
"""

from collections.abc import Iterator

from crosswire.rules.rule import (
    CallOrResult,
    Ground,
    ProviderRule,
    Refusal,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import quoted

_SAYS = (
    "Invalid '…': string too long. Expected a string with maximum length {}, but got a "
    "string with length … instead."
)


class IdLength(Ground, frozen=True, kw_only=True):
    """How long an id may be."""

    max_length: int
    beginning: str = ""
    """What the ids begin with that it is about."""


rule = ProviderRule(
    __name__,
    code="CW121",
    title="An id is longer than a provider takes.",
    subject=Subject.ID_FORM,
    doc=__doc__,
    grounds=(
        IdLength(
            key="chat-id-max-length",
            targets=("openai-chat",),
            error_text=_SAYS.format(64),
            source="measured on OpenAI's endpoint in 2026: jin-bo/agentao#321, "
            "openclaw/openclaw#875",
            since="2026-07",
            max_length=64,
        ),
        IdLength(
            key="chat-id-max-length",
            targets=("openai-chat",),
            error_text=_SAYS.format(40),
            source="vercel/ai#8132, BerriAI/litellm#11392, microsoft/autogen#6377; 29 before "
            "2025",
            since="2025",
            until="2026-07",
            max_length=40,
        ),
        IdLength(
            key="az-chat-id-40",
            targets=("openai-chat",),
            error_text=_SAYS.format(40),
            source="Azure's Chat Completions in 2026: Helicone/helicone#5575, "
            "HKUDS/nanobot#1841",
            confidence="medium",
            max_length=40,
        ),
        IdLength(
            key="resp-backend-overlong-call-id",
            targets=("openai-responses",),
            error_text=_SAYS.format(64),
            source="the backend of Codex writes such ids itself: "
            "NousResearch/hermes-agent#72006",
            max_length=64,
            beginning="codex_mcp__",
        ),
        IdLength(
            key="resp-call-id-length",
            targets=("openai-responses",),
            error_text=_SAYS.format(64),
            source="OpenAI's API description; AnswerDotAI/fastllm#45",
            max_length=64,
        ),
        IdLength(
            key="az-same-as-openai",
            targets=("azure-foundry",),
            error_text=_SAYS.format(64),
            source="openai/codex#14355",
            max_length=64,
        ),
        IdLength(
            key="br-tool-use-id",
            targets=("bedrock",),
            error_text="1 validation error detected: Value '…' at '…' failed to satisfy "
            "constraint: Member must have length less than or equal to 64",
            source="the service model of botocore 1.44.5",
            max_length=64,
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    longest = max((len(value) for value in context.id_values if value), default=0)
    return any(longest > ground.max_length for ground in rule.grounds_at(context))


@rule.on_id
def check(part: CallOrResult, context: TargetContext) -> Iterator[Refusal]:
    value = part.call_id.text
    for ground in rule.grounds_at(context):
        if len(value) > ground.max_length and value.startswith(ground.beginning):
            message = (
                f"The id {quoted(value, 40)} has more than {ground.max_length} characters."
            )
            place, result = part.call_id.address, context.result_of(part)
            yield rule.at(part, message, ground, address=place, related=result)
            return
