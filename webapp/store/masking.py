"""What a masked copy must not tell: not in its bytes, not in the name of its file, not in its
link."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crosswire.containers import open_python_literal, write_json
from crosswire.errors import CrosswireError
from crosswire.secrets import Secret, find_secrets, masked

SHORTEST_KNOWN = 8
"""A shorter secret is sought in a name by its shape only: so few letters may stand there by
chance."""


class CannotMask(CrosswireError):
    """A log that would tell a secret when it is read, though no bytes of it are one."""


def without_secrets(data: bytes, secrets: Sequence[Secret], container: str) -> bytes:
    """The bytes with a placeholder for each of these secrets, which are all; raises
    CannotMask."""
    found = masked(data, secrets) if secrets else data
    if container == "python" and _tells_when_read(found):
        raise CannotMask(
            "This Python literal writes a secret in pieces or with escapes, "
            "where it cannot be masked; "
            "save the log as JSON and share that."
        )
    return found


def known_secrets(data: bytes, secrets: Sequence[Secret]) -> frozenset[str]:
    """The secrets themselves, as they stand in the bytes."""
    texts = (
        data[secret.start : secret.end].decode("utf-8", "replace")
        for secret in secrets
        if not secret.continues
    )
    return frozenset(text for text in texts if len(text) >= SHORTEST_KNOWN)


def tells(text: str, known: Collection[str]) -> bool:
    """Whether a name or an address holds one of these secrets, or what looks like any."""
    plain = text.replace("~1", "/").replace("~0", "~")  # as addresses write them
    return any(secret in plain for secret in known) or bool(
        find_secrets(plain.encode("utf-8", "replace"))
    )


def _tells_when_read(data: bytes) -> bool:
    """Only Python puts the pieces of a text together, and has escapes that the scan does not
    undo."""
    opened = open_python_literal(data)
    return opened is None or any(
        find_secrets(write_json(document)) for document in opened.documents
    )
