"""What the page of an upload's revisions asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from flask import url_for

from webapp.conversation_page.page import Inspector
from webapp.conversation_page.upload_lines import lines_of
from webapp.database.tables import EarlierRow
from webapp.request_scope import session
from webapp.store import byte_places, growing


@dataclass(frozen=True, slots=True)
class Revision:
    """What an upload was, or is."""

    number: int
    size: int
    lines: int
    came: datetime
    more: int | None
    """Lines more than before; None of the first one, and of one that was written anew."""
    is_now: bool
    compare_url: str = ""
    original_url: str = ""
    is_anew: bool = False
    """Whether the program wrote it anew, so that it need not begin as the one before."""
    new_url: str = ""
    """Where what is new in it begins, in this conversation; empty where what stands there now
    was written anew."""
    line_url: str = ""
    """The same, in the document."""


class RevisionsPage:
    """All revisions of an upload, the one that stands there now first."""

    def __init__(self, page: Inspector) -> None:
        self.page = page

    @cached_property
    def _earlier(self) -> Sequence[EarlierRow]:
        return growing.earlier_revisions(session(), self.page.row.upload_id)

    @cached_property
    def _last_apart(self) -> int:
        """The last revision that what stands there now does not begin with; 0 for none."""
        return max((one.number for one in self._earlier if one.is_apart), default=0)

    @cached_property
    def revisions(self) -> Sequence[Revision]:
        upload, earlier = self.page.row.upload, self._earlier
        found: list[Revision] = []
        before: EarlierRow | None = None
        for one in earlier:
            found.append(self._made(one.number, one.size, one.lines, one.created_at, before))
            before = one
        lines, number = lines_of(self.page.row).count, len(earlier) + 1
        found.append(
            self._made(number, upload.size, lines, upload.created_at, before, is_now=True)
        )
        return found[::-1]

    def _made(
        self,
        number: int,
        size: int,
        lines: int,
        came: datetime,
        before: EarlierRow | None,
        *,
        is_now: bool = False,
    ) -> Revision:
        link = self.page.link
        begins = before if before is not None and not before.is_apart else None
        stands = None if number <= self._last_apart else begins
        return Revision(
            number=number,
            size=size,
            lines=lines,
            came=came,
            more=None if begins is None else lines - begins.lines,
            is_anew=before is not None and begins is None,
            is_now=is_now,
            compare_url="" if is_now else self._compare_url(number),
            original_url=url_for("exports.original", slug=self.page.slug)
            if is_now
            else url_for("exports.original", slug=self.page.slug, revision=number),
            new_url="" if stands is None else self._url_behind(stands.size),
            line_url="" if stands is None else link("document.show", line=stands.lines + 1),
        )

    def _compare_url(self, number: int) -> str:
        if self.page.bars.is_document:
            return ""
        wanted: dict[str, Any] = {"with": f"revision-{number}"}
        return url_for("comparisons.show", slug=self.page.slug, **wanted)

    def _url_behind(self, size: int) -> str:
        """The first part of this conversation that begins behind so many bytes."""
        row = self.page.row
        some = byte_places.parts_within(session(), row, size, row.upload.size, 1)
        return self.page.at_url(some[0].address) if some else ""
