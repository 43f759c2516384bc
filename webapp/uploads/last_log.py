"""The log that a worker read last. The page of a long one asks for verdicts and for one pane
after the other, and each of them would read all of it again."""

from __future__ import annotations

import time

import crosswire
from crosswire.containers import Data
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow
from webapp.store import conversations

MOST_BYTES = 32_000_000
"""Of an upload whose log is kept; in memory it takes about three times as much."""
SECONDS = 60.0
"""After which one is let go that nobody asked for again."""


class LastLog:
    """Keeps one log for a while."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._read: tuple[crosswire.Log, Data] | None = None
        self._asked = 0.0

    def read(self, session: Session, row: ConversationRow) -> tuple[crosswire.Log, Data]:
        """The upload of a conversation, read; raises Gone, CrosswireError."""
        upload = row.upload
        of = (upload.id, upload.digest, upload.asked_format, upload.asked_mapping)
        self._asked = time.monotonic()
        if self._read is not None and self._of == of:
            return self._read
        self.let_go()
        read = conversations.read_log(session, row)
        if upload.size <= MOST_BYTES:
            self._of, self._read = of, read
        return read

    def let_go(self) -> None:
        """Free its memory."""
        self._of, self._read = (), None

    def let_go_if_old(self) -> None:
        """The same, where nobody has asked for it lately."""
        if time.monotonic() - self._asked > SECONDS:
            self.let_go()
