"""What a conversation is called: as its log says, or else by the first words of its user.

A title stands in tabs, in lists and in the history of a browser: no secret stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.model import Conversation, TextPart
from crosswire.secrets import find_secrets, masked
from webapp.readmodel.text import one_line

LONGEST_TITLE = 120
"""Characters of a title."""
_READ = 4_000
"""Characters of a text among which its first words are looked for."""
_ADDED = re.compile(r"<([a-zA-Z][\w-]*)[^<>]*>.*?(</\1>|\Z)", re.DOTALL)
"""What a program puts around or before the words of a user: `<system-reminder>`, ..."""


def title_of(conversation: Conversation) -> str:
    """The title, on one line; empty where neither the log nor a user says anything."""
    if conversation.title and conversation.title.strip():
        return title_line(conversation.title)
    texts = list(_of_user(conversation))
    said = (_ADDED.sub(" ", text) for text in texts)
    return next((line for text in [*said, *texts] if (line := _first_words(text))), "")


def _of_user(conversation: Conversation) -> Iterator[str]:
    for message in conversation.messages:
        if message.role == "user":
            for part in message.parts:
                if isinstance(part, TextPart) and part.text.strip():
                    yield part.text[:_READ]
                    break


def _first_words(text: str) -> str:
    return title_line(text.lstrip(" \t\r\n#*>-"))


def title_line(text: str) -> str:
    """A text as a title, with no secret in it."""
    data = text[:_READ].encode("utf-8", "replace")
    return one_line(masked(data, find_secrets(data)).decode("utf-8", "replace"), LONGEST_TITLE)
