"""Tool-call records of an agent kit, one for each settled call.

    {id, tool, args, checksum, results, error, inline, fromArtifactTool}

The shape was inferred from the kit's prose, not from a logged file; other fields are kept, and
reported as lost where a target has no place for them. These are read:

    one record
    an array or JSON Lines of records                      one turn
    an array or JSON Lines of such arrays                  a turn each
    objects with one under `turnToolCalls` or `toolCalls`

The records of a turn are its iterations, in order; equal numbers under `iteration` make
records one parallel batch. Not read are calls that are still streaming
(`TurnToolCallContent`), the events of an executor, and envelopes around rendered output.

Three values are kept apart: `id` is the call id, `checksum` is a hash of tool and arguments,
and an executor's `callId` is that same hash before there is a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from msgspec import Struct, field

from crosswire.address import Address, child, root
from crosswire.counting import counted
from crosswire.formats.protocol import Recognition
from crosswire.logs.toolcall_results import read_results
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Traits,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.call_id import CallId, read_call_id
from crosswire.model.json_values import object_or_empty, text_or_empty, text_or_none
from crosswire.tools import arguments

NAME = "toolcall-record"
TITLE = "Tool-call records"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False)
SIGNS = frozenset({"checksum", "fromArtifactTool", "inline", "results"})

SAMPLE = 40
"""Values looked at, on each level."""

_CALL_KEYS = frozenset({"id", "tool", "args"})
_SIGNS = ("checksum", "fromArtifactTool", "inline", "results")
_SURE_KEYS = frozenset({"checksum", "fromArtifactTool"})
_RESULT_KEYS = ("results", "error", "isError")
_CONTAINERS = ("turnToolCalls", "toolCalls")
_LEVELS = 3
"""Of arrays and objects around the records."""


class _Turn(Struct):
    name: Address
    """The address of the array or object that holds its records; empty for bare lines."""
    records: list[tuple[JsonObject, Address]] = field(default_factory=list)


class _Upload(Struct):
    """The turns of an upload, and what else is in it."""

    turns: list[_Turn] = field(default_factory=list)
    holders: list[tuple[JsonObject, Address]] = field(default_factory=list)
    """Objects that hold a turn, with fields of their own."""
    others: list[Address] = field(default_factory=list)

    def add(self, record: JsonObject, at: Address, holder: Address) -> None:
        if not self.turns or self.turns[-1].name != holder:
            self.turns.append(_Turn(holder))
        self.turns[-1].records.append((record, at))

    def records(self) -> list[JsonObject]:
        return [record for turn in self.turns for record, _ in turn.records]


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    upload = _collected(documents[:SAMPLE], SAMPLE)
    records = upload.records()
    whole = [record for record in records if record.keys() >= _CALL_KEYS]
    keys = {key for record in whole for key in record}
    signs = [key for key in _SIGNS if key in keys]
    if not signs or 2 * len(whole) < len(records) + len(upload.others):
        return None
    sure = not _SURE_KEYS.isdisjoint(signs)
    named = ", ".join(f"`{key}`" for key in signs)
    why = f"Records with `id`, `tool` and `args` beside {named}."
    return Recognition("messages", 0.95 if sure else 0.7, why)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    upload = _collected(documents, first=first)
    into = ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)
    for holder, at in upload.holders:
        for name, value in holder.items():
            if name not in _CONTAINERS and value is not None:
                into.setting(name, value, child(at, name), of_response=True)
    for number, turn in enumerate(upload.turns):
        for batch in _batches(turn):
            _read_batch(batch, f"turn {number}", into)
    if upload.others:
        number = len(upload.others)
        count = counted(number, "value is", "values are")
        into.note("no-record", f"{count} no record of a tool call.", upload.others[0])
    return [into]


def _collected(
    documents: Sequence[JsonValue], at_most: int | None = None, first: int = 0
) -> _Upload:
    """The turns of an upload; `at_most` limits how many elements of each array are read."""
    upload = _Upload()
    values = ((value, root(i)) for i, value in enumerate(documents, first))
    _collect(values, Address(""), upload, at_most)
    return upload


def _collect(
    values: Iterable[tuple[JsonValue, Address]],
    holder: Address,
    into: _Upload,
    at_most: int | None,
    level: int = 0,
) -> None:
    """Sort the elements of an array, or the documents of the upload."""
    for value, at in values:
        inner = _held(value, at) if level < _LEVELS else None
        if inner is not None:
            if isinstance(value, dict):
                into.holders.append((value, at))
            _collect(islice(inner[0], at_most), inner[1], into, at_most, level + 1)
        elif isinstance(value, dict) and _is_record(value):
            into.add(value, at, holder)
        else:
            into.others.append(at)


def _held(
    value: JsonValue, at: Address
) -> tuple[Iterable[tuple[JsonValue, Address]], Address] | None:
    """The elements of an array, or of the array that an object holds, with the address of the
    array."""
    for key in _CONTAINERS if isinstance(value, dict) and not _is_record(value) else ():
        inner = object_or_empty(value).get(key)
        if isinstance(inner, list):
            value, at = inner, child(at, key)
            break
    if not isinstance(value, list):
        return None
    return ((item, Address(f"{at}/{i}")) for i, item in enumerate(value)), at


def _is_record(value: JsonObject) -> bool:
    """Whether a record has enough to be read as a call, however incomplete it is."""
    return isinstance(value.get("tool"), str) and ("args" in value or "checksum" in value)


def _batches(turn: _Turn) -> list[list[tuple[JsonObject, Address]]]:
    """The records of a turn in batches; equal numbers of iteration make a batch."""
    batches: dict[object, list[tuple[JsonObject, Address]]] = {}
    for record, at in turn.records:
        batches.setdefault(iteration_of(record) or at, []).append((record, at))
    return list(batches.values())


def iteration_of(record: JsonObject) -> str | None:
    """The number of the iteration as the record has it, if it has one."""
    number = record.get("iteration")
    if isinstance(number, bool) or not isinstance(number, (int, str)):
        return None
    return str(number)


def _read_batch(
    batch: list[tuple[JsonObject, Address]], turn: str, into: ConversationBuilder
) -> None:
    """Add all calls of a batch, then their results, as model and tools took turns."""
    for record, at in batch:
        message = into.message("assistant", at, record, [_call(record, at)])
        message.group = turn
        message.timestamp = text_or_none(record.get("createdAt"))
        message.timestamp_at = Address(f"{at}/createdAt")
    for record, at in batch:
        result = _result(record, at)
        if result is not None:
            into.message("tool", result.address, result.raw, [result])


def _call(record: JsonObject, at: Address) -> ToolCallPart:
    of_result = [key for key in _RESULT_KEYS if _says(record, key)]
    return ToolCallPart(
        address=at,
        raw=record,
        call_id=_id(record, at),
        name=text_or_empty(record.get("tool")),
        arguments=arguments.from_text(record.get("args"), Address(f"{at}/args")),
        wire_type="ToolCall",
        extras=extras_of(record, frozenset({*_CALL_KEYS, *of_result})),
    )


def _id(record: JsonObject, at: Address) -> CallId:
    return read_call_id(record.get("id"), address=Address(f"{at}/id"), present="id" in record)


def _says(record: JsonObject, key: str) -> bool:
    """Whether a field holds a result or an error; `false` and an empty text are no error."""
    value = record.get(key)
    if key == "results":
        return value is not None
    return value is True if key == "isError" else value not in (None, False, "")


def has_error(record: JsonObject) -> bool:
    """Whether the record has an error."""
    return _says(record, "error") or _says(record, "isError")


def has_settled(record: JsonObject) -> bool:
    """Whether the record holds a result or an error, and does not say that there is more to
    come."""
    return _result_key(record) is not None and record.get("isComplete") is not False


def _result_key(record: JsonObject) -> str | None:
    """The field that holds the result."""
    return next((key for key in _RESULT_KEYS if _says(record, key)), None)


def _result(record: JsonObject, at: Address) -> ToolResultPart | None:
    """The results and the error of a call, as one part; None where there is neither."""
    key = _result_key(record)
    if key is None:
        return None
    place, error = Address(f"{at}/{key}"), record.get("error")
    content = read_results(record["results"], place) if key == "results" else []
    if _says(record, "error") and error is not True:
        content.append(_error(error, Address(f"{at}/error")))
    return ToolResultPart(
        address=place,
        raw=record[key],
        call_id=_id(record, at),
        wire_type="ToolCall.results",
        content=content,
        is_error=has_error(record),
    )


def record_of(call: ToolCallPart) -> JsonObject:
    """The record that a call was read from."""
    return object_or_empty(call.raw)


def _error(error: JsonValue, at: Address) -> Part:
    if isinstance(error, str):
        return TextPart(address=at, raw=error, text=error)
    return DataPart(address=at, raw=error, value=error)
