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
from crosswire.rules.rule import Diagnostic, Rule, RuleContext, Severity, tool

rule = Rule(
    __name__,
    code="CW601",
    title="A call was made again with the same arguments.",
    severity=Severity.WARNING,
    doc=__doc__,
    besides=frozenset({"toolcall-record"}),
)

_MOST_RELATED = 20


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for found in context.repeats.repeated():
        if found.looks_at_a_state:
            continue
        message = (
            f"Call {len(found.calls)} to {tool(found.last.name)} with the same arguments (checksum"
            f" {found.checksum.hex[:12]}…): the one before is {found.distance}, and {found.outcome}."
        )
        yield rule.at(
            found.last,
            message,
            severity=Severity.WARNING if found.loops else Severity.INFO,
            related=tuple(
                ("earlier call", call.address) for call in found.earlier[:_MOST_RELATED]
            ),
        )
