r"""A call has no result, and the conversation went on without it.

## What it checks

After the turn that called, something else stands where the result should be: a message of the
user, another answer of the model, or the results of the calls beside it; or the log says that
the turn ended. Any other call at the very end of the log is pending and not meant, and neither
is one whose result came with a wrong id (the rule that knows the wrong id speaks) or stands
inside its own item (a web search, an MCP call). It is a warning for a tool that the provider
runs, as providers are known to take such calls back unfinished; where the turn was interrupted
or failed, as then no result need have been lost; and where a log tells of the turn's end but
may tell of results behind it.

## Why it matters

No provider that checks its requests takes a history with an unanswered call:

    An assistant message with 'tool_calls' must be followed by tool messages responding to each
    'tool_call_id'. The following tool_call_ids did not have response messages: call_b

    messages.6: `tool_use` ids were found without `tool_result` blocks immediately after:
    toolu_b.

    Please ensure that the number of function response parts is equal to the number of function
    call parts of the function call turn.

Mostly a program was stopped between two tools, or its history was cut or summarised in
between.

## Example

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_a", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_b", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_a", "content": "Drizzle"},
  {"role": "user", "content": "And tomorrow?"}
]
```

Use instead: a result for every call, if only to say that the tool did not run.

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_a", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_b", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_a", "content": "Drizzle"},
  {"role": "tool", "tool_call_id": "call_b", "content": "Stopped before it ran"},
  {"role": "user", "content": "And tomorrow?"}
]
```

## Source

dotnet/extensions#6753 (Chat Completions), anthropics/claude-code#5060 (Anthropic),
microsoft/agent-framework#5041 (Responses), google-gemini/gemini-cli#16984 (Gemini).
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.pairing import Fate, Unanswered
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name

rule = LogRule(
    __name__,
    code="CW201",
    title="A call has no result.",
    severity=Severity.ERROR,
    subject=Subject.MISSING_RESULT,
    doc=__doc__,
    repairable=True,
    excluded_formats=frozenset({"toolcall-record"}),
)


@rule.on_unanswered
def check(unanswered: Unanswered, context: RuleContext) -> Iterator[Defect]:
    call = unanswered.call
    is_alone = unanswered.likely_result is None
    if unanswered.fate is Fate.AMBIGUOUS:
        yield from _ambiguous(call, context)
    elif unanswered.fate is Fate.MISSING and is_alone and not _is_explained(call, context):
        unsure = call.executed_by == "server" or _may_lack_one(unanswered)
        behind = _behind(unanswered, context)
        message = f"No result answers the call {call_name(call)}{behind}"
        severity = Severity.WARNING if unsure else Severity.ERROR
        yield rule.at(call, message, severity=severity)


def _may_lack_one(unanswered: Unanswered) -> bool:
    """Whether its turn was cut short, so that no result need have been lost; or it is told as
    over, and nothing follows it that would show that no result comes any more."""
    how = unanswered.turn_end
    return how == "cut short" or (how == "reported over" and not unanswered.goes_on)


def _behind(unanswered: Unanswered, context: RuleContext) -> str:
    if unanswered.turn_end == "cut short":
        then = context.conversation.traits.when_cut_short
        return f": its turn was cut short. {then}".rstrip()
    if unanswered.goes_on or unanswered.turn_end is None:
        return ", and the conversation goes on."
    later = unanswered.turn_end == "reported over"
    return ", and its turn has ended" + (", though one might still follow." if later else ".")


def _is_explained(call: ToolCallPart, context: RuleContext) -> bool:
    """Whether its id is that of an answered call of its turn, or looks like that of a result:
    other rules find that."""
    shares = (context.pairing.turn_of[call.key], call.call_id.value) in context.answered
    return shares or call.key in context.evidence.answered_alike


def _ambiguous(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    """Nothing tells which calls the results answer; their number may still say that one is
    missing."""
    calls, results = context.ambiguous[context.pairing.turn_of[call.key]]
    if len(calls) > len(results) and call is calls[-1]:
        message = (
            f"{len(results)} of the {len(calls)} calls of this turn are answered, and "
            "no id tells which."
        )
        others = related("call", *calls[:-1])
        yield rule.at(call, message, related=others)
