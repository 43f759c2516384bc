"""Reads the state of a run: what it began with, then its items, each once."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.openai_agents.items import (
    is_item,
    is_of_js,
    key_of,
    read_item,
)
from crosswire.logs.openai_agents.names import (
    ALL_ITEMS,
    AROUND_ITEMS,
    BEFORE,
    INPUT,
    ITEMS,
    NAME,
    OF_THE_RUN,
    RAW,
    REPEATED,
    ROW,
    TRAITS,
    VERSION,
    WIRE_FORMAT,
)
from crosswire.logs.openai_agents.waiting import end_turn_by_answer, say_what_waits
from crosswire.logs.shared.fields import field_in
from crosswire.logs.shared.finding import Finder, Run, sample_of
from crosswire.logs.shared.run_reading import note_others
from crosswire.model import JsonObject, JsonValue, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty

_READ = frozenset({*INPUT, *ITEMS, *ALL_ITEMS, *REPEATED, *OF_THE_RUN})


def is_state(value: JsonValue) -> bool:
    """Whether a value is the state of a run."""
    if not isinstance(value, dict) or VERSION not in value:
        return False
    return any(name in value for name in INPUT) and any(name in value for name in ITEMS)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    if sample_of(documents, is_state, fields={VERSION}):
        why = f"`{VERSION}` beside the items that a run generated."
        return Recognition("messages", 0.97, why)
    runs = sample_of(documents, is_item, _is_sign, {"callId", ROW})
    if any(run.level < 2 and is_of_js(value) for run in runs for value, _ in run.messages):
        return Recognition("messages", 0.95, "Items whose calls are named by `callId`.")
    if any(object_or_empty(run.holder).get(ROW) is not None for run in runs):
        return Recognition("messages", 0.95, f"Rows with an item in `{ROW}`.")
    return None


def _is_sign(value: JsonValue) -> bool:
    return is_of_js(value) or object_or_empty(value).get(ROW) is not None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    states = [one for run in Finder(is_state).runs(documents, first) for one in run.messages]
    if states:
        return [_read(object_or_empty(value), at) for value, at in states]
    return [_read_items(run) for run in Finder(is_item).runs(documents, first)]


def _read_items(run: Run) -> ConversationBuilder:
    """Items alone, as a session keeps them."""
    into = ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)
    for name, value, at in run.beside:
        into.setting(name, value, at, of_response=True)
    for value, at in run.messages:
        count = len(into.messages)
        read_item(object_or_empty(value), at, into)
        end_turn_by_answer(into, count, at)
    note_others(run, into)
    return into


def _read(state: JsonObject, at: Address) -> ConversationBuilder:
    into = ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)
    into.bookkeeping = AROUND_ITEMS | OF_THE_RUN
    for name, value in state.items():
        if name not in _READ and value is not None:
            into.setting(name, value, child(at, name), of_response=True)
    into.calls_may_be_elsewhere = any(state.get(name) for name in BEFORE)
    _read_input(state, at, into)
    seen: set[tuple[str | None, str]] = set()
    for item, place in _items(state, at):
        key = key_of(item)
        if key is None or key not in seen:
            read_item(item, place, into)
        else:
            into.set_aside.append(item)
        if key is not None:
            seen.add(key)
    say_what_waits(state, at, into)
    ids = {id for _, id in seen}
    into.set_aside += [state.get(name) for name in REPEATED if _repeats(state.get(name), ids)]
    return into


def _read_input(state: JsonObject, at: Address, into: ConversationBuilder) -> None:
    given = field_in(state, at, INPUT)
    if given is None:
        return
    if isinstance(given.value, str):
        text = TextPart(address=given.at, raw=given.value, text=given.value)
        into.message("user", given.at, given.value, [text]).wire_format = NAME
    for i, item in enumerate(list_or_empty(given.value)):
        read_item(object_or_empty(item), child(given.at, i), into)


def _items(state: JsonObject, at: Address) -> list[tuple[JsonObject, Address]]:
    """The items of the run; those of the session, where more of them were kept."""
    kept = [_listed(state, at, names) for names in (ITEMS, ALL_ITEMS)]
    return max(kept, key=len)


def _listed(
    state: JsonObject, at: Address, names: tuple[str, ...]
) -> list[tuple[JsonObject, Address]]:
    listed = field_in(state, at, names)
    found: list[tuple[JsonObject, Address]] = []
    for i, item in enumerate(list_or_empty(listed.value) if listed else []):
        raw = field_in(object_or_empty(item), child(listed.at, i), RAW) if listed else None
        if raw is not None and isinstance(raw.value, dict):
            found.append((raw.value, raw.at))
    return found


def _repeats(value: JsonValue, known: set[str]) -> bool:
    """Whether all calls and results in a value are known."""
    waiting: list[JsonValue] = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, dict):
            key = key_of(held)
            if key is not None and key[1] not in known:
                return False
            waiting += held.values()
        elif isinstance(held, list):
            waiting += held
    return isinstance(value, (dict, list))
