r"""A later iteration makes the same call again.

## What it checks

The checksum of a record comes again in a later iteration or turn: it is said once, at the last
of them, with how often, how far apart, and whether the results were the same. From the third
on it is a warning where they were, and an info otherwise. In one batch (records with the same
`iteration`) it is a duplicate: a warning, and an info where the results are not the same. A
call without arguments that brings something else each time is no loop.

The checksum is computed anew; whether the stored one is right is `checksum-tamper`. It is no
id: the records have an `id` each, and what an executor's events call `callId` is this hash.

## Why it matters

It is how the kit counts that a model goes round in a circle.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "read_file", "args": {"path": "note.txt"},
   "checksum": "127ecb4ebbf80bcbdebf353983255324a264b10af6533d549234dec57251106b",
   "error": "No such file"},
  {"id": "call_Zp3Wn8QxUe5YtGh1Mk6JoLa2", "tool": "read_file", "args": {"path": "note.txt"},
   "checksum": "127ecb4ebbf80bcbdebf353983255324a264b10af6533d549234dec57251106b",
   "error": "No such file"},
  {"id": "call_Rb5Vy7CsIw2PdFj4Tn8KuEg0", "tool": "read_file", "args": {"path": "note.txt"},
   "checksum": "127ecb4ebbf80bcbdebf353983255324a264b10af6533d549234dec57251106b",
   "error": "No such file"}
]
```

Use instead: another call once the first has failed.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "read_file", "args": {"path": "note.txt"},
   "checksum": "127ecb4ebbf80bcbdebf353983255324a264b10af6533d549234dec57251106b",
   "error": "No such file"},
  {"id": "call_Zp3Wn8QxUe5YtGh1Mk6JoLa2", "tool": "list_files", "args": {},
   "checksum": "d2a813aa52e6f6d6ae6f38a47f438f1bb89a3f9b93f7ef7c83d4d6d20dd737e8",
   "results": {"kind": "artifact", "content": "notes.txt"}}
]
```

## Source

The kit's documentation of its tool-call record: the checksum is there to count equal calls.
"""

from collections.abc import Iterator

from crosswire.facts.repeats import Repeats, batch_of_records
from crosswire.model import Conversation
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import tool_name

rule = LogRule(
    __name__,
    code="CW614",
    title="A later iteration makes the same call again.",
    severity=Severity.WARNING,
    subject=Subject.REPEATED_CALL,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)

_MAX_RELATED = 20


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    repeats = Repeats(conversation, context.pairing, batch_of_records(context.pairing))
    for repeat in repeats.repeated():
        message = (
            f"Call {len(repeat.calls)} to {tool_name(repeat.last.name)} with the checksum "
            f"{repeat.checksum.hex[:12]}…: the one before is {repeat.distance}, and "
            f"{repeat.outcome}."
        )
        severity = Severity.WARNING if repeat.loops else Severity.INFO
        places = related("earlier call", *repeat.earlier[:_MAX_RELATED])
        yield rule.at(repeat.last, message, severity=severity, related=places)
    for double in repeats.doubled():
        message = (
            f"This batch already calls {tool_name(double.call.name)} with the checksum "
            f"{double.checksum.hex[:12]}…; {double.outcome}."
        )
        severity = Severity.WARNING if double.is_idle else Severity.INFO
        places = related("same call", double.first)
        yield rule.at(double.call, message, severity=severity, related=places)
