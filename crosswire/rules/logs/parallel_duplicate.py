r"""A turn asks twice for the same.

## What it checks

Two calls of one turn have the same checksum: the same tool and the same arguments, however
these are spelt. It is a note, as it may be meant: a die is thrown twice, a model asks two of a
kind. Calls that a provider runs itself are left out, as it runs those of one turn one after
the other. Where both calls have one id, the call was written twice and `duplicate-call-id`
speaks.

The checksum says what was asked and is no id.

## Why it matters

The tool runs twice, at once. For a search that is waste; for a payment, a mail or a file that
is written it is a mistake. Some programs keep calls by what they ask and answer only one of
the two.

## Example

```json openai-chat
[
  {"role": "user", "content": "Send Ada the report."},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_m1", "type": "function", "function": {
      "name": "send_mail",
      "arguments": "{\"to\": \"ada@example.org\", \"file\": \"report.pdf\"}"}},
    {"id": "call_m2", "type": "function", "function": {
      "name": "send_mail",
      "arguments": "{\"file\": \"report.pdf\", \"to\": \"ada@example.org\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_m1", "content": "Sent"},
  {"role": "tool", "tool_call_id": "call_m2", "content": "Sent"}
]
```

Use instead: one call.

```json openai-chat
[
  {"role": "user", "content": "Send Ada the report."},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_m1", "type": "function", "function": {
      "name": "send_mail",
      "arguments": "{\"to\": \"ada@example.org\", \"file\": \"report.pdf\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_m1", "content": "Sent"}
]
```

## Source

An agent kit's documentation of its tool-call record: identical calls have identical hashes.
The hash here is sha256 of RFC 8785's canonical JSON of `{"tool", "args"}`.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import tool_name

rule = LogRule(
    __name__,
    code="CW602",
    title="A turn asks twice for the same.",
    severity=Severity.INFO,
    subject=Subject.REPEATED_CALL,
    doc=__doc__,
    excluded_formats=frozenset({"toolcall-record"}),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    for double in context.repeats.doubled():
        message = (
            f"This turn already calls {tool_name(double.call.name)} with the same arguments "
            f"(checksum {double.checksum.hex[:12]}…); {double.outcome}."
        )
        yield rule.at(double.call, message, related=related("same call", double.first))
