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
from crosswire.rules.rule import Diagnostic, Rule, RuleContext, Severity, named
from crosswire.tools.arguments import hidden_value

rule = Rule(
    __name__,
    code="CW617",
    title="The arguments of a record are no object.",
    severity=Severity.WARNING,
    doc=__doc__,
    only=frozenset({"toolcall-record"}),
)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Diagnostic]:
    what = _what(call.arguments)
    if what is not None:
        message = f"The arguments of the call {named(call)} are {what}, not an object."
        yield rule.at(call, message, address=call.arguments.address)


def _what(given: Arguments) -> str | None:
    """What stands there instead of an object."""
    value = given.value
    if given.state is ArgumentsState.INVALID:
        return "text that is no JSON"
    if isinstance(value, dict):
        return None
    if isinstance(value, str):
        return "a text" if hidden_value(value) is None else "JSON that was encoded twice"
    if isinstance(value, bool):
        return "true or false"
    if value is None:
        return (
            "absent" if given.text is None else "an empty text" if given.text == "" else "null"
        )
    return f"a list of {len(value)}" if isinstance(value, list) else "a number"
