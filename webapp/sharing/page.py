"""What the templates of shares ask for: the dialog, the copy that was made, and the list of
copies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
PROBABLE = 100
"""Probable secrets that the dialog lists, each with a tick."""
SHOWN_MASKS = 100
"""Masked places that a preview shows."""
AROUND = 60
"""Bytes of the copy that a preview shows before and behind a masked place."""
COPIES = 20
"""Copies of an upload that its dialog lists."""
LONGEST_PLACE = 400
VIEWED = ("panes", "ids", "media", "text", "target", "missing", "left_out")
"""The choices of a page that its link may open with; what was searched for is nobody
else's."""


class Preview:
    """A copy before it is made: each masked place, with the text around it."""

    def __init__(self, drawn: sharing.Drawn) -> None:
        self.drawn = drawn
        self.count = sum(not secret.continues for secret in drawn.secrets)

    @property
    def more(self) -> int:
        return max(0, self.count - SHOWN_MASKS)

    @property
    def places(self) -> Iterator[tuple[str, str, str]]:
        """The text before a mask, the mask, and the text behind it."""
        text, moved, shown = self.drawn.masked, 0, 0
        for secret in self.drawn.secrets:
            start = secret.start + moved
            end = start + len(secret.placeholder)
            moved += len(secret.placeholder) - (secret.end - secret.start)
            if secret.placeholder and shown < SHOWN_MASKS:
                shown += 1
                before, behind = text[max(0, start - AROUND) : start], text[end : end + AROUND]
                yield (
                    before.decode("utf-8", "replace"),
                    secret.placeholder,
                    behind.decode("utf-8", "replace"),
                )


class ShareDialog:
    """What is asked before a copy is made."""

    terms = TERMS

    def __init__(
        self,
        row: ConversationRow,
        query: MultiDict[str, str],
        drawn: sharing.Drawn | None = None,
    ) -> None:
        self.row = row
        self.sent = query
        self.drawn = drawn
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

    def is_chosen(self, name: str, value: str, usual: bool) -> bool:
        """Whether a field of the form is ticked: as it was sent, or as usual."""
        return value in self.sent.getlist(name) if self.drawn else usual

    @property
    def words(self) -> str:
        """The words to mask by hand, one on each line."""
        return self.sent.get("words", "") if self.drawn else ""

    @cached_property
    def secrets(self) -> Sequence[Secret]:
        """The sure ones."""
        return [secret for secret in self.found.secrets if secret.is_sure]

    @property
    def secrets_of_part(self) -> int:
        """How many of the sure ones are in this conversation alone."""
        return sum(secret.is_sure for secret in self.found.cut_secrets)

    @cached_property
    def _by_name(self) -> dict[str, Secret]:
        """The first place of each probable secret, by its label."""
        first: dict[str, Secret] = {}
        for secret in self.found.secrets:
            if not secret.is_sure:
                first.setdefault(secret.label, secret)
        return first

    @cached_property
    def probable(self) -> list[dict[str, Any]]:
        """The first probable secrets, each with a tick."""
        listed = list(self._by_name.values())[:PROBABLE]
        slugs = sharing.shown_by(session(), self.row, [secret.address for secret in listed])
        places = _places(listed, slugs)
        return [
            place
            | {
                "label": secret.label,
                "title": secret.rule.title,
                "is_masked": self.is_chosen("probable", secret.label, usual=True),
            }
            for secret, place in zip(listed, places, strict=True)
        ]

    @property
    def more_probable(self) -> int:
        """How many are not listed; they are masked."""
        return max(0, len(self._by_name) - PROBABLE)

    @cached_property
    def preview(self) -> Preview | None:
        """What the copy would be."""
        return Preview(self.drawn) if self.drawn else None

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
