"""The export: in which format and shape, fixed or as logged, and what its provider says."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from flask import request, url_for

import crosswire
from crosswire.answers import fix
from crosswire.exports import SHAPES, TRAJECTORY, TRAJECTORY_TITLE, Shape
from crosswire.rules import TARGETS, Severity
from webapp.conversation_page.answer_card import AnswerCard
from webapp.conversation_page.page import Inspector
from webapp.downloads.conversions import (
    id_policy,
    media_policy,
    model_to_name,
    trajectory,
)
from webapp.exports.shape_views import address
from webapp.readmodel.text import printable
from webapp.request_scope import whole
from webapp.services import services
from webapp.wording.media import MEDIA_CHOICES
from webapp.wording.providers import PROVIDERS

ON_THE_PAGE = ("body", "curl", "python", "markdown", "html")
"""Shapes that one sends or reads; the command line has all."""
ID_CHOICES = (
    ("fill", "Fill where needed"),
    ("keep", "Keep"),
    ("native", "Provider's own style"),
)
_SAYS = {
    "sound": "{} accepts it",
    "fails": "{} refuses it",
    "unsure": "{} may refuse it",
    "open": "not known whether {} accepts it",
}


class ExportDialog:
    """What the template asks for: the choices of an address, and the file that they make."""

    media_choices = MEDIA_CHOICES
    id_choices = ID_CHOICES

    def __init__(self, page: Inspector) -> None:
        self._page = page
        self.ids = id_policy()
        self.media = media_policy()
        self.model = model_to_name()

    @cached_property
    def card(self) -> AnswerCard:
        """What is wrong, and the fix."""
        return AnswerCard(self._page)

    @cached_property
    def _own(self) -> str:
        """The log's own format, in which its file is handed out; none where the fix is another
        document."""
        return (
            ""
            if self.card.is_fixable and self.card.told["is_other_format"]
            else self._page.row.format
        )

    @cached_property
    def format(self) -> str:
        """The format that was asked for; else the log's own, or that of its messages."""
        asked = request.args.get("format", "")
        usual = self._own or self._of_messages
        return asked if asked in (*crosswire.FORMATS, TRAJECTORY) else usual

    @property
    def _of_messages(self) -> str:
        """The wire format of the log's messages."""
        format = self._page.row.format
        return format if format in crosswire.FORMATS else crosswire.LOGS[format].WIRE_FORMAT

    @property
    def formats(self) -> list[tuple[str, str]]:
        """Names and titles, the log's own first."""
        titles = {name: format.TITLE for name, format in crosswire.FORMATS.items()}
        titles[TRAJECTORY] = TRAJECTORY_TITLE
        if not self._own:
            return list(titles.items())
        own = titles.pop(self._own, None) or crosswire.LOGS[self._own].TITLE
        return [(self._own, f"{own} (as logged)"), *titles.items()]

    @property
    def is_trajectory(self) -> bool:
        """Whether the file is written for evaluations, and no provider is sent it."""
        return self.format == TRAJECTORY != self._own

    @cached_property
    def left_out(self) -> int:
        """How many things a trajectory has no field for."""
        return len(trajectory(self._page.row, fixed=self.is_fixed).losses)

    @cached_property
    def is_fixed(self) -> bool:
        """Whether the fix is exported: where there is one, unless the log was asked for."""
        return self.card.is_fixable and request.args.get("content") != "logged"

    @property
    def shapes(self) -> list[Shape]:
        """Those that the chosen format has."""
        if self.is_file_of_program:
            return [SHAPES["body"]]
        shown = (SHAPES[name] for name in ON_THE_PAGE if name in SHAPES)
        return [shape for shape in shown if self.format in shape.FORMAT_NAMES]

    @cached_property
    def shape(self) -> Shape:
        asked = request.args.get("shape")
        return next((one for one in self.shapes if asked == one.NAME), SHAPES["body"])

    @property
    def is_file_of_program(self) -> bool:
        """Whether the file is a program's log, and no request that anybody sends."""
        return self.format not in crosswire.FORMATS

    @property
    def is_as_it_came(self) -> bool:
        """Whether the file is the upload, or the upload with nothing changed but what is
        fixed: no id is filled in then."""
        return self.format == self._own and self.shape.NAME == "body"

    @property
    def file_url(self) -> str:
        """The file."""
        slug = self._page.slug
        if self.is_as_it_came:
            if not self.is_fixed:
                return url_for("exports.original", slug=slug)
            return url_for("answers.fixed", slug=slug, missing=self._page.asked.missing)
        if self.is_trajectory:
            fixed = "1" if self.is_fixed else None
            missing = self._page.asked.missing if self.is_fixed else None
            return url_for("shapes.as_trajectory", slug=slug, fixed=fixed, missing=missing)
        asked: dict[str, Any] = {
            "ids": None if self.ids == "fill" else self.ids,
            "media": None if self.media == "inside" else self.media,
            "model": self.model,
            "fixed": "1" if self.is_fixed else None,
            "missing": self._page.asked.missing if self.is_fixed else None,
        }
        told = {name: value for name, value in asked.items() if value}
        place = address(slug, self.format, self.shape.NAME)
        return f"{place}?{urlencode(told)}" if told else place

    @property
    def target(self) -> str | None:
        """Whose rules are asked, of the log's own format whom it was sent to; None where none
        are known for this format."""
        if self.format in (self._page.row.format, self._of_messages) and self._own_target:
            return self._own_target
        sent = self._of_messages if self.format == self._page.row.format else self.format
        return next((name for name, one in TARGETS.items() if one.format == sent), None)

    @property
    def _own_target(self) -> str | None:
        """Whom the log was sent to, where that takes its format."""
        own = self.card.told["target"]
        return own if own and self._of_messages in TARGETS[own].formats else None

    @property
    def state(self) -> str:
        """What the target makes of the file: `sound`, `fails`, `unsure` where it may refuse
        it, `open` where that is not known."""
        return self._told[0]

    @property
    def because(self) -> str:
        """The first reason for that, in a sentence; empty where it is accepted."""
        cause = self.card.cause if self.is_as_it_came and not self.is_fixed else None
        return cause["finding"]["message"] if cause and self._told[1] else self._told[1]

    @cached_property
    def _told(self) -> tuple[str, str]:
        """The state and the reason."""
        if self.target is None:
            return "open", ""
        ids = "keep" if self.is_as_it_came else self.ids
        row, missing = self._page.row, self._page.asked.missing
        fixed = (self.is_fixed, missing)
        key = (row.slug, row.upload.reading, "export", self.format, ids, *fixed)
        told: tuple[str, str] = services().recent.get_or_make(key, lambda: self._asked(ids))
        return told

    def _asked(self, ids: Any) -> tuple[str, str]:
        conversation, _ = whole(self._page.row)
        if self.is_fixed:
            conversation = fix(conversation, missing=self._page.asked.missing)[0].conversation
        verdict = crosswire.verdict(conversation, self.target or "", ids=ids)
        if verdict.accepts:
            return "sound", ""
        severity = Severity.WARNING if verdict.accepts is None else Severity.ERROR
        reasons = [one.message for one in verdict.findings if one.severity is severity]
        if not reasons:
            return "open", printable(verdict.undecided[0].message)
        return "unsure" if verdict.accepts is None else "fails", printable(reasons[0])

    @property
    def says(self) -> str:
        """What the target will say, in a few words."""
        if self.is_trajectory:
            return "For evaluations; no provider is sent it"
        if self.target is None:
            return "not known whether it is accepted"
        return _SAYS[self.state].format(PROVIDERS[self.target])
