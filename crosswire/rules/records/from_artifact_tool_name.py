r"""`fromArtifactTool` and the tool's name do not say the same.

## What it checks

The flag is true if and only if the tool's name begins with `artifact_`, as the names of the
tools do that are made around an artifact. A missing flag counts as false; a value that is
neither true nor false is found too.

## Why it matters

The flag keeps a model from asking about answers about artifacts without end. A call of such a
tool without the flag is offered to the model as one that it may ask about.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
    "fromArtifactTool": true,
   "results": "First page"}
]
```

Use instead: the flag with the tools of artifacts alone.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
    "fromArtifactTool": false,
   "results": {"kind": "artifact", "content": "First page"}}
]
```

## Source

The kit's documentation of its tool-call record, on what `fromArtifactTool` is for.
"""

from collections.abc import Iterator
from types import NoneType

from crosswire.address import child
from crosswire.logs.toolcall_record import record_of
from crosswire.model import ToolCallPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import tool_name

rule = LogRule(
    __name__,
    code="CW620",
    title="`fromArtifactTool` and the tool's name do not say the same.",
    severity=Severity.WARNING,
    subject=Subject.RECORD,
    doc=__doc__,
    name="fromArtifactTool-name",
    formats=frozenset({"toolcall-record"}),
)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    flag = record_of(call).get("fromArtifactTool")
    is_forged, name = call.name.startswith("artifact_"), tool_name(call.name)
    if not isinstance(flag, (bool, NoneType)):
        message = "The field `fromArtifactTool` is neither true nor false."
    elif flag and not is_forged:
        message = (
            f"The flag `fromArtifactTool` is true, and {name} is no `artifact_` tool by its "
            "name."
        )
    elif is_forged and not flag:
        message = f"The flag `fromArtifactTool` is not set, and the tool is called {name}."
    else:
        return
    place = child(call.address, "fromArtifactTool") if flag is not None else call.address
    yield rule.at(call, message, address=place)
