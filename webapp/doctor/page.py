"""The list of sessions, as its page shows it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import url_for

from crosswire.doctor import Inside
from webapp.doctor.offer import Offer, Offered
from webapp.wording.times import age_words

UUID = 36
"""Characters of an id that says nothing to anybody."""

_Key = Callable[[Offered], Any]


def _of_summary(name: str) -> _Key:
    """Most first; what is not read comes last."""
    return lambda one: -getattr(one.summary, name) if one.summary else 1


SORTS: dict[str, _Key] = {
    "oldest": lambda one: one.session.changed,
    "title": lambda one: title(one).casefold(),
    "program": lambda one: program(one).casefold(),
    "calls": _of_summary("calls"),
    "results": _of_summary("results"),
    "errors": lambda one: (_of_summary("errors")(one), _of_summary("warnings")(one)),
    "size": lambda one: -one.session.size,
}
"""How the list can be sorted otherwise than by the newest."""
_COLUMNS = (
    ("state", "Problems", "errors", "descending"),
    ("title", "Session", "title", "ascending"),
    ("program", "Program", "program", "ascending"),
    ("calls", "Calls", "calls", "descending"),
    ("results", "Results", "results", "descending"),
    ("size", "Size", "size", "descending"),
    ("age", "Written", "oldest", "descending"),
)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column."""

    name: str
    title: str
    url: str
    """The list sorted by it, or as it usually is."""
    sorted: str
    """Which way it is sorted by this column now."""


def title(one: Offered) -> str:
    """What a session is called: by its title, or else by the beginning of a long id."""
    name = (one.summary.title if one.summary else "") or one.session.name
    return name.partition("-")[0] if name == one.session.id and len(name) == UUID else name


def program(one: Offered) -> str:
    """The program, or the format where that is not known."""
    return one.session.program or (one.summary.format_title if one.summary else "")


@dataclass(frozen=True, slots=True)
class SessionsPage:
    """The list in an order."""

    offer: Offer
    sort: str

    @property
    def sessions(self) -> list[Offered]:
        key = SORTS.get(self.sort)
        return sorted(self.offer.sessions, key=key) if key else self.offer.sessions

    @property
    def url(self) -> str:
        return url_for("doctor.index", sort=self.sort or None)

    @property
    def heads(self) -> list[Head]:
        return [self._head(*column) for column in _COLUMNS]

    def _head(self, name: str, title: str, sort: str, way: str) -> Head:
        now = self.sort == sort
        url = url_for("doctor.index", sort=None if now else sort)
        shown = way if now else "ascending" if name == "age" and not self.sort else ""
        return Head(name, title, url, shown)


def state(one: Offered) -> tuple[str, str]:
    """How a session stands: what its mark shows, and in words."""
    summary = one.summary
    if summary is None:
        return "", "being read"
    if summary.state == "empty":
        return "", "no conversation"
    if summary.state == "unread":
        return "error", "not read"
    for count, word in ((summary.errors, "error"), (summary.warnings, "warning")):
        if count:
            return word, _counted(count, word)
    if summary.unread_places:
        return "warning", "not all read"
    return "sound", "nothing wrong"


def facts(one: Offered) -> list[str]:
    """What else is known of a session."""
    summary, told = one.summary, [one.session.project]
    if summary is not None:
        told.append(summary.reason if summary.why else "")
        told.append(_counted(summary.warnings, "warning") if summary.errors else "")
        if summary.conversations > 1:
            told.append(_counted(summary.conversations, "conversation"))
        if summary.unread_places:
            told.append(f"{_counted(summary.unread_places, 'place')} not read")
    return list(filter(None, told))


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}" if count else ""


def age(one: Offered) -> str:
    """How long ago it was written."""
    return age_words(max(0.0, time.time() - one.session.changed))


def day(inside: Inside) -> str:
    """The day that a session in a database was written on last."""
    return (
        ""
        if inside.written is None
        else f"{datetime.fromtimestamp(inside.written, UTC):%Y-%m-%d}"
    )


def written(one: Offered) -> datetime:
    """When it was written."""
    return datetime.fromtimestamp(one.session.changed, UTC)
