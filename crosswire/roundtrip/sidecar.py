"""What another format has no field for, kept beside a payload so that it can stand again on
the way back.

A sidecar holds the conversation in its own words, as one request body for each format that its
messages are in, and says which places of those bodies became which places of the payload. It
is JSON, the same for the same conversation and rendering, and never a part of a payload: what
only one provider can read stays out of every other's fields. These are dataclasses, which the
app's description of its API can take as they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec

from crosswire.address import Address, at_pointer, child, pointer, root
from crosswire.containers import json_document
from crosswire.errors import NotASidecar
from crosswire.facts.checksum import canonical
from crosswire.formats import FORMATS
from crosswire.model import Conversation, JsonObject, JsonValue, Part, SettingPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_patch import tokens_below

VERSION = 1
_KIND = "held"


@dataclass(frozen=True, slots=True)
class SidecarPart:
    """A part that became one part of the payload."""

    was: str
    """Its place in the sidecar."""
    digest: str
    """Of the payload's part, as it was written."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Messages (or settings and tools) in their own words, and the places of the payload for
    them."""

    was: list[str]
    """Their places in the sidecar, as RFC 6901 pointers; none: the payload needed what the log
    lacks.

    Where the payload has them in their own words already, it is their address there.
    """
    at: list[str]
    """Addresses in the payload; none: the payload has no place for it."""
    digests: list[str]
    """Of what was written there; equal ones mean that nobody has changed it since."""
    parts: list[SidecarPart] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SidecarId:
    """A call id in the payload that is not the log's."""

    was: str | None
    """The place of the logged id here, or where it would stand; None where nothing holds
    one."""
    logged: str | None
    written: str


@dataclass(frozen=True, slots=True)
class Sidecar:
    """The sidecar of one conversation and one of its renderings; see `build_sidecar`."""

    written_as: str
    """The format of the payload."""
    dialect: str | None
    """The format in whose words the settings and tools are; None where they cannot be written
    again."""
    digest: str
    """sha256 of the upload that the conversation was read from."""
    number: int
    """Which conversation of the upload it is."""
    bodies: dict[str, Any]
    """Format -> the messages in its words, as a request body."""
    order: list[str]
    """`was` of all messages, in the order of the conversation."""
    messages: list[Entry]
    envelope: list[Entry]
    """Settings and declarations of tools."""
    ids: list[SidecarId]
    names: dict[str, str] = field(default_factory=dict)
    """A tool's name in the payload -> the logged one, where they differ."""

    def as_json(self) -> JsonObject:
        """As JSON, to be kept wherever the payload goes."""
        return asdict(self)

    @staticmethod
    def read(value: JsonValue) -> Sidecar:
        """Raises NotASidecar."""
        try:
            sidecar = msgspec.convert(value, Sidecar, strict=True)
        except (msgspec.ValidationError, RecursionError) as error:
            raise NotASidecar(f"This is no map of what was held: {error}.") from error
        unknown = [
            name
            for name in (sidecar.written_as, sidecar.dialect, *sidecar.bodies)
            if name not in (None, *FORMATS)
        ]
        if unknown:
            raise NotASidecar(
                f"This map names {unknown[0]!r}, which is no format that can be written."
            )
        return sidecar


def write_file(sidecars: Sequence[Sidecar]) -> bytes:
    """The file with the sidecars of all conversations of a file, in their order."""
    conversations: list[JsonValue] = [sidecar.as_json() for sidecar in sidecars]
    return json_document.write(
        {"crosswire": _KIND, "version": VERSION, "conversations": conversations}, indent=True
    )


def read_file(data: bytes) -> list[Sidecar]:
    """The sidecars in a file; raises UnreadableUpload, NotASidecar."""
    value = json_document.read(data)
    if not isinstance(value, dict) or value.get("crosswire") != _KIND:
        raise NotASidecar(
            'This is no map of what was held: it does not begin with "crosswire": "held".'
        )
    if value.get("version") != VERSION:
        raise NotASidecar(
            f"This map is of version {value.get('version')!r}, and only {VERSION} is read."
        )
    found = value.get("conversations")
    if not isinstance(found, list) or not found:
        raise NotASidecar("This map holds no conversation.")
    return [Sidecar.read(one) for one in found]


def digest_of(value: JsonValue) -> str:
    """sha256 of the canonical JSON (RFC 8785) of a value; of JSON with sorted keys where that
    has no form."""
    text = canonical(value)
    return hashlib.sha256(
        json_document.write(_sorted(value)) if text is None else text
    ).hexdigest()


def _sorted(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(one) for one in value] if isinstance(value, list) else value


def digest_of_setting(part: Part) -> str:
    """Of a setting, its name included, or of a tool's declaration."""
    return digest_of([part.name, part.value] if isinstance(part, SettingPart) else part.raw)


def read_body(format: str, body: Mapping[str, Any], at: Address | None = None) -> Conversation:
    """A request body of the sidecar (or a payload), with addresses that begin with `at`."""
    wire = FORMATS[format]
    into = ConversationBuilder(wire.NAME, wire.TRAITS)
    wire.read_request(dict(body), root() if at is None else at, into)
    return into.finish(container="json", shape="request", documents=[dict(body)])


def place_of(format: str, at: Address) -> str:
    """Where something stands in a sidecar that stands at `at` in a body of this format."""
    return child(Address("/bodies"), format) + pointer(at)


def format_of_place(place: str) -> str:
    """The format of the body that a place of a sidecar lies in."""
    return tokens_below(at_pointer(place), root())[1]
