"""What a page says of an id: where it comes from, in words, and whose shape it has.

An id is told from another kind by its word and by the shape of its chip (`data-origin`); a
colour only helps. "Looks like" is a hint that never stands without these words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypedDict

from markupsafe import Markup

from crosswire.ids import looks_like as known_shape
from crosswire.logs import words_of
from webapp.readmodel.ids import IdChip, id_origin
from webapp.readmodel.invisible import spelt
from webapp.recent import kept_lately
from webapp.wording.invisible import seen

LONG_ID, TAIL = 14, 5
"""Characters of an id that gives up its middle where there is no room, and of its end."""


class Looks(TypedDict):
    """Whose ids have this shape."""

    maker: str
    note: str
    usual: bool
    """Whether one expects it here: an OpenAI shape in a log of OpenAI's, or any where no maker
    is known."""


# Formats that their own provider writes, with the beginnings of its makers' names.
_OWN_MAKERS: dict[str, tuple[str, ...]] = {
    "openai-chat": ("OpenAI",),
    "openai-responses": ("OpenAI", "the Responses API"),
    "azure-foundry": ("OpenAI", "the Responses API", "Azure"),
    "anthropic": ("Anthropic",),
    "gemini": ("Gemini",),
    "bedrock": ("Bedrock", "Anthropic on Bedrock"),
    "mistral": ("Mistral",),
    "cohere": ("Cohere",),
    "ollama": ("Ollama",),
}


_ITEM_ID_FIELDS = ("id", "approval_request_id")


class _OriginWords(NamedTuple):
    as_logged: str
    when_rendered: str


_ORIGINS = {
    "wire": _OriginWords("id on the wire", "id as logged"),
    "item": _OriginWords("only the item's own id", "the item's own id, which was logged"),
    "made": _OriginWords("id made by Crosswire", "id made by Crosswire"),
    "rewritten": _OriginWords("id rewritten by Crosswire", "id rewritten by Crosswire"),
    "copied": _OriginWords("id taken", "id taken"),
}


_ABSENT = {
    "no field": "no id",
    "null": "null id",
    "empty": "empty id",
    "not text": "id is not text",
}


@lru_cache(maxsize=4096)
def looks_like(value: str, dialect: str, *, names_item: bool) -> Looks | None:
    """Whose shape an id has, if it is a known one; found when it is shown, as a log may have
    very many."""
    shape = known_shape(value)
    if shape is None:
        return None
    own = _OWN_MAKERS.get(words_of(dialect))
    usual = own is None or shape.maker.startswith(own)
    if shape.maker.endswith("of an item"):  # where a call id is expected, that is worth a look
        usual = usual and names_item
    return Looks(maker=shape.maker, note=shape.note, usual=usual)


def looks_of(id: IdChip, dialect: str) -> Looks | None:
    """Whose shape the id in a chip has; None for an id that Crosswire made."""
    if id["value"] is None or id_origin(id) in ("made", "rewritten"):
        return None
    return looks_like(
        id["value"], dialect or "", names_item=id.get("field") in _ITEM_ID_FIELDS
    )


def looks_words(looks: Looks) -> str:
    """The hint that an id looks like some maker's, in words."""
    maker, _, what = looks["maker"].partition(", of ")
    return f"looks like {maker} ({what})" if what else f"looks like {maker}"


def id_word(id: IdChip) -> str:
    """The word in a chip; an id that the wire has in its own field needs none."""
    origin = id_origin(id)
    if origin == "copied" and id["change"] is not None:
        return id["change"]["how"]
    return {"item": "item id", "made": "made", "rewritten": "rewritten"}.get(origin, "")


def id_text(id: IdChip, length: int = 200) -> str:
    """The id, or what there is instead of one."""
    if id["value"] is not None:
        return spelt(id["value"], length)
    return _ABSENT.get(id["state"], "no id")


def id_seen(id: IdChip, length: int = 200) -> Markup | str:
    """`id_text` for a page, with marks for invisible characters."""
    return id_text(id) if id["value"] is None else seen(id["value"], length)


def id_for_room(id: IdChip) -> Markup | str:
    """The same for a line without room."""
    return id_text(id) if id["value"] is None else own_for_room(id["value"])


@kept_lately
def own_for_room(value: str) -> Markup | str:
    """An id for a line without room: the middle of a long one goes first, since ids of one
    maker begin alike."""
    shown = seen(value, 200)
    if len(value) < LONG_ID or shown != value:
        return shown
    return Markup('<span class="id-cut"><i>{}</i>{}</span>').format(
        value[:-TAIL], value[-TAIL:]
    )


def id_words(id: IdChip, *, rendered: bool = False) -> str:
    """Where an id comes from, as the line below a chip says it."""
    change, origin = id["change"], id_origin(id)
    if origin == "absent":
        return "this type must have an id" if id["required"] else "this type needs no id"
    if origin == "rewritten" and change and change["was"]:
        return f"id rewritten by Crosswire, was {spelt(change['was'], 60)}"
    if origin == "copied" and change:
        return f"id taken {change['how']}"
    words = _ORIGINS[origin]
    return words.when_rendered if rendered else words.as_logged


_TIES = {
    "wire": "which ties a result to its call",
    "item": "which names the item; no field of this type ties a result to its call",
}


_BROKEN = ("orphan", "duplicate")


def id_state(
    row: Mapping[str, Any], flags: Mapping[str, str], change: Any, rendered: bool
) -> str:
    """Whether an id is the matter of its line: `broken`, `unsure`, `mended`, or empty."""
    if "id" in change.fields:
        return "mended" if change.state == "added" else "broken"
    if rendered:
        return ""
    if flags.get("id") == "error" or row["how"] in _BROKEN:
        return "broken"
    if row["how"] == "missing" and row["state"] != "likely":
        return "broken"
    return "unsure" if flags.get("id") == "warning" or row["how"] == "ambiguous" else ""


def id_why(id: IdChip) -> str:
    """Where an id comes from and why, as a whole sentence."""
    change = id["change"]
    if change is not None:
        return f"{id_words(id)}: {change['why']}"
    field = id.get("field") or ""
    origin = id_origin(id)
    if origin not in _TIES:
        return _why_absent(id, field)
    place = f"In the field {field}" if field else "On the wire"
    return f"{place}, {_TIES[origin]}"


def _why_absent(id: IdChip, field: str) -> str:
    no_field = f"There is no field {field}" if field else "This type has no field for an id"
    fault = _FAULTS.get(id["state"])
    reason = f"The field {field} {fault}" if fault else no_field
    need = "this type must have an id" if id["required"] else "this type may go without"
    return f"{reason}; {need}"


_FAULTS = {
    "null": "is null",
    "empty": "holds an empty text",
    "not text": "holds something that is no text",
}
