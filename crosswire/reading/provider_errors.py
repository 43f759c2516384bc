"""Errors that a provider sent instead of an answer, beside a request or in a line of a batch.

It is shown as what the provider said, and is nothing of the conversation that was missed.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child, is_within
from crosswire.containers import read_json
from crosswire.containers.packed_text import packed_in
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, text_field

_HALVES = ("httpResponse", "Response", "then", "res", "resp")
_PLACES = (
    ("error",),
    ("exception",),
    ("response",),
    ("response", "body"),
    ("response", "body", "string"),
    ("response", "body", "base64_string"),
    ("response", "parsed_body"),
    ("response", "body_raw"),
    ("response", "base64Body"),
    ("response", "jsonBody"),
    ("response", "content", "text"),
    ("response", "error"),
    *((half, *body) for half in _HALVES for body in ((), ("body",))),
    ("response_body",),
    ("responseBody",),
    ("result",),
)
"""Where programs and batches put it; what stands within one of these is told with it."""
_NAMED = frozenset({"error", "exception"})
"""Fields that hold nothing else."""
_FIELDS = frozenset(
    {"message", "detail", "code", "status", "status_code", "type", "__type", "param", "object"}
    | {"request_id", "id", "raw_status_code"}
)
"""Fields of an error that has no object of its own."""
_ENDS = ("errored", "expired", "canceled")
"""How a request of a batch may end without an answer; a tuple, as any value may be looked for
in it."""
_OWN_WORDS = ("message", "detail")
_MAX_WORDS = 300


def errors_in(value: JsonObject, at: Address) -> list[tuple[JsonValue, Address]]:
    """The errors of a provider beside a request, or in a line of a batch."""
    found: list[tuple[JsonValue, Address]] = []
    for path in _PLACES:
        held: JsonValue = value
        for name in path:
            held = object_or_empty(held).get(name)
        if not held or not _is_error(held, path[-1]):
            continue  # as nearly everywhere: an address is made only where one is told
        place = child(at, *path)
        if not any(is_within(place, told) for _, told in found):
            found.append((held, place))
    return found


def _is_error(value: JsonValue, name: str) -> bool:
    if name in _NAMED:
        return bool(value) and isinstance(value, (str, dict, list))
    if isinstance(value, str):
        return name != "result" and _is_error(_parsed(value), name)
    if isinstance(value, list):
        return len(value) == 1 and _is_error(value[0], name)
    if not isinstance(value, dict):
        return False
    if name == "result":
        return value.get("type") in _ENDS
    return (
        bool(value.get("error"))
        or "error" in (value.get("type"), value.get("object"))
        or (("message" in value or "detail" in value) and value.keys() <= _FIELDS)
    )


def read_errors(
    errors: Sequence[tuple[JsonValue, Address]], into: ConversationBuilder
) -> None:
    """Keep each as a field of the answer, in the place of settings that it was taken for."""
    for value, at in errors:
        into.settings_and_tools = [
            part
            for part in into.settings_and_tools
            if not is_within(at, part.address) and not is_within(part.address, at)
        ]
        into.setting("error", value, at, of_response=True)
        words = words_of(value)
        said = f": {words!r}" if words else ""
        into.note(
            "provider-error", f"Instead of an answer, the provider sent an error{said}.", at
        )


def words_of(error: JsonValue) -> str:
    """What an error says, in its own words."""
    value: JsonValue = error
    while True:
        if isinstance(value, str):
            parsed = _parsed(value)
            if parsed is None:
                return value[:_MAX_WORDS]
            value = parsed
        if isinstance(value, list):
            value = value[0] if value else None
        fields = object_or_empty(value)
        own = next(filter(None, (text_field(fields, key) for key in _OWN_WORDS)), None)
        if own is not None or not fields.get("error"):
            return (own or text_field(fields, "type") or "")[:_MAX_WORDS]
        value = fields["error"]


def _parsed(text: str) -> JsonValue:
    """The JSON that is written in a text, packed or not; None where it is none."""
    packed = packed_in(text)
    text = text if packed is None else packed.text
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return read_json(text.encode("utf-8", "surrogatepass"))
    except UnreadableUpload:
        return None
