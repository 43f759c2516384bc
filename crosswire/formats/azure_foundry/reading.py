"""From Foundry's bodies to the model: Responses with its own items, and agents of the older
kind."""

from __future__ import annotations

from itertools import filterfalse, pairwise

from crosswire.address import Address, child
from crosswire.formats.azure_foundry import classic
from crosswire.formats.azure_foundry.item_types import FOUNDRY
from crosswire.formats.openai_responses import reading, reading_items
from crosswire.model import JsonObject, JsonValue, Part, SettingPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty, objects_in

choices = reading.choices


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
    data = list_or_empty(body.get("data"))
    if any(map(classic.is_classic, objects_in(data))):
        # What it is written as says so too, and is no setting of it.
        into.settings_and_tools = list(filterfalse(_is_object_field, into.settings_and_tools))
    if _is_newest_first(data):
        message = (
            "The steps stand with the newest first, as the API lists them; their order "
            "is kept."
        )
        into.note("newest-first", message, child(at, "data"))


def _is_object_field(part: Part) -> bool:
    return isinstance(part, SettingPart) and part.name == "object"


def _is_newest_first(steps: list[JsonValue]) -> bool:
    made = list(map(_time_of, steps))
    return len(made) > 1 and all(before > after for before, after in pairwise(made))


def _time_of(step: JsonValue) -> float:
    """When a step was made; without an order for anything else."""
    fields = object_or_empty(step)
    made = fields.get("created_at") if fields.get("object") == classic.STEP else None
    return float(made) if isinstance(made, (int, float)) else float("nan")
