"""Finds where the messages of conversations stand in documents, whatever is around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import chain
from typing import Any, TypeVar

from msgspec import Struct, field

from crosswire.address import Address, child, root
from crosswire.model import JsonObject, JsonValue

Placed = tuple[JsonValue, Address]
IsMessage = Callable[[JsonValue], bool]
_Found = TypeVar("_Found")
Look = Callable[[Sequence[JsonValue]], _Found]
"""What goes through documents, and gives what it finds."""

LEVELS = 8
"""Of lists and objects around messages."""
HEAD, TAIL = 120, 60
"""Elements of a list that are looked at to recognise a format, at its beginning and end."""
MAX_LOOKED_AT = 5_000
"""Values that are looked at to recognise a format."""
MAX_HOLDERS = 500_000
"""Objects and lists whose fields are looked up: one walk takes less than what it spares."""


class Run(Struct):
    """Messages that stand one after another, with the fields around them."""

    messages: list[Placed]
    others: list[Placed] = field(default_factory=list)
    """What stands among them and is none."""
    beside: list[tuple[str, JsonValue, Address]] = field(default_factory=list)
    """Fields of the objects that hold them: name, value, place."""
    level: int = 0
    """How many objects are around them."""
    holder: JsonObject | None = None
    """The innermost object that holds them in a list."""
    is_alone: bool = False
    """Whether its messages stand in no list: it is one, or those of rows."""


class Finder:
    """One look through documents."""

    def __init__(self, is_message: IsMessage, at_most: int | None = None) -> None:
        self.is_message = is_message
        self.left = at_most

    def runs(self, documents: Sequence[JsonValue], first: int = 0) -> list[Run]:
        """The messages of each conversation; several documents are those of one, where most
        are a message each."""
        placed = [(value, root(i)) for i, value in enumerate(documents, first)]
        if len(placed) > 1 and any(self.is_message(value) for value, _ in placed[:200]):
            return [self._run(placed, 0)]
        return _rows_joined([run for one in placed for run in self._below(*one, 0, 0)])

    def _run(self, values: Sequence[Placed], level: int) -> Run:
        run = Run([], level=level)
        for value, at in values:
            (run.messages if self.is_message(value) else run.others).append((value, at))
        return run

    def _below(self, value: JsonValue, at: Address, level: int, depth: int) -> Iterator[Run]:
        if depth > LEVELS or not self._may_look():
            return
        if isinstance(value, list):
            value = value if self.left is None else ends_of(value)
            placed = [(one, child(at, i)) for i, one in enumerate(value)]
            if any(self.is_message(one) for one, _ in placed[:200]):
                yield self._run(placed, level)
                return
            below = [run for one in placed for run in self._below(*one, level, depth + 1)]
            yield from _rows_joined(below)
        elif isinstance(value, dict):
            if self.is_message(value):
                yield Run([(value, at)], level=level, is_alone=True)
                return
            yield from self._in_object(value, at, level, depth)

    def _in_object(
        self, value: JsonObject, at: Address, level: int, depth: int
    ) -> Iterator[Run]:
        found: list[Run] = []
        beside: list[tuple[str, JsonValue, Address]] = []
        for name, inner in value.items():
            place = child(at, name)
            runs = list(self._below(inner, place, level + 1, depth + 1))
            for run in runs:
                run.holder = run.holder or value
            found += runs
            if not runs and inner is not None:
                beside.append((name, inner, place))
        if found:
            found[0].beside += beside
        yield from found

    def _may_look(self) -> bool:
        if self.left is None:
            return True
        self.left -= 1
        return self.left >= 0


_SESSIONS = ("session_id", "sessionId", "thread_id", "threadId", "conversation_id", "chatId")


def _rows_joined(runs: list[Run]) -> list[Run]:
    """Runs of one message each, as the rows of a table hold them, by the session that the row
    names; runs of another kind as they are."""
    if len(runs) < 2 or not all(run.is_alone and run.holder is not None for run in runs):
        return runs
    sessions: dict[str, Run] = {}
    for run in runs:
        holder = run.holder or {}
        session = next((str(holder[name]) for name in _SESSIONS if name in holder), "")
        joined = sessions.setdefault(
            session, Run([], level=run.level, holder=holder, is_alone=True)
        )
        joined.messages += run.messages
        joined.beside += [one for one in run.beside if one[0] not in _OF_ROWS]
    return list(sessions.values())


_OF_ROWS = frozenset({*_SESSIONS, "id", "created_at", "createdAt", "timestamp", "position"})
"""Columns that tell which row it is."""


class Beginnings(list[JsonValue]):
    """Documents in which each of many formats looks for its messages."""

    def __init__(self, documents: Iterable[JsonValue]) -> None:
        super().__init__(documents)
        self.found: dict[Look[Any], Any] = {}


def once(documents: Sequence[JsonValue], look: Look[_Found]) -> _Found:
    """What a look finds; through beginnings it goes once for all formats that take it."""
    if not isinstance(documents, Beginnings):
        return look(documents)
    if look not in documents.found:
        documents.found[look] = look(documents)
    found: _Found = documents.found[look]
    return found


def sample_of(
    documents: Sequence[JsonValue],
    is_message: IsMessage,
    is_sign: IsMessage | None = None,
    fields: Set[str] = frozenset(),
) -> list[Run]:
    """The runs at the beginning and the end of an upload; none where `is_sign` is given and
    fits nothing in it. `fields` are some of which every message, or every sign, has one."""
    if not _may_hold_some(documents, is_message, is_sign, fields):
        return []
    return Finder(is_message, MAX_LOOKED_AT).runs(ends_of(documents))


def _may_hold_some(
    documents: Sequence[JsonValue],
    is_message: IsMessage,
    is_sign: IsMessage | None,
    fields: Set[str],
) -> bool:
    """Whether there is a message, or a sign of one: in most formats' looks there is none."""
    listed = once(documents, _listed_objects)
    if fields and listed.is_whole and listed.fields.isdisjoint(fields):
        return False
    is_asked = is_sign if is_sign is not None and listed.is_whole else is_message
    return any(map(is_asked, listed.objects))


class _Listed(Struct):
    """The objects of a sample, at any depth that is looked at."""

    objects: list[JsonObject]
    fields: frozenset[str]
    """The names of all their fields."""
    is_whole: bool
    """Whether no look into the sample finds another."""
    is_all: bool
    """Whether the documents have no others, nor are texts, which may hold some."""


def fields_in(documents: Sequence[JsonValue]) -> Set[str] | None:
    """The names of all fields in documents; None where they are too many to look at all, or
    stand in a text."""
    listed = once(documents, _listed_objects)
    return listed.fields if listed.is_all else once(documents, _all_fields)


def _all_fields(documents: Sequence[JsonValue]) -> Set[str] | None:
    """The same of documents that are no sample: one walk spares most formats their own."""
    if any(isinstance(one, str) for one in documents):
        return None
    fields: set[str] = set()
    level, left = [*documents], MAX_HOLDERS
    while level:
        left -= len(level)
        if left < 0:
            return None
        objects = [one for one in level if isinstance(one, dict)]
        lists = [one for one in level if isinstance(one, list)]
        fields.update(*objects)
        inner = chain(*map(dict.values, objects), *lists)
        level = [one for one in inner if type(one) not in _LEAVES]
    return fields


_LEAVES = frozenset({str, int, float, bool, type(None)})


def _listed_objects(documents: Sequence[JsonValue]) -> _Listed:
    """Also those below messages, where `Finder` does not go."""
    top = ends_of(documents)
    is_all = len(top) == len(documents) and not any(isinstance(one, str) for one in top)
    objects = [one for one in top if isinstance(one, dict)]
    waiting, left = [(one, 0) for one in reversed(top)], MAX_LOOKED_AT
    while waiting and left > 0:
        value, depth = waiting.pop()
        left -= 1
        if isinstance(value, dict):
            inner = [*value.values()]
        elif isinstance(value, list):
            inner = ends_of(value)
            is_all &= len(inner) == len(value)
        else:
            continue
        objects += [one for one in inner if isinstance(one, dict)]
        if depth < LEVELS:
            waiting += [(one, depth + 1) for one in reversed(inner)]
        else:
            is_all &= not any(isinstance(one, (dict, list)) for one in inner)
    fields = frozenset[str]().union(*objects)
    return _Listed(objects, fields, not waiting, is_all and not waiting)


def fields_in_ends(documents: Sequence[JsonValue]) -> Set[str] | None:
    """The names of all fields in the documents and in the ends of their lists; None where a
    look through these may find more."""
    listed = once(documents, _listed_objects)
    is_known = listed.is_whole and len(documents) <= HEAD + TAIL
    return listed.fields if is_known else None


def ends_of(values: Sequence[JsonValue]) -> list[JsonValue]:
    """Enough of a list to recognise what it is: what no other format has may stand late."""
    return [*values] if len(values) <= HEAD + TAIL else [*values[:HEAD], *values[-TAIL:]]
