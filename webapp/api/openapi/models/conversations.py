"""An upload that was kept, and what was read of a conversation."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from webapp.api.openapi.models.common import (
    Answer,
    Asked,
    ErrorText,
    Finding,
    Json,
    Note,
    Permalink,
    Severity,
)

FormatName = Literal[*FORMATS]  # type: ignore[valid-type]
"""A format that is read and written."""


class SentWith(Asked):
    """What goes with the bytes of an upload."""

    name: str | None = None
    """Its file name."""
    format: Literal[*FORMATS, *LOGS] | None = None  # type: ignore[valid-type]
    """The format to read it as, whatever it looks like."""
    map: str | None = None
    """A mapping to read it by, as JSON (docs/mapping.md)."""


class SentForm(Asked):
    """An upload as a form."""

    file: str = Field(json_schema_extra={"format": "binary"})
    """The log."""
    format: Literal[*FORMATS, *LOGS] | None = None  # type: ignore[valid-type]
    """The format to read it as, whatever it looks like."""
    map: str | None = None
    """A mapping to read it by, as JSON (docs/mapping.md)."""


class Kept(Permalink):
    """An upload that was kept, by its first conversation."""

    manage_secret: str
    """Whoever has it may delete the upload; it is told here and never again."""
    manage_url: str
    """Opened in a browser, it lets that browser manage the upload."""
    revision: Literal[1]
    format: str | None
    """None where no format knows it: then its document can be shown, and nothing was read."""
    conversations: list[Permalink]
    """All conversations of the upload, or the first 1,000."""
    conversations_total: int


class Grown(Permalink):
    """An upload that went on with one of the same holder: its next revision, by its first
    conversation."""

    revision: int = Field(ge=2)
    """Counted from 1, which is the upload that it began with."""
    format: str | None
    """None where no format knows it."""
    conversations: list[Permalink]
    """All conversations of the upload, or the first 1,000."""
    conversations_total: int


class Waiting(Permalink):
    """An upload that is kept and not read yet, or that could not be read."""

    state: Literal["waiting", "working", "failed"]
    stage: str
    done: int
    of: int
    name: str | None
    size: int
    sha256: str
    created_at: str
    error: ErrorText | None = None
    """Why it could not be read."""


class Accepted(Waiting):
    """An upload that was kept, and that a worker reads."""

    manage_secret: str | None = None
    """Whoever has it may delete the upload; it is told here and never again, and not for a
    further revision."""
    manage_url: str | None = None
    """Opened in a browser, it lets that browser manage the upload."""
    revision: int
    """Higher than 1 where it goes on with an upload of the same holder."""


class Detection(Answer):
    """What the upload was recognised as, and by what."""

    format: str | None
    """None where no format knows it."""
    title: str
    container: str
    shape: str
    confidence: float = Field(ge=0, le=1)
    reason: str
    asked_for: bool
    """Whoever uploaded it said so."""
    mapping: Json | None
    """The mapping that it is read by; None where a format of its own is, or a guess."""


class Usage(Answer):
    """What the conversation cost, as counted by the provider."""

    input: int | None
    output: int | None
    cached: int | None
    cache_written: int | None
    reasoning: int | None
    answers: int
    cost: float | None
    took: float | None
    address: str


class Span(Answer):
    """From the first moment of the log to the last, in seconds since 1970, UTC."""

    first: float
    last: float
    span: float
    moments: int
    address: str


class ThreadTie(Answer):
    """A tie between two conversations of a log."""

    relation: Literal["branch", "fork", "sub-agent", "continuation"]
    """What the one that began later is to the other."""
    id: str
    """The other's, as the log has it."""
    conversation: int | None
    """The other's number in the upload, from 1; null where it is not in it."""
    here: str
    """The place in this conversation; empty where it is not known."""
    there: str
    """The place in the other one."""
    why: str
    path: str = ""
    """The file that the other stands in, where the log or its program tells; empty else."""


class Threads(Answer):
    """How a conversation hangs together with others of the upload."""

    id: str
    """The log's own; empty where it has none."""
    started_from: ThreadTie | None
    """Where it began."""
    starts: list[ThreadTie]
    """What began in it, or the first 200."""
    counts: dict[str, int]
    """How many of each relation began in it."""


class Counts(Answer):
    """What is in the conversation."""

    rows: int
    messages: int
    parts: int
    """What was read, and what stood in the file and was not."""
    shown: int
    """Parts that its page shows: as many as were read."""
    unread: list[Note]
    """What stood in the file and was not read."""
    calls: int
    results: int
    """Those that stand apart from their call."""
    embedded: int
    """Those inside the item of their call."""
    reports: int
    """Results that no call asked for."""
    pairs: int
    pairing: dict[str, int]
    """How many calls were paired how, or why not."""
    findings: int
    severities: dict[Severity, int]
    entries: int
    notes: list[Note]
    title: str
    model: str = ""
    """As the log names it; empty where it does not, and in older readings."""
    usage: Usage | None
    time: Span | None
    copies: int = 0
    """How many of its parts the upload has several times, as a recording of requests does."""
    threads: Threads | None = None
    """Null in older readings."""


class Unpacked(Answer):
    """The text that was unpacked: every line and byte that is named is one of it."""

    size: int
    sha256: str


class EarlierRevision(Answer):
    """What an upload was before it grew: its first bytes."""

    revision: int
    size: int
    sha256: str
    lines: int
    created_at: str


class Conversation(Permalink):
    """What was read of a conversation."""

    name: str | None
    """File name of the upload."""
    created_at: str
    size: int
    """Bytes of the upload."""
    sha256: str
    unpacked: Unpacked | None = None
    """Of an upload that came packed: the text of the files in it."""
    revision: int
    """Which revision of the upload stands here; higher than 1 where it grew."""
    earlier_revisions: list[EarlierRevision]
    detection: Detection
    notes: list[Note]
    summary: Counts
    findings: list[Finding]
    conversations: list[Permalink]
    """All conversations of the upload, or the first 1,000."""
    conversations_total: int


class Deleted(Answer):
    """An upload that is gone."""

    deleted: list[str]
    """Slugs of its conversations, or of the first 1,000."""
    deleted_total: int


class Repair(Asked):
    """How to repair; a request without a body asks for the usual."""

    missing: Literal["leave", "drop", "mark"] = "leave"
    """What becomes of the half of a pair whose other half was not recorded."""
    only: list[str] | None = None
    """Rules, by code or name, or addresses of what is to be repaired; all without it."""


class Change(Answer):
    """One thing that the repaired conversation has otherwise."""

    rule: str
    kind: str
    source: str | None
    """Its place in the upload; none for what was added."""
    target: str | None
    """Its place in what was repaired; none for what was dropped."""
    before: Json
    after: Json
    why: str
    certain: bool
    """False where the order alone, or the looks of an id, told what belongs together."""


class Left(Answer):
    """A finding that stays."""

    code: str
    rule: str
    kind: str
    severity: Severity
    source: str | None
    target: str
    message: str
    why: str
