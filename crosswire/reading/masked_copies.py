"""A log without its secrets, for others to see."""

from __future__ import annotations

from msgspec import Struct

from crosswire.containers import open_upload, without_keys
from crosswire.reading.loading import load
from crosswire.reading.recorded_keys import keys_around
from crosswire.secrets import (
    CannotMask,
    Secret,
    find_secrets,
    hidden,
    masked_as_read,
    may_hold_keys,
)


class MaskedCopy(Struct, frozen=True):
    """A log without its secrets."""

    data: bytes
    secrets: list[Secret]
    """What was masked in it, beside the keys around its conversations."""
    known: frozenset[bytes]
    """The secrets themselves, which nothing beside the copy may tell either."""


def masked_copy(data: bytes, *, only_sure: bool = False) -> MaskedCopy:
    """The text of a log with a placeholder for each secret, and without the keys that stand
    around its conversations: in headers, cookies and addresses.

    With `only_sure`, what only a name tells is left. Raises CannotMask where a secret would
    stay, and CrosswireError where nothing can be read, so that nobody knows.
    """
    text = without_keys(data).data
    found = find_secrets(text)
    secrets = [one for one in found if one.is_sure or not only_sure]
    left = {text[one.start : one.end] for one in found if only_sure and not one.is_sure}
    copy = masked_as_read(text, secrets, open_upload(text).container, left)
    if any(copy[one.start : one.end] not in left for one in find_secrets(copy)):
        raise CannotMask("A secret in it cannot be masked.")
    keys = keys_around(copy, load(copy, or_document=True)) if may_hold_keys(copy) else []
    known = frozenset(text[one.start : one.end] for one in secrets)
    return MaskedCopy(hidden(copy, keys), secrets, known)
