"""The sessions inside of a database, each as a list shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field

from crosswire.facts.timestamps import seconds_of
from crosswire.model import Conversation
from crosswire.reading.loading import Log
from crosswire.repairs import is_of_rows
from crosswire.rules.rule import Diagnostic, Severity

_SHOWN = (Severity.ERROR, Severity.WARNING)


class Inside(Struct):
    """One session of a database, with its branches and sub-agents."""

    session: str
    """Its id, as the database has it; empty where it has none."""
    title: str = ""
    written: float | None = None
    """When its last message was written, in seconds since 1970."""
    messages: int = 0
    calls: int = 0
    results: int = 0
    severities: dict[str, int] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)
    """Of errors and warnings."""

    def add(self, conversation: Conversation, findings: Sequence[Diagnostic]) -> None:
        """Count a conversation of it."""
        times = (seconds_of(one.timestamp) for one in conversation.messages)
        known = [*(one for one in times if one is not None), *filter(None, [self.written])]
        self.written = max(known, default=None)
        self.messages += len(conversation.messages)
        self.calls += sum(1 for _ in conversation.calls())
        self.results += sum(1 for _ in conversation.results())
        severities, codes = Counter(self.severities), Counter(self.codes)
        severities.update(str(one.severity) for one in findings)
        codes.update(one.code for one in findings if one.severity in _SHOWN)
        self.severities, self.codes = dict(severities), dict(codes.most_common())


def sessions_inside(log: Log, findings: Sequence[Sequence[Diagnostic]]) -> list[Inside]:
    """The sessions in the rows of a database, the newest first; none of other files. The
    findings are those of each conversation."""
    told = zip(log.conversations, findings, strict=True)
    found: dict[int, Inside] = {}
    for conversation, own in told:
        if is_of_rows(log, conversation.documents_before):
            first = _root(log.conversations, conversation)
            inside = found.setdefault(
                first.number, Inside(first.thread or "", first.title or "")
            )
            inside.add(conversation, own)
    return sorted(found.values(), key=lambda one: one.written or 0.0, reverse=True)


def _root(conversations: Sequence[Conversation], one: Conversation) -> Conversation:
    """The session that a branch or a sub-agent belongs to."""
    seen: set[int] = set()
    while one.number not in seen:
        seen.add(one.number)
        tie = one.started_from
        if tie is None or tie.number is None or tie.joins_sessions:
            break
        one = next((other for other in conversations if other.number == tie.number), one)
    return one
