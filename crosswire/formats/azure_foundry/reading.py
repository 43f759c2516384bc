"""From Foundry's bodies to the model: Responses with its own items, and agents of the older
kind."""

from __future__ import annotations

from itertools import pairwise

from crosswire.address import Address, child
from crosswire.formats.azure_foundry import classic
from crosswire.formats.azure_foundry.item_types import FOUNDRY
from crosswire.formats.openai_responses import reading, reading_items
from crosswire.model import JsonObject, JsonValue, SettingPart
from crosswire.model.builder import ConversationBuilder


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    reading_items.read_message(value, at, into, FOUNDRY)


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    if classic.is_classic(body):
        classic.read(body, at, into)
    elif "input" not in body and isinstance(body.get("data"), list):
        read_response(body, at, 0, into)
    else:
        reading.read_request(body, at, into, FOUNDRY)


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    if classic.is_classic(body):
        classic.read(body, at, into)
        return
    reading.read_response(body, at, choice, into, FOUNDRY)
    data = body.get("data")
    if isinstance(data, list) and any(
        isinstance(item, dict) and classic.is_classic(item) for item in data
    ):
        # What it is written as says so too, and is no setting of it.
        into.settings_and_tools = [
            p
            for p in into.settings_and_tools
            if not (isinstance(p, SettingPart) and p.name == "object")
        ]
    if _is_newest_first(data):
        what = (
            "The steps stand with the newest first, as the API lists them; their order "
            "is kept."
        )
        into.note("newest-first", what, child(at, "data"))


def _is_newest_first(steps: JsonValue) -> bool:
    if not isinstance(steps, list) or len(steps) < 2:
        return False
    made = [_time_of(step) for step in steps]
    return all(before > after for before, after in pairwise(made))


def _time_of(step: JsonValue) -> float:
    """When a step was made; without an order for anything else."""
    made = (
        step.get("created_at")
        if isinstance(step, dict) and step.get("object") == classic.STEP
        else None
    )
    return float(made) if isinstance(made, (int, float)) else float("nan")
