"""The conversation in another format, or repaired."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from crosswire.exports import SHAPES
from crosswire.roundtrip import Sidecar
from webapp.api.openapi.models.common import Answer, Asked, Json
from webapp.api.openapi.models.conversations import Change, Left
from webapp.api.openapi.models.verdicts import Verdict


class HowToWrite(Asked):
    """How to write it."""

    ids: Literal["keep", "fill", "native"] = "fill"
    """`keep` leaves ids as logged, `fill` makes those that the format demands, `native` makes
    all its own."""
    media: Literal["inside", "beside", "text"] = "inside"
    """Where media of results stand."""
    model: str = ""
    """The model to name where the format wants one and the log names none."""


class HowToConvert(HowToWrite):
    """How to write it, and as what."""

    shape: Literal[*SHAPES] = "body"  # type: ignore[valid-type]
    """`body` is the request body; the others are files."""
    held: str = ""
    """`1` adds the map for the way back."""


class Loss(Answer):
    """What the payload has otherwise than the log."""

    kind: Literal["dropped", "changed", "added", "moved"]
    code: str
    what: str
    why: str
    source: str | None
    """Its place in the upload."""
    target: str | None
    """Its place in the payload."""
    fallback: str | None


class IdChange(Answer):
    """An id that is not the log's."""

    source: str | None
    target: str | None
    before: str | None
    after: str
    how: str
    by_crosswire: bool
    """It was made or rewritten, and does not stand anywhere in the log."""
    why: str


class NameChange(Answer):
    """A tool's name that is not the log's."""

    before: str
    after: str
    how: str
    why: str
    sources: list[str]
    targets: list[str]


class Losses(Answer):
    """What became of the log on the way."""

    format: str
    ids: str
    media: str
    refused_by: list[str] | None
    """The targets that refuse what was written; None where they were not asked yet."""
    losses: list[Loss]
    id_map: list[IdChange]
    name_map: list[NameChange]


class SidecarFile(Asked):
    """What the format has no field for; `?held=1` gives it."""

    crosswire: Literal["held"]
    version: Literal[1]
    conversations: list[Sidecar]


class Converted(Losses):
    """The conversation as a request body."""

    payload: Json
    held: SidecarFile | None = None


class ConvertedFile(Losses):
    """The conversation as a file: text, or base64 of an archive."""

    shape: str
    media_type: str
    name: str
    text: str | None = None
    base64: str | None = Field(default=None, json_schema_extra={"contentEncoding": "base64"})


class OutcomeVerdict(Verdict):
    """What the provider makes of the outcome."""

    target: str


class Repaired(Answer):
    """The conversation repaired, and everything that was changed."""

    format: str
    changes: list[Change]
    left: list[Left]
    """What stays, and why."""
    verdict: OutcomeVerdict | None
    """Of the log's own provider; none where its refusals are not known."""
    id_map: list[IdChange]
    payload: Json


class HowToFix(Asked):
    """How to fix it."""

    missing: Literal["leave", "drop", "mark"] | None = None
    """What becomes of the half of a pair whose other half was not recorded; what makes the
    log's own provider take it, without it."""


class Patch(Answer):
    """A JSON Patch (RFC 6902)."""

    patch: list[Json]


class WhichFinding(Asked):
    """Which finding."""

    of: str
    """The rule that finds it, by code or name."""
    at: str = ""
    """Its address; the first one without it."""
    target: str = ""
    """Whose refusal it is, where the rule is one of a provider."""


class Example(Answer):
    """The smallest log that still has a finding."""

    address: str
    """Where the finding stands in it."""
    messages: int
    of: int
    """How many messages the whole log has."""
    texts: Literal["blanked", "kept where they matter", "kept"]
    read_as: str | None
    """The format to name when it is read; none where that is recognised."""
    log: str
    """JSON, or JSON Lines."""
