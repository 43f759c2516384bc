"""What the templates of shares ask for: the dialog, the copy that was made, and the list of
copies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from webapp import access
from webapp.conversation_page.query import Asked
from webapp.conversation_page.shared_copy import SharedCopy
from webapp.database.tables import ConversationRow, ShareRow
from webapp.request_scope import session, take_slot
from webapp.store import sharing
from webapp.wording.sharing import TERMS

if TYPE_CHECKING:
    from crosswire.secrets import Secret

PLACES = 8
"""Places of one kind of secret that the dialog lists."""
KINDS = 12
COPIES = 20
"""Copies of an upload that its dialog lists."""
LONGEST_PLACE = 400
VIEWED = ("panes", "ids", "media", "text", "target", "missing", "left_out")
"""The choices of a page that its link may open with; what was searched for is nobody
else's."""


class ShareDialog:
    """What is asked before a copy is made."""

    terms = TERMS

    def __init__(self, row: ConversationRow, query: MultiDict[str, str]) -> None:
        self.row = row
        self.asked = Asked.of(query)
        self.at = query.get("at", "")[:LONGEST_PLACE]
        self.there = query.get("there", "")[:LONGEST_PLACE]

    @cached_property
    def found(self) -> Any:
        take_slot(self.row.upload)
        return sharing.scan(session(), self.row)

    @property
    def is_closed(self) -> bool:
        """Whether only those who log in read what is not shared."""
        return access.access_settings().closed

    @property
    def conversations(self) -> int:
        return self.row.upload.conversation_count

    @property
    def name(self) -> str | None:
        return self.row.upload.name

    @property
    def secrets(self) -> Sequence[Secret]:
        found: Sequence[Secret] = self.found.secrets
        return found

    @cached_property
    def kinds(self) -> list[dict[str, Any]]:
        """What a scan found, by kind, with the first places of each."""
        kinds = sharing.kinds_of(self.secrets)[:KINDS]
        by_rule: dict[str, list[Secret]] = defaultdict(list)
        for secret in self.secrets:
            by_rule[secret.rule.id].append(secret)
        shown = {kind["rule"]: by_rule[kind["rule"]][:PLACES] for kind in kinds}
        every = [secret.address for some in shown.values() for secret in some]
        slugs = sharing.shown_by(session(), self.row, every)
        return [kind | {"places": _places(shown[kind["rule"]], slugs)} for kind in kinds]

    @property
    def more_kinds(self) -> int:
        return len(sharing.kinds_of(self.secrets)) - len(self.kinds)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The choices of the page that it was opened from."""
        return viewed(self.asked)

    @cached_property
    def copies(self) -> list[SharedCopy]:
        return [SharedCopy(*one) for one in sharing.copies_made(session(), self.row, COPIES)]

    @cached_property
    def source(self) -> ShareRow | None:
        """That it is itself a copy."""
        return sharing.share_of(session(), self.row)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The choices as fields of a form."""
        fields = [pair for pair in self.asked.fields if pair[0] in self.view]
        return [*fields, *(("there", self.there) for _ in range(bool(self.there)))]


def viewed(asked: Asked) -> dict[str, Any]:
    """The query of the choices that a link may open with."""
    return Asked(**{name: getattr(asked, name) for name in VIEWED}).query()


def _places(secrets: Sequence[Secret], slugs: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "address": secret.address,
            "hint": secret.hint,
            "url": _url_of(secret.address, slugs.get(secret.address)),
        }
        for secret in secrets
    ]


def _url_of(address: str, slug: str | None) -> str:
    return url_for("conversations.show", slug=slug, at=address, _anchor="at") if slug else ""
