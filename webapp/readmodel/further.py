"""What a part and its message have beside what is said: further fields, ids, a text in a file.

Fields are kept as JSON on one line; the reading view tells them in a quiet line.
"""

from __future__ import annotations

from crosswire.model import JsonObject, MediaPart, Message, OpaquePart, Part, ReasoningPart
from webapp.readmodel import wire
from webapp.readmodel.media_facts import decoded, type_of

LONGEST_FILE = 200_000
"""Characters of base64 of a text in a file that a page shows; a longer one can be
downloaded."""
_TEXTS = ("text/", "application/json", "application/xml", "application/yaml")


def further_fields(part: Part) -> str:
    """Of a part: what the model has no word for, and the id of a thought."""
    named: JsonObject = {}
    if isinstance(part, ReasoningPart) and part.item_id is not None:
        named["id"] = part.item_id
    return _json(named | (part.extras or {}))


def fields_of_message(message: Message) -> str:
    """Of a message; an opaque part shows the whole item, with its id."""
    named: JsonObject = {}
    if message.item_id is not None and not any(
        isinstance(part, OpaquePart) for part in message.parts
    ):
        named["id"] = message.item_id
    return _json(named | (message.extras or {}))


def _json(fields: JsonObject) -> str:
    return wire.compact(fields) if fields else ""


def text_in_file(part: MediaPart) -> str:
    """The words of a file that is called a text and is one; empty for all others."""
    if (
        part.data is None
        or len(part.data) > LONGEST_FILE
        or not (part.mime_type or "").startswith(_TEXTS)
    ):
        return ""
    data = decoded(part.data) or b""
    try:
        return "" if type_of(data) else data.decode()
    except UnicodeDecodeError:
        return ""
