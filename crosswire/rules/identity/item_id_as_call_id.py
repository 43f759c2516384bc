r"""The id of an item stands where a call id should.

## What it checks

The Responses API gives a call two ids: its own as an item (`fc_...`), and the `call_id` that
its result must repeat. An error: a result repeats the item's id, or the id of another item (a
web search, an MCP call). A warning: both ends agree on an id that is the item's. A note:
nothing but the shape of the id (`fc_...`, `mcp_...`) says so. Both ids glued into one are
`composite-id`.

## Why it matters

Results are looked up by `call_id` alone, so the call is found unanswered and the result is
refused:

    No tool call found for function call output with call_id fc_68a1f3.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "fc_1", "call_id": "call_abc", "name": "get_weather",
   "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "fc_1", "output": "Drizzle"}
]}
```

Use instead: what stands in the call's `call_id`.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "fc_1", "call_id": "call_abc", "name": "get_weather",
   "arguments": "{\"city\": \"Paris\"}"},
  {"type": "function_call_output", "call_id": "call_abc", "output": "Drizzle"}
]}
```

## Source

continuedev/continue#10092, microsoft/agent-framework#5546. The survey of tool call types that
this project began with calls such ids conflated.
"""

from collections.abc import Iterator

from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, likely_partner, quoted

rule = LogRule(
    __name__,
    code="CW311",
    title="The id of an item stands where a call id should.",
    severity=Severity.ERROR,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
    repairable=True,
)


@rule.on_faulty_id(IdFault.ITEM_ID)
def check(faulty: FaultyId, context: RuleContext) -> Iterator[Defect]:
    severity = Severity.WARNING if faulty.certain else Severity.INFO
    if faulty.end.severed:
        severity = Severity.ERROR
    yield rule.at_id(faulty, _message(faulty), severity)


def _message(faulty: FaultyId) -> str:
    value, item = quoted(faulty.end.value), faulty.item
    if not faulty.certain:
        fault = "looks like the id of an item, which answers no call"
    elif item is None or not faulty.end.severed:
        fault = "is the id of an item, not a call id"
    elif item.hybrid:
        fault = f"is that of a {item.wire_type}, which holds its own result"
    else:
        name = call_name(item)
        return f"The id {value} is the id of the call's item; its call id is {name}."
    return f"The id {value} {fault}.{likely_partner(faulty)}"
