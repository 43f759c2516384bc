r"""A record has neither a result nor an error.

## What it checks

A record is written when its call has settled: with `results`, or with an `error`. Found is one
that has neither (null is none), or that says itself that it is not complete.

## Why it matters

What is still streaming has another shape; a call that never settled was cut off. Sent to a
provider, it is a call without a result, which all refuse in the middle of a conversation.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": null}
]
```

Use instead: the record once the call has settled, if only with an error.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "error": "Stopped before it ran"}
]
```

## Source

The kit's documentation of its tool-call record: by the time it exists the call has settled.
"""

from collections.abc import Iterator

from crosswire.logs.toolcall_record import has_settled, record_of
from crosswire.model import ToolCallPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name

rule = LogRule(
    __name__,
    code="CW622",
    title="A record has neither a result nor an error.",
    severity=Severity.WARNING,
    subject=Subject.MISSING_RESULT,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    record = record_of(call)
    if not has_settled(record):
        fault = "has neither a result nor an error"
        if record.get("isComplete") is False:
            fault = "says that it is not complete"
        yield rule.at(call, f"The record of the call {call_name(call)} {fault}.")
