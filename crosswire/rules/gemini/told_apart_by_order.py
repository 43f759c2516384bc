r"""Only their order tells which result answers which call.

## What it checks

A note on calls of one turn to one tool that have no ids, as with Gemini before version 3. It
is said once for each turn, and refuses nothing.

## Why it matters

The results are paired with their calls by position, and rightly so. But a program in between
that keeps results by the name of the tool gives both calls the same one, and one that sorts
them or sends them as they come in gives each the other's. Nobody answers with an error.

## Example

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Weather in Paris and Rome?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"name": "get_weather", "args": {"city": "Paris"}},
     "thoughtSignature": "CiQB"},
    {"functionCall": {"name": "get_weather", "args": {"city": "Rome"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}},
    {"functionResponse": {"name": "get_weather", "response": {"output": "Sun"}}}]}
]}
```

Use instead: ids, where the model has them.

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Weather in Paris and Rome?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"id": "x7k2m9qd", "name": "get_weather", "args": {"city": "Paris"}},
     "thoughtSignature": "CiQB"},
    {"functionCall": {"id": "b3n8v1ws", "name": "get_weather", "args": {"city": "Rome"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"id": "x7k2m9qd", "name": "get_weather",
     "response": {"output": "Drizzle"}}},
    {"functionResponse": {"id": "b3n8v1ws", "name": "get_weather",
     "response": {"output": "Sun"}}}]}
]}
```

## Source

CherryHQ/cherry-studio#16921, NousResearch/hermes-agent#24676.
"""

from collections import defaultdict
from collections.abc import Iterator

from crosswire.model import Conversation, ToolCallPart
from crosswire.rules.parts import related
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import tool_name

rule = ProviderRule(
    __name__,
    code="CW337",
    title="Only their order tells which result answers which call.",
    severity=Severity.INFO,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
    grounds=(
        Ground(
            key="gem-same-name-parallel-no-id",
            targets=("gemini", "vertex"),
            error_text="",
            source="CherryHQ/cherry-studio#16921, NousResearch/hermes-agent#24676",
            status=None,
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    without_id: dict[tuple[int, str], list[ToolCallPart]] = defaultdict(list)
    for call in conversation.calls():
        if call.call_id.value is None and call.is_for_client:
            without_id[context.pairing.turn_of[call.key], call.name].append(call)
    for (_, name), calls in without_id.items():
        if len(calls) > 1:
            message = f"{len(calls)} calls to {tool_name(name)} in one turn have no ids."
            others = related("further call", *calls[1:4])
            yield from rule.refuse(
                context, calls[0], message, severity=Severity.INFO, related=others
            )
