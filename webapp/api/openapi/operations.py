"""What each address under `/api` takes and answers, by endpoint and method; a test holds it
complete."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.api.openapi.models import (
    calls,
    conversations,
    conversions,
    library,
    searching,
    sharing,
    verdicts,
)
from webapp.api.openapi.models.common import Asked, Json

ANY_BYTES: Any = {"type": "string", "format": "binary"}
"""The schema of a body that is no JSON of ours."""

OF_ONE = (404, 409, 503)
"""Errors of what is asked of one conversation."""


@dataclass(frozen=True, slots=True)
class Operation:
    """What an address takes with a method, and answers."""

    answers: Mapping[int, Any]
    """Status of each success -> the type of its body."""
    query: type[Asked] | None = None
    body: type[Asked] | None = None
    """A body of JSON."""
    may_be_empty: bool = False
    """A request without a body asks for the usual."""
    is_upload: bool = False
    """The body is a log: as it is, or in a form."""
    failed: Any = None
    """What an upload that could not be read answers, with the status that reading it at once
    would have."""
    refuses: tuple[int, ...] = OF_ONE
    """Errors, beside those that every address may answer."""
    says: str = ""
    """What it does, where the docstring of its view goes on from that of a page."""


_IN_A_BODY = (*OF_ONE, 413)

OPERATIONS: Mapping[tuple[str, str], Operation] = {
    ("api.create", "POST"): Operation(
        {
            200: conversations.Grown,
            201: conversations.Kept,
            202: conversations.Accepted,
        },
        query=conversations.SentWith,
        is_upload=True,
        refuses=(413, 415, 422, 503, 507),
    ),
    ("api.show", "GET"): Operation(
        {200: conversations.Conversation, 202: conversations.Waiting},
        failed=conversations.Waiting,
    ),
    ("api.delete", "DELETE"): Operation({200: conversations.Deleted}, refuses=(*OF_ONE, 507)),
    ("api.calls", "GET"): Operation({200: calls.Calls}, query=calls.CallPage),
    ("search.answer", "GET"): Operation(
        {200: searching.Hits},
        query=searching.SearchFor,
        says="Where words or an id stand in a conversation, some places at a time.",
    ),
    ("api.verdicts", "GET"): Operation(
        {200: verdicts.Verdicts}, query=verdicts.WhoIsAsked, refuses=(*OF_ONE, 503)
    ),
    ("api.explain_error", "POST"): Operation(
        {200: verdicts.Explanation}, body=verdicts.Message, refuses=_IN_A_BODY
    ),
    ("api.repair", "POST"): Operation(
        {200: conversions.Repaired},
        body=conversations.Repair,
        may_be_empty=True,
        refuses=_IN_A_BODY,
    ),
    ("api.patch", "GET"): Operation(
        {200: conversions.Patch}, query=conversions.HowToFix, refuses=(*OF_ONE, 422)
    ),
    ("api.example", "GET"): Operation(
        {200: conversions.Example}, query=conversions.WhichFinding, refuses=(*OF_ONE, 422)
    ),
    ("api.converted", "GET"): Operation(
        {200: conversions.Converted | conversions.ConvertedFile},
        query=conversions.HowToConvert,
        refuses=(*OF_ONE, 422),
    ),
    ("api.converted_back", "POST"): Operation(
        {200: conversions.Converted},
        query=conversions.HowToWrite,
        body=conversions.SidecarFile,
        refuses=(*_IN_A_BODY, 415, 422),
    ),
    ("library.answer", "GET"): Operation(
        {200: library.LibraryPage},
        query=library.LibraryFilters,
        refuses=(),
        says="What who asks keeps, the newest first, some uploads at a time.",
    ),
    ("library.change", "PATCH"): Operation(
        {200: library.SaidNow},
        body=library.Said,
        refuses=(*_IN_A_BODY, 507),
        says="Say what an upload is called, its note and its tags; what is not named stays.",
    ),
    ("shares.share", "POST"): Operation(
        {201: sharing.NewCopy},
        body=sharing.ShareWish,
        may_be_empty=True,
        refuses=(*_IN_A_BODY, 422, 507),
    ),
    ("shares.listed", "GET"): Operation({200: sharing.SharedCopies}, refuses=()),
    ("shares.taken_back", "DELETE"): Operation({200: sharing.Revoked}, refuses=(*OF_ONE, 507)),
    ("openapi.answer", "GET"): Operation({200: Json}, refuses=()),
}
