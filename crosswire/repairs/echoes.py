"""The further places of an id in a program's log: events that tell a call again, fields beside
it. They follow where a repair changes the id."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from crosswire.address import Address, child, last_key, parent
from crosswire.model import JsonValue, ToolCallPart, ToolResultPart
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.repairs.tracked import Element, TrackedList

_NAMES_AN_ID = re.compile(r"(?i:^|_)ids?$|Ids?$|ID$")
_REASON = "It repeats the id of a call, which is another one now."


def follow_ids(context: RepairContext) -> Iterator[ProposedChange]:
    """Fields that still have an id which no call and no result has any more."""
    copy = context.working_copy
    changed = _changed_ids(context)
    for address, value in _ids_in(context) if changed else ():
        if value in changed:
            rule, new = changed[value]
            make = partial(copy.write, address, new)
            yield ProposedChange(rule, "id", _REASON, (), make)


def _changed_ids(context: RepairContext) -> dict[str, tuple[str, str]]:
    """An id that was changed and ties nothing now -> the rule that asked for it and the new
    one; without those that became several."""
    found: dict[str, set[tuple[str, str]]] = {}
    for change in context.working_copy.log.ids():
        if isinstance(change.before, str) and isinstance(change.after, str) and change.before:
            found.setdefault(change.before, set()).add((change.rule, change.after))
    in_use = context.working_copy.copied.ids_in_use() if found else ()
    return {
        old: next(iter(new))
        for old, new in found.items()
        if len(new) == 1 and old not in in_use
    }


def _ids_in(context: RepairContext) -> Iterator[tuple[Address, str]]:
    """Every text in a field whose name says that it holds an id; none in what tools were
    given and gave, and none that names a line."""
    copy = context.working_copy
    inner = {one for part in context.conversation.ends() for one in _of_tools(part)}
    names = {"" if copy.links is None else copy.links.own}
    for value, address in copy.copied.roots():
        for place, id in _below(value, address, inner):
            is_name = parent(parent(place) or place) is None and last_key(place) in names
            if not is_name:
                yield place, id


def _of_tools(part: ToolCallPart | ToolResultPart) -> Iterator[Address]:
    """Where the arguments of a call, or the content of a result, stand."""
    if isinstance(part, ToolResultPart):
        yield from (inner.address for inner in part.content)
    elif part.arguments.address is not None:
        yield part.arguments.address


def _below(
    value: JsonValue, address: Address, without: Collection[Address] = ()
) -> Iterator[tuple[Address, str]]:
    inside: Iterable[tuple[str | int, JsonValue]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, inner in inside:
        if isinstance(inner, str):
            if isinstance(key, str) and _NAMES_AN_ID.search(key):
                yield child(address, key), inner
        elif isinstance(inner, (dict, list)):
            place = child(address, key)
            if place not in without:
                yield from _below(inner, place, without)


def copies_beside(
    context: RepairContext, part: ToolCallPart | ToolResultPart
) -> Iterator[Address]:
    """Elements of lists in the message of a part that have its id and are not the part: a
    program may keep a call in the words of several APIs."""
    message = context.message_of[part.key]
    own = [one.address for one in message.parts]
    id = part.call_id.value
    value = context.working_copy.value_at(message.address)
    for address, found in _below(value, message.address) if id else ():
        element = context.working_copy.element_around(address)
        if found == id and element is not None and element not in own:
            yield element


def copies_elsewhere(
    context: RepairContext, element: Element, *own: JsonValue
) -> list[Element]:
    """Elements of other lists that say the same as an element, or as a value in it, where the
    program tells what was said in several lists."""
    results = context.working_copy.own_results
    if results is None or not results.is_told_twice:
        return []
    values = (element.value, *own)
    found: list[Element] = []
    waiting = [value for value, _ in context.working_copy.copied.roots()]
    while waiting:
        held = waiting.pop()
        if isinstance(held, TrackedList) and held is not element.items:
            found += [Element(held, i) for i, one in enumerate(held) if one in values][:1]
        if isinstance(held, dict):
            waiting += held.values()
        elif isinstance(held, list):
            waiting += held
    return found
