r"""A call of a later turn has the id of an earlier one.

## What it checks

An id comes again in another turn. It is said once for each id, at its second use. A warning,
and an error in formats where an id may occur once in a whole request.

## Why it matters

Chat Completions pairs within a turn, so there it is allowed. The Responses API pairs over the
whole request and answers

    Duplicate function_call_output for call_id 'terminal:0'. Each function_call must have
    exactly one matching function_call_output.

and programs that remember calls by id drop the later one or repeat the earlier result. Servers
that count the calls of each answer (`call_0`, `functions.search:0`) write such ids.

## Example

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_0", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_0", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."},
  {"role": "user", "content": "And what time is it?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_0", "type": "function", "function": {
      "name": "get_time", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_0", "content": "14:05"}
]
```

Use instead: ids that do not come again.

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4f", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."},
  {"role": "user", "content": "And what time is it?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_t9k", "type": "function", "function": {
      "name": "get_time", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_t9k", "content": "14:05"}
]
```

## Source

NVIDIA-NeMo/Switchyard#502, sipeed/picoclaw#2528 (why it is allowed in Chat Completions),
QwenLM/qwen-code#5099 (results that come again). Whether Anthropic refuses it is disputed.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, tool_name

rule = LogRule(
    __name__,
    code="CW223",
    title="A call of a later turn has the id of an earlier one.",
    severity=Severity.WARNING,
    subject=Subject.DUPLICATE,
    doc=__doc__,
    repairable=True,
)

_MAX_RELATED = 20


rule.only_where(lambda context: context.ids_come_again)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    uses = context.reuses.get(call.key)
    if uses is None or call.key in context.evidence.faulty_ids:
        return
    first, _, *others = uses
    message = (
        f"The call {call_name(call)} has the id of a call to {tool_name(first.name)} in an "
        "earlier turn."
    )
    if others:
        message += f" {len(uses)} turns use this id."
    is_wrong = context.conversation.traits.ids_are_unique
    places = related("first use", first) + related("further use", *others[:_MAX_RELATED])
    severity = Severity.ERROR if is_wrong else Severity.WARNING
    place = call.call_id.address
    yield rule.at(call, message, severity=severity, address=place, related=places)
