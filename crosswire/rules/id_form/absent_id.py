r"""A call or a result has no id where its format requires one.

## What it checks

The field that ties a result to its call is missing, is null, or holds something that is not
text, in a format whose calls and results must carry an id. Where the format leaves ids
optional (Gemini, the old `function_call` of Chat Completions, items that hold their own
result) nothing is said. Where the message has an id in a field that another program writes
(`toolCallId`, `tool_call_ids`) it is a warning: the id is there for that program, and for no
reader of this format.

## Why it matters

Nothing but its position tells which call the result answers, so parallel calls get mixed up as
soon as a program stores or sorts the messages. Providers refuse the request:

    messages.2.content.0.tool_result.tool_use_id: Field required

and many converters crash on the null, or write the word `null` in its place.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": null, "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": null, "content": "Drizzle, 14 degrees"}
]
```

Use instead: an id of any kind, the same at both ends.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle, 14 degrees"}
]
```

## Source

Anthropic's API reference and its answer to a result without `tool_use_id`;
apache/flink-agents#947 and openai/codex#42088 for programs that met an absent id.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.model.call_id import IdState
from crosswire.model.json_values import object_or_empty
from crosswire.rules.evidence import FaultyId, IdFault
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, tool_name

rule = LogRule(
    __name__,
    code="CW101",
    title="A call or a result has no id.",
    severity=Severity.ERROR,
    subject=Subject.ABSENT_ID,
    doc=__doc__,
    repairable=True,
)

_STATES = {
    IdState.NULL: "is null",
    IdState.NO_FIELD: "is not there",
    IdState.NOT_TEXT: "is not text",
}

_OTHER_FIELDS = ("toolCallId", "tool_call_ids")
"""Where programs that are not read write the id of a result (AG-UI, SWE-agent)."""


@rule.on_faulty_id(IdFault.ABSENT)
def check(faulty: FaultyId, context: RuleContext) -> Iterator[Defect]:
    end = faulty.end
    state = _STATES[end.part.call_id.state]
    if isinstance(end.part, ToolCallPart):
        message = f"The id of the call to {tool_name(end.part.name)} {state}"
        message += ", and its result has none either." if end.both else "."
    elif end.call is None:
        message = (
            f"The id of this result {state}, so that nothing tells which call it answers."
        )
    else:
        call = call_name(end.call)
        message = f"The id of this result {state}; by its place it answers the call {call}."
    raw = object_or_empty(context.message_of[end.part.key].raw)
    other = next(filter(raw.get, _OTHER_FIELDS), None)
    severity = Severity.ERROR
    if other is not None and not isinstance(end.part, ToolCallPart):
        message += f" Another program's field, `{other}`, stands in this message and says one."
        severity = Severity.WARNING
    yield rule.at_id(faulty, message, severity)
