"""The messages alone, as the format's own array: `messages`, `contents` or `input`.

Settings, tools and a system prompt in a field of its own are left out and listed as lost.
"""

from __future__ import annotations

from crosswire.address import Address, child, is_within, root
from crosswire.containers import json_document
from crosswire.errors import CannotExport
from crosswire.exports.export import EVERY_FORMAT, Export, Written, moved
from crosswire.exports.reshaping import Reshaping
from crosswire.model import JsonObject

NAME = "messages"
TITLE = "Messages alone"
SAYS = "The messages as an array, without settings, tools or a system prompt of its own field."
MEDIA_TYPE = "application/json"
ENDING = "messages.json"
IN_LINES = True
FORMAT_NAMES = EVERY_FORMAT

CONTAINERS = ("messages", "contents", "input")
"""The fields that hold messages, of which each format has one."""


def write(export: Export) -> Written:
    container = container_of(export.payload)
    messages = export.payload[container]
    if not messages:
        raise CannotExport("There is no message in this conversation.")
    rest = Reshaping(export, f"Only `{container}` is written; this stands beside them.")
    for name in export.payload:
        if name != container:
            rest.remove(name, code="beside-messages")
    above = child(root(), container)

    def place(at: Address) -> Address | None:
        return Address(root() + at[len(above) :]) if is_within(at, above) else None

    text = json_document.write(messages, indent=not export.one_line) + b"\n"
    return moved(export, text, place, rest.losses)


def container_of(payload: JsonObject) -> str:
    """The field of a request body that holds its messages."""
    found = next((name for name in CONTAINERS if isinstance(payload.get(name), list)), None)
    if found is None:
        raise CannotExport("There is no list of messages in this conversation.")
    return found
