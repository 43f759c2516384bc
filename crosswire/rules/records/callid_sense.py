r"""A value stands where one of another sense belongs: id, checksum or callId.

## What it checks

Three values around a call are easily mixed up. Its **id** comes from the provider and ties the
result to the call. Its **checksum** is a hash of what was asked, so that equal calls have
equal ones. And `callId` means the checksum in an executor's events, but an *id* as an argument
of a forged `artifact_*` tool. Found are, in tool-call records:

- an `id` that is a checksum; one that only looks like one (64 hexadecimal digits) is a
  warning;
- a `checksum` that is an id;
- a `callId` beside the `id` that is not the checksum;
- a call to an `artifact_*` tool whose argument `callId` is a checksum, or no id of the turn.

In other logs, where much of a conversation may be missing: an id that is its call's checksum,
and an `artifact_*` tool's `callId` that is a checksum; one that no call of the log has is a
warning.

## Why it matters

A checksum as an id makes two equal calls one. A checksum as the `callId` of an `artifact_*`
tool finds no artifact, though it is right there.

## Example

```json toolcall-record
[
  {"id": "call_9f8Kq2LmXw7TzRb4Nc1VdHs6", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "lines": 4000}, "inline": false},
  {"id": "call_Zp3Wn8QxUe5YtGh1Mk6JoLa2", "tool": "artifact_grep", "fromArtifactTool": true,
   "args": {"callId": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
    "pattern": "Ada"},
   "checksum": "cda7f5f7d8cb12d1b33cfd5e5cee3e71b59d941326d5c7107b63fe093977a69b",
   "results": "No call has this callId."}
]
```

Use instead: the id of the call.

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

The kit's documentation of its tool-call record, which lists the three names and their
meanings.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from crosswire.address import child, nested
from crosswire.cached_property import cached_property
from crosswire.facts import checksum
from crosswire.logs import toolcall_record
from crosswire.logs.toolcall_record import record_of
from crosswire.model import Conversation, ToolCallPart
from crosswire.model.json_values import text_field, value_at
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, Related, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, quoted, tool_name

rule = LogRule(
    __name__,
    code="CW616",
    title="A value stands where one of another sense belongs: id, checksum or callId.",
    severity=Severity.ERROR,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
    name="callId-sense",
)

_HASH = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)
_FORGED = "artifact_"
"""What the names of tools begin with that a kit makes around an artifact."""


@rule.only_where
def look(context: RuleContext) -> bool:
    if context.conversation.format == toolcall_record.NAME:
        return True
    if any(name.startswith(_FORGED) for name in context.called):
        return True
    return any(map(_HASH.fullmatch, filter(None, context.id_values)))


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    log = _Log(conversation, context)
    for call in conversation.calls():
        yield from log.id_is_checksum(call, call.call_id.text)
        if log.has_records:
            yield from log.fields(call)
        if call.name.startswith(_FORGED):
            yield from log.argument(call)


class _Log:
    def __init__(self, conversation: Conversation, context: RuleContext) -> None:
        self.conversation = conversation
        self.turn_of = context.pairing.turn_of
        self.has_records = conversation.format == toolcall_record.NAME
        self.ids: dict[str, list[ToolCallPart]] = defaultdict(list)
        self.first_of_turn: dict[tuple[int, str], ToolCallPart] = {}
        self.position = {call.key: n for n, call in enumerate(conversation.calls())}
        for call in conversation.calls():
            value = call.call_id.value
            if value is not None:
                self.ids[value].append(call)
                self.first_of_turn.setdefault((self.turn_of[call.key], value), call)

    @cached_property
    def owners(self) -> dict[str, ToolCallPart]:
        """A checksum, stored or computed -> the first call that has it."""
        owners: dict[str, ToolCallPart] = {}
        for call in self.conversation.calls():
            for text in _checksums(call, stored=self.has_records):
                owners.setdefault(text, call)
        return owners

    def id_is_checksum(self, call: ToolCallPart, value: str) -> Iterator[Defect]:
        place = call.call_id.address
        if not _HASH.fullmatch(value):
            return
        if value.lower() in _checksums(call, stored=self.has_records):
            message = (
                f"The id of the call to {tool_name(call.name)} is its checksum: another call "
                "for the same would have it too."
            )
            yield rule.at(call, message, address=place)
        elif self.has_records:
            message = (
                f"The id {quoted(value, 12)} looks like a checksum; an id is what the "
                "provider gave."
            )
            yield rule.at(call, message, severity=Severity.WARNING, address=place)

    def fields(self, call: ToolCallPart) -> Iterator[Defect]:
        """A record's `checksum` that is an id, and its `callId` that is not the checksum."""
        record, value = record_of(call), call.call_id.value
        stored, call_id = text_field(record, "checksum"), record.get("callId")
        if stored in self.ids and not _HASH.fullmatch(stored or ""):
            which = "its id" if stored == value else "the id of another call"
            message = (
                f"The checksum of the call {call_name(call)} is {which}, not a hash of "
                "what was asked."
            )
            yield rule.at(call, message, address=child(call.address, "checksum"))
        if isinstance(call_id, str) and call_id.lower() not in _checksums(call, stored=True):
            which = f"{quoted(call_id, 24)}, which is neither its id nor its checksum"
            if call_id == value:
                which = "its id"
            message = (
                "Besides an id, `callId` is an executor's word for the checksum; here it is "
                f"{which}."
            )
            yield rule.at(call, message, address=child(call.address, "callId"))

    def argument(self, call: ToolCallPart) -> Iterator[Defect]:
        """The `callId` that a forged tool was asked about."""
        value = value_at(checksum.normalised(call.arguments), "callId")
        if isinstance(value, str):
            if not self._is_visible(call, value):
                yield from self._names_no_visible_call(call, value)
        elif self.has_records and isinstance(call.arguments.value, dict):
            given = (
                "There is no `callId`" if value is None else f"The `callId` is {value!r:.40}"
            )
            wanted = f"{tool_name(call.name)} takes the id of an earlier call, which is text"
            yield _at_argument(call, f"{given}; {wanted}.")

    def _names_no_visible_call(self, call: ToolCallPart, value: str) -> Iterator[Defect]:
        owner, name = self.owners.get(value.lower()), tool_name(call.name)
        if owner is not None:
            of_call = call_name(owner)
            message = (
                f"The `callId` is the checksum of the call {of_call}; {name} takes its id."
            )
            yield _at_argument(call, message, places=related("call", owner))
        elif _HASH.fullmatch(value):
            message = f"The `callId` has the form of a checksum; {name} takes an id."
            yield _at_argument(call, message)
        else:
            yield from self._names_nothing(call, value)

    def _is_visible(self, call: ToolCallPart, value: str) -> bool:
        """Whether the tool may be asked about such a call: in records, an earlier one of its
        turn."""
        if not self.has_records:
            return any(other is not call for other in self.ids.get(value, ())[:2])
        first = self.first_of_turn.get((self.turn_of[call.key], value), call)
        return self.position[first.key] < self.position[call.key]

    def _names_nothing(self, call: ToolCallPart, value: str) -> Iterator[Defect]:
        if self.has_records:
            where = "no call of this turn"
            if value in self.ids:
                where = "the call itself, a later one or one of another turn"
            if len(self.position) > 1:  # of a record alone, the turn is not shown
                message = f"The `callId` is {quoted(value)}, which names {where}."
                yield _at_argument(call, message)
            return
        is_piece = self.conversation.shape in ("response", "session")
        if not is_piece and not self.conversation.calls_may_be_elsewhere:
            message = (
                f"The `callId` is {quoted(value)}, which is the id of no other call of "
                "this log."
            )
            yield _at_argument(call, message, Severity.WARNING)


def _at_argument(
    call: ToolCallPart,
    message: str,
    severity: Severity = Severity.ERROR,
    places: Related = (),
) -> Defect:
    given, place = call.arguments, call.arguments.address
    if place is not None and isinstance(given.value, dict):
        place = child(place if given.text is None else nested(place), "callId")
    return rule.at(call, message, severity=severity, address=place, related=places)


def _checksums(call: ToolCallPart, *, stored: bool) -> set[str]:
    """The checksum of a call, and the one that its record has."""
    computed = checksum.of(call)
    value = record_of(call).get("checksum") if stored else None
    checksums = {computed.hex} if computed is not None else set()
    if isinstance(value, str) and _HASH.fullmatch(value):
        checksums.add(value.lower())
    return checksums
