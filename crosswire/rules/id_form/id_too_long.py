r"""An id is longer than a provider takes.

## What it checks

A refusal, said for the targets that it names. An id of more than 64 characters is an error for
OpenAI, and for Azure AI Foundry, whose Responses follow the same rules. One of 41 to 64 is a
warning for Chat Completions: OpenAI's limit there was 40 for a long time, and Azure's endpoints for
Chat Completions (Foundry's too) and older models still have it.

## Why it matters

The request is refused, at the end that is read first:

    Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64, but got
    a string with length 116 instead.

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

OpenAI's API description (64 in the Responses API); vercel/ai#8132 and microsoft/autogen#6377 (40 in
Chat Completions), jin-bo/agentao#321 (64 there today), openai/codex#14355 (64 at Foundry),
Helicone/helicone#5575 and HKUDS/nanobot#1841 (40 at Azure's Chat Completions in 2026).
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.rule import Case, Diagnostic, Kind, Rule, Severity

rule = Rule(
    __name__,
    code="CW121",
    title="An id is longer than a provider takes.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
)

_COUNTING = ("openai-chat", "openai-responses", "azure-foundry")

LONGEST = 64
LONGEST_FORMERLY = 40


@rule.on_call
def check_call(call: ToolCallPart, case: Case) -> Iterator[Diagnostic]:
    if not call.hybrid:
        yield from _check(call, case)


@rule.on_result
def check_result(result: ToolResultPart, case: Case) -> Iterator[Diagnostic]:
    pair = case.pairing.pair_of.get(result.key)
    if pair is None or pair.call.call_id.value != result.call_id.value:
        yield from _check(result, case)


def _check(part: ToolCallPart | ToolResultPart, case: Case) -> Iterator[Diagnostic]:
    value = part.call_id.value or ""
    if len(value) <= LONGEST_FORMERLY:
        return
    partner = case.pairing.partner(part)
    same = partner is not None and isinstance(part, ToolCallPart)
    related = (("result", partner.address),) if partner is not None and same else ()
    message, severity, targets = _refusal(value)
    yield rule.at(
        part, message, severity=severity, address=part.call_id.address, targets=targets, related=related
    )


def _refusal(value: str) -> tuple[str, Severity, tuple[str, ...]]:
    long = f"The id {value[:LONGEST_FORMERLY]!r}… has {len(value)} characters"
    if len(value) > LONGEST:
        return f"{long}; OpenAI and Azure AI Foundry take {LONGEST}.", Severity.ERROR, _COUNTING
    older = f"{long}; older models and Azure's endpoints for Chat Completions take {LONGEST_FORMERLY}."
    return older, Severity.WARNING, ("openai-chat",)
