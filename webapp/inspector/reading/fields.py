"""The fields of a call's arguments, or of a result: each is taken once, and what nobody took
is told."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from crosswire.containers import read_json
from crosswire.errors import CrosswireError
from crosswire.model import JsonValue
from webapp.readmodel import wire
from webapp.wording.invisible import marked
from webapp.wording.wire import tokens as tokens_of

LONGEST_FIELD = 300
"""Characters of a field that has no view of its own; all of it stands in the arguments as
sent."""


class Fields:
    """An object whose fields are taken one by one."""

    def __init__(self, value: Mapping[str, JsonValue]) -> None:
        self.left = dict(value)

    def text(self, *names: str) -> str | None:
        """The first of these fields that is a text."""
        for name in names:
            value = self.left.get(name)
            if isinstance(value, str):
                del self.left[name]
                return value
        return None

    def number(self, *names: str) -> int | None:
        """The first of these fields that is a whole number."""
        for name in names:
            value = self.left.get(name)
            if isinstance(value, int) and not isinstance(value, bool):
                del self.left[name]
                return value
        return None

    def texts(self, name: str) -> list[str] | None:
        """A field that is a list of texts."""
        value = self.left.get(name)
        if (
            not isinstance(value, list)
            or not value
            or not all(isinstance(one, str) for one in value)
        ):
            return None
        del self.left[name]
        return [one for one in value if isinstance(one, str)]

    def objects(self, name: str) -> list[Fields] | None:
        """A field that is a list of objects, none of which has two equal keys."""
        value = self.left.get(name)
        if not isinstance(value, list) or not value:
            return None
        found = [
            Fields(one) for one in value if isinstance(one, dict) and not has_equal_keys(one)
        ]
        if len(found) != len(value):
            return None
        del self.left[name]
        return found

    def object(self, name: str) -> Fields | None:
        """A field that is an object."""
        value = self.left.get(name)
        if not isinstance(value, dict) or has_equal_keys(value):
            return None
        del self.left[name]
        return Fields(value)

    def rest(self) -> Markup | None:
        """What is left, in one line; None where nothing is."""
        if not self.left:
            return None
        told = Markup(", ").join(
            Markup("<b>{}</b> {}").format(marked(name), _value(value))
            for name, value in self.left.items()
        )
        self.left = {}
        return Markup('<p class="fields">{}</p>').format(told)


def _value(value: JsonValue) -> Markup:
    text = value if isinstance(value, str) and value else wire.compact(value)
    cut = (
        text
        if len(text) <= LONGEST_FIELD
        else (f"{text[:LONGEST_FIELD]}… (of {len(text):,} characters)")
    )
    return marked(cut)


def has_equal_keys(value: Mapping[str, JsonValue]) -> bool:
    """Whether an object has one of two equal keys only, so that no view of it would be
    true."""
    return bool(getattr(value, "shadowed", None))


def object_of(text: str) -> tuple[Fields, list[str]] | None:
    """The fields of an object as a cell keeps it, and what is noted on texts that are cut."""
    notes: list[str] = []
    if "/* " in text:
        tokens = tokens_of(text, None)
        notes = [token.text.strip("/* ") for token in tokens if token.kind == "note"]
        text = "".join(token.text for token in tokens if token.kind != "note")
    try:
        value = read_json(text.encode())
    except (CrosswireError, UnicodeEncodeError, RecursionError):
        return None
    if not isinstance(value, dict) or has_equal_keys(value):
        return None
    return Fields(value), notes
