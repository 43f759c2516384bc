"""Whose a signature or a ciphertext is: each provider's has a form of its own.

Only the outside is looked at, the first bytes and how they are packed; what is inside, only
its maker can read. A form that is not known is nobody's.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from crosswire.address import Address, child
from crosswire.model import Conversation, Part, ReasoningPart, ToolCallPart
from crosswire.model.json_values import object_or_empty, text_field


class Maker(StrEnum):
    """Who makes signatures, as in a sentence."""

    OPENAI = "OpenAI"
    ANTHROPIC = "Anthropic"
    GEMINI = "Gemini"
    ROUTER = "claude-code-router"
    """It writes `ccr_` and the time where it has no signature; that signs nothing."""
    NOBODY = "nobody"
    """A word that asks Gemini not to look."""


SENTINELS = ("skip_thought_signature_validator", "context_engineering_is_the_way_to_go")
_SENTINELS = {*SENTINELS, *(base64.b64encode(word.encode()).decode() for word in SENTINELS)}

_FERNET = re.compile(r"gAAAA[\w-]{60,}={0,2}")
"""The form of encryption that OpenAI uses."""
_ROUTER = re.compile(r"ccr_\d{10,}")
_FORMS = ((_FERNET, Maker.OPENAI), (_ROUTER, Maker.ROUTER))
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")
_SHORTEST = 40
"""Of what is looked into; made-up ones in examples are shorter."""
_SHORTEST_CUT = 9
"""Bytes from which on the length of a signature can be read in it."""
_NUMBER = 0x08
"""The tag of a number, which newer signatures begin with."""
_STANDARD = str.maketrans("-_", "+/")
_HEAD = 32

OWNERS = {
    "anthropic": Maker.ANTHROPIC,
    "openai-responses": Maker.OPENAI,
    "azure-foundry": Maker.OPENAI,
    "gemini": Maker.GEMINI,
}
"""A format -> whose signatures stand in its fields."""


def maker_of(value: str) -> Maker | None:
    """Whose form a signature has; None where it is none that is known."""
    if value in _SENTINELS:
        return Maker.NOBODY
    for form, maker in _FORMS:
        if form.fullmatch(value):
            return maker
    if len(value) < _SHORTEST or value[0] not in "CE" or not _BASE64.fullmatch(value):
        return None
    size = len(value.rstrip("=")) * 3 // 4
    head = base64.b64decode(value[:_HEAD].translate(_STANDARD))
    return _packed_by(head, size)


def is_cut(value: str) -> bool:
    """Whether a signature of Anthropic's form ends before the end that it names itself."""
    size = len(value.rstrip("=")) * 3 // 4
    if size < _SHORTEST_CUT or value[0] not in "CE" or not _BASE64.fullmatch(value):
        return False
    whole = value[: min(_HEAD, len(value) // 4 * 4)].translate(_STANDARD)
    head = base64.b64decode(whole)
    at = _field(head, 0)[2] if head[0] == _NUMBER else 0
    tag, length, start = _field(head, at)
    return tag == 0x12 and head[start] == 0x0A and start + length > size


def _packed_by(head: bytes, size: int) -> Maker | None:
    """By the first fields of a protobuf message of `size` bytes."""
    tag, length, start = _field(head, 0)
    if tag == 0x0A:
        return Maker.GEMINI if head[start] == 1 and start + length <= size else None
    end = start + length
    if tag != 0x12 or end > size:
        return None
    tag, length, start = _field(head, start)
    if tag != 0x0A:
        return None
    if start + length == end == size:
        return Maker.GEMINI
    # A numbered key, then the 64 bytes of a signature.
    return Maker.ANTHROPIC if re.search(rb"\x18\x02[\x22\x2a]\x40", head[start:]) else None


def _field(head: bytes, at: int) -> tuple[int, int, int]:
    """Tag and length of the field that begins at a place, and where its content begins."""
    length, shift, place = 0, 0, at + 1
    while place < len(head) - 1:
        byte = head[place]
        length |= (byte & 0x7F) << shift
        shift, place = shift + 7, place + 1
        if byte < 0x80:
            break
    return head[at], length, place


def is_base64(value: str) -> bool:
    """Whether it reads as base64, in either alphabet, with its padding or without."""
    if not _BASE64.fullmatch(value) or len(value.rstrip("=")) % 4 == 1:
        return False
    try:
        base64.b64decode(
            value.rstrip("=").translate(_STANDARD) + "=" * (-len(value.rstrip("=")) % 4)
        )
    except binascii.Error:
        return False
    return True


class Signed(Struct, frozen=True):
    """A signature in a log, with the part that carries it."""

    part: Part
    value: str
    owner: Maker
    """Whose the field is."""
    address: Address


def signed(conversation: Conversation) -> Iterator[Signed]:
    """All signatures and ciphertexts of reasoning, in order."""
    for message in conversation.messages:
        owner = OWNERS.get(message.wire_format)
        if owner is None:
            continue
        for part in message.parts:
            if type(part) is ReasoningPart or type(part) is ToolCallPart:
                name, value = _signature_of(part, owner) or ("", "")
                if value:
                    yield Signed(part, value, owner, child(part.address, name))


def _signature_of(part: ReasoningPart | ToolCallPart, owner: Maker) -> tuple[str, str] | None:
    """The name of the field that holds the signature of a thought or a call, and that."""
    if isinstance(part, ToolCallPart):
        return thought_signature(part) if owner is Maker.GEMINI else None
    if not part.signature:
        return None
    fields = object_or_empty(part.raw)
    names = [name for name in _FIELDS if fields.get(name) == part.signature]
    return (names[0], part.signature) if names else None


_FIELDS = ("signature", "data", "encrypted_content", "thoughtSignature", "thought_signature")


def thought_signature(part: Part) -> tuple[str, str] | None:
    """The signature beside what a part of Gemini's says, with the spelling of its field."""
    for name in ("thoughtSignature", "thought_signature"):
        value = text_field(part.raw, name)
        if value is not None:
            return name, value
    return None
