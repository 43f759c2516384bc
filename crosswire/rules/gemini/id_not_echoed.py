r"""A result does not give back the id of its call, or has one that its call lacks.

## What it checks

In a request to Gemini, a call and a result that belong together and of which one alone has an
id, or each has another. It is a warning: Gemini asks for the id back, but has not been seen to
refuse a request for want of it.

## Why it matters

Since version 3 Gemini gives every call an id and pairs by it. Where it does not come back,
results of parallel calls may be taken for each other's. A proxy in between says so:

    functionResponse.id "call_1620608" does not match functionCall.id "call_1620603" at ...

## Example

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {
    "id": "x7k2m9qd", "name": "get_weather", "args": {"city": "Paris"}},
     "thoughtSignature": "CiQB"}]},
  {"role": "user", "parts": [{"functionResponse": {
    "name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

Use instead: the id of the call, at its result as well.

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {
    "id": "x7k2m9qd", "name": "get_weather", "args": {"city": "Paris"}},
     "thoughtSignature": "CiQB"}]},
  {"role": "user", "parts": [{"functionResponse": {
    "id": "x7k2m9qd", "name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

## Source

NousResearch/hermes-agent#46077, which quotes Google's documentation; brainlid/langchain#620;
router-for-me/CLIProxyAPI#5199 for the proxy's words.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.pairing import How, Orphan, Pair
from crosswire.rules.parts import related
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import call_name, quoted

rule = ProviderRule(
    __name__,
    code="CW336",
    title="A result does not give back the id of its call, or has one that its call lacks.",
    severity=Severity.WARNING,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
    grounds=(
        Ground(
            key="gem-ids-optional-but-echo",
            targets=("gemini", "vertex"),
            error_text='functionResponse.id "…" does not match functionCall.id "…" at …',
            source="NousResearch/hermes-agent#46077, brainlid/langchain#620; the words are "
            "those of a proxy, router-for-me/CLIProxyAPI#5199",
            confidence="low",
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    by_id = all(pair.how is How.BY_ID for pair in context.pairing.pairs)
    return bool(context.pairing.orphans) or not by_id


@rule.on_pair
def check_pair(pair: Pair, context: TargetContext) -> Iterator[Refusal]:
    value = pair.result.call_id.value
    if pair.call.hybrid or pair.call.call_id.value == value:
        return
    call = call_name(pair.call)
    message = f"The result of the call {call} does not give back its id."
    if value is not None:
        message = f"The result has the id {quoted(value)}, and its call {call} has none."
    yield from _refusals(pair.call, pair.result, message, context)


@rule.on_orphan
def check_orphan(orphan: Orphan, context: TargetContext) -> Iterator[Refusal]:
    call, value = orphan.likely_call, orphan.result.call_id.value
    if call is not None and value is not None and call.call_id.value is not None:
        message = (
            f"The result has the id {quoted(value)}, and its call most likely is "
            f"{call_name(call)}."
        )
        yield from _refusals(call, orphan.result, message, context)


def _refusals(
    call: ToolCallPart, result: ToolResultPart, message: str, context: TargetContext
) -> Iterator[Refusal]:
    place = None if result.call_id.value is None else result.call_id.address
    others = related("call", call)
    yield from rule.refuse(context, result, message, address=place, related=others)
