"""Reads the calls and results of a message by a mapping."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.logs.by_shape.looking import first_of, holds, text_at
from crosswire.logs.by_shape.mapping import CallsAt, Patterns, ResultsAt, within
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.logs.by_shape.words import is_status, says_failed
from crosswire.model import (
    Arguments,
    ArgumentsState,
    DataPart,
    JsonObject,
    JsonValue,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import extras_of
from crosswire.model.call_id import CallId, no_call_id, read_call_id
from crosswire.model.json_values import object_or_empty, text_or_none
from crosswire.tools import arguments


def read_call(at: CallsAt, place: Place, texts: Texts) -> ToolCallPart | None:
    """The call that an object is; None where it is none."""
    place = texts.opened(place)
    if not holds(at.where, place, texts):
        return None
    name = text_at(at.name, place, texts)
    given = first_of(at.arguments, place, texts)
    if name is None or (given is None and not at.where):
        return None
    return ToolCallPart(
        address=place.at,
        raw=place.value,
        call_id=_id(at.id, place, texts),
        name=name,
        arguments=_arguments(given, place),
        wire_type="call",
        extras=_extras(place, at),
    )


def read_result(at: ResultsAt, place: Place, texts: Texts) -> ToolResultPart | None:
    """The result that an object is; None where it is none."""
    place = texts.opened(place)
    if not holds(at.where, place, texts):
        return None
    output, error = (first_of(one, place, texts) for one in (at.output, at.error))
    failed = error is not None and says_failed(error.value)
    call_id = _id(at.id, place, texts)
    if output is None and not failed and not at.where:
        return None
    if at.id and not at.where and call_id.value is None:
        return None
    return ToolResultPart(
        address=place.at,
        raw=place.value,
        call_id=call_id,
        name=text_at(at.name, place, texts),
        wire_type="result",
        content=_content(output, error if failed else None),
        is_error=failed,
        extras=_extras(place, at),
    )


def _arguments(given: Place | None, call: Place) -> Arguments:
    if given is None:
        return Arguments(ArgumentsState.ABSENT, None, None, call.at)
    read = arguments.from_text(given.value, given.at)
    is_json = (read.text or "").lstrip()[:1] in ("{", "[")
    if read.state is ArgumentsState.INVALID and not is_json:
        return arguments.free_text(given.value, given.at)
    return read


def _id(patterns: Patterns, place: Place, texts: Texts) -> CallId:
    """The id as it stands there; an integer is one too, written as its digits."""
    if not patterns:
        return no_call_id()
    found = first_of(patterns, place, texts)
    if found is None:
        return read_call_id(None, address=place.at, present=False, required=False)
    value = found.value
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return read_call_id(value, address=found.at, required=False)


def _content(output: Place | None, error: Place | None) -> list[Part]:
    content = [] if output is None else _values(output)
    if error is not None and not is_status(error.value) and error.at != _place_of(output):
        content.append(_value(error.value, error.at))
    return content


def _place_of(place: Place | None) -> Address | None:
    return None if place is None else place.at


def _values(place: Place) -> list[Part]:
    """A part for each block of a list of texts and objects with texts; else one."""
    value, at, _ = place
    if isinstance(value, list) and value and all(map(_is_block, value)):
        return [_value(one, Address(f"{at}/{i}")) for i, one in enumerate(value)]
    return [_value(value, at)]


def _value(value: JsonValue, at: Address) -> Part:
    text = text_or_none(object_or_empty(value).get("text")) if _is_block(value) else None
    if isinstance(value, str):
        text = value
    if text is None:
        return DataPart(address=at, raw=value, value=value)
    extras = extras_of(object_or_empty(value), frozenset({"type", "text"}))
    return TextPart(address=at, raw=value, text=text, extras=extras)


def _is_block(value: JsonValue) -> bool:
    if isinstance(value, dict):
        return isinstance(value.get("text"), str) and value.keys() <= _OF_BLOCKS
    return isinstance(value, str)


_OF_BLOCKS = frozenset({"type", "text", "annotations", "cache_control", "meta", "_meta"})


def _extras(place: Place, at: CallsAt | ResultsAt) -> JsonObject | None:
    """The fields of an object that the mapping has no place for."""
    known = frozenset(str(one.steps[0]) for one in within(at) if one.steps)
    return extras_of(object_or_empty(place.value), known)
