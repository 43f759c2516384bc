"""What the API keeps of the items of Responses, and what an item's id tells of that."""

from __future__ import annotations

import re
from typing import NamedTuple

from crosswire.model import Conversation


class Minting(NamedTuple):
    """When an item was made, and in which conversation."""

    series: str
    """What the ids of one chain of responses begin with."""
    second: int


_MINTED = re.compile(r"[a-z]+_([0-9a-f]{16})00([0-9a-f]{8})[0-9a-f]{10,}")


_OF_OPENAI = re.compile(r"[a-z]+_[0-9a-f]{32,}")


def is_of_openai(item_id: str | None) -> bool:
    """Whether an id has the form of those that OpenAI gives items, old or new."""
    return bool(_OF_OPENAI.fullmatch(item_id or ""))


def minted(item_id: str | None) -> Minting | None:
    """What an id tells of its item; None for ids of older forms and of other makers."""
    parts = _MINTED.fullmatch(item_id or "")
    return Minting(parts[1], int(parts[2], 16)) if parts else None


def are_stored(conversation: Conversation) -> bool:
    """Whether the API is to keep the items: so it does, unless it is told not to."""
    settings = [setting for setting in conversation.settings() if setting.name == "store"]
    return all(setting.value is not False or setting.of_response for setting in settings)
