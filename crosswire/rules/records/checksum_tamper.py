r"""The checksum of a record is not that of its tool and arguments.

## What it checks

The stored `checksum` is compared with sha256 of `{"tool", "args"}` in several canonical forms:
RFC 8785, the keys sorted as Python's and JavaScript's libraries do it, the keys as written
with either of the two first, and the arguments as a text. What fits none is found, and the
message names the form that the other records fit. A warning at most: the documentation does
not fix the canonical form, so that an unknown one looks like this too. Where no record of the
log fits any form it is said once, for all. A checksum that is some call's `id` is
`callId-sense`.

## Why it matters

The checksum is computed once and never set by hand, so that it shows whether a record was
changed afterwards: other arguments, another tool.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "pay", "args": {"amount": 9000, "to": "Ada"},
   "checksum": "e05c11eaeb62073688a208b96523a90d93bc1359592486d592d1461dad452017",
   "results": {"kind": "artifact", "content": "Paid"}}
]
```

Use instead: the record as it was written.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "pay", "args": {"amount": 90, "to": "Ada"},
   "checksum": "e05c11eaeb62073688a208b96523a90d93bc1359592486d592d1461dad452017",
   "results": {"kind": "artifact", "content": "Paid"}}
]
```

## Source

The kit's documentation of its tool-call record: a content-derived hash, as evidence of
tampering.
"""

import re
from collections import Counter
from collections.abc import Iterator

from crosswire.address import Address
from crosswire.facts.checksum_forms import forms_that_fit
from crosswire.logs.toolcall_record import record_of
from crosswire.model import Conversation, ToolCallPart
from crosswire.rules.rule import Diagnostic, Rule, RuleContext, Severity, named, quoted, tool

rule = Rule(
    __name__,
    code="CW615",
    title="The checksum of a record is not that of its tool and arguments.",
    severity=Severity.WARNING,
    doc=__doc__,
    only=frozenset({"toolcall-record"}),
)

_HASH = re.compile(r"(?:sha256[:-])?([0-9a-f]{64})", re.IGNORECASE)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    ids = {call.call_id.value for call in conversation.calls()}
    stored = [(call, record_of(call).get("checksum")) for call in conversation.calls()]
    for call, value in stored:
        if not isinstance(value, str) and "checksum" in record_of(call):
            yield rule.at(
                call, f"The checksum is {value!r:.40}, which is no text.", address=_place(call)
            )
    told = [
        (call, value) for call, value in stored if isinstance(value, str) and value not in ids
    ]
    fits = {call.key: forms_that_fit(call, _digits(value)) for call, value in told}
    usual = Counter(form for forms in fits.values() for form in forms).most_common(1)
    if not usual and len(told) > 1 and all(_digits(value) for _, value in told):
        yield _none_fits([call for call, _ in told])
        return
    for call, value in told:
        if not fits[call.key]:
            why = _why(
                call, value, [other for other, _ in told], usual[0][0] if usual else None
            )
            yield rule.at(call, why, address=_place(call))


def _place(call: ToolCallPart) -> Address:
    return Address(f"{call.address}/checksum")


def _digits(value: str) -> str:
    found = _HASH.fullmatch(value.strip())
    return found[1].lower() if found else ""


def _none_fits(calls: list[ToolCallPart]) -> Diagnostic:
    message = (
        f"None of the {len(calls)} checksums fits its tool and arguments in any canonical form known here:"
        " the records were changed, or their form is another."
    )
    related = tuple(("checksum", call.address) for call in calls[1:20])
    return rule.at(calls[0], message, address=_place(calls[0]), related=related)


def _why(call: ToolCallPart, value: str, others: list[ToolCallPart], usual: str | None) -> str:
    if not _digits(value):
        return f"The checksum {quoted(value)} is no sha256, which has 64 hexadecimal digits."
    owner = next((other for other in others if forms_that_fit(other, _digits(value))), None)
    if owner is not None:
        return f"The checksum of this call to {tool(call.name)} is that of another call, {named(owner)}."
    rest = f"; those of the other records do, in the form {usual}" if usual else ""
    what = f"the tool and the arguments of this call to {tool(call.name)}"
    return f"The checksum {value[:12]}… does not fit {what}{rest}."
