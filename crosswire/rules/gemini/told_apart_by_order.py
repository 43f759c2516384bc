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
    {"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}, "thoughtSignature": "CiQB"},
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
    {"functionResponse": {"id": "x7k2m9qd", "name": "get_weather", "response": {"output": "Drizzle"}}},
    {"functionResponse": {"id": "b3n8v1ws", "name": "get_weather", "response": {"output": "Sun"}}}]}
]}
```

## Source

CherryHQ/cherry-studio#16921, NousResearch/hermes-agent#24676.
"""

from collections import defaultdict
from collections.abc import Iterator

from crosswire.model import Conversation, ToolCallPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, tool

rule = Rule(
    __name__,
    code="CW337",
    title="Only their order tells which result answers which call.",
    severity=Severity.INFO,
    doc=__doc__,
    kind=Kind.REFUSAL,
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
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    found: dict[tuple[int, str], list[ToolCallPart]] = defaultdict(list)
    for call in conversation.calls():
        if call.call_id.value is None and call.executed_by == "client" and not call.hybrid:
            found[context.pairing.turn_of[call.key], call.name].append(call)
    for (_, name), calls in found.items():
        if len(calls) > 1:
            message = f"{len(calls)} calls to {tool(name)} in one turn have no ids."
            for ground in rule.grounds_of(context.target):
                related = tuple(("further call", call.address) for call in calls[1:4])
                yield rule.at(
                    calls[0], message, severity=Severity.INFO, related=related, ground=ground
                )
