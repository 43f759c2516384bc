"""Whom a log was sent to: the target of its format."""

from __future__ import annotations

from crosswire.model import Conversation
from crosswire.rules.targets import TARGETS


def own_target(conversation: Conversation) -> str | None:
    """Who a log was made by: the target of its format, or of the messages that it wraps."""
    for format in (conversation.format, conversation.wire_format):
        if format in TARGETS:
            return format
    return None
