"""Reads a file whose lines are a request each, a line at a time: none is held, and each
conversation is read again when it is asked for, so that memory follows the longest line.

What needs the other lines to be understood is not read so: exchanges, which may go on from one
another, and a program's log.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, TypeAlias, overload

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.address import Address, document_of, root
from crosswire.containers import Documents, Opened
from crosswire.errors import UnreadableUpload
from crosswire.formats import FORMATS
from crosswire.formats.protocol import BodyFormat, Recognition
from crosswire.model import Conversation, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.reading.by_file import ReadFiles
from crosswire.reading.choosing import Reading, read_entry
from crosswire.reading.coverage import measure
from crosswire.reading.detection import Candidate, Detection, candidates, found_already
from crosswire.reading.exchanges import Found
from crosswire.reading.finding import SAMPLE, Finder, most_are_bodies
from crosswire.reading.unread_notes import LOST, note_unread
from crosswire.reading.unread_places import Coverage, UnreadPlace

AT_ONCE = 1_000_000
"""About the size of the lines that are looked through at once."""
SAMPLED_BYTES = 8_000_000
"""About the size of the first lines by which formats are told, and of as many behind them."""


def are_requests(values: Sequence[JsonValue]) -> bool:
    """Whether most of the first lines hold a request of one format."""
    first = [(value, root(number)) for number, value in enumerate(values[:SAMPLE])]
    finder = Finder()
    for wire in FORMATS.values():
        found = [finder.find(wire, value, at) for value, at in first]
        entries = [entry for one in found if one is not None for entry in one.entries]
        if most_are_bodies(found, len(found)) and any(map(_is_request, entries)):
            return True
    return False


class Seen(Struct):
    """What some lines hold, each read by itself."""

    first: int
    numbers: array[int] = field(default_factory=lambda: array("q"))
    """Those of the lines that hold a conversation."""
    skipped: list[Address] = field(default_factory=list)
    """Lines in which nothing of any format stands."""
    coverage: Coverage = field(default_factory=Coverage)
    is_each_read: bool = True
    """Whether each line can be read by itself; what is behind one that cannot was not seen."""


Each: TypeAlias = Callable[[Callable[[range], Seen], Iterable[range]], Iterable[Seen]]
"""Gives what a function makes of each item, as `map` does, in any order."""


def read_by_line(
    opened: Opened, digest_of: Callable[[], str], each: Each = map
) -> ReadFiles | None:
    """The conversations of lines that were let go; None where they must be held for it. `each`
    may look through the lines in several processes."""
    documents = opened.documents
    if not isinstance(documents, Documents) or not documents.are_gone:
        return None
    if any(note.address for note in opened.notes if note.code in LOST):
        return None
    left_something: list[_Lines] = []
    for candidate in candidates(_sample(opened, documents)):
        if candidate.wire is None or not _are_of_one_format(candidate):
            return None
        lines = _Lines(candidate.wire, candidate.detection, opened, documents)
        if not lines.are_each_read(each) or not lines.leave_nothing():
            return None
        if lines.coverage.is_of_another_format:
            continue
        if not lines.coverage.unread:
            return lines.as_read(digest_of)
        left_something.append(lines)
    best = min(left_something, key=lambda lines: lines.reading.rank, default=None)
    return None if best is None else best.as_read(digest_of)


def _are_of_one_format(candidate: Candidate) -> bool:
    return not any(entry.format for entry in candidate.entries)


def _sample(opened: Opened, documents: Documents, also: Sequence[int] = ()) -> Opened:
    """Some of the lines, and `also` these: formats are told by them. What tells one may come
    late."""
    every = range(len(documents))
    line = documents.lines.begin(every[-1]) // len(every) + 1
    first = every[: max(2, min(SAMPLE, SAMPLED_BYTES // line))]
    rest = every[len(first) :]
    some = sorted({*first, *rest[:: len(rest) // len(first) + 1], *also})
    return replace(opened, documents=[documents[number] for number in some])


def _is_request(entry: Entry) -> bool:
    """Whether it is a request alone, which no other line has an answer to."""
    is_alone = entry.response is None and entry.unread is None and not entry.several
    return entry.request is not None and is_alone and not entry.errors


def _is_tied(builder: ConversationBuilder) -> bool:
    """Whether it may begin in another conversation, or another in it."""
    return bool(builder.thread or builder.started_from or builder.starts)


class _Lines(Struct):
    """Lines that are a request each, as one format reads them."""

    wire: BodyFormat
    detection: Detection
    opened: Opened
    documents: Documents
    numbers: array[int] = field(default_factory=lambda: array("q"))
    """Those of the lines that hold a conversation."""
    skipped: list[Address] = field(default_factory=list)
    """Lines in which nothing of any format stands."""
    coverage: Coverage = field(default_factory=Coverage)

    def __reduce__(self) -> tuple[Any, ...]:
        """Formats are modules, which go to another process by their names."""
        wire, *rest = (getattr(self, one) for one in self.__struct_fields__)
        return _lines_of, (wire.NAME, *rest)

    def are_each_read(self, each: Each) -> bool:
        """Read each line once, for what is read of it; whether each can be by itself."""
        found: list[Seen] = []
        for seen in each(self.seen_in, self._some_at_once()):
            if not seen.is_each_read:
                return False
            found.append(seen)
        for seen in sorted(found, key=attrgetter("first")):
            self.numbers += seen.numbers
            self.skipped += seen.skipped
            self.coverage.add(seen.coverage)
        return bool(self.numbers)

    def _some_at_once(self) -> Iterator[range]:
        """The numbers of all lines, those of some bytes of the file together."""
        every = range(len(self.documents))
        step = max(1, len(every) * AT_ONCE // (self.documents.lines.begin(every[-1]) + 1))
        return (every[first : first + step] for first in range(0, len(every), step))

    def seen_in(self, numbers: range) -> Seen:
        """What these lines hold, up to one that cannot be read by itself."""
        seen = Seen(numbers.start)
        for number in numbers:
            seen.is_each_read = self._is_read(number, seen)
            if not seen.is_each_read:
                break
        return seen

    def _is_read(self, number: int, seen: Seen) -> bool:
        """Whether a line can be read by itself, or holds nothing."""
        value = self.documents[number]
        entry = self._entry(value, number)
        if entry is None:
            seen.skipped.append(root(number))
            return self._is_nothing(value, number, seen)
        builder = read_entry(self.wire, entry)
        if _is_tied(builder):
            return False
        self._measure(value, number, seen, builder)
        if builder.messages or builder.settings_and_tools:
            seen.numbers.append(number)
        return True

    def leave_nothing(self) -> bool:
        """Whether the lines that were skipped hold nothing for other formats, or deeper."""
        if not self.skipped:
            return True
        skipped = list(map(document_of, self.skipped[:SAMPLE]))
        some = _sample(self.opened, self.documents, skipped)
        found = next(iter(candidates(some)), None)
        if found is None or found.wire is not self.wire or not _are_of_one_format(found):
            return False
        return len(found.entries) + len(found.skipped) == len(some.documents)

    @property
    def reading(self) -> Reading:
        """What was found in all of them, without its places."""
        why = Recognition("request", self.detection.confidence, self.detection.reason)
        found = Found(why, [], self.skipped)
        return Reading(found_already(self.detection, self.wire, found), [], self.coverage)

    def as_read(self, digest_of: Callable[[], str]) -> ReadFiles:
        read = ReadFiles(self.opened, conversations=ReadAgain(self, digest_of))
        read.add(self.opened, self.reading)
        return read

    def again(self, number: int) -> tuple[ConversationBuilder, Documents]:
        """What a line holds, and the documents with that line among them."""
        value, documents = self.documents.around(number)
        entry = self._entry(value, number)
        if entry is None:
            raise UnreadableUpload("The file was changed while it was read. Read it again.")
        return read_entry(self.wire, entry), documents

    def _entry(self, value: JsonValue, number: int) -> Entry | None:
        found = Finder().find(self.wire, value, root(number))
        if found is None or found.skipped or len(found.entries) != 1:
            return None
        entry = found.entries[0]
        return entry if _is_request(entry) and entry.shape == "request" else None

    def _is_nothing(self, value: JsonValue, number: int, seen: Seen) -> bool:
        """Whether a line has nothing that any format or reader would look at."""
        is_body = Finder().surest(value, root(number)) is not None
        return not is_body and not self._measure(value, number, seen)

    def _measure(
        self, value: JsonValue, number: int, seen: Seen, *read: ConversationBuilder
    ) -> Sequence[UnreadPlace]:
        """Add up how much of a line was read; the places where something was not."""
        entries = [one.recorded for one in read if one.recorded is not None]
        found = measure([value], entries, read, number)
        seen.coverage.add(found)
        return found.unread


def _lines_of(name: str, *rest: Any) -> _Lines:
    return _Lines(FORMATS[name], *rest)


class ReadAgain(Sequence[Conversation]):
    """The conversations of such lines, each read when it is asked for, and held by nobody
    else."""

    def __init__(self, lines: _Lines, digest_of: Callable[[], str]) -> None:
        self._lines, self._numbers, self._digest_of = lines, lines.numbers, digest_of
        self._unread: dict[int, list[UnreadPlace]] = {}
        """By the line of the conversation that says it: one without any has the first."""
        for place in lines.coverage.unread:
            line = document_of(place.address)
            home = line if self._at(line) is not None else self._numbers[0]
            self._unread.setdefault(home, []).append(place)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, number: int) -> Conversation: ...
    @overload
    def __getitem__(self, number: slice) -> list[Conversation]: ...
    def __getitem__(self, number: int | slice) -> Conversation | list[Conversation]:
        every = range(len(self))
        if isinstance(number, slice):
            return [self._read(one) for one in every[number]]
        return self._read(every[number])

    def __iter__(self) -> Iterator[Conversation]:
        return map(self._read, range(len(self)))

    def _read(self, number: int) -> Conversation:
        opened = self._lines.opened
        line = self._numbers[number]
        builder, documents = self._lines.again(line)
        lost = [note for note in opened.notes if note.code in LOST] if number == 0 else []
        note_unread(self._unread.get(line, []), self._lines.detection.title, lost, [builder])
        return builder.finish(
            container=opened.container,
            shape="request",
            documents=documents,
            number=number,
            digest_of=self._digest_of,
            server=opened.server_of([line]),
        )

    def in_line(self, line: int) -> list[Conversation]:
        """The conversation in a line, if there is one."""
        at = self._at(line)
        return [] if at is None else [self._read(at)]

    def _at(self, line: int) -> int | None:
        at = bisect_left(self._numbers, line)
        return at if self._numbers[at : at + 1] == array("q", [line]) else None
