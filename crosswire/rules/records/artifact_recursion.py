r"""An artifact's tool is asked about the answer of an artifact's tool.

## What it checks

A call to an `artifact_*` tool has as its argument `callId` the id of a call that came from
such a tool itself: its record says `fromArtifactTool`, or, where there is no such field, its
name begins with `artifact_`. This is looked for in all logs, as the calls are the same on the
wire.

`callId` here is a call's id, neither a checksum nor what an executor's events call so.

## Why it matters

The kit leaves these calls out of the ids that it offers the model, so that it cannot search
the result of a search of a result without end. A call like this got past that, or was made
without it.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "lines": 4000}, "inline": false},
  {"id": "call_Zp3Wn8QxUe5YtGh1Mk6JoLa2", "tool": "artifact_grep", "fromArtifactTool": true,
   "args": {"callId": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "pattern": "Ada"},
   "checksum": "d999b287efc8ea3b4b09b44ff68a71e185d0b5a4a698257bb42dd4cab4264f21",
   "results": "12: Ada Lovelace"},
  {"id": "call_Rb5Vy7CsIw2PdFj4Tn8KuEg0", "tool": "artifact_grep", "fromArtifactTool": true,
   "args": {"callId": "call_Zp3Wn8QxUe5YtGh1Mk6JoLa2", "pattern": "Love"},
   "checksum": "70a8c1dc61a2b4f91232f0fdbe7febdedc347a57ba6afc97615f512e0223622b",
   "results": "1: 12: Ada Lovelace"}
]
```

Use instead: the id of the call that made the artifact.

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "lines": 4000}, "inline": false},
  {"id": "call_Zp3Wn8QxUe5YtGh1Mk6JoLa2", "tool": "artifact_grep", "fromArtifactTool": true,
   "args": {"callId": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "pattern": "Ada"},
   "checksum": "d999b287efc8ea3b4b09b44ff68a71e185d0b5a4a698257bb42dd4cab4264f21",
   "results": "12: Ada Lovelace"}
]
```

## Source

The kit's documentation of its tool-call record, on what `fromArtifactTool` is for.
"""

from collections.abc import Iterator

from crosswire.facts import checksum
from crosswire.logs import toolcall_record
from crosswire.logs.toolcall_record import record_of
from crosswire.model import Conversation, JsonValue, ToolCallPart
from crosswire.model.json_values import value_at
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, tool_name

rule = LogRule(
    __name__,
    code="CW619",
    title="An artifact's tool is asked about the answer of an artifact's tool.",
    severity=Severity.ERROR,
    subject=Subject.RECORD,
    doc=__doc__,
)

_FORGED = "artifact_"


@rule.only_where
def look(context: RuleContext) -> bool:
    return any(name.startswith(_FORGED) for name in context.called)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    has_records = conversation.format == toolcall_record.NAME
    # In records, an id is unique in its turn alone.
    turn_of = context.pairing.turn_of if has_records else {}
    answers: dict[tuple[int, JsonValue], ToolCallPart] = {}
    for call in conversation.calls():
        if _is_answer(call, has_records):
            answers.setdefault((turn_of.get(call.key, 0), call.call_id.value), call)
    for call in conversation.calls():
        value = value_at(checksum.normalised(call.arguments), "callId")
        if call.name.startswith(_FORGED) and isinstance(value, str):
            asked = answers.get((turn_of.get(call.key, 0), value), call)
            if asked is not call:
                message = (
                    f"The tool {tool_name(call.name)} is asked about the call "
                    f"{call_name(asked)}, which came from an artifact's tool itself."
                )
                place, places = call.arguments.address, related("call", asked)
                yield rule.at(call, message, address=place, related=places)


def _is_answer(call: ToolCallPart, has_records: bool) -> bool:
    """Whether a call came from an artifact's own tool."""
    flag = record_of(call).get("fromArtifactTool") if has_records else None
    return flag is True or (flag is None and call.name.startswith(_FORGED))
