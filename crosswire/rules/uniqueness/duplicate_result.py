r"""A call is answered a second time.

## What it checks

A result has the id of a call that has its result already, and no other call of the id is open.

## Why it matters

Which of the two the model is to believe is nobody's to say, and providers refuse it:

    messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result`
    blocks with id: toolu_a

    Duplicate function_call_output for call_id 'call_a'.

Retries do it, and programs that write "interrupted" for a tool whose real result then still
comes.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_a", "content": "Interrupted"},
    {"type": "tool_result", "tool_use_id": "toolu_a", "content": "Drizzle"}]}
]}
```

Use instead: one result.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_a", "content": "Drizzle"}]}
]}
```

## Source

agno-agi/agno#5116; Anthropic's rule that each call has a single result.
"""

from collections.abc import Iterator

from crosswire.pairing import Orphan
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name

rule = LogRule(
    __name__,
    code="CW222",
    title="A call is answered a second time.",
    severity=Severity.ERROR,
    subject=Subject.DUPLICATE,
    doc=__doc__,
)


@rule.on_orphan
def check(orphan: Orphan, context: RuleContext) -> Iterator[Defect]:
    pair, result = orphan.duplicate_of, orphan.result
    if pair is None or (pair.call.executed_by, result.executed_by) == ("server", "client"):
        return  # the second: `answered-server-tool` says so
    message = f"The call {call_name(pair.call)} has a result already; this is another one."
    places = related("call", pair.call) + related("first result", pair.result)
    yield rule.at(result, message, address=result.call_id.address, related=places)
