"""Four ways for a library to show a call id, which the survey weighs, and what each makes of a
type.

They are about one .NET library, whose contents for a tool call and its result both require a
call id. What an option shows is told from a type's row in the registry and its example; an id
that would be made up is named as such, and never written out as if it were one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from crosswire.model import JsonValue
from crosswire.wire_types.wire_type import Category, Role, WireType

BY_ADAPTER = "GUID made by the adapter"
BY_CONSTRUCTOR = "GUID made by the constructor"
SAME = "the same GUID"
ANOTHER = "another GUID, unless a factory ties the two"
FILLER = "filler of the adapter: empty text, or a GUID"
NO_PROPERTY = "no such property"

_WITH_SUBTYPE = ("function", "mcp")
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


class Origin(StrEnum):
    """What kind of thing stands where a reader expects a call id."""

    WIRE = "on the wire"
    ITEM_ID = "item id"
    MADE = "made up"
    NULL = "null"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown as call id of a type."""

    call: str | None
    """On the call; None where there is no call."""
    result: str | None
    """On the result; None where there is no result."""
    origin: Origin
    honest: bool
    """Whether it says what the wire says: no id made up, none renamed, none left out."""
    why: str


PROPOSALS = (
    Proposal(
        option=Option.FABRICATE,
        title="Keep it required; each adapter makes one up",
        how="Nothing changes in the library. An adapter whose wire has no id gives one of its own making, "
        "the same for a call and its result.",
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
            "A result constructed with null gets another id than its call, and nothing complains. A factory "
            "like `ForCall`, which takes the call, would tie them; nothing makes an adapter use it.",
            "Once constructed, a made id can't be told from one that the adapter had.",
            "The made id is gone after a round trip here too.",
        ),
    ),
    Proposal(
        option=Option.SUBTYPES,
        title="Only functions and MCP have one",
        how="The general contents have no id at all. Those of functions and of MCP, which need it on the way "
        "back or to match by, have a required one.",
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
    own = None if row.category is Category.SYNTHETIC else wire_id(row)
    subtype = row.family in _WITH_SUBTYPE
    if option is Option.SUBTYPES and not subtype:
        return _without_property(row)
    if own is not None:
        declared = row.category is not Category.CONFLATED
        why = "The wire has this id" + (
            ", and it is passed on." if declared else "; the SDK's type does not."
        )
        return _shown(row, own, own, Origin.WIRE, True, why)
    required = row.family == "function" or (subtype and option is Option.SUBTYPES)
    if option is Option.FABRICATE or required:
        return _made_by_adapter(row)
    if option is Option.NULLABLE:
        ignored = wire_id(row)
        why = f"The SDK drops the wire's `{ignored}`." if ignored else "The wire has no call id here."
        return _shown(row, "null", "null", Origin.NULL, ignored is None, why)
    return _made_by_constructor(row)


def shown_here(row: WireType) -> Shown | None:
    """What Crosswire shows of the same example; None where it does not read the type."""
    own, item = wire_id(row), item_id(row)
    if row.format is None:
        return None
    if own is not None:
        return _shown(row, own, own, Origin.WIRE, True, "The wire's id, as it stands there.")
    if row.category is Category.CONFLATED and item is not None:
        return _shown(
            row,
            item,
            item,
            Origin.ITEM_ID,
            True,
            "Named as the item's id; there is no call id.",
        )
    if row.correlation_field is not None and _stands(row, row.correlation_field):
        return _shown(row, "null id", "null id", Origin.NULL, True, "The field is there and holds null.")
    return _shown(row, "no id", "no id", Origin.NOTHING, True, f"The wire has none; {_paired(row)}.")


def wire_id(row: WireType) -> str | None:
    """The id in the example of a type that ties its result to its call, if there is one."""
    if row.category is Category.CONFLATED and not row.paired_with:
        return None  # whatever else it ties, there is no second item to be call or result
    return _text_at(row, row.correlation_field)


def item_id(row: WireType) -> str | None:
    """The id of the item itself in the example of a type, if there is one."""
    return _text_at(row, row.item_id_field)


def _without_property(row: WireType) -> Shown:
    own = wire_id(row)
    why = f"The wire's `{own}` has no place." if own else "The wire has no call id, and none is promised."
    return _shown(row, NO_PROPERTY, NO_PROPERTY, Origin.NOTHING, own is None, why)


def _made_by_adapter(row: WireType) -> Shown:
    item = item_id(row)
    if row.category is Category.CONFLATED and item is not None:
        why = "The item's own id stands where a call id is meant, and nothing says so."
        return _shown(row, item, item, Origin.ITEM_ID, False, why)
    if row.category is Category.NULLABLE and row.family == "function":
        why = "The content of a function requires an id, and the wire has none here."
        return _shown(row, FILLER, FILLER, Origin.MADE, False, why)
    ignored = wire_id(row)
    why = f"The SDK drops the wire's `{ignored}`." if ignored else "The wire has no call id here."
    return _shown(row, BY_ADAPTER, SAME if _has_call(row) else BY_ADAPTER, Origin.MADE, False, why)


def _made_by_constructor(row: WireType) -> Shown:
    if not _has_call(row):
        result, why = BY_CONSTRUCTOR, "No call asked for it, so its id ties it to nothing."
    elif row.role is not Role.BOTH and row.paired_with:
        result, why = ANOTHER, "Call and result are two items, each constructed with null."
    else:
        result, why = (
            SAME,
            "Both come from one item; the adapter passes the call's id to the result.",
        )
    return _shown(row, BY_CONSTRUCTOR, result, Origin.MADE, False, why)


def _shown(row: WireType, call: str, result: str, origin: Origin, honest: bool, why: str) -> Shown:
    return Shown(
        call if _has_call(row) else None,
        result if _has_result(row) else None,
        origin,
        honest,
        why,
    )


def _has_call(row: WireType) -> bool:
    return row.role is not Role.OUTPUT or bool(row.paired_with)


def _has_result(row: WireType) -> bool:
    return row.role is not Role.CALL or bool(row.paired_with) or row.embeds is not None


def _paired(row: WireType) -> str:
    if row.paired_with:
        return "the two are paired by position"
    return "call and result are one item" if row.embeds else "nothing is paired with it"


def _stands(row: WireType, field: str) -> bool:
    return field in _body(row)


def _text_at(row: WireType, field: str | None) -> str | None:
    if field is None:
        return None
    value: JsonValue = _body(row)
    for step in field.split("."):
        value = value.get(step.removesuffix("[]")) if isinstance(value, dict) else None
        if isinstance(value, list):
            value = value[0] if value else None
    return value if isinstance(value, str) and value else None


def _body(row: WireType) -> dict[str, JsonValue]:
    """Where the fields of the example stand: under the key that tells its type, or in itself."""
    inner = row.example.get(row.discriminator.value) if row.discriminator.kind == "key" else None
    return inner if isinstance(inner, dict) else row.example
