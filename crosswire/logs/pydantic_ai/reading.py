"""Reads requests and responses of a history, or of a run that holds one."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.pydantic_ai.names import BESIDE, NAME, ROLES, SAYS_NOTHING, TRAITS
from crosswire.logs.pydantic_ai.parts import PARTS, SPEAKERS
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.logs.shared.dialect_reading import extras_in, put_said, set_aside, speaker
from crosswire.logs.shared.finding import Finder, Run
from crosswire.logs.shared.run_reading import (
    begin,
    declare_tools,
    name_model,
    note_others,
    read_beside,
)
from crosswire.model import Event, JsonObject, JsonValue, Part, Role, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty, objects_in, text_field


def is_message(value: JsonValue) -> bool:
    """Whether a value is a request or a response."""
    if not isinstance(value, dict) or text_field(value, "kind") not in ROLES:
        return False
    return isinstance(value.get("parts"), list)


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message: its parts have kinds of their own."""
    return any("part_kind" in part for part in objects_in(message["parts"]))


DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    signs=frozenset({"parts"}),
    reason="Requests and responses (`kind`) whose parts have a `part_kind`.",
    role=("kind",),
    roles=ROLES,
    content=PARTS,
    says=("parts",),
    known=SAYS_NOTHING,
    kept=BESIDE,
    model=("model_name",),
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [_read(run) for run in Finder(is_message).runs(documents, first)]


def _read(run: Run) -> ConversationBuilder:
    into = begin(DIALECT)
    read_beside(run, into, DIALECT)
    instructions: str | None = None
    for value, at in run.messages:
        raw = object_or_empty(value)
        given = text_field(raw, "instructions")
        if given and given != instructions:
            instructions, place = given, child(at, "instructions")
            said = TextPart(address=place, raw=given, text=given)
            into.message("system", place, given, [said]).field = "instructions"
        _read_message(raw, at, into)
    name_model(run, into, DIALECT)
    note_others(run, into)
    return into


def _read_message(raw: JsonObject, at: Address, into: ConversationBuilder) -> None:
    role = ROLES[str(raw["kind"])]
    said: list[tuple[Role, Part]] = []
    for i, value in enumerate(list_or_empty(raw["parts"])):
        place, kind = child(at, "parts", i), text_field(value, "part_kind") or ""
        who = SPEAKERS.get(kind, role)
        said += [(speaker(part, who), part) for part in PARTS.block(value, place)]
        if kind == "compaction":
            into.events.append(Event("compaction", place, len(into.messages)))
        added = object_or_empty(value).get("tools_added")
        declare_tools(added, child(place, "tools_added"), into)
    set_aside(raw["parts"], into, PARTS)
    put_said(said, role, raw, at, into, extras_in(raw, DIALECT))
    if raw.get("state") == "interrupted":
        into.end_turn(child(at, "state"), "cut short")
