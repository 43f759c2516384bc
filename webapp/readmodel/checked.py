"""What is wrong with a text that is being edited: nothing of it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import crosswire
from crosswire.answers import Answer, Cause, Known, answer, lines_at
from crosswire.errors import CannotExport, CrosswireError, UnreadableUpload
from crosswire.model import Conversation, JsonObject
from crosswire.reading import Log
from crosswire.repairs import Repaired, plain_repair, put_in
from crosswire.rules import TARGETS, Diagnostic, Severity, format_for
from webapp.readmodel.text import printable

MOST_CHECKED = 100
"""Conversations of a text that are checked."""
MOST_SHOWN = 100
MOST_NOTES = 8
_IN_PLACE = ("json", "jsonl")
"""Containers whose text a fix can be put into."""


Elsewhere = Literal["", "request", "container"]
"""The fix of a log of a program is the request that it makes; that of events or of a paste is
written as JSON."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding, with its place in the text."""

    severity: str
    code: str
    name: str
    message: str
    address: str
    line: int | None
    says: str = ""
    """The provider's own words; empty where it refuses nothing, or none are known."""
    status: int | None = None
    fix: str = ""
    """Names it to `fixed_text`; empty where nothing certain mends it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the own provider of a conversation says of it."""

    target: str | None
    word: str
    """`accepted`, `refused`, `unsure`; empty where nobody was asked."""
    is_doubted: bool


@dataclass(slots=True)
class Checked:
    """What a text holds, and what is wrong with it."""

    fault: str = ""
    """Why nothing was read; the rest is empty then."""
    line: int | None = None
    """Of the fault."""
    title: str = ""
    """Of the format; empty where none knows the documents."""
    conversations: int = 0
    judged: list[Judged] = field(default_factory=list)
    """Those that were checked."""
    problems: list[Problem] = field(default_factory=list)
    """The first ones."""
    total: int = 0
    elsewhere: Elsewhere = ""
    """Why what would mend some of them cannot be put into this text; empty where it can, or
    where nothing would."""
    notes: list[str] = field(default_factory=list)


def checked_text(
    data: bytes, format: str | None, mapping: JsonObject | None = None
) -> Checked:
    """Read a text and check the conversations in it."""
    try:
        log = crosswire.load(
            data, format=format, mapping=mapping, or_document=True, unpack=None
        )
    except CrosswireError as error:
        line = error.line if isinstance(error, UnreadableUpload) else None
        return Checked(fault=printable(str(error)), line=line)
    found = Checked(title=log.detection.title, conversations=len(log.conversations))
    if not log.conversations:
        found.fault, found.title = printable(log.detection.reason), ""
        return found
    some = log.conversations[:MOST_CHECKED]
    listed: list[tuple[Diagnostic, Problem]] = []
    for conversation in some:
        known = Known(conversation)
        told = answer(conversation, missing="leave", known=known)
        found.judged.append(_judged(conversation, told))
        listed += _problems(conversation, told, known.defects)
        found.elsewhere = found.elsewhere or _elsewhere(conversation, told)
    found.total = len(listed)
    found.problems = _with_lines(listed[:MOST_SHOWN], log, data)
    found.notes = list(dict.fromkeys(_notes(log, some)))[:MOST_NOTES]
    return found


def _judged(conversation: Conversation, told: Answer) -> Judged:
    if told.logged is None or not conversation.messages:
        return Judged(told.target, "", is_doubted=False)
    word = {True: "accepted", False: "refused", None: "unsure"}[told.logged.accepts]
    doubted = any(one.severity is Severity.WARNING for one in told.logged.findings)
    return Judged(told.target, word, doubted)


def _notes(log: Log, some: Sequence[Conversation]) -> Iterator[str]:
    """What reading had to mend or to leave."""
    for note in log.notes:
        yield printable(note.message)
    for conversation in some:
        for note in (*conversation.notes, *conversation.unread):
            yield printable(note.message)


def _problems(
    conversation: Conversation, told: Answer, defects: Sequence[Diagnostic]
) -> Iterator[tuple[Diagnostic, Problem]]:
    for cause in (*told.causes, *told.doubts):
        lead, refusal = cause.lead, cause.refusal
        fix = _key(conversation, cause) if _is_mended(conversation, told, cause) else ""
        yield (
            lead,
            _problem(
                lead,
                severity=(refusal or lead).severity.value,
                says=printable(cause.says),
                status=None if refusal is None else refusal.ground.status,
                fix=fix,
            ),
        )
    for one in defects:
        if one.severity is Severity.INFO:
            yield one, _problem(one, severity="info")


def _problem(one: Diagnostic, *, severity: str, **more: Any) -> Problem:
    return Problem(
        severity,
        one.code,
        one.name,
        printable(one.message),
        printable(one.address),
        None,
        **more,
    )


def _with_lines(
    listed: Sequence[tuple[Diagnostic, Problem]], log: Log, data: bytes
) -> list[Problem]:
    places = lines_at(log, data, [one.address for one, _ in listed])
    return [
        Problem(
            problem.severity,
            problem.code,
            problem.name,
            problem.message,
            problem.address,
            None if place is None else place[0],
            problem.says,
            problem.status,
            problem.fix,
        )
        for (_, problem), place in zip(listed, places, strict=True)
    ]


def _key(conversation: Conversation, cause: Cause) -> str:
    return f"{conversation.number} {cause.lead.code} {cause.lead.address}"


def _is_mended(conversation: Conversation, told: Answer, cause: Cause) -> bool:
    """Whether something certain mends it, in the text itself."""
    return not _where_else(conversation, told) and _is_certain(cause)


def _is_certain(cause: Cause) -> bool:
    return (
        cause.is_fixed
        and bool(cause.changes)
        and all(change.certain for change in cause.changes)
    )


def _where_else(conversation: Conversation, told: Answer) -> Elsewhere:
    """Why no fix goes into the text itself."""
    if told.repaired.rendering is not None:
        return "request"
    return "" if conversation.container in _IN_PLACE else "container"


def _elsewhere(conversation: Conversation, told: Answer) -> Elsewhere:
    """The same, where something certain is to be mended."""
    if any(map(_is_certain, (*told.causes, *told.doubts))):
        return _where_else(conversation, told)
    return ""


def fixed_text(data: bytes, format: str | None, key: str) -> bytes:
    """The text with one finding mended, all else to the byte.

    Raises CannotExport where the finding is gone or no change goes into the text.
    """
    found = _found(data, format, key)
    if found is None:
        raise CannotExport("This finding is not there any more. Check the text again.")
    log, conversation, told, cause = found
    for repaired in _repairs(conversation, told, cause):
        changed = put_in(log, data, repaired)
        if changed != data and _found(changed, format, key) is None:
            return changed
    raise CannotExport(
        "Nothing mends this finding by itself. The fix of the whole log, on the page of the "
        "conversation, may mend it together with others."
    )


def _found(
    data: bytes, format: str | None, key: str
) -> tuple[Log, Conversation, Answer, Cause] | None:
    """The finding of a key, where it is in a text."""
    log = crosswire.load(data, format=format, unpack=None)
    for conversation in log.conversations[:MOST_CHECKED]:
        if not key.startswith(f"{conversation.number} "):
            continue
        told = answer(conversation, missing="leave")
        for cause in (*told.causes, *told.doubts):
            if _key(conversation, cause) == key and _is_mended(conversation, told, cause):
                return log, conversation, told, cause
    return None


def _repairs(conversation: Conversation, told: Answer, cause: Cause) -> Iterator[Repaired]:
    """What may mend one cause: it alone, then all at its places, then what its provider asks
    for besides."""
    places = [one.address for one in cause.findings]
    yield plain_repair(conversation, only=cause.findings)
    yield plain_repair(conversation, only=places)
    if told.target is not None:
        target = format_for(TARGETS[told.target], conversation)
        yield plain_repair(conversation, only=places, target=target)
