"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.atif.steps import Trajectory, read_trajectory
from crosswire.model import JsonObject, JsonValue, ThreadEdge
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, text_or_empty

_SOURCES = ("system", "user", "agent")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for value, _ in _trajectories(documents, 0):
        version = text_or_empty(value.get("schema_version"))
        if version.startswith("ATIF"):
            return Recognition("messages", 0.98, f"`steps` under `schema_version` {version}.")
        return Recognition("messages", 0.9, "`steps` with `source` and `step_id`.")
    return None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    builders: list[ConversationBuilder] = []
    told: set[str] = set()
    for value, at in _trajectories(documents, first):
        _read(Trajectory(value, at), builders, told, None)
    return builders


def _read(
    trajectory: Trajectory,
    builders: list[ConversationBuilder],
    told: set[str],
    above: ConversationBuilder | None,
) -> None:
    into = read_trajectory(trajectory, told)
    builders.append(into)
    if above is not None:
        place = into.messages[0].address if into.messages else trajectory.at
        into.started_from = ThreadEdge("sub-agent", above.named_thread(), here=place)
    held, at = trajectory.raw.get("subagent_trajectories"), trajectory.at
    for i, inner in enumerate(list_or_empty(held)):
        if isinstance(inner, dict) and isinstance(inner.get("steps"), list):
            place = child(at, "subagent_trajectories", i)
            _read(Trajectory(inner, place), builders, told, into)


def _trajectories(
    documents: Sequence[JsonValue], first: int
) -> Iterator[tuple[JsonObject, Address]]:
    for number, document in enumerate(documents, first):
        held = document if isinstance(document, list) else [document]
        for i, value in enumerate(held):
            if isinstance(value, dict) and _is_trajectory(value):
                whole = root(number)
                yield value, Address(f"{whole}/{i}") if held is document else whole


def _is_trajectory(value: JsonObject) -> bool:
    steps = value.get("steps")
    if not isinstance(steps, list):
        return False
    if text_or_empty(value.get("schema_version")).startswith("ATIF"):
        return True
    first = steps[0] if steps else None
    return isinstance(first, dict) and first.get("source") in _SOURCES and "step_id" in first
