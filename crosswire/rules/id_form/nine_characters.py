r"""An id is not the nine letters and digits that Mistral asks for.

## What it checks

An id at Mistral has nine characters, each a letter from a to z, of either context, or a digit.
A note says of two ids whether they would become one by being cut to their first nine such
characters, as some programs do.

## Why it matters

    Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.

So the ids of every other provider are refused. Models whose tokenizer is of version 13 take
other ids in Mistral's own library; its API may ask for nine all the same. To cut an id to fit
mixes up calls without a word: of the ids of Bedrock (`tooluse_...`) two characters are left
that differ at all. Crosswire's policy `fill` writes a hash of nine characters.

## Example

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_0fypS1hVX", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_0fypS1hVX", "content": "Drizzle"}
]}
```

Use instead: nine letters and digits, the same at both ends.

```json mistral
{"model": "mistral-large-latest", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": "", "tool_calls": [
    {"id": "0fypS1hVX", "function": {"name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "0fypS1hVX", "name": "get_weather", "content": "Drizzle"}
]}
```

## Source

The validators of mistral-common 1.11.7; jackmpcollins/magentic#276, karthink/gptel#1203. For
ids that are cut, `normalize-tool-call-id.ts` of the Bedrock provider of vercel/ai.
"""

import re
from collections.abc import Iterator

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted

_CUT = Ground(
    key="mi-truncation-collision",
    targets=("mistral",),
    error_text="",
    source="vercel/ai packages/amazon-bedrock/src/normalize-tool-call-id.ts",
    status=None,
    limits={"longest": 9},
)
"""Nobody answers anything: calls are mixed up."""

rule = Rule(
    __name__,
    code="CW133",
    title="An id is not the nine letters and digits that Mistral asks for.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="mi-id-9",
            targets=("mistral",),
            error_text="Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9.",
            source="the validators of mistral-common 1.11.7; jackmpcollins/magentic#276",
            limits={"pattern": r"[a-zA-Z0-9]{9}", "besides": ("null",)},
        ),
        _CUT,
    ),
)


@rule.on_call
def check_call(call: ToolCallPart, context: RuleContext) -> Iterator[Diagnostic]:
    if not call.hybrid:
        yield from _check(call, context)


@rule.on_result
def check_result(result: ToolResultPart, context: RuleContext) -> Iterator[Diagnostic]:
    if not context.echoes_call(result):
        yield from _check(result, context)


def _check(part: ToolCallPart | ToolResultPart, context: RuleContext) -> Iterator[Diagnostic]:
    value = part.call_id.value
    for ground in rule.grounds_of(context.target):
        if value is None or ground is _CUT or value in ground.limits["besides"]:
            continue
        if not re.fullmatch(ground.limits["pattern"], value):
            message = f"The id {quoted(value)} is not nine letters and digits."
            yield rule.at(part, message, address=part.call_id.address, ground=ground)


@rule.on_conversation
def check_cut(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    """Ids that are told apart by what stands after their ninth letter or digit."""
    if _CUT not in rule.grounds_of(context.target):
        return
    first: dict[str, str] = {}
    for value, part in context.evidence.first_uses.items():
        cut = re.sub(r"[^a-zA-Z0-9]", "", value[:200])[: _CUT.limits["longest"]]
        if first.setdefault(cut, value) == value or len(cut) < _CUT.limits["longest"]:
            continue
        other = context.evidence.first_uses[first[cut]]
        message = (
            f"Cut to fit, {quoted(value)} and {quoted(first[cut])} would both be {cut!r}."
        )
        yield rule.at(
            part,
            message,
            severity=Severity.INFO,
            address=part.call_id.address,
            related=(("the other", other.call_id.address or other.address),),
            ground=_CUT,
        )
