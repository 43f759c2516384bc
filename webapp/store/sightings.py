"""Who was here, and when tokens were used: noted while pages are read, and written down later.

A request that only reads writes nothing. What it saw is written with the next request that
writes, or by the server once a minute.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock

from webapp.database.engine import Session
from webapp.store import people, tokens


@dataclass
class Sightings:
    """What was seen and is not written down yet."""

    _people: dict[str, tuple[str, str]] = field(default_factory=dict)
    """How `upload_owners` names them -> their name and role."""
    _tokens: dict[int, datetime] = field(default_factory=dict)
    _guard: Lock = field(default_factory=Lock)

    def saw_person(self, owner: str, name: str, role: str) -> None:
        with self._guard:
            self._people[owner] = (name, role)

    def saw_token(self, token_id: int) -> None:
        with self._guard:
            self._tokens[token_id] = datetime.now(UTC)

    def write_down(self, session: Session) -> None:
        """Store what was seen; a database that takes nothing more keeps no one from
        reading."""
        with self._guard:
            seen, used = self._people, self._tokens
            self._people, self._tokens = {}, {}
        for owner, (name, role) in seen.items():
            people.remember_person(session, owner, name, role)
        for token_id, moment in used.items():
            tokens.touch_token(session, token_id, moment)
