r"""A record is not to be shown in full, and holds all there is to show.

## What it checks

`inline` is true unless it says otherwise. Where it is false a prompt shows a handle of the
artifact, and the model reads through it. Found are, as a note: an artifact whose words stand
in the record beside `"inline": false`, as any conversion of the record writes them in full;
words or a medium, which have no handle; and an `inline` that is neither true nor false. No
size is too large or too small.

## Why it matters

Whoever makes a prompt of the record by its content alone puts into it what was to be kept out.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
    "inline": false,
   "results": {"kind": "artifact", "content": "First page, all 4000 lines of it"}}
]
```

Use instead: the artifact's handle.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
    "inline": false,
   "results": {"kind": "artifact", "artifactId": "b1946ac9", "lines": 4000}}
]
```

## Source

The kit's documentation of its tool-call record, on what an executor does with `inline`.
"""

from collections.abc import Iterator
from types import NoneType

from crosswire.address import Address, child
from crosswire.counting import counted
from crosswire.logs.toolcall_record import record_of
from crosswire.logs.toolcall_results import Shape, read_results, shape_of
from crosswire.model import JsonValue, ToolCallPart, text_of
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject

rule = LogRule(
    __name__,
    code="CW621",
    title="A record is not to be shown in full, and holds all there is to show.",
    severity=Severity.INFO,
    subject=Subject.RECORD,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    record = record_of(call)
    inline, place = record.get("inline"), child(call.address, "inline")
    if not isinstance(inline, (bool, NoneType)):
        yield rule.at(call, "The field `inline` is neither true nor false.", address=place)
    objection = _objection(record.get("results")) if inline is False else None
    if objection is not None:
        message = f"A prompt is to show a handle (`inline` is false), and {objection}."
        yield rule.at(call, message, address=place)


def _objection(results: JsonValue) -> str | None:
    """What speaks against a handle."""
    shapes = set(map(shape_of, results if isinstance(results, list) else [results]))
    if Shape.ARTIFACT in shapes:
        length = len(text_of(read_results(results, Address(""))))
        if length:
            return f"the record holds the {counted(length, 'character')} that it stands for"
        return None
    if Shape.MEDIA in shapes:
        return "a medium has none"
    return "words have none" if Shape.TOKENIZABLE in shapes else None
