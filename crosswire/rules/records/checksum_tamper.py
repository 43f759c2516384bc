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
from collections.abc import Iterator, Sequence
from itertools import compress

from crosswire.address import Address, child
from crosswire.facts.checksum_forms import forms_that_fit
from crosswire.logs.toolcall_record import record_of
from crosswire.model import Conversation, ToolCallPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, quoted, tool_name

rule = LogRule(
    __name__,
    code="CW615",
    title="The checksum of a record is not that of its tool and arguments.",
    severity=Severity.WARNING,
    subject=Subject.RECORD,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)

_HASH = re.compile(r"(?:sha256[:-])?([0-9a-f]{64})", re.IGNORECASE)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    ids = {call.call_id.value for call in conversation.calls()}
    checksums = _Checksums()
    for call in conversation.calls():
        record = record_of(call)
        value = record.get("checksum")
        if isinstance(value, str):
            if value not in ids:
                checksums.add(call, value)
        elif "checksum" in record:
            message = f"The checksum is {value!r:.40}, which is no text."
            yield rule.at(call, message, address=_place(call))
    if checksums.may_be_of_an_unknown_form():
        yield _of_unknown_form(checksums.calls)
    else:
        for call, value in checksums.wrong():
            yield rule.at(call, checksums.fault(call, value), address=_place(call))


class _Checksums:
    """The checksums of a log's records, with the canonical forms that each of them fits."""

    def __init__(self) -> None:
        self.calls: list[ToolCallPart] = []
        self.values: list[str] = []
        self.fitting: list[Sequence[str]] = []
        self.forms: Counter[str] = Counter()

    def add(self, call: ToolCallPart, value: str) -> None:
        fitting = forms_that_fit(call, _digits(value))
        self.calls.append(call)
        self.values.append(value)
        self.fitting.append(fitting)
        self.forms.update(fitting)

    def may_be_of_an_unknown_form(self) -> bool:
        """Whether there are several, and none fits."""
        return not self.forms and len(self.calls) > 1 and all(map(_digits, self.values))

    def wrong(self) -> Iterator[tuple[ToolCallPart, str]]:
        """The calls whose checksums do not fit, each with that."""
        pairs = zip(self.calls, self.values, strict=True)
        return compress(pairs, (not forms for forms in self.fitting))

    def fault(self, call: ToolCallPart, value: str) -> str:
        """What is wrong with the checksum of a call, as a sentence."""
        digits, name = _digits(value), tool_name(call.name)
        if not digits:
            return (
                f"The checksum {quoted(value)} is no sha256, which has 64 hexadecimal digits."
            )
        owner = next((other for other in self.calls if forms_that_fit(other, digits)), None)
        if owner is not None:
            return (
                f"The checksum of this call to {name} is that of another call, "
                f"{call_name(owner)}."
            )
        fault = f"does not fit the tool and the arguments of this call to {name}"
        for usual, _ in self.forms.most_common(1):
            fault += f"; those of the other records do, in the form {usual}"
        return f"The checksum {value[:12]}… {fault}."


def _place(call: ToolCallPart) -> Address:
    return child(call.address, "checksum")


def _digits(value: str) -> str:
    """The digits of a sha256 in lower case; empty where it is none."""
    digest = _HASH.fullmatch(value.strip())
    return digest[1].lower() if digest else ""


def _of_unknown_form(calls: list[ToolCallPart]) -> Defect:
    message = (
        f"None of the {len(calls)} checksums fits its tool and arguments in any canonical "
        "form known here: the records were changed, or their form is another."
    )
    places = related("checksum", *calls[1:20])
    return rule.at(calls[0], message, address=_place(calls[0]), related=places)
