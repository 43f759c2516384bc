"""What the screen showed of an answer, and no round of calls tells of."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty, text_or_empty


def untold_in(shown: Sequence[JsonObject], rounds: Sequence[JsonValue]) -> list[JsonObject]:
    """The texts at the end of what was shown that no round tells of."""
    told = _letters("".join(str(object_or_empty(one).get("response", "")) for one in rounds))
    last: list[JsonObject] = []
    for one in reversed(shown):
        said = _letters(text_or_empty(one.get("value")))
        if "kind" in one or (said and said in told):
            break
        last += [one] if said else []
    return last[::-1]


def _letters(text: str) -> str:
    """A text without what makes it look so."""
    return "".join(filter(str.isalnum, text))
