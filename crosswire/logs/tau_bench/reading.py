"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.keyed_messages import read_message
from crosswire.logs.shared.opening import claim_texts
from crosswire.logs.tau_bench.names import BOOKKEEPING, NAME, TRAITS
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, objects_in, text_or_none

_OF_RUNS = ("task_id", "reward", "reward_info", "trial")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    found = next(_runs(documents[:20], 0), None)
    if found is None:
        return None
    return Recognition("messages", 0.95, f"`{found[2]}` of a run with its `task_id`.")


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [_read(*found) for found in _runs(documents, first)]


def _read(run: JsonObject, at: Address, key: str) -> ConversationBuilder:
    into = ConversationBuilder(NAME, TRAITS)
    into.bookkeeping, into.stands_at = BOOKKEEPING, [at]
    into.title = f"task {run.get('task_id')}, trial {run.get('trial', 0)}"
    into.thread = text_or_none(run.get("id"))
    place = child(at, key)
    for i, one in enumerate(list_or_empty(run.get(key))):
        for message in read_message(one, Address(f"{place}/{i}"), NAME):
            if isinstance(one, dict):
                message.timestamp = text_or_none(one.get("timestamp"))
                message.timestamp_at = child(message.address, "timestamp")
            if message.wire_format == NAME and message.extras is not None:
                kept = {k: v for k, v in message.extras.items() if k not in BOOKKEEPING}
                message.extras = kept or None
            into.messages.append(message)
    into.set_aside += [run[name] for name in BOOKKEEPING & run.keys()]
    claim_texts(into)
    return into


def _runs(
    documents: Sequence[JsonValue], first: int
) -> Iterator[tuple[JsonObject, Address, str]]:
    for number, document in enumerate(documents, first):
        at = root(number)
        held, place = document, at
        if isinstance(document, dict) and isinstance(document.get("simulations"), list):
            held, place = document["simulations"], child(at, "simulations")
        listed = enumerate(held) if isinstance(held, list) else [(-1, held)]
        for i, one in listed:
            key = _key_of(one) if isinstance(one, dict) else None
            if key is not None and isinstance(one, dict):
                yield one, Address(f"{place}/{i}") if i >= 0 else place, key


def _key_of(run: JsonObject) -> str | None:
    if not any(key in run for key in _OF_RUNS):
        return None
    for key in ("traj", "messages"):
        said = objects_in(run.get(key))
        if said and "role" in said[0] and (key == "traj" or "reward_info" in run):
            return key
    return None
