r"""An item has no id but its own, which adapters then take for a call id.

## What it checks

A call that holds its own result (a web search, an MCP call, a code interpreter's run) has an
`id` that names the item, and none to tie a result to it, as none comes. It is said once for
each type of item in a conversation, with how many there are. Where a result really answers by
such an id, `item-id-as-call-id` speaks instead.

## Why it matters

Nothing is wrong with the log. But a program whose own call must have a call id fills it with
the item's, and from then on nothing tells the two apart: the next adapter looks for a result
to it, finds none, and makes one up or refuses the history. Crosswire keeps such a call and its
result together and never writes the item's id into a field for call ids.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "web_search_call", "id": "ws_68a1f3", "status": "completed",
   "action": {"type": "search", "query": "rain Paris"}},
  {"role": "assistant", "content": "It drizzles."}
]}
```

Use instead: nothing, as the provider writes it so. A function that the client runs has both
ids.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "function_call", "id": "fc_68a1", "call_id": "call_w4f", "name": "search",
   "arguments": "{\"query\": \"rain Paris\"}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]}
```

## Source

The survey of tool call types that this project began with counts the types whose id is
conflated so, and names the SDKs that reuse it; microsoft/agent-framework#5546 shows what comes
of it.
"""

from collections import defaultdict
from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.model.call_id import IdSource
from crosswire.rules.rule import CallOrResult, Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, quoted

rule = LogRule(
    __name__,
    code="CW315",
    title="An item has no id but its own.",
    severity=Severity.INFO,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    faulty_ids = context.evidence.faulty_ids.values()
    known = {faulty.item.key for faulty in faulty_ids if faulty.item is not None}
    by_type: dict[str, list[CallOrResult]] = defaultdict(list)
    for part in conversation.ends():
        is_item_id = part.call_id.source is IdSource.ITEM_ID
        if is_item_id and part.call_id.value and part.key not in known:
            by_type[part.wire_type].append(part)
    for wire_type, parts in by_type.items():
        first = parts[0]
        message = _message(wire_type, quoted(first.call_id.text), len(parts))
        yield rule.at(first, message, address=first.call_id.address)


def _message(wire_type: str, value: str, number: int) -> str:
    which = by_number(
        number,
        f"This {wire_type} has no id but its item's own, {value}",
        f"{number} items of the type {wire_type} have no id but their own, {value} the first",
    )
    return f"{which}; a program that wants a call id may take that for one."
