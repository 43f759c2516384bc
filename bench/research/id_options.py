"""Four ways for a library to show a call id, which the survey weighs, and what each shows of a
type.

They are about one .NET library, whose contents for a tool call and its result both require a
call id. What an option shows follows from a type's row in the registry and its example. An id
is never written out: it is named by where it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from crosswire.model import JsonValue
from crosswire.wire_types.specimens import inner
from crosswire.wire_types.wire_type import Category, Role, WireType

WIRE_ID = "the wire's id"
ITEM_ID = "the item's id"
BY_ADAPTER = "GUID made by the adapter"
BY_CONSTRUCTOR = "GUID made by the constructor"
SAME = "the same GUID"
ANOTHER = "another GUID, unless a factory ties the two"
FILLER = "filler of the adapter: empty text, or a GUID"
NO_PROPERTY = "no such property"
NULL = "null"
NO_ID = "no id"

_WITH_CONTENT = ("function", "mcp")
"""Families that have contents of their own, with a required id, in the option `subtypes`."""


class Option(StrEnum):
    FABRICATE = "fabricate"
    NULLABLE = "nullable"
    GENERATED = "generated"
    SUBTYPES = "subtypes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One of the four options, in short."""

    option: Option
    title: str
    how: str
    speaks_for: tuple[str, ...]
    speaks_against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown as call id of a type."""

    call: str | None
    """On the call; None where there is no call."""
    result: str | None
    """On the result; None where there is no result."""
    honest: bool
    """Whether it says what the wire says: no id made up, none renamed, none left out."""
    reason: str


PROPOSALS = (
    Proposal(
        option=Option.FABRICATE,
        title="Keep it required; each adapter makes one up",
        how="Nothing changes in the library. An adapter whose wire has no id gives one of its "
        "own making, the same for a call and its result.",
        speaks_for=(
            "No program that reads call ids has to change.",
            "There is always something to log and to match by.",
        ),
        speaks_against=(
            "The made id means nothing: it is gone after a round trip, and no provider has ever seen it.",
            "An item's id that stands in for a call id can't be told from a real one.",
            "Empty text in place of Gemini's missing id hides that it is missing.",
            "Today's makeshift becomes the rule, and every adapter writes it anew.",
        ),
    ),
    Proposal(
        option=Option.NULLABLE,
        title="Let it be null",
        how="The id of calls and results in general may be null; those of functions still require one.",
        speaks_for=(
            "An adapter can say what the wire says, and need not invent anything.",
            "The client that runs functions sees no difference.",
        ),
        speaks_against=(
            "Programs that read the id without asking for null no longer compile cleanly.",
            "A function call without an id on the wire still gets one made up.",
        ),
    ),
    Proposal(
        option=Option.GENERATED,
        title="Let the constructor make it",
        how="An adapter passes null where the wire has no id, and the constructor puts a GUID there.",
        speaks_for=(
            "No program that reads call ids has to change.",
            "The making of ids is in one place, and they all look alike.",
            "In the adapter's source, null says that the wire had none.",
        ),
        speaks_against=(
            "A result constructed with null gets another id than its call, and nothing "
            "complains. A factory like `ForCall`, which takes the call, would tie them; "
            "nothing makes an adapter use it.",
            "Once constructed, a made id can't be told from one that the adapter had.",
            "The made id is gone after a round trip here too.",
        ),
    ),
    Proposal(
        option=Option.SUBTYPES,
        title="Only functions and MCP have one",
        how="The general contents have no id at all. Those of functions and of MCP, which "
        "need it on the way back or to match by, have a required one.",
        speaks_for=(
            "The general contents promise nothing that the wire can't keep.",
            "For the other families nothing is made up, null, or taken from elsewhere.",
        ),
        speaks_against=(
            "It breaks the most: who reads the id of any call must first ask of which kind it is.",
            "Programs that match calls and results of every kind have nothing left to match by.",
            "Adapters of others need subclasses, or a bag of extra properties.",
            "An id that the wire does have is not shown where the family is another.",
        ),
    ),
)


def shown_by(option: Option, row: WireType) -> Shown:
    """What this option shows as the call id of a type, told by the type's example."""
    on_wire, dropped = has_wire_id(row), False
    if on_wire and row.category is Category.SYNTHETIC:
        on_wire, dropped = False, True
    with_content = row.family in _WITH_CONTENT
    if option is Option.SUBTYPES and not with_content:
        return _without_property(row)
    if on_wire:
        declared = row.category is not Category.CONFLATED
        passed = ", and it is passed on." if declared else "; the SDK's type does not."
        return _shown(row, WIRE_ID, True, f"The wire has this id{passed}")
    reason = "The SDK drops the wire's id." if dropped else "The wire has no call id here."
    required = row.family == "function" or (with_content and option is Option.SUBTYPES)
    if option is Option.FABRICATE or required:
        return _made_by_adapter(row, reason)
    if option is Option.NULLABLE:
        return _shown(row, NULL, not dropped, reason)
    return _made_by_constructor(row)


def shown_here(row: WireType) -> Shown | None:
    """What Crosswire shows of the same example; None where it does not read the type."""
    if row.format is None:
        return None
    if has_wire_id(row):
        return _shown(row, WIRE_ID, True, "The wire's id, as it stands there.")
    if _names_its_item(row):
        reason = "Named as the item's id; there is no call id."
        return _shown(row, ITEM_ID, True, reason)
    if row.correlation_field in inner(row):
        return _shown(row, NULL, True, "The field is there and holds null.")
    return _shown(row, NO_ID, True, f"The wire has none; {_paired(row)}.")


def has_wire_id(row: WireType) -> bool:
    """Whether the example of a type has an id that ties its result to its call."""
    if row.category is Category.CONFLATED and not row.paired_with:
        return False  # whatever else it ties, there is no second item to be call or result
    return text_at(row, row.correlation_field) is not None


def text_at(row: WireType, field: str | None) -> str | None:
    """The text at a field of a type's example, in a list of its first item; else None."""
    value: JsonValue = inner(row) if field else None
    for key in (field or "").split("."):
        value = value.get(key.removesuffix("[]")) if isinstance(value, dict) else None
        if isinstance(value, list):
            value = value[0] if value else None
    return value if isinstance(value, str) and value else None


def _without_property(row: WireType) -> Shown:
    if has_wire_id(row):
        return _shown(row, NO_PROPERTY, False, "The wire's id has no place.")
    return _shown(row, NO_PROPERTY, True, "The wire has no call id, and none is promised.")


def _made_by_adapter(row: WireType, reason: str) -> Shown:
    if _names_its_item(row):
        reason = "The item's own id stands where a call id is meant, and nothing says so."
        return _shown(row, ITEM_ID, False, reason)
    if row.category is Category.NULLABLE and row.family == "function":
        reason = "The content of a function requires an id, and the wire has none here."
        return _shown(row, FILLER, False, reason)
    return _shown(row, BY_ADAPTER, False, reason, SAME if _has_call(row) else BY_ADAPTER)


def _made_by_constructor(row: WireType) -> Shown:
    if not _has_call(row):
        reason = "It is a report without a call, so its id ties it to nothing."
        return _shown(row, BY_CONSTRUCTOR, False, reason)
    if row.role is not Role.BOTH and row.paired_with:
        reason = "Call and result are two items, each constructed with null."
        return _shown(row, BY_CONSTRUCTOR, False, reason, ANOTHER)
    reason = "Both come from one item; the adapter passes the call's id to the result."
    return _shown(row, BY_CONSTRUCTOR, False, reason, SAME)


def _shown(row: WireType, call: str, honest: bool, reason: str, result: str | None = None) -> Shown:
    """`result` where it is not what the call shows."""
    on_call = call if _has_call(row) else None
    return Shown(on_call, (result or call) if _has_result(row) else None, honest, reason)


def _has_call(row: WireType) -> bool:
    return row.role is not Role.OUTPUT or bool(row.paired_with)


def _has_result(row: WireType) -> bool:
    return row.role is not Role.CALL or bool(row.paired_with) or row.embeds is not None


def _names_its_item(row: WireType) -> bool:
    """Whether the example has the item's own id, and the type no other."""
    conflated = row.category is Category.CONFLATED
    return conflated and text_at(row, row.item_id_field) is not None


def _paired(row: WireType) -> str:
    if row.paired_with:
        return "the two are paired by position"
    return "call and result are one item" if row.embeds else "nothing is paired with it"
