"""In what a part and its counterpart differ."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import Address
from crosswire.comparison.matching import Matching
from crosswire.comparison.result import Aspect, Difference
from crosswire.comparison.units import Side, Unit, call_key, contents_of, setting_value
from crosswire.comparison.values import NOTHING, Nothing, differing_paths
from crosswire.facts.checksum import normalised
from crosswire.model import (
    Arguments,
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    RefusalPart,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.node_key import NodeKey


def said(one: Unit, other: Unit) -> Iterator[Difference]:
    """The differences in the content of two counterparts."""
    part, counterpart = one.part, other.part
    if isinstance(part, ToolCallPart) and isinstance(counterpart, ToolCallPart):
        yield from _calls(part, counterpart, differ=one.meaning != other.meaning)
    elif isinstance(part, ToolResultPart) and isinstance(counterpart, ToolResultPart):
        yield from _results(part, counterpart, differ=one.meaning != other.meaning)
    elif one.meaning != other.meaning:
        if one.role != other.role:
            yield _at(Aspect.ROLE, one, other, one.role, other.role)
        if part is not None and counterpart is not None:
            yield from _contents(part, counterpart)


def _calls(call: ToolCallPart, other: ToolCallPart, *, differ: bool) -> Iterator[Difference]:
    if call.name != other.name:
        yield _at(Aspect.TOOL, call, other, call.name, other.name)
    if differ and call_key(call) != call_key(other):
        yield from _arguments(call, other)
    if call.embedded is not None and other.embedded is not None:
        yield from _results(call.embedded, other.embedded, differ=differ)
    elif call.embedded is not None or other.embedded is not None:
        yield _at(Aspect.RESULT, call, other, _embedded(call), _embedded(other))


def _arguments(call: ToolCallPart, other: ToolCallPart) -> Iterator[Difference]:
    places = call.arguments.address or call.address, other.arguments.address or other.address
    given, given_there = _given(call.arguments), _given(other.arguments)
    for found in differing_paths(given, given_there):
        yield Difference(Aspect.ARGUMENTS, found.path, found.first, found.second, *places)


def _given(arguments: Arguments) -> JsonValue:
    """The arguments by value; as text where they are no JSON."""
    if arguments.value is None and arguments.text:
        return arguments.text
    return normalised(arguments)


def _embedded(call: ToolCallPart) -> JsonValue | Nothing:
    return (
        NOTHING if call.embedded is None else [_value(part) for part in call.embedded.content]
    )


def _results(
    result: ToolResultPart, other: ToolResultPart, *, differ: bool
) -> Iterator[Difference]:
    if differ and contents_of(result) != contents_of(other):
        yield from _result_contents(result, other)
    if result.is_error != other.is_error:
        yield _at(Aspect.ERROR, result, other, result.is_error, other.is_error)


def _result_contents(result: ToolResultPart, other: ToolResultPart) -> Iterator[Difference]:
    some, others = result.content, other.content
    alone = len(some) == 1 == len(others)
    for number in range(max(len(some), len(others))):
        part = some[number] if number < len(some) else None
        counterpart = others[number] if number < len(others) else None
        places = (part or result).address, (counterpart or other).address
        path = "" if alone else f"/{number}"
        values = _value_or_nothing(part), _value_or_nothing(counterpart)
        for found in differing_paths(*values):
            yield Difference(
                Aspect.RESULT, path + found.path, found.first, found.second, *places
            )


def _value_or_nothing(part: Part | None) -> JsonValue | Nothing:
    return NOTHING if part is None else _value(part)


def _contents(part: Part, other: Part) -> Iterator[Difference]:
    for found in differing_paths(_value(part), _value(other)):
        yield Difference(
            _aspect_of(part),
            found.path,
            found.first,
            found.second,
            part.address,
            other.address,
        )


def _aspect_of(part: Part) -> Aspect:
    match part:
        case TextPart() | RefusalPart() | ReasoningPart():
            return Aspect.TEXT
        case MediaPart():
            return Aspect.MEDIA
        case SettingPart():
            return Aspect.SETTING
        case ToolPart():
            return Aspect.DECLARATION
    return Aspect.OTHER


def _value(part: Part) -> JsonValue:
    match part:
        case TextPart() | RefusalPart() | ReasoningPart():
            return part.text
        case DataPart():
            return part.value
        case SettingPart():
            return setting_value(part)
        case ToolPart():
            return {"description": part.description, "schema": part.schema, "kind": part.kind}
        case MediaPart():
            return _media(part)
    return part.raw


def _media(part: MediaPart) -> JsonObject:
    fields: JsonObject = {
        "media": part.media,
        "mime_type": part.mime_type,
        "data": part.data,
        "url": part.url,
        "file_id": part.file_id,
        "name": part.name,
    }
    return {name: value for name, value in fields.items() if value is not None}


def ids(one: Unit, other: Unit) -> Iterator[Difference]:
    """The call ids, as they were logged."""
    part, counterpart = one.part, other.part
    if isinstance(part, (ToolCallPart, ToolResultPart)) and isinstance(
        counterpart, (ToolCallPart, ToolResultPart)
    ):
        here, there = part.call_id, counterpart.call_id
        if here.logged != there.logged:
            places = here.address or part.address, there.address or counterpart.address
            yield Difference(
                Aspect.ID, "", _or_nothing(here.logged), _or_nothing(there.logged), *places
            )


class Ties:
    """Who answers whom on both sides."""

    def __init__(self, first: Side, second: Side, matching: Matching) -> None:
        self.first, self.second = first, second
        self.matching = matching
        self.fates, self.other_fates = _fates(first), _fates(second)

    def of(self, one: Unit, other: Unit) -> Iterator[Difference]:
        """What a call or a result is tied to, where that is no counterpart of what its own is
        tied to."""
        if one.kind not in ("call", "result"):
            return
        partner, other_partner = self.first.partner(one), self.second.partner(other)
        how, other_how = self.fates.get(one.node, ""), self.other_fates.get(other.node, "")
        counterpart = None if partner is None else self.matching.of_first.get(partner.number)
        same = other_partner is None if partner is None else counterpart is other_partner
        if not same or how != other_how:
            yield _at(
                Aspect.PAIRING,
                one,
                other,
                _tied(how, partner),
                _tied(other_how, other_partner),
            )


def _tied(how: str, partner: Unit | None) -> JsonObject:
    if partner is None:
        return {"how": how, "address": None, "row": None}
    return {"how": how, "address": partner.address, "row": partner.row}


def _fates(side: Side) -> dict[NodeKey, str]:
    """How each call and result came out of pairing, by key."""
    pairing = side.pairing
    found = {key: pair.how.value for key, pair in pairing.pair_of.items()}
    found |= {alone.call.key: alone.fate.value for alone in pairing.unanswered}
    for orphan in pairing.orphans:
        found[orphan.result.key] = "ambiguous" if orphan.ambiguous else "orphan"
    return found


def around(one: Unit, other: Unit) -> Iterator[Difference]:
    """What only one format's words can say: of two formats it tells nothing."""
    message, there = one.message, other.message
    if message is None or there is None or message.wire_format != there.wire_format:
        return
    begins, begins_there = _begins(one), _begins(other)
    if begins != begins_there:
        yield _at(Aspect.MESSAGE, one, other, begins, begins_there)
    for name in "item_id", "signature":
        values = getattr(one.part, name, None), getattr(other.part, name, None)
        if values[0] != values[1]:
            aspect = Aspect.ITEM_ID if name == "item_id" else Aspect.SIGNATURE
            yield _at(aspect, one, other, *map(_or_nothing, values))
    if begins and begins_there and message.item_id != there.item_id:
        yield _at(
            Aspect.ITEM_ID,
            message,
            there,
            _or_nothing(message.item_id),
            _or_nothing(there.item_id),
        )
    fields, fields_there = _fields(one), _fields(other)
    for found in differing_paths(fields, fields_there) if fields or fields_there else ():
        yield Difference(
            Aspect.FIELDS, found.path, found.first, found.second, one.address, other.address
        )


def _begins(unit: Unit) -> bool:
    return unit.part is None or (
        unit.message is not None and unit.part is unit.message.parts[0]
    )


def _fields(unit: Unit) -> JsonObject:
    """The fields of a part beside its content, and those of its message for the first part."""
    found: JsonObject = {}
    if unit.message is not None and _begins(unit):
        found |= unit.message.extras or {}
    if unit.part is not None:
        found |= unit.part.extras or {}
    if isinstance(unit.part, (ToolCallPart, ToolResultPart)):
        found["type"] = unit.part.wire_type
        found |= {edge.field: edge.value for edge in unit.part.edges}
    return found


def _or_nothing(text: str | None) -> str | Nothing:
    return NOTHING if text is None else text


def _at(
    aspect: Aspect,
    one: Unit | Part | Message,
    other: Unit | Part | Message,
    value: JsonValue | Nothing,
    value_there: JsonValue | Nothing,
) -> Difference:
    return Difference(
        aspect, "", value, value_there, Address(one.address), Address(other.address)
    )
