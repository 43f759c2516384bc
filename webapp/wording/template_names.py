"""The functions and words that templates may use."""

from __future__ import annotations

from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from crosswire.rules.targets import TARGETS
from webapp.inspector import ends, reading
from webapp.readmodel import ids, invisible, text, totals, wire
from webapp.readmodel import search_texts as searchable
from webapp.readmodel import text_search as finding_words
from webapp.readmodel.type_names import category_words
from webapp.readmodel.verdicts import HOW
from webapp.wording.paragraphs import words

LONGEST_WIRE = 4_000
"""Characters of one wire text that a row shows before it asks whether to show the rest."""

CHECKSUM_DIGITS = 10
"""Hex digits of a checksum that the page shows; two calls of a log hardly ever share so many."""


def jinja_names() -> dict[str, object]:
    """What the app adds to the globals of its templates."""
    return {
        "CHECKSUM_DIGITS": CHECKSUM_DIGITS,
        "MOST_ENDS": ends.MOST_ENDS,
        "MOST_NOTES": 50,
        "MOST_REFUSALS": 20,
        "OUTCOMES": HOW,
        "LONGEST_QUERY": searchable.LONGEST_QUERY,
        "LONGEST_TEXT": text.LONGEST_TEXT,
        "LONGEST_WIRE": LONGEST_WIRE,
        "SCOPES": searchable.SCOPES,
        "category_words": category_words,
        "hit_words": finding_words.shown,
        "id_origin": ids.id_origin,
        "id_seen": ids.id_seen,
        "id_why": ids.id_why,
        "id_word": ids.id_word,
        "id_words": ids.id_words,
        "laid_out": wire.laid_out,
        "looks_of": ids.looks_of,
        "looks_words": ids.looks_words,
        "lost_words": text.lost_words,
        "moment_whole": totals.moment_whole,
        "moment_words": totals.moment_words,
        "marked": invisible.marked,
        "one_line": text.one_line,
        "place_words": place_words,
        "reading": reading,
        "seen": invisible.seen,
        "size": text.size,
        "spelt": invisible.spelt,
        "took_words": totals.took_words,
        "words": words,
        "format_title": format_title,
        "target_short": target_short,
        "writable_formats": _WRITABLE,
        "readable_formats": _WRITABLE | _LOGGED,
    }


_WRITABLE = {name: format.TITLE for name, format in FORMATS.items()}
_LOGGED = {name: log.TITLE for name, log in LOGS.items()}


def format_title(name: str) -> str:
    """A format as the page names it."""
    return (_WRITABLE | _LOGGED).get(name, name)


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


def place_words(address: str) -> str:
    """An address as the page shows it: in an upload of one document its JSON Pointer alone."""
    return address.removeprefix("0:") or "the whole document"
