"""The functions and words that templates may use."""

from __future__ import annotations

from crosswire.counting import counted
from crosswire.formats import FORMATS
from crosswire.logs import BY_SHAPE, LOGS
from crosswire.rules import TARGETS
from webapp.readmodel import invisible as plain
from webapp.readmodel import search_texts, text
from webapp.readmodel.ids import id_origin
from webapp.wording import ids, invisible, times
from webapp.wording.between import event_words, start_words
from webapp.wording.cells import (
    fault_words,
    lost_mark,
    lost_title,
    lost_words,
    mended_words,
    note_words,
    who_words,
)
from webapp.wording.losses import KINDS as LOSS_KINDS
from webapp.wording.pairing import (
    became_words,
    call_state,
    card_label,
    state_words,
    strand_words,
)
from webapp.wording.paragraphs import words
from webapp.wording.paths import path_words
from webapp.wording.searching import SCOPES, what_words
from webapp.wording.sizes import grouped, size
from webapp.wording.wire import laid_out
from webapp.wording.wire_types import category_words

LONGEST_UNFOLDED = 240
"""Characters of the JSON of a result that stand open beside a folded one."""
LONGEST_UNFOLDED_CALL = 600
"""The same of a call, whose arguments are what one looks for."""
LONGEST_WIRE = 4_000
"""Characters of one wire text that a row shows before it asks whether to show the rest."""

CHECKSUM_DIGITS = 10
"""Hex digits of a checksum that the page shows; two calls of a log hardly ever share so
many."""


_WRITABLE = {name: format.TITLE for name, format in FORMATS.items()}
_LOGGED = {name: log.TITLE for name, log in LOGS.items()}


def format_title(name: str) -> str:
    """A format as the page names it."""
    return (_WRITABLE | _LOGGED).get(name, name)


def nameless(title: str | None) -> str:
    """What a log is called of which nobody says anything, by the title of its format."""
    if not title:
        return "Log without a name"
    return "Log of an unknown format" if title == format_title(BY_SHAPE) else f"{title} log"


_SHORT = {
    "openai-chat": "OpenAI Chat",
    "openai-responses": "OpenAI Responses",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "vertex": "Vertex",
    "azure-foundry": "Azure Foundry",
    "bedrock": "Bedrock",
}


def target_short(name: str) -> str:
    """A target as a narrow place names it."""
    return _SHORT.get(name) or TARGETS[name].title


FILTERS = {"grouped": grouped}
"""What the app adds to the filters of its templates."""

NAMES: dict[str, object] = {
    "CHECKSUM_DIGITS": CHECKSUM_DIGITS,
    "MOST_NOTES": 50,
    "MOST_REFUSALS": 20,
    "LONGEST_QUERY": search_texts.LONGEST_QUERY,
    "LONGEST_TEXT": text.LONGEST_TEXT,
    "LONGEST_UNFOLDED": LONGEST_UNFOLDED,
    "LONGEST_UNFOLDED_CALL": LONGEST_UNFOLDED_CALL,
    "LONGEST_WIRE": LONGEST_WIRE,
    "LOSS_KINDS": LOSS_KINDS,
    "event_words": event_words,
    "start_words": start_words,
    "SCOPES": SCOPES,
    "became_words": became_words,
    "counted": counted,
    "call_state": call_state,
    "card_label": card_label,
    "strand_words": strand_words,
    "category_words": category_words,
    "fault_words": fault_words,
    "mended_words": mended_words,
    "note_words": note_words,
    "state_words": state_words,
    "what_words": what_words,
    "who_words": who_words,
    "id_for_room": ids.id_for_room,
    "own_for_room": ids.own_for_room,
    "id_origin": id_origin,
    "id_seen": ids.id_seen,
    "id_state": ids.id_state,
    "id_why": ids.id_why,
    "id_word": ids.id_word,
    "id_words": ids.id_words,
    "laid_out": laid_out,
    "looks_of": ids.looks_of,
    "looks_words": ids.looks_words,
    "lost_mark": lost_mark,
    "lost_title": lost_title,
    "lost_words": lost_words,
    "moment_whole": times.moment_whole,
    "moment_words": times.moment_words,
    "marked": invisible.marked,
    "one_line": text.one_line,
    "path_words": path_words,
    "seen": invisible.seen,
    "size": size,
    "spelt": plain.spelt,
    "took_words": times.took_words,
    "words": words,
    "format_title": format_title,
    "target_short": target_short,
    "writable_formats": _WRITABLE,
    "readable_formats": _WRITABLE | _LOGGED,
}
"""What the app adds to the globals of its templates."""
