"""What the template of the Edit page asks for."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from flask import url_for

from crosswire.containers import read_json
from crosswire.errors import CrosswireError, UnreadableUpload
from webapp.conversation_page.page import Inspector
from webapp.editing.scope import Scope
from webapp.readmodel.checked import Checked, Judged, checked_text
from webapp.readmodel.text import printable
from webapp.wording.checks import State, state_of_word
from webapp.wording.paths import path_words
from webapp.wording.providers import PROVIDERS

_ORDER: tuple[State, ...] = ("fails", "may fail", "not known", "passes")


class EditPage:
    """An upload as a text, and what is wrong with it as it stands now."""

    def __init__(
        self,
        page: Inspector,
        scope: Scope,
        text: str | None = None,
        *,
        line: int | None = None,
        complaint: str = "",
        is_checked: bool = True,
    ) -> None:
        self.page = page
        self.scope = scope
        self.line = line
        """The line to begin at."""
        self.complaint = complaint
        """Why nothing was stored, or fixed."""
        self._sent = text
        self._is_checked = is_checked

    @property
    def text(self) -> str:
        return self.scope.editable.text if self._sent is None else self._sent

    @property
    def is_edited(self) -> bool:
        """Whether the text is not that of the upload."""
        return self.text != self.scope.editable.text

    @property
    def what(self) -> str:
        """What is edited."""
        if self.scope.record:
            return f"Line {self.scope.record:,} of the upload"
        return path_words(self.scope.at) if self.scope.at else ""

    @cached_property
    def checked(self) -> Checked | None:
        """What is wrong with the text; None where that was not asked for."""
        if not self._is_checked:
            return None
        data = self.text.encode("utf-8", "surrogatepass")
        if self.scope.is_whole:
            upload = self.page.row.upload
            return checked_text(data, upload.asked_format, upload.asked_mapping)
        return _only_json(data)

    @property
    def verdicts(self) -> list[tuple[State, str]]:
        """What the own provider says of the conversations: states and words."""
        judged = self.checked.judged if self.checked else []
        states = Counter(map(_state, judged))
        who = {one.target for one in judged}
        target = who.pop() if len(who) == 1 else None
        provider = f"{PROVIDERS[target]}: " if target else ""
        if len(judged) == 1:
            return [(state, f"{provider}{state}") for state in states]
        return [
            (state, f"{provider}{states[state]:,} of {len(judged):,} conversations: {state}")
            for state in _ORDER
            if states[state]
        ]

    @property
    def unchecked(self) -> int:
        """Conversations that are more than are checked."""
        return self.checked.conversations - len(self.checked.judged) if self.checked else 0

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What says what is edited, for the form."""
        named = (("record", str(self.scope.record or "")), ("at", self.scope.at))
        return [(name, value) for name, value in named if value]

    @property
    def save_url(self) -> str:
        return url_for("editing.save", slug=self.page.slug)

    @property
    def check_url(self) -> str:
        return url_for("editing.checked", slug=self.page.slug)

    @property
    def fix_url(self) -> str:
        return url_for("editing.fixed", slug=self.page.slug)

    @property
    def back_url(self) -> str:
        """The document, where it is only read."""
        return self.page.link("document.show", line=self.line)


def _state(one: Judged) -> State:
    return state_of_word(one.word, is_doubted=one.is_doubted)


def _only_json(data: bytes) -> Checked:
    """Of a piece of a long upload: whether it is JSON, and nothing more."""
    try:
        read_json(data)
    except CrosswireError as error:
        line = error.line if isinstance(error, UnreadableUpload) else None
        return Checked(fault=printable(str(error)), line=line)
    return Checked()
