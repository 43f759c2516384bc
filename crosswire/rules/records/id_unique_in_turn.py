r"""Two records of a turn have the same id.

## What it checks

The contract of a record's `id` is that it is unique within its turn, over all iterations. An
id that comes again in a later turn keeps the contract; `id-reused-later` tells of it, since
Anthropic and Mistral want more. An id that is empty, absent or a placeholder has a rule of its
own.

`id` is the call id. A `checksum` may well be the same at two records: they ask for the same.

## Why it matters

The id is all that ties the model's request to its result, and what a forged `artifact_*` tool
takes as `callId` is one of these ids. Where two calls have it, nothing tells whose artifact is
meant.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "content": "First page"}},
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 2},
   "checksum": "2b4af04e30ec1b463cdf9adb651f7a868004a4aea2c7000a88b064f03d4635e5",
   "results": {"kind": "artifact", "content": "Second page"}}
]
```

Use instead: an id for each call.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "content": "First page"}},
  {"id": "call_Zp3Wn8QxUe5YtGh1Mk6JoLa2", "tool": "fetch_page", "args": {"page": 2},
   "checksum": "2b4af04e30ec1b463cdf9adb651f7a868004a4aea2c7000a88b064f03d4635e5",
   "results": {"kind": "artifact", "content": "Second page"}}
]
```

## Source

The kit's documentation of its tool-call record: an id is by contract unique within a turn.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import quoted, tool_name

rule = LogRule(
    __name__,
    code="CW611",
    title="Two records of a turn have the same id.",
    severity=Severity.ERROR,
    subject=Subject.DUPLICATE,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)

rule.only_where(lambda context: context.ids_come_again)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    first = context.first_use_in_turn(call)
    if call is not first and call.key not in context.evidence.faulty_ids:
        value, name = quoted(call.call_id.text), tool_name(first.name)
        message = f"The id {value} is that of an earlier call of this turn, to {name}."
        place = call.call_id.address
        yield rule.at(call, message, address=place, related=related("first use", first))
