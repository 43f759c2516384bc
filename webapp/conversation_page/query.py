"""What the address of a conversation's pages asks for: the one place that reads and writes
their query.

Every state worth sharing stands in it: panes, id policy, media, text, target, filters, a
repair's choices. Where a reader has scrolled to, or what the pointer is over, does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, Self, TypeVar, get_args

from werkzeug.datastructures import MultiDict

from crosswire.model import MEDIA_POLICIES, MediaPolicy
from crosswire.rendering import ID_POLICIES, IdPolicy
from crosswire.repairs import MISSING, Missing
from webapp.readmodel.search_texts import LONGEST_QUERY, Scope
from webapp.wording.searching import SCOPES

Texts = Literal["rendered", "plain"]
"""Whether the reading view renders Markdown, or shows texts as they are written."""
LetterCase = Literal["any", "exact"]
"""Whether a search folds case."""
Order = Literal["usual", "calls", "wire"]
"""Whether a result stands under its call, or where it stands on the wire."""
Value = TypeVar("Value", bound=str)

MOST_PANES = 4
MOST_LEFT_OUT = 1_000
"""Changes that one request can leave out."""
LONGEST_WORD = 200
"""Characters of a filter."""
_KEY = re.compile("[0-9a-f]{12}")
"""Of a step of a repair; see `webapp/readmodel/repairs.py`."""
_NAMES = {"panes": "pane", "left_out": "leave", "scope": "in"}
"""Fields whose name in the query is another one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The choices of a page; each field is the query's of the same name, save those in
    `_NAMES`."""

    panes: tuple[str, ...] = ()
    """`target:view` for each pane (`?pane=`), at most four; empty for the usual ones."""
    ids: IdPolicy = "fill"
    media: MediaPolicy = "inside"
    text: Texts = "rendered"
    order: Order = "usual"
    target: str | None = None
    """The target whose refusals are listed in place of the log's defects."""
    severity: str | None = None
    """The list of problems shows those of this severity only."""
    kind: str | None = None
    """The list of problems shows those of this kind only."""
    rule: str | None = None
    """The list of problems shows those of this rule only."""
    missing: Missing | None = None
    """What a repair makes of a call without a result; None where nobody chose."""
    left_out: tuple[str, ...] = ()
    """Keys of the steps that a repair leaves out (`?leave=`)."""
    q: str | None = None
    """What is searched for in the conversation."""
    scope: Scope | None = None
    """Where (`?in=`); None for everywhere."""
    case: LetterCase = "any"

    @classmethod
    def of(cls, query: MultiDict[str, str]) -> Self:
        """What a request asks for; wrong words change nothing."""
        keys = dict.fromkeys(key for key in query.getlist("leave") if _KEY.fullmatch(key))
        return cls(
            panes=tuple(query.getlist("pane")[:MOST_PANES]),
            ids=_one_of(ID_POLICIES, query.get("ids"), "fill"),
            media=_one_of(MEDIA_POLICIES, query.get("media"), "inside"),
            text=_one_of(get_args(Texts), query.get("text"), "rendered"),
            order=_one_of(get_args(Order), query.get("order"), "usual"),
            target=_word(query.get("target")),
            severity=_word(query.get("severity")),
            kind=_word(query.get("kind")),
            rule=_word(query.get("rule")),
            missing=_asked_missing(query.get("missing")),
            left_out=tuple(keys)[:MOST_LEFT_OUT],
            q=query.get("q", "")[:LONGEST_QUERY] if query.get("q", "").strip() else None,
            scope=next((scope for scope in SCOPES if scope == query.get("in")), None),
            case=_one_of(get_args(LetterCase), query.get("case"), "any"),
        )

    def query(self, **changes: Any) -> dict[str, Any]:
        """The query that asks for the same, changes aside; what is usual is left away."""
        return dict(_query_of(replace(self, **changes) if changes else self))

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The query as the fields of a form."""
        pairs: list[tuple[str, str]] = []
        for name, value in self.query().items():
            pairs += [(name, one) for one in ([value] if isinstance(value, str) else value)]
        return pairs

    def _by_name(self) -> Mapping[str, Any]:
        usual = Asked()
        return {
            _NAMES.get(name, name): None if value == getattr(usual, name) else value
            for name in Asked.__slots__
            for value in (getattr(self, name),)
        }


@lru_cache(maxsize=256)
def _query_of(asked: Asked) -> dict[str, Any]:
    """The query that asks for this; a page has a hundred links that do."""
    return {name: value for name, value in asked._by_name().items() if value}


def _one_of(
    known: Mapping[Value, object] | tuple[Value, ...], asked: str | None, usual: Value
) -> Value:
    return next((word for word in known if word == asked), usual)


def _asked_missing(asked: str | None) -> Missing | None:
    return next((word for word in MISSING if word == asked), None)


def _word(asked: str | None) -> str | None:
    return asked if asked and len(asked) <= LONGEST_WORD else None
