"""One conversation of a trace while its spans are put together: what is told again in a later
span counts once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.logs.spans.likeness import Key, alias_of, aliases_of, key_of, keys_of
from crosswire.logs.spans.span import Span
from crosswire.model import Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.copies import stands_also_at

ENDS = (ToolCallPart, ToolResultPart)
_MOST_PLACES = 1_000
"""Places that a call keeps; each span of a long trace may tell all before it again."""
_ONCE = ("call", "result")
"""Keys of ids, which are found wherever they stand: results may change their order, and the
same words without an id may be said again."""


class Thread(Struct, eq=False):
    """The messages so far, in order."""

    own: str
    id: str | None = None
    """Of the agent or the trace, as the log has it."""
    spans: list[Span] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    repeats: list[Message] = field(default_factory=list)
    beside: list[Part] = field(default_factory=list)
    usage: list[Part] = field(default_factory=list)
    last: list[Key] = field(default_factory=list)
    """The keys of the last answer."""
    places: dict[Key, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Each key -> the numbers of the messages that have it."""
    aliases: dict[Key, list[int]] = field(default_factory=lambda: defaultdict(list))
    """What calls and results with ids say -> the same."""
    nameless: dict[Key, int] = field(default_factory=dict)
    """What calls and results without ids say -> the first of these."""

    def goes_on_with(self, span: Span, keys: set[Key]) -> bool:
        """Whether the input of a span, with these keys, continues what was said here.

        It does where it holds the last answer, or a result of one of the calls; not where it
        asks once more what was asked before.
        """
        if not self.messages or not span.input:
            return True
        if any(key[0] == "result" and ("call", key[1]) in self.places for key in keys):
            return True
        if self.last:
            return not keys.isdisjoint(self.last)
        return any(key in self.places for key in keys)

    def knows(self, messages: Iterable[Message]) -> bool:
        """Whether all that is said in some messages is here."""
        return all(self._knows_one(message) for message in messages)

    def _knows_one(self, message: Message) -> bool:
        left = [key for key in keys_of(message) if key not in self.places]
        said = [alias_of(part) for part in message.parts if isinstance(part, ENDS)]
        nameless = [one for one in said if one is not None and one in self.nameless]
        in_other_words = [key for key in left if key in self.aliases]
        return len(left) <= len(in_other_words) + len(nameless)

    def is_retold_by(self, messages: Sequence[Message]) -> bool:
        """Whether some messages tell all that was said here, or what it began with."""
        told = {key for message in messages for key in keys_of(message)}
        told |= {key for message in messages for key in aliases_of(message)}
        mine = [key for message in self.messages for key in keys_of(message)]
        if all(key in told or key[0] in ("system", "thought") for key in mine):
            return True
        asked = [one for one in messages if one.role != "system"]
        return bool(asked) and len(asked) < len(messages) and self.knows(asked)

    def shares(self, span: Span) -> int:
        """How much of a span is here."""
        return sum(key in self.places for message in span.told for key in keys_of(message))

    # Adding

    def add_model(self, span: Span) -> None:
        """Add what a model's span says more than those before."""
        self.spans.append(span)
        used: Counter[Key] = Counter()
        cursor = self._add(span.input, 0, span, used)
        self._add(span.output, cursor, span, used)
        self.beside = self.beside or span.beside
        if span.usage is not None:
            self.usage.append(span.usage)
        self.last = [key for message in span.output for key in keys_of(message)]

    def _add(
        self, messages: Sequence[Message], cursor: int, span: Span, used: Counter[Key]
    ) -> int:
        """Add the messages that are not here yet; gives the number behind the last one.

        `used` counts ids: a server may give the same one to a call of each answer.
        """
        opens: list[Message] = []
        for message in messages:
            rest, cursor = self._rest(message, cursor, used)
            if rest is None:
                continue
            rest.timestamp, rest.timestamp_at = span.time, span.time_at
            if rest.role in ("system", "developer") and cursor == 0 and self.messages:
                opens.append(rest)
            else:
                self.append(rest)
                cursor = len(self.messages)
        if opens:
            self.replace([*opens, *self.messages])
            cursor += len(opens)
        return cursor

    def add_retelling(self, messages: Sequence[Message]) -> None:
        """Add what is missing of what a span tells once more, between what is here."""
        cursor, used = 0, Counter[Key]()
        missing: dict[int, list[Message]] = {}
        for message in messages:
            rest, cursor = self._rest(message, cursor, used)
            if rest is not None:
                missing.setdefault(cursor, []).append(rest)
        if missing:
            behind = len(self.messages)
            whole = [
                one
                for number, message in enumerate(self.messages)
                for one in (*missing.get(number, ()), message)
            ]
            self.replace([*whole, *missing.get(behind, ())])

    def _rest(
        self, message: Message, cursor: int, used: Counter[Key]
    ) -> tuple[Message | None, int]:
        """What of a message is not here yet, and the number behind what is."""
        keys = keys_of(message)
        found = [self._find(key, cursor, used) for key in keys]
        if None in found and len(found) == 1:
            known = [self.nameless[key] for key in aliases_of(message) if key in self.nameless]
            found = [known[0]] if known else found
        known = [number for number in found if number is not None]
        self._note_places(message, known)
        if len(known) == len(keys):
            self.repeats.append(message)
            return None, max(cursor, max(known, default=-1) + 1)
        return (_without(message, keys, found) if known else message), cursor

    def note_places(self, message: Message) -> None:
        """Note that what a message says stands there too."""
        keys = [*keys_of(message), *aliases_of(message)]
        numbers = [number for key in keys for number in self.places.get(key, ())[-1:]]
        numbers += [number for key in keys for number in self.aliases.get(key, ())[-1:]]
        self._note_places(message, numbers)

    def _note_places(self, message: Message, numbers: Sequence[int]) -> None:
        """Note of calls and results in these messages that they stand in another one too."""
        told = {id(part): part for number in numbers for part in self.messages[number].parts}
        kept, copies = (
            [one for one in parts if isinstance(one, ENDS)]
            for parts in (told.values(), message.parts)
        )
        for part in copies:
            names = {key_of(part, message.role), alias_of(part)} - {None}
            same = next((one for one in kept if not names.isdisjoint(_names(one))), None)
            if same is not None:
                stands_at(same, part.address)

    def _find(self, key: Key, cursor: int, used: Counter[Key]) -> int | None:
        numbers = self.places.get(key, [])
        if key[0] in _ONCE:
            used[key] += 1
            return numbers[used[key] - 1] if used[key] <= len(numbers) else None
        numbers = numbers or self.aliases.get(key, [])
        if key[0] == "system" and cursor == 0:
            return numbers[0] if numbers else None
        return next((number for number in numbers if number >= cursor), None)

    def append(self, message: Message) -> None:
        """Put a message behind all others."""
        self.messages.append(message)
        self._file(message, len(self.messages) - 1)

    def replace(self, messages: list[Message]) -> None:
        """Let these be the messages."""
        self.messages = messages
        for table in (self.places, self.aliases, self.nameless):
            table.clear()
        for number, message in enumerate(messages):
            self._file(message, number)

    def _file(self, message: Message, number: int) -> None:
        for key in keys_of(message):
            self.places[key].append(number)
        for key in aliases_of(message):
            self.aliases[key].append(number)
        for part in message.parts:
            if isinstance(part, ENDS) and part.call_id.value is None:
                key_of_part = key_of(part, message.role)
                if key_of_part is not None:
                    self.nameless.setdefault(key_of_part, number)


def stands_at(part: Part, address: Address) -> None:
    """Note a further place of a part, as far as anybody looks at them."""
    is_known = address == part.address or address in part.also[-1:]
    if not is_known and len(part.also) < _MOST_PLACES:
        stands_also_at(part, address)


def _names(part: Part) -> set[Key | None]:
    """By what a call or a result is known wherever it is told."""
    return {key_of(part, ""), alias_of(part)} - {None}


def _without(message: Message, keys: list[Key], found: list[int | None]) -> Message:
    """A message without the parts that were told before."""
    told = {key for key, number in zip(keys, found, strict=True) if number is not None}
    message.parts = [part for part in message.parts if key_of(part, message.role) not in told]
    return message
