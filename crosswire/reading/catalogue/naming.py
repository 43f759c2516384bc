"""Which row of the catalogue a file fits, and what to say of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter

import msgspec
from msgspec import Struct

from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from crosswire.model import JsonObject, JsonValue
from crosswire.reading.catalogue import interfaces
from crosswire.reading.catalogue.evidence import Evidence, objects
from crosswire.reading.catalogue.rows import LAST, SHAPES
from crosswire.reading.catalogue.shape import Shape
from crosswire.reading.catalogue.terms import fit

_MOST_NAMED = 4
_TELLING = ("type", "role", "kind", "source", "method", "object")
"""Fields whose values make objects with the same fields different."""
_MAX_BODIES = 100
_FEWEST_BYTES = 64
_NEARLY_ALL = 0.85


def is_read(shape: Shape) -> bool:
    """Whether a reader of this kind of file is there."""
    return bool(reader_title(shape))


def reader_title(shape: Shape) -> str:
    """What reads this kind of file, as people call it; empty where nothing does."""
    titles = {one.NAME: one.TITLE for one in FORMATS.values()}
    titles |= {one.NAME: one.TITLE for one in LOGS.values()}
    return titles.get(shape.format, "")


def recognise(evidence: Evidence) -> Shape | None:
    """The row that fits best, by what is near the outside; None where none does."""
    found = _by_tables(evidence) or _by_bytes(evidence)
    return found or _by_marks(evidence.outer, _OUTER)


def recognise_last(evidence: Evidence) -> Shape | None:
    """What files are called of which nothing more is known than what recorded them."""
    return _by_marks(evidence.outer, _LAST)


def _by_tables(evidence: Evidence) -> Shape | None:
    has = evidence.tables
    if not has:
        return None
    fitting = [shape for shape in SHAPES if shape.tables and _has_tables(shape, has)]
    return max(fitting, key=lambda shape: len(shape.tables), default=None)


def _has_tables(shape: Shape, has: Mapping[str, str]) -> bool:
    return all(
        table in has and all(column in has[table] for column in columns.split())
        for table, columns in shape.tables.items()
    )


def _by_bytes(evidence: Evidence) -> Shape | None:
    start = evidence.beginning
    if not start:
        return None
    for shape in SHAPES:
        if shape.beginnings and start.startswith(shape.beginnings):
            return shape
        if shape.opening is not None and re.match(shape.opening, start):
            return shape
        if shape.words and start[:1].isdigit() and any(one in start for one in shape.words):
            return shape
    if not _looks_encrypted(start):
        return None
    by_name = (one for one in SHAPES if one.endings and evidence.name.endswith(one.endings))
    return next(by_name, None)


def _looks_encrypted(data: bytes) -> bool:
    """Whether nearly all values of a byte stand there, as in what chance makes."""
    by_chance = 256 * (1 - (255 / 256) ** len(data))
    return len(data) >= _FEWEST_BYTES and len(set(data)) > _NEARLY_ALL * by_chance


# By what stands in objects

_Group = tuple[frozenset[str], tuple[str, ...], Shape]


def _groups(shapes: Iterable[Shape]) -> list[_Group]:
    """Each group of terms with the fields that an object must have for it."""
    return [
        (frozenset(_field(term) for term in terms if _is_field(term)), terms, shape)
        for shape in shapes
        for terms in shape.marks
    ]


def _is_field(term: str) -> bool:
    return not term.startswith(("!", "*", "0", "1"))


@cache
def _field(term: str) -> str:
    for sign in "=^:":
        term = term.partition(sign)[0]
    return term.partition("/")[0].removesuffix("[]")


class _Filed(Struct):
    """Groups by one field that each asks for: most objects have the fields of few."""

    by_field: dict[str, list[tuple[int, _Group]]] = msgspec.field(default_factory=dict)
    anywhere: list[tuple[int, _Group]] = msgspec.field(default_factory=list)
    """Those that ask for no field."""

    def that_may_fit(self, value: JsonValue) -> Iterator[_Group]:
        """Those whose fields an object has, in their order."""
        keys = value.keys() if isinstance(value, dict) else frozenset[str]()
        near = [one for key in self.by_field.keys() & keys for one in self.by_field[key]]
        for _, group in sorted([*self.anywhere, *near], key=itemgetter(0)):
            if group[0] <= keys:
                yield group


def _filed(groups: Sequence[_Group]) -> _Filed:
    """Each group under that of its fields which fewest others ask for."""
    filed = _Filed()
    asked = Counter(field for fields, _, _ in groups for field in fields)
    for numbered in enumerate(groups):
        fields = sorted(numbered[1][0])
        rarest = min(fields, key=lambda field: asked[field], default=None)
        none = filed.anywhere
        (none if rarest is None else filed.by_field.setdefault(rarest, [])).append(numbered)
    return filed


_OUTER = _filed(_groups(shape for shape in SHAPES if not shape.at_any_depth))
_LAST = _filed(_groups(LAST))


def _by_marks(values: Sequence[JsonValue], groups: _Filed) -> Shape | None:
    """The row of the longest group of terms that an object fits."""
    best: tuple[int, Shape] | None = None
    for value in _different(values):
        for _, terms, shape in groups.that_may_fit(value):
            longer = best is None or len(terms) > best[0]
            if longer and fit(value, terms) and _stands(shape, values):
                best = len(terms), shape
    return None if best is None else best[1]


def _stands(shape: Shape, values: Sequence[JsonValue]) -> bool:
    """Whether nothing speaks against a row."""
    return not any(fit(value, terms) for value in values for terms in shape.unless)


def _different(values: Sequence[JsonValue]) -> Iterator[JsonValue]:
    """Values of which no other one with the same fields and kinds came before."""
    seen: set[tuple[object, ...]] = set()
    for value in values:
        if isinstance(value, dict):
            kinds = tuple(_kind(value.get(name)) for name in _TELLING)
            key: tuple[object, ...] = (frozenset(value), *kinds)
        else:
            key = (type(value), str(value)[:20] if isinstance(value, str) else len(seen))
        if key not in seen:
            seen.add(key)
            yield value


def _kind(value: JsonValue) -> str:
    """A word as it stands, and of anything else what it is."""
    return value[:40] if isinstance(value, str) else type(value).__name__


# Interfaces, which may stand deep inside


def tells_another(bodies: Sequence[JsonValue]) -> bool:
    """Whether one of these bodies or events is of an interface that no format reads."""
    looked_at = [body for body in bodies[:_MAX_BODIES] if isinstance(body, dict)]
    return any(fit(body, terms) for body in looked_at for _, terms, _ in _INTERFACES)


_INTERFACES = _groups(interfaces.SHAPES)


def interface_in(values: Sequence[JsonValue]) -> tuple[Shape, list[str]] | None:
    """The interface that most objects tell of, and the words of it that stand there."""
    told: dict[str, int] = {}
    words: dict[str, dict[str, None]] = {}
    for item in objects(values):
        for name in {shape.name for shape in _told_by(item)}:
            told[name] = told.get(name, 0) + 1
        for api, word in interfaces.words_in(item):
            words.setdefault(api, {}).setdefault(word)
    if not told:
        return None
    name = max(told, key=lambda one: told[one])
    shape = next(one for one in interfaces.SHAPES if one.name == name)
    return shape, list(words.get(name, ()))


def _told_by(item: JsonObject) -> Iterator[Shape]:
    keys = item.keys()
    for fields, terms, shape in _INTERFACES:
        if fields <= keys and fit(item, terms) and not is_read(shape):
            yield shape


# What to say


def sentence(shape: Shape) -> str:
    """What a file is, and what to take instead."""
    is_one = shape.what.startswith(_ARTICLES)
    what = f"{'This is' if is_one else 'These are'} {shape.what}"
    if is_read(shape):
        said = f"{what}, but no conversation was found in {'it' if is_one else 'them'}."
    elif not shape.format:
        said = f"{what}. Crosswire reads no conversation in {'it' if is_one else 'them'}."
    else:
        said = f"{what}, which Crosswire does not read yet."
    return f"{said} Take instead: {shape.take}." if shape.take else said


def sentence_on_writer(shape: Shape, title: str) -> str:
    """The same of a file that was read as something of this title."""
    is_one = shape.what.startswith(_ARTICLES)
    what = f"{'This is' if is_one else 'These are'} {shape.what}"
    known = "" if is_read(shape) else ", which Crosswire does not know yet"
    return f"{what}{known}; {'it was' if is_one else 'they were'} read as {title}."


_ARTICLES = ("a ", "an ", "the ", "what ")


def sentence_on_interface(shape: Shape, words: Sequence[str]) -> str:
    """The same of an interface, with the types of it that stand there."""
    if shape.take:
        return f"It looks like {shape.what}. Take instead: {shape.take}."
    if not words:
        return (
            f"It looks like {shape.what}: Crosswire knows its types and does not read them "
            "yet."
        )
    named = ", ".join([*words[:_MOST_NAMED], *(["..."] if len(words) > _MOST_NAMED else [])])
    return (
        f"It looks like {shape.what} ({named}): Crosswire knows these types and does not read "
        "them yet."
    )
