"""What targets make of a conversation, and what an error message means for it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from crosswire.rules import TARGETS
from webapp.api.openapi.models.common import Answer, Asked, FindingKind, Told


class NotJudged(Answer):
    """Something that may be refused, and that no rule looks at."""

    code: str
    message: str
    address: str | None


class Verdict(Answer):
    """Whether a target would take it."""

    accepts: bool | None
    """None where nothing surely says no, and something was not looked at."""
    findings: list[Told]
    undecided: list[NotJudged]
    """Why the answer cannot be yes."""
    not_judged: list[NotJudged]
    """What no log shows; it changes no answer."""
    stands_on: list[str]
    """What a yes of a server stands on that is asked by name: documents, recorded answers, its
    own source; empty for the first targets, whose rules are whole."""


class VerdictStates(Verdict):
    """As logged, and after each of the two ways to help."""

    filled: Verdict
    repaired: Verdict


class Verdicts(Answer):
    """Target by target."""

    verdicts: dict[str, VerdictStates]


class WhoIsAsked(Asked):
    """Whose verdicts are wanted."""

    target: Literal["", *TARGETS] = ""  # type: ignore[valid-type]
    """A target to ask in place of the server that the log names and the first targets; it may
    come again."""


class Message(Asked):
    """An error message of a provider."""

    error: str = Field(min_length=1)
    target: Literal["", *TARGETS] = ""  # type: ignore[valid-type]
    """Who said it, where that is known."""


class Recognised(Answer):
    """A rule that goes with the message."""

    code: str
    name: str
    kind: FindingKind
    title: str
    exact: bool
    """False where only most of the words are the same."""
    text: str
    said_by: str
    targets: list[str]
    grounds: list[str]
    meaning: str
    page: str
    """Last part of the address of the page about this text: `/errors/…`."""


class NamedId(Answer):
    """An id that the message names."""

    value: str
    places: list[str]


class NamedPlace(Answer):
    """A place that the message names."""

    words: str
    address: str
    payload: str
    target: str | None


class Unruled(Answer):
    """A message that is known, and about no rule."""

    text: str
    said_by: str
    meaning: str
    is_about_history: bool
    """False where it is about the key, a limit, the server or another such thing."""
    page: str
    """See `Recognised.page`."""


class Explanation(Answer):
    """What the message means for the conversation."""

    recognised: list[Recognised]
    targets: list[str]
    ids: list[NamedId]
    places: list[NamedPlace]
    out_of_reach: list[str]
    findings: list[Told]
    elsewhere: list[Told]
    diagnostics: list[Told]
    of_no_rule: list[Unruled]
    nearest: list[Recognised]
    note: str | None
