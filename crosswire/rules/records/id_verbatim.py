r"""A record names its call by another id than its own.

## What it checks

Beside its `id`, a record or what stands under its `results` names the call once more
(`toolCallId`, `tool_call_id`, `call_id`, in results also `callId`), and by another value. A
value of 64 hexadecimal digits is left out: that is the `checksum`, which an executor's events
call `callId`.

## Why it matters

The id is the provider's, to the letter. A program that cuts it, cleans it or makes a new one
for the record leaves call and result with ids that do not match, and the provider refuses the
pair.

## Example

```json toolcall-record
[
  {"id": "call-9f8kq2lmxw7tzrb4nc1vdhs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "toolCallId": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6",
    "content": "First page"}}
]
```

Use instead: one id, as the provider gave it.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "toolCallId": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6",
    "content": "First page"}}
]
```

## Source

The kit's documentation of its tool-call record: the id is stored as the provider set it.
"""

import re
from collections.abc import Iterator

from crosswire.address import Address, child
from crosswire.logs.toolcall_record import record_of
from crosswire.model import JsonObject, JsonValue, ToolCallPart
from crosswire.model.json_values import list_or_empty, object_or_empty
from crosswire.rules.parts import id_address
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import quoted

rule = LogRule(
    __name__,
    code="CW613",
    title="A record names its call by another id than its own.",
    severity=Severity.ERROR,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)

_OF_RECORDS = ("toolCallId", "tool_call_id", "call_id")
_OF_RESULTS = (*_OF_RECORDS, "callId")
_HASH = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    value = call.call_id.value
    if value is None or call.key in context.evidence.faulty_ids:
        return
    for other, address in _mentions(record_of(call), call.address):
        if other != value and not _HASH.fullmatch(other):
            message = (
                f"The id is {quoted(value)}, and here the call is named "
                f"{quoted(other)}{_how(value, other)}."
            )
            places = (("id", id_address(call)),)
            yield rule.at(call, message, address=address, related=places)


def _mentions(record: JsonObject, place: Address) -> Iterator[tuple[str, Address]]:
    """What names the call again, with its place."""
    yield from _texts(record, _OF_RECORDS, place)
    results, of_results = record.get("results"), child(place, "results")
    yield from _texts(results, _OF_RESULTS, of_results)
    for number, result in enumerate(list_or_empty(results)):
        yield from _texts(result, _OF_RESULTS, child(of_results, number))


def _texts(
    value: JsonValue, keys: tuple[str, ...], place: Address
) -> Iterator[tuple[str, Address]]:
    fields = object_or_empty(value)
    for key in keys:
        text = fields.get(key)
        if isinstance(text, str):
            yield text, child(place, key)


def _how(value: str, other: str) -> str:
    """What was done to one of the two, where they still show it."""
    short, long = sorted((value, other), key=len)
    if len(short) >= 6 and long.startswith(short):
        return "; one is the other, cut"
    if _letters(value) == _letters(other):
        return "; they differ in case or punctuation alone"
    return ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()
