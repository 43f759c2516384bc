r"""An id or a tool's name was put together twice.

## What it checks

An id that is the same text twice (`call_w4fcall_w4f`), or two ids of one kind without anything
between them (`call_w4fcall_x2c`), and the name of a call that is the name of a declared tool
twice (`get_weatherget_weather`).

## Why it matters

In a stream a call comes in pieces, and some servers say its id and name again in each. A
program that adds up all fields, as it must the arguments, gets them twice. The ids still pair
where both ends are made so; but no other log of the same conversation knows them, and a name
put together so is refused:

    Invalid 'messages[9].tool_calls[0].function.name': ...

Only the arguments are to be added up; id and name are taken once.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4f1X9call_w4f1X9", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f1X9call_w4f1X9", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

Use instead: the id as the first piece has it.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4f1X9", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f1X9", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

## Source

vllm-project/vllm#18412 and #31438; what OpenAI's SDK for Python makes of a stream whose id
changes.
"""

import re
from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import quoted

rule = LogRule(
    __name__,
    code="CW841",
    title="An id or a tool's name was put together twice.",
    severity=Severity.WARNING,
    subject=Subject.DUPLICATE,
    doc=__doc__,
)

_TWO = re.compile(
    r"(?P<prefix>call_|toolu_|tooluse_|chatcmpl-tool-)[\w-]*[^_\W](?P=prefix)[\w-]+"
)


@rule.only_where
def look(context: RuleContext) -> bool:
    twofold = map(_is_twofold, filter(None, context.id_values))
    return any(map(_half, context.called)) or any(twofold)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    value = call.call_id.value
    if value is not None and _is_twofold(value):
        message = f"The id {quoted(value, 80)} is two ids without anything between them."
        yield rule.at(call, message, address=call.call_id.address)
    half = _half(call.name)
    if half is not None and half in context.evidence.declared:
        message = f"The name {quoted(call.name, 80)} is the name of the tool {half} twice."
        yield rule.at(call, message)


def _is_twofold(value: str) -> bool:
    if value.find(value[:5], 1) < 0:
        return False
    return len(_half(value) or "") >= _MIN_HALF or _TWO.fullmatch(value) is not None


_MIN_HALF = 8
"""A shorter half comes twice by chance, as in a running number."""


def _half(text: str) -> str | None:
    """What stands twice in a text."""
    half = text[: len(text) // 2]
    return half if half * 2 == text and len(set(half)) > 2 else None
