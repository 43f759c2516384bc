r"""The arguments of a record are no object.

## What it checks

`args` is an object, or JSON text of one, which is taken as that object. Found are text that is
no JSON, text that is still a text when it has been read once (encoded twice), a list, a
number, a truth value, and none at all.

## Why it matters

The record promises an object, so that no reader has to ask which shape it has; and the
checksum is taken of the object. Arguments that are none of this give another checksum for the
same call.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page",
   "args": "\"{\\\"page\\\": 1}\"",
   "results": {"kind": "artifact", "content": "First page"}}
]
```

Use instead: the object, or JSON text of it.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page",
   "args": {"page": 1},
   "results": {"kind": "artifact", "content": "First page"}}
]
```

## Source

The kit's documentation of its tool-call record: a JSON string is accepted, the result is an
object.
"""

from collections.abc import Iterator

from crosswire.model import Arguments, ArgumentsState, ToolCallPart
from crosswire.model.json_values import json_kind
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name
from crosswire.tools.arguments import hidden_arguments

rule = LogRule(
    __name__,
    code="CW617",
    title="The arguments of a record are no object.",
    severity=Severity.WARNING,
    subject=Subject.ARGUMENTS,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    given = call.arguments
    if not isinstance(given.value, dict):
        message = (
            f"The arguments of the call {call_name(call)} are {_kind(given)}, not an object."
        )
        yield rule.at(call, message, address=given.address)


def _kind(given: Arguments) -> str:
    if given.state is ArgumentsState.INVALID:
        return "text that is no JSON"
    if hidden_arguments(given) is not None:
        return "JSON that was encoded twice"
    if given.value is None and not given.text:
        return "absent" if given.text is None else "an empty text"
    return json_kind(given.value)
