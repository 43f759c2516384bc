"""What a masked copy must not tell: not in its bytes, not in the name of its file, not in its
link."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import crosswire
from crosswire.containers import open_upload
from crosswire.errors import CrosswireError
from crosswire.secrets import (
    WORD,
    CannotMask,
    Secret,
    find_secrets,
    masked_as_read,
)

SHORTEST_KNOWN = 8
"""A shorter secret is sought in a name by its shape only: so few letters may stand there by
chance."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be masked in a copy."""

    secrets: bool = True
    """Whether secrets that a scan finds are masked."""
    left: frozenset[str] = frozenset()
    """Labels of probable secrets that are not to be masked."""
    words: tuple[str, ...] = ()
    """Words that are masked wherever they stand."""

    def find(self, data: bytes) -> list[Secret]:
        """What is to be masked in a whole upload."""
        found = find_secrets(data, self.words)
        return [one for one in found if self._is_masked(one) and one.label not in self.left]

    def find_in_part(self, part: bytes, data: bytes) -> list[Secret]:
        """The same in a part of an upload, where secrets have other numbers."""
        left = self.left_values(data)
        found = find_secrets(part, self.words)
        return [
            one
            for one in found
            if self._is_masked(one) and (one.is_sure or part[one.start : one.end] not in left)
        ]

    def left_values(self, data: bytes) -> frozenset[bytes]:
        """The probable secrets themselves that are not masked."""
        if not self.left:
            return frozenset()
        found = find_secrets(data, self.words)
        return frozenset(data[one.start : one.end] for one in found if one.label in self.left)

    def _is_masked(self, secret: Secret) -> bool:
        return self.secrets or secret.rule is WORD


ALL_SECRETS = Choice()
"""All that a scan finds, and nothing else."""


def without_secrets(
    data: bytes, secrets: Sequence[Secret], container: str, left: Collection[bytes] = ()
) -> bytes:
    """The bytes with a placeholder for each of these secrets, which are all but those that are
    `left`; raises CannotMask."""
    found = masked_as_read(data, secrets, container, left)
    if any(secret.rule is WORD for secret in secrets) and _form(found) != _form(data):
        raise CannotMask(
            "With these words masked, the copy could not be read any more: one of them is "
            "part of the log's own form, such as a number or the name of a field. "
            "Take a longer word, as it stands in a text."
        )
    return found


def _form(data: bytes) -> tuple[str, list[list[int]]]:
    """The container of an upload, and how many parts each of its messages has."""
    try:
        log = crosswire.load(data)
    except CrosswireError:
        return open_upload(data).container, []
    counts = [[len(message.parts) for message in one.messages] for one in log.conversations]
    return log.container, counts


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
