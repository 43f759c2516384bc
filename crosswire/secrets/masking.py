"""Replaces secrets by placeholders, and changes no other byte."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crosswire.containers import open_upload, write_json
from crosswire.errors import CrosswireError
from crosswire.secrets.finding import Secret, find_secrets

_READ_ANEW = {"python": "Python literal", "pasted": "paste"}
"""What may write a secret otherwise than it is: Python and shells put the pieces of a text
together, and have escapes that the scan does not undo."""


class CannotMask(CrosswireError):
    """A log that would tell a secret when it is read, though no bytes of it are one."""


def masked(data: bytes, secrets: Sequence[Secret]) -> bytes:
    """The upload with a placeholder for each of these secrets of `find_secrets`.

    A placeholder needs no escape, at any depth and in any string. So the rest stays as it was,
    byte for byte, and equal ids stay equal.
    """
    pieces: list[bytes] = []
    end = 0
    for secret in sorted(secrets, key=lambda secret: secret.start):
        pieces += (data[end : secret.start], secret.placeholder.encode())
        end = secret.end
    return b"".join((*pieces, data[end:]))


def masked_as_read(
    data: bytes, secrets: Sequence[Secret], container: str, left: Collection[bytes] = ()
) -> bytes:
    """The same, where nothing tells a secret when it is read either; raises CannotMask.

    `container` is how the upload was opened. Secrets that are `left` are meant to be told.
    """
    found = masked(data, secrets)
    if container in _READ_ANEW and _tells(found, left):
        raise CannotMask(
            f"This {_READ_ANEW[container]} writes a secret in pieces or with escapes, "
            "where it cannot be masked; save the log as JSON, and take that."
        )
    return found


def _tells(data: bytes, left: Collection[bytes]) -> bool:
    try:
        opened = open_upload(data)
    except CrosswireError:
        return True
    texts = (write_json(document) for document in opened.documents)
    return any(
        text[secret.start : secret.end] not in left
        for text in texts
        for secret in find_secrets(text)
    )
