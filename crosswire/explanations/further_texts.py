"""What older versions and other programs say where a provider refuses: texts that no rule's
ground has.

Proxies, gateways and servers that speak a provider's language word its refusals in their own
way; a provider's own words change, and often are cut down to their beginning. The tables stand
in `texts_of_providers.py`, `texts_of_others.py` and `texts_of_programs.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from crosswire.explanations import texts_of_others as others
from crosswire.explanations import texts_of_programs as programs
from crosswire.explanations import texts_of_providers as providers
from crosswire.explanations.complaints import Complaint
from crosswire.explanations.listed_values import Listed
from crosswire.explanations.meanings import MEANINGS, VAGUE
from crosswire.explanations.statements import Statement


class FurtherText(Struct, frozen=True):
    """A text and what it means."""

    says: str
    who: str
    """Whose words these are."""
    speaks_of: tuple[str, ...]
    """Keys of grounds, names of rules."""
    is_code: bool = False
    """A word for many things, which counts only where the message says nothing better."""
    meaning: str = ""
    """Where no rule is about it: what it says of a conversation."""
    subject: str = ""
    """What it is about where that is not the history; empty for what is."""
    is_vague: bool = False
    """Whether it says where something failed, and not what."""


_TABLES = (
    providers.OPENAI,
    providers.ANTHROPIC,
    providers.GOOGLE,
    providers.AWS,
    others.SMALLER,
    programs.SERVERS,
    programs.PROGRAMS,
)


def _texts(
    tables: tuple[dict[str, dict[str, str]], ...], *, code: bool
) -> Iterator[FurtherText]:
    for table in tables:
        for who, texts in table.items():
            for says, speaks_of in texts.items():
                yield _text(says, who, speaks_of.split(), code)


def _text(says: str, who: str, speaks_of: list[str], is_code: bool) -> FurtherText:
    rules = tuple(name for name in speaks_of if not name.startswith("~"))
    names = [name[1:] for name in speaks_of if name.startswith("~")]
    meaning = MEANINGS[names[0]] if names else ""
    return FurtherText(
        says, who, rules, is_code, meaning, is_vague=not VAGUE.isdisjoint(names)
    )


def text_of(complaint: Complaint | Listed | Statement) -> FurtherText:
    """A complaint about a field, or what a sentence says, as a text."""
    return _text(complaint.says, "any server", complaint.speaks_of.split(), is_code=False)


FURTHER_TEXTS = (*_texts(_TABLES, code=False), *_texts((others.CODES,), code=True))
