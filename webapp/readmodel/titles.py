"""What a conversation is called: as its log says, or else by the first words of its user.

A title stands in tabs, in lists and in the history of a browser: no secret stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from crosswire.model import Conversation, TextPart
from crosswire.secrets import find_secrets, masked
from webapp.readmodel.text import one_line

LONGEST_TITLE = 120
"""Characters of a title."""
_READ = 4_000
"""Characters of a text among which its first words are looked for."""
_ADDED = re.compile(r"<([a-zA-Z][\w-]*)[^<>]*>.*?(</\1>|\Z)", re.DOTALL)
"""What a program puts around or before the words of a user: `<system-reminder>`, ..."""
_ASKED = re.compile(
    r"<(user_?(?:request|query|message)|task|command-args)>(.*?)</\1>",
    re.DOTALL | re.IGNORECASE,
)
"""What a program puts the words of a user in."""


def title_of(conversation: Conversation) -> str:
    """The title, on one line; empty where neither the log nor a user says anything."""
    if conversation.title and conversation.title.strip():
        return title_line(conversation.title)
    texts = list(_of_user(conversation))
    lines = map(_first_words, chain(map(_said, texts), texts))
    return next(filter(None, lines), "")


def _of_user(conversation: Conversation) -> Iterator[str]:
    for message in conversation.messages:
        if message.role == "user":
            for part in message.parts:
                if isinstance(part, TextPart) and part.text.strip():
                    yield part.text[:_READ]


def _said(text: str) -> str:
    """What of a text its user wrote."""
    asked = " ".join(found[2] for found in _ASKED.finditer(text))
    return asked if asked.strip() else _ADDED.sub(" ", text)


def _first_words(text: str) -> str:
    return title_line(text.lstrip(" \t\r\n#*>-"))


def title_line(text: str) -> str:
    """A text as a title, with no secret in it."""
    data = text[:_READ].encode("utf-8", "replace")
    return one_line(masked(data, find_secrets(data)).decode("utf-8", "replace"), LONGEST_TITLE)
