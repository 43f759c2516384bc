"""A working copy of the JSON of one conversation, which remembers where each piece of it came
from.

The copy is read again after each step, so that every step sees the conversation as it then
stands. Pieces are told by identity: the objects and lists of the copy are changed and moved,
never made anew, so that a piece that was moved still knows its place in the upload. What is
put in, moved or taken out waits for `flush`, which rebuilds each list once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeGuard

from crosswire.address import Address, child, is_within, root, split, unescape
from crosswire.containers.json_document import ObjectWithEqualKeys
from crosswire.formats import FORMATS
from crosswire.model import Conversation, JsonObject, JsonValue, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.model.json_patch import tokens_below
from crosswire.reading.loading import read_entry
from crosswire.rendering.id_plan import made_id
from crosswire.repairs.change import Change, ChangeKind, Fix

Container: TypeAlias = "dict[str, JsonValue] | list[JsonValue]"
Trace = Callable[[Address], "Address | None"]
"""From a place in the words that are repaired to the place in the upload."""


@dataclass(slots=True)
class _Edit:
    """What waits to be done to one list."""

    items: list[JsonValue]
    gone: set[int] = field(default_factory=set)
    """Identities of what leaves its place, for good or for another."""
    after: dict[int, list[JsonValue]] = field(default_factory=dict)
    first: list[JsonValue] = field(default_factory=list)

    def rebuild(self) -> None:
        rebuilt = list(self.first)
        for item in self.items:
            if id(item) not in self.gone:
                rebuilt.append(item)
            rebuilt += self.after.get(id(item), ())
        self.items[:] = rebuilt


@dataclass(slots=True)
class _Done:
    """A change, with a hold on the piece whose place will only be known at the end."""

    rule: str
    kind: ChangeKind
    source: Address | None
    holder: JsonValue
    key: str | None
    before: JsonValue
    after: JsonValue
    why: str
    certain: bool


class Sheet:
    """The copy, with the surgery that the steps use."""

    def __init__(self, conversation: Conversation, trace: Trace) -> None:
        entry = conversation.read_from
        assert entry is not None  # noqa: S101 - every wire format is read from one
        self.source, self.entry, self.trace = conversation, entry, trace
        self.wire = FORMATS[conversation.format]
        self.origins: dict[int, Address] = {}
        self.alive: list[object] = []
        """What was taken out, so that no new object gets its identity."""
        self.done: list[_Done] = []
        self.fix: Fix | None = None
        self.edits: dict[int, _Edit] = {}
        self.touched: dict[int, str] = {}
        """The rule that something left a list for, by the list's identity."""
        self.letters: dict[str, str] = {}
        """An id -> its letters, once they were asked for; the same in every pass."""
        self.request = (
            (self._copied(*entry.request), entry.request[1]) if entry.request else None
        )
        self.response = (
            (self._copied(*entry.response), entry.response[1]) if entry.response else None
        )
        self.listed = [self._copied(value, at) for value, at in entry.messages]
        self.base = _base_of(conversation, entry)
        self.conversation = self.read()

    def _copied(self, value: JsonValue, at: Address) -> JsonValue:
        copy: JsonValue
        if isinstance(value, dict):
            fields = {key: self._copied(inner, child(at, key)) for key, inner in value.items()}
            copy = fields
            if isinstance(value, ObjectWithEqualKeys):
                copy = ObjectWithEqualKeys(fields)
                copy.shadowed = value.shadowed
        elif isinstance(value, list):
            copy = [self._copied(inner, Address(f"{at}/{i}")) for i, inner in enumerate(value)]
        else:
            return value
        self.origins[id(copy)] = at
        return copy

    # Reading

    def read(self) -> Conversation:
        """The conversation as it stands now."""
        entry = self.entry_now()
        builder: ConversationBuilder = read_entry(self.wire, entry)
        source = self.source
        self.conversation = builder.finish(
            container=source.container,
            shape=source.shape,
            documents=source.documents,
            number=source.number,
            digest_of=lambda: source.digest,
            calls_may_be_elsewhere=source.calls_may_be_elsewhere,
        )
        self.slots = self._find_slots()
        return self.conversation

    def entry_now(self) -> Entry:
        """Where the conversation stands now, with the addresses that it will have."""
        old = self.entry
        request = (_object(self.request[0]), self.request[1]) if self.request else None
        response = (_object(self.response[0]), self.response[1]) if self.response else None
        messages = [(value, self._listed_at(i)) for i, value in enumerate(self.listed)]
        return Entry(old.shape, request, response, old.choice, messages, old.title, old.unread)

    def _listed_at(self, position: int) -> Address:
        if self.base is None:
            return self.entry.messages[position][1]
        return Address(f"{self.base}/{position}") if self.base else root(position)

    def _find_slots(self) -> dict[int, list[JsonValue]]:
        """The list that each message is an element of, by the identity of its JSON."""
        found: dict[int, list[JsonValue]] = {}
        lists: dict[str, JsonValue] = {}
        for message in self.conversation.messages:
            above, _, last = message.address.rpartition("/")
            if not isinstance(message.raw, dict) or message.field is not None:
                continue
            if self.base == "":
                found[id(message.raw)] = self.listed
                continue
            if above not in lists:
                lists[above] = self.value_at(Address(above)) if ":" in above else None
            items = lists[above]
            if _is_element(items, last, message.raw):
                found[id(message.raw)] = items
        return found

    def value_at(self, address: Address) -> JsonValue:
        """What stands at a place of the copy; None where nothing does."""
        found = self._root_of(address)
        if found is None:
            return None
        value, tokens = found
        for token in tokens:
            if isinstance(value, list) and token.isdigit() and int(token) < len(value):
                value = value[int(token)]
            elif isinstance(value, dict):
                value = value.get(token)
            else:
                return None
        return value

    def _root_of(self, address: Address) -> tuple[JsonValue, tuple[str, ...]] | None:
        for half in (self.request, self.response):
            if half is not None and is_within(address, half[1]):
                return half[0], tokens_below(address, half[1])
        if self.base is None:
            for value, (_, at) in zip(self.listed, self.entry.messages, strict=True):
                if is_within(address, at):
                    return value, tokens_below(address, at)
        elif self.base == "":
            number, _, rest = address.partition(":")
            if int(number) < len(self.listed):
                return self.listed[int(number)], tuple(
                    unescape(token) for token in rest.split("/")[1:]
                )
        elif is_within(address, self.base):
            return self.listed, tokens_below(address, self.base)
        return None

    def origin(self, address: Address) -> Address | None:
        """The place in the upload that a place of the copy comes from; None where it was put
        in."""
        found = self._root_of(address)
        if found is None:
            return self.trace(address)
        value, tokens = found
        steps = list(tokens)
        best = self.origins.get(id(value))
        if self.base and value is self.listed:
            best = self.base
        while steps and isinstance(value, (dict, list)):
            token = steps.pop(0)
            if isinstance(value, list):
                value = (
                    value[int(token)] if token.isdigit() and int(token) < len(value) else None
                )
            else:
                value = value.get(token)
            if isinstance(value, (dict, list)):
                best = self.origins.get(id(value))
            elif best is not None:
                best = child(best, token)
        return self.trace(child(best, *steps)) if best is not None else None

    def made_id(self, part: ToolCallPart | ToolResultPart) -> str:
        """An id from the upload's digest and the place of a part, the same on any machine."""
        at = self.origin(part.address) or part.address
        seed = f"repair\0{self.source.digest}\0{self.source.number}\0{at}"
        return made_id(seed, self.wire.ID_RULE.of(part))

    # Surgery

    def set(self, address: Address, value: JsonValue, *, absent: bool = False) -> None:
        """Write a value into a field or a place of a list; `absent` takes the field away."""
        above, _, last = address.rpartition("/")
        holder, key = self.value_at(Address(above)), unescape(last)
        if isinstance(holder, list) and key.isdigit() and int(key) < len(holder):
            before, holder[int(key)] = holder[int(key)], value
            self.say(self._piece_of(holder, key), holder, key, before, value)
            return
        if not isinstance(holder, dict):
            return
        before = holder.get(key)
        if (
            (key not in holder)
            if absent
            else (key in holder and type(before) is type(value) and before == value)
        ):
            return
        source = self._piece_of(holder, key)
        if absent:
            holder.pop(key, None)
        else:
            holder[key] = value
        self.say(source, holder, key, before, value)

    def say(
        self,
        source: Address | None,
        holder: JsonValue,
        key: str | None = None,
        before: JsonValue = None,
        after: JsonValue = None,
        *,
        kind: ChangeKind | None = None,
        why: str | None = None,
    ) -> None:
        """Note what was done for the fix at hand."""
        fix = self.fix
        assert fix is not None  # noqa: S101 - surgery happens inside of fixes
        words = why or fix.why
        self.done.append(
            _Done(
                fix.rule,
                kind or fix.kind,
                source,
                holder,
                key,
                before,
                after,
                words,
                fix.certain,
            )
        )

    def _piece_of(self, holder: JsonValue, key: str | None = None) -> Address | None:
        origin = self.origins.get(id(holder))
        if origin is None:
            return None
        return self.trace(child(origin, key) if key is not None else origin)

    def _edit(self, items: list[JsonValue]) -> _Edit:
        return self.edits.setdefault(id(items), _Edit(items))

    def move(
        self,
        item: JsonValue,
        out_of: list[JsonValue],
        into: list[JsonValue],
        after: JsonValue = None,
        *,
        kind: ChangeKind | None = None,
    ) -> None:
        """Take an element out of its list and put it behind another one, or first."""
        self._take(item, out_of)
        self._put(item, into, after)
        self.say(self._piece_of(item), item, kind=kind)

    def add(self, item: JsonValue, into: list[JsonValue], after: JsonValue = None) -> None:
        """Put something new behind an element."""
        self._put(item, into, after)
        self.say(None, item, after=item, kind="added")

    def wrap(
        self, item: JsonObject, like: JsonValue, into: list[JsonValue], after: JsonValue
    ) -> None:
        """Put a message behind an element that holds what another message held, and counts as
        that one."""
        if id(like) in self.origins:
            self.origins[id(item)] = self.origins[id(like)]
        self._put(item, into, after)

    def _take(self, item: JsonValue, out_of: list[JsonValue]) -> None:
        self._edit(out_of).gone.add(id(item))
        if self.fix is not None:
            self.touched[id(out_of)] = self.fix.rule

    def _put(self, item: JsonValue, into: list[JsonValue], after: JsonValue) -> None:
        edit = self._edit(into)
        (edit.first if after is None else edit.after.setdefault(id(after), [])).append(item)

    def drop(
        self, item: JsonValue, out_of: list[JsonValue], *, why: str | None = None
    ) -> None:
        """Take an element out for good."""
        self._take(item, out_of)
        self.alive.append(item)
        self.say(self._piece_of(item), None, before=item, kind="dropped", why=why)

    def emptied_for(self, message: JsonObject) -> str | None:
        """The rule that something was taken out of a message for."""
        lists = (value for value in message.values() if isinstance(value, list))
        return next(
            (self.touched[id(value)] for value in lists if id(value) in self.touched), None
        )

    def flush(self) -> None:
        """Do what waits."""
        edits, self.edits = self.edits, {}
        for edit in edits.values():
            self.alive += edit.items
            edit.rebuild()

    # What came of it

    def changes(self) -> list[Change]:
        """All that was done, in its order, with the places that the pieces have now."""
        places = dict(self._places()) if self.done else {}
        return [
            Change(
                d.rule,
                d.kind,
                d.source,
                _target(d, places),
                d.before,
                d.after,
                d.why,
                d.certain,
            )
            for d in self.done
        ]

    def _places(self) -> Iterator[tuple[int, Address]]:
        entry = self.entry_now()
        halves = [half for half in (entry.request, entry.response) if half is not None]
        for value, at in [*halves, *entry.messages]:
            yield from _containers(value, at)


def _target(done: _Done, places: dict[int, Address]) -> Address | None:
    at = places.get(id(done.holder)) if done.holder is not None else None
    if isinstance(done.holder, dict) and done.key is not None and done.key not in done.holder:
        return None
    return at if at is None or done.key is None else child(at, done.key)


def _is_element(
    items: JsonValue, position: str, value: JsonValue
) -> TypeGuard[list[JsonValue]]:
    """Whether this very value stands at a position of a list."""
    if not isinstance(items, list) or not position.isdigit() or int(position) >= len(items):
        return False
    return items[int(position)] is value


def _containers(value: JsonValue, at: Address) -> Iterator[tuple[int, Address]]:
    if isinstance(value, dict):
        yield id(value), at
        for key, inner in value.items():
            if isinstance(inner, (dict, list)):
                yield from _containers(inner, child(at, key))
    elif isinstance(value, list):
        yield id(value), at
        for i, inner in enumerate(value):
            if isinstance(inner, (dict, list)):
                yield from _containers(inner, Address(f"{at}/{i}"))


def _object(value: JsonValue) -> JsonObject:
    assert isinstance(value, dict)  # noqa: S101 - a body was one when it was found
    return value


def _base_of(conversation: Conversation, entry: Entry) -> Address | None:
    """Where the list of the messages stands; empty where each is a document, None where there
    is no list."""
    if not entry.messages:
        return None
    first = entry.messages[0][1]
    documents: Sequence[JsonValue] = conversation.documents
    if first == root():
        return Address("") if len(documents) == len(entry.messages) > 1 else None
    above, _, last = first.rpartition("/")
    if last != "0" or split(first).span is not None:
        return None
    count = len(entry.messages)
    return (
        Address(above) if count > 1 or _is_list_of_one(conversation, Address(above)) else None
    )


def _is_list_of_one(conversation: Conversation, above: Address) -> bool:
    """Whether a lone message stands in a list of its own, and not among other
    conversations."""
    if above != root(0) or not conversation.documents:
        return False
    document = conversation.documents[0]
    return isinstance(document, list) and len(document) == 1
