"""What a list says of a session that was read: how much is in it, and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field

from crosswire.configuration import ProjectSettings
from crosswire.doctor.inside import Inside, sessions_inside
from crosswire.doctor.sessions import Session
from crosswire.errors import CrosswireError, NotAConversation
from crosswire.model import Conversation
from crosswire.reading.loading import load
from crosswire.rules.rule import Severity
from crosswire.rules.runner import diagnose

LARGEST = 2 * 1024**3
"""Bytes of a session; a larger one is not read."""

USUAL = ProjectSettings()

LONGEST_REASON = 120
"""Characters of a reason that a list shows."""

_LEFT = ("cut-line", "skipped-member")
"""Notes on a file that tell of something which no conversation knows of."""

State = Literal["read", "empty", "unread"]


class Summary(Struct):
    """One session, read: this alone is kept of it."""

    state: State
    """`empty` is a file without any conversation; `unread` one that could not be read."""
    why: str = ""
    """Why it was not read, or is empty."""
    format: str = ""
    format_title: str = ""
    title: str = ""
    conversations: int = 0
    messages: int = 0
    calls: int = 0
    results: int = 0
    severities: dict[str, int] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)
    """Of errors and warnings."""
    unread_places: int = 0
    inside: list[Inside] = field(default_factory=list)
    """Of a database: its sessions, the newest first."""

    @property
    def errors(self) -> int:
        return self.severities.get(Severity.ERROR, 0)

    @property
    def warnings(self) -> int:
        return self.severities.get(Severity.WARNING, 0)

    @property
    def reason(self) -> str:
        """Why it was not read, or is empty, in one short sentence."""
        first = self.why.partition(". ")[0].removesuffix(".")
        return (
            f"{first}." if len(first) < LONGEST_REASON else f"{first[: LONGEST_REASON - 1]}…"
        )

    @property
    def is_sound(self) -> bool:
        """Whether all of it was read and nothing is wrong."""
        return self.state == "read" and not (self.codes or self.unread_places)


def summarise(session: Session, settings: ProjectSettings = USUAL) -> Summary:
    """Read a session; whatever is wrong with it becomes part of its row, by these settings."""
    if session.size > LARGEST:
        return Summary("unread", "It is larger than 2 GB; `crosswire check` may read it.")
    try:
        return _summary(session, settings)
    except NotAConversation as error:
        return Summary("empty", str(error))
    except CrosswireError as error:
        return Summary("unread", str(error))
    except FileNotFoundError:
        return Summary("unread", "It is not there any more.")
    except OSError as error:
        return Summary("unread", f"{error.strerror or error}.")
    except MemoryError:
        return Summary("unread", "There is not enough memory to read it.")
    except Exception as error:  # noqa: BLE001 - a fault of one row is told in that row
        return Summary("unread", f"Crosswire failed on it ({type(error).__name__}).")


def _summary(session: Session, settings: ProjectSettings) -> Summary:
    data = session.read()
    if not data:
        return Summary("empty", "The file is empty.")
    log = load(data, name=session.path.name)
    del data
    severities, codes = Counter[str](), Counter[str]()
    findings = [settings.shown(diagnose(one)) for one in log.conversations]
    for own in findings:
        for finding in own:
            severities[str(finding.severity)] += 1
            if finding.severity in (Severity.ERROR, Severity.WARNING):
                codes[finding.code] += 1
    return Summary(
        "read",
        format=log.format,
        format_title=log.detection.title,
        title=_title(log.conversations),
        conversations=len(log.conversations),
        messages=sum(len(one.messages) for one in log.conversations),
        calls=sum(1 for one in log.conversations for _ in one.calls()),
        results=sum(1 for one in log.conversations for _ in one.results()),
        severities=dict(severities),
        codes=dict(codes.most_common()),
        unread_places=sum(len(one.unread) for one in log.conversations)
        + sum(note.code in _LEFT for note in log.notes),
        inside=sessions_inside(log, findings),
    )


def _title(conversations: Sequence[Conversation]) -> str:
    """The title of the session itself, not of a branch or a sub-agent."""
    ties = ((one, one.started_from) for one in conversations)
    own = (one for one, tie in ties if tie is None or tie.joins_sessions)
    return next((one.title for one in own if one.title), "") or ""
