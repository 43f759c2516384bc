r"""A result answers no call.

## What it checks

The result's id belongs to no call, and no unanswered call of its turn is left that it could
have been meant for. Where there is one, `mismatched-id` names it. It is a note where the call
may stand outside of the log: the request continues a stored conversation
(`previous_response_id`, `conversation`, an `item_reference`), the log is a response alone, or
a program's log that begins in the middle.

## Why it matters

The provider refuses a result that answers nothing:

    Invalid parameter: messages with role 'tool' must be a response to a preceeding message
    with 'tool_calls'.

    messages.48.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_b.

Mostly the history was cut at its beginning, between the call and its result.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_zzz", "content": "Drizzle"}]},
  {"role": "assistant", "content": "It drizzles."},
  {"role": "user", "content": "And tomorrow?"}
]}
```

Use instead: keep the call with its result, or leave out both.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_zzz", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_zzz", "content": "Drizzle"}]},
  {"role": "assistant", "content": "It drizzles."},
  {"role": "user", "content": "And tomorrow?"}
]}
```

## Source

microsoft/promptflow#3130 (Chat Completions), anthropics/claude-code#13460 (Anthropic),
continuedev/continue#10092 (Responses). That a call may be stored at the provider:
vercel/ai#18537.
"""

from collections.abc import Iterator

from crosswire.pairing import Orphan
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, quoted, tool_name

rule = LogRule(
    __name__,
    code="CW203",
    title="A result answers no call.",
    severity=Severity.ERROR,
    subject=Subject.ORPHAN_RESULT,
    doc=__doc__,
    repairable=True,
)


@rule.on_orphan
def check(orphan: Orphan, context: RuleContext) -> Iterator[Defect]:
    if orphan.duplicate_of is not None or context.is_explained(orphan):
        return
    if orphan.ambiguous:
        yield from _ambiguous(orphan, context)
    elif orphan.likely_call is None or _has_no_end(orphan, context):
        call, result = orphan.likely_call, orphan.result
        yield rule.at(
            result,
            _message(orphan, context),
            severity=Severity.INFO if orphan.elsewhere else Severity.ERROR,
            address=result.call_id.address,
            related=related("call", call),
        )


def _has_no_end(orphan: Orphan, context: RuleContext) -> bool:
    """Whether it has no id, and `result-text-as-tool-name` does not tell why it found no call
    either."""
    result = orphan.result
    if result.call_id.value is not None:
        return False
    return context.evidence.result_named(result.name or "", result) is None


def _message(orphan: Orphan, context: RuleContext) -> str:
    result, call, value = orphan.result, orphan.likely_call, orphan.result.call_id.value
    if orphan.elsewhere:
        asked = quoted(value) if value is not None else result.name or "it names"
        return f"The call {asked} of this result {_where_it_may_be(context)}."
    if value is not None:
        return f"No call before this result has its id {quoted(value)}."
    if call is not None:
        name = quoted(result.name)
        return (
            f"The result names the tool {name}, which no call of its turn has. The call it "
            f"most likely answers is {call_name(call)}."
        )
    whose = f" of {tool_name(result.name)}" if result.name else ""
    return (
        f"This result{whose} answers no call: every call of its turn has a result without it."
    )


def _where_it_may_be(context: RuleContext) -> str:
    origin = context.conversation.started_from
    if origin is not None and origin.relation == "branch":
        return "is not on this branch; it may well stand before the place that it leaves from"
    return "is not in this log; it may well stand outside of it"


def _ambiguous(orphan: Orphan, context: RuleContext) -> Iterator[Defect]:
    """Nothing tells the results of the turn apart; their number may still say that one is too
    much."""
    calls, results = context.ambiguous[context.pairing.turn_of[orphan.result.key]]
    if len(results) > len(calls) and orphan.result is results[-1]:
        message = (
            f"Results stand here: {len(results)}, calls that wait for one: {len(calls)};"
            " no id tells which is whose."
        )
        others = related("call", *calls)
        yield rule.at(orphan.result, message, related=others)
