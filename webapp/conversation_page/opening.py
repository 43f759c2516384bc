"""Opens the page of a conversation."""

from __future__ import annotations

from flask import request

from webapp.access import conversation_of
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.query import Asked


def inspector(slug: str) -> Inspector:
    """The page of a permalink, as the query asks for it."""
    return Inspector(conversation_of(slug), Asked.of(request.args))
