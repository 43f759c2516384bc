r"""The results of a record have a shape that no tool gives.

## What it checks

A tool gives an artifact or a list of artifacts; a tool of the artifact's own
(`fromArtifactTool`) gives words, a *tokenizable*, and no artifact again; and either may give a
medium or a list of media. Found is everything else: words from an ordinary tool, where they
tell of no error, an artifact from an artifact's tool, a mixed or an empty list, a number, an
object without a key that tells what it is. The shapes are told by keys: `kind` or `type`, a
MIME type beside bytes or a URL, `content`, `text`.

## Why it matters

An artifact is what long output is read through. Words from an ordinary tool go into the prompt
at any length; an artifact about an artifact invites the model to ask about that one next.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": "First page"}
]
```

Use instead: an artifact around the words.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "content": "First page"}}
]
```

## Source

The kit's documentation of its tool-call record, which names three shapes; their keys are
inferred.
"""

from collections.abc import Iterator

from crosswire.address import child
from crosswire.logs.toolcall_record import has_error, record_of
from crosswire.logs.toolcall_results import Shape, shape_of
from crosswire.model import JsonObject, JsonValue, ToolCallPart
from crosswire.model.json_values import json_kind, list_or_empty
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import tool_name

rule = LogRule(
    __name__,
    code="CW618",
    title="The results of a record have a shape that no tool gives.",
    severity=Severity.WARNING,
    subject=Subject.RECORD,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)


@rule.on_call
def check(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    record = record_of(call)
    results = record.get("results")
    fault = None if results is None else _fault(results, record)
    if fault is not None:
        message = f"The results of the call to {tool_name(call.name)} are {fault}."
        yield rule.at(call, message, address=child(call.address, "results"))


def _fault(results: JsonValue, record: JsonObject) -> str | None:
    """What is wrong with the shape."""
    is_list = isinstance(results, list)
    shapes = set(map(shape_of, list_or_empty(results) if is_list else [results]))
    if not shapes:
        return "an empty list"
    if len(shapes) > 1:
        return f"a list of different things ({', '.join(sorted(shapes))})"
    (shape,) = shapes
    by_artifact = record.get("fromArtifactTool") is True
    if shape is Shape.UNKNOWN:
        kind = json_kind(results).partition(" of ")[0]
        return f"{kind}: no artifact, no words and no medium, as far as its keys tell"
    if shape is Shape.ARTIFACT and by_artifact:
        return (
            "an artifact, though the call came from an artifact's own tool, which answers "
            "in words"
        )
    if shape is not Shape.TOKENIZABLE:
        return None
    if is_list:
        return "a list of words; words come alone"
    if by_artifact or has_error(record):
        return None
    return (
        "words; only a tool of an artifact (`fromArtifactTool`) gives these, others "
        "an artifact or media"
    )
