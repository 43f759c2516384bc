r"""The arguments of a call are not JSON.

## What it checks

Arguments that the format writes as JSON text do not read as JSON. Free text is not meant (the
input of a custom tool), and neither are empty arguments, which stand for none. Where the log
itself ends within the pieces of an answer, it is a warning.

## Why it matters

The tool can't be run, and a converter to a format that writes arguments as an object
(Anthropic, Gemini) has to give up or to invent something. Most often the model was cut off by
its token limit, or a stream's pieces were joined wrongly: two objects run together, the end is
missing.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Par"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Error: unreadable arguments"}
]
```

Use instead: the arguments as the model gave them, whole.

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w1", "content": "Drizzle"}
]
```

## Source

sinameraji/kimiflare#52 for a server that refuses a history with broken arguments; OpenAI's
reference warns that the model may write invalid JSON.
"""

import json
from collections.abc import Iterator

from crosswire.counting import counted
from crosswire.model import ArgumentsState, ToolCallPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name

rule = LogRule(
    __name__,
    code="CW401",
    title="The arguments of a call are not JSON.",
    severity=Severity.ERROR,
    subject=Subject.ARGUMENTS,
    doc=__doc__,
    excluded_formats=frozenset({"toolcall-record"}),
)

rule.only_where(lambda context: context.has_odd_arguments)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    if call.arguments.state is ArgumentsState.INVALID:
        message = (
            f"The arguments of the call {call_name(call)} are not "
            f"JSON{_fault(call.arguments.text or '')}."
        )
        is_cut = _ends_in_the_middle(call, context) or call.key in context.cut_short
        severity = Severity.WARNING if is_cut else None
        yield rule.at(call, message, severity=severity, address=call.arguments.address)


def _ends_in_the_middle(call: ToolCallPart, context: RuleContext) -> bool:
    """Whether the rest of its answer may still come: a log that grows, or a cut stream."""
    conversation = context.conversation
    is_last = context.message_of[call.key] is conversation.messages[-1]
    return is_last and any(note.code == "stream-cut" for note in conversation.notes)


def _fault(text: str) -> str:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return f": something follows the value, from character {error.pos + 1} on"
        if error.pos >= len(text) or error.msg.startswith("Unterminated"):
            return f": they end too early, after {counted(len(text), 'character')}"
        return f": {error.msg[0].lower()}{error.msg[1:]}, at character {error.pos + 1}"
    except RecursionError:
        return ": they are nested too deeply"
    return ""
