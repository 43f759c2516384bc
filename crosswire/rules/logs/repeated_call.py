r"""A call was made again with the same arguments.

## What it checks

Calls in different turns with the same checksum: the same tool, the same arguments, however
these are spelt (order of keys, white space, `1` or `1.0`). It is said once, at the last of
them, with how often the call was made, how far apart, and whether the results were the same.
From the third call on it is a warning where all results were the same, and an info otherwise:
a file read again after a change is no loop. Nothing is said of a call without arguments that
brings something else each time, such as a screenshot. What a provider runs itself is counted
too. Equal calls side by side in one turn are `parallel-duplicate`.

The checksum says what was asked. It is no id: each of these calls has an id of its own, and it
is not what an executor's events call `callId`, though that may be the same hash.

## Why it matters

A model that asks the same and gets the same goes round in a circle, at the cost of every turn.
Many programs stop a run after three such calls.

## Example

```json openai-chat
[
  {"role": "user", "content": "What is in notes.txt?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_r1", "type": "function", "function": {
      "name": "read_file", "arguments": "{\"path\": \"note.txt\"}"}}]},
  {"role": "tool", "tool_call_id": "call_r1", "content": "No such file"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_r2", "type": "function", "function": {
      "name": "read_file", "arguments": "{\"path\":\"note.txt\"}"}}]},
  {"role": "tool", "tool_call_id": "call_r2", "content": "No such file"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_r3", "type": "function", "function": {
      "name": "read_file", "arguments": "{\"path\": \"note.txt\"}"}}]},
  {"role": "tool", "tool_call_id": "call_r3", "content": "No such file"}
]
```

Use instead: another call once the first has failed.

```json openai-chat
[
  {"role": "user", "content": "What is in notes.txt?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_r1", "type": "function", "function": {
      "name": "read_file", "arguments": "{\"path\": \"note.txt\"}"}}]},
  {"role": "tool", "tool_call_id": "call_r1", "content": "No such file"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_r2", "type": "function", "function": {
      "name": "list_files", "arguments": "{}"}}]},
  {"role": "tool", "tool_call_id": "call_r2", "content": "notes.txt"}
]
```

## Source

An agent kit's documentation of its tool-call record: a hash of tool and arguments, counted to
find loops. The hash here is sha256 of RFC 8785's canonical JSON of `{"tool", "args"}`.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import tool_name

rule = LogRule(
    __name__,
    code="CW601",
    title="A call was made again with the same arguments.",
    severity=Severity.WARNING,
    subject=Subject.REPEATED_CALL,
    doc=__doc__,
    excluded_formats=frozenset({"toolcall-record"}),
)

_MAX_RELATED = 20


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    for repeat in context.repeats.repeated():
        message = (
            f"Call {len(repeat.calls)} to {tool_name(repeat.last.name)} with the same "
            f"arguments (checksum {repeat.checksum.hex[:12]}…): the one before is "
            f"{repeat.distance}, and {repeat.outcome}."
        )
        severity = Severity.WARNING if repeat.loops else Severity.INFO
        places = related("earlier call", *repeat.earlier[:_MAX_RELATED])
        yield rule.at(repeat.last, message, severity=severity, related=places)
