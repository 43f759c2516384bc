r"""An item names another that is not in the log.

## What it checks

A call says which code called it (Anthropic's `caller.tool_id`, OpenAI's `caller.caller_id`) or
which request for approval it waited for (`approval_request_id`), and no item of the log has
that id. Items that name the same one are one finding. Nothing is said where the item may stand
outside of the log: a response alone, a request that continues a stored conversation, a
program's log that may be a part of a session. Steps of workflows are left alone, as not every
step is an item; and so is an id of which `orphan-result` says already that its call is gone.

## Why it matters

A history was mostly cut there: a limit on its length, or a filter of tools, took the code away
and left the calls that it made. The code waits for those calls, and its result builds on
theirs, so that what is left tells half of a run. The whole run belongs into the history, or
none of it.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "container": "container_011CRqmNf6pVtW",
 "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA", "name": "get_weather",
     "input": {"city": "Paris"}, "caller": {
       "type": "code_execution_20250825", "tool_id": "srvtoolu_01Kd7RwQ2mXtB9vLnE4HsYpZ"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA",
     "content": "Drizzle"}]}
]}
```

Use instead: keep the code with the calls that it made.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "container": "container_011CRqmNf6pVtW",
 "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "server_tool_use", "id": "srvtoolu_01Kd7RwQ2mXtB9vLnE4HsYpZ",
     "name": "code_execution",
     "input": {"code": "print(await get_weather('Paris'))"}},
    {"type": "tool_use", "id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA", "name": "get_weather",
     "input": {"city": "Paris"}, "caller": {
       "type": "code_execution_20250825", "tool_id": "srvtoolu_01Kd7RwQ2mXtB9vLnE4HsYpZ"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01Vf3GcJ8kTzN5qWbM6DxRhA",
     "content": "Drizzle"}]},
  {"role": "assistant", "content": [
    {"type": "code_execution_tool_result", "tool_use_id": "srvtoolu_01Kd7RwQ2mXtB9vLnE4HsYpZ",
     "content": {
      "type": "code_execution_result", "stdout": "Drizzle\n", "stderr": "", "return_code": 0,
       "content": []}},
    {"type": "text", "text": "It drizzles."}]}
]}
```

## Source

openai/openai-agents-python#4324 (a limited history loses the program and keeps its calls) and
#3879 (a filter takes the calls and leaves the program). That `caller_id` is the call id of the
program says OpenAI's description of its API, and that `tool_id` is the one of the code,
Anthropic's.
"""

from collections import defaultdict
from collections.abc import Iterator

from crosswire.model import Conversation, ToolCallPart
from crosswire.pairing import edges
from crosswire.pairing.edges import Tie
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, call_name, quoted, tool_name

rule = LogRule(
    __name__,
    code="CW521",
    title="An item names another that is not in the log.",
    severity=Severity.WARNING,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
)

_WHOLE = ("request", "exchange", "messages")
_NAMED = {
    "caller": "was called from code that is not in this log",
    "approval_request_id": "waited for a request for approval that is not in this log",
}


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    if conversation.calls_may_be_elsewhere or conversation.shape not in _WHOLE:
        return
    orphans = {orphan.result.call_id.value for orphan in context.pairing.orphans}
    open_ties: dict[tuple[str, str], list[Tie]] = defaultdict(list)
    for tie in edges.dangling(conversation):
        if tie.edge.field in _NAMED and tie.edge.value not in orphans:
            open_ties[tie.edge.field, tie.edge.value].append(tie)
    for (field, value), (first, *others) in open_ties.items():
        message = f"{_subject(first)} {_NAMED[field]}: {quoted(value)}."
        if others:
            items = by_number(len(others), "item names", "items name")
            message += f" {len(others)} other {items} it."
        related = tuple(("named too", tie.edge.address) for tie in others)
        yield rule.at(first.part, message, address=first.edge.address, related=related)


def _subject(tie: Tie) -> str:
    if isinstance(tie.part, ToolCallPart):
        return f"The call {call_name(tie.part)}"
    return f"The result of type {tool_name(getattr(tie.part, 'wire_type', ''))}"
