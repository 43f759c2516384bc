"""The two bars above a conversation: its name, what can be done with it, its views."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from flask import current_app

from crosswire.logs import BY_SHAPE
from crosswire.reading import DOCUMENT
from crosswire.secrets import SecretCount
from webapp.conversation_page.answer_card import told_lately
from webapp.conversation_page.making import (
    ask_for_verdicts,
    is_given_up,
    own_state,
    verdicts_of,
)
from webapp.database.tables import ConversationRow
from webapp.readmodel.text import one_line
from webapp.readmodel.verdicts import JUDGED_FORMATS
from webapp.request_scope import session
from webapp.services import services
from webapp.store import room, scanning
from webapp.wording.sharing import scanned_words
from webapp.wording.template_names import format_title, nameless

CheckState = Literal["fails", "may fail", "passes", "not known"]
_STATES: dict[str, CheckState] = {
    "refused": "fails",
    "unsure": "may fail",
    "accepted": "passes",
}
_VIEWS = (
    ("conversations.show", "Conversation"),
    ("calls.table", "Calls"),
    ("document.show", "JSON"),
    ("check.show", "Check"),
)
"""In the order of their tabs."""
LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class Tab:
    """A way to look at a conversation."""

    endpoint: str
    words: str
    count: int | None = None
    is_check: bool = False


def named(row: ConversationRow, label: str = "") -> str:
    """What a conversation is called: as who keeps it says, by its first words, by its file."""
    name = label or row.title or row.upload.name
    if name:
        return one_line(name, LONGEST_TITLE)
    return "JSON" if row.shape == DOCUMENT else nameless(title_of_format(row))


def title_of_format(row: ConversationRow) -> str:
    """The format of a conversation, which need not be that of the most of its upload."""
    upload = row.upload
    is_mapped = row.format == BY_SHAPE and upload.asked_mapping is not None
    if is_mapped or row.format == upload.format:
        return upload.format_title
    return format_title(row.format)


class Bars:
    """What the two bars of a conversation's pages show."""

    def __init__(self, row: ConversationRow) -> None:
        self.row = row

    @property
    def is_document(self) -> bool:
        """Whether no format knows it, so that there is nothing but its text."""
        return self.row.shape == DOCUMENT

    @property
    def is_by_shape(self) -> bool:
        """Whether no format knows it, and it was read by its shape or by a mapping."""
        return self.row.format == BY_SHAPE

    @property
    def has_mapping(self) -> bool:
        """Whether somebody's mapping says how it is read."""
        return self.row.upload.asked_mapping is not None

    @property
    def file(self) -> str:
        """The name of the file, where there is one."""
        return one_line(self.row.upload.name or "", LONGEST_TITLE)

    @property
    def how_read(self) -> str:
        """Whether somebody said what format it is in."""
        return "as asked for" if self.row.upload.asked_format else "detected"

    @property
    def kept_until(self) -> str:
        """The day on which it will be deleted; empty where it stays."""
        until = room.kept_until(services().settings.limits, self.row.upload)
        return f"{until:%Y-%m-%d}" if until else ""

    @property
    def tabs(self) -> list[Tab]:
        """The views that this app has; of documents that no format knows, their text
        alone."""
        if self.is_document:
            return [Tab("document.show", "JSON")]
        known = current_app.view_functions
        found: dict[str, Tab] = {}
        for endpoint, words in _VIEWS:
            if endpoint in known:
                count = self.row.summary["calls"] if words == "Calls" else None
                found.setdefault(words, Tab(endpoint, words, count, words == "Check"))
        return list(found.values())

    def is_current(self, tab: Tab, endpoint: str) -> bool:
        """Whether a page stands under a tab."""
        return tab.endpoint == endpoint

    @cached_property
    def check(self) -> CheckState | None:
        """What its own provider makes of it; None where nobody has asked yet."""
        if self.row.format not in JUDGED_FORMATS or not self.row.summary["messages"]:
            return "not known"
        found = own_state(self.row)
        if found is None and (found := told_lately(self.row)):
            ask_for_verdicts(self.row)  # to be kept, which the answer is not
        if found is None and is_given_up(self.row):
            return "not known"
        return _STATES.get(found, "not known") if found is not None else None

    def ask(self) -> CheckState | None:
        """The same, asked now where the log is short; a worker asks for a long one."""
        if self.check is None and verdicts_of(self.row) is not None:
            del self.__dict__["check"]
        return self.check

    @cached_property
    def scan(self) -> SecretCount | None:
        """How many secrets were counted in the upload."""
        return scanning.scan_of(session(), self.row.upload_id)

    @property
    def secrets_said(self) -> str:
        """How many secrets are in the upload, in words."""
        return scanned_words(self.scan)

    @property
    def secrets(self) -> str:
        """`4 secrets`; empty where none was found."""
        if self.scan is None or not (self.scan.sure or self.scan.probable):
            return ""
        count = self.scan.sure or self.scan.probable
        likely = "" if self.scan.sure else "probable "
        return f"{count:,} {likely}{'secret' if count == 1 else 'secrets'}"
