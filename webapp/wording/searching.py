"""What pages call the scopes of a search."""

from __future__ import annotations

from webapp.readmodel.search_texts import Scope

SCOPES: dict[Scope, str] = {
    "text": "Text",
    "reasoning": "Reasoning",
    "arguments": "Arguments",
    "results": "Results",
    "ids": "Ids",
    "tools": "Tools",
    "other": "Settings and other",
}
"""Where a word may stand, each as the page calls it."""


_ENDS = {
    "message": "a message",
    "reasoning": "reasoning",
    "call": "a call",
    "result": "a result",
    "embedded result": "a result in its call",
}
_KINDS = {
    "call id": "call id",
    "item id": "item id",
    "item id as call id": "item id in place of the call id",
}
_WHATS = {":fields": "further fields", ":fields:message": "fields of the message"}


def what_words(what: str) -> str:
    """What a text is that was found: `user`, `arguments`, `call id of a result`."""
    if what in _WHATS:
        return _WHATS[what]
    start, kind, end, field = (what.split(":", 3) + [""] * 3)[:4]
    if start or end not in _ENDS:
        return what
    if kind == "content":
        return _ENDS[end]
    words = f"named in {field}" if kind == "named in" else _KINDS.get(kind)
    return f"{words} of {_ENDS[end]}" if words else what
