"""How much of an upload was read, and where something stands that was not.

Every reader keeps, by reference, the JSON of each message, part, setting and tool that it
made. Coverage walks the documents from the outside and asks which of their objects a reader
claimed: text outside of those was not read, and an object there that looks like a call, a
result or a message is told with its address. So a format that does not know a field cannot
pass over it in silence.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TypeAlias

from crosswire.address import Address
from crosswire.model import (
    ArgumentsState,
    JsonObject,
    JsonValue,
    MediaPart,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.model.source_map import Places
from crosswire.reading.known_fields import (
    characters_in,
    declares_in_text,
    holds_prose,
    is_mark,
    is_setting,
    named_for,
    tells_again,
)
from crosswire.reading.recorders_fields import RecordersFields
from crosswire.reading.unread_places import MAX_PLACES, Coverage, UnreadPlace
from crosswire.reading.walked_paths import Path, items, written
from crosswire.reading.walked_roots import Root, roots_of
from crosswire.tools.call_shapes import Likeness, likeness

_Claim: TypeAlias = Message | Part


def measure(
    documents: Sequence[JsonValue],
    entries: Sequence[Entry],
    builders: Sequence[ConversationBuilder],
    first: int = 0,
) -> Coverage:
    """What the readers of these conversations made of the documents that they stand in, which
    are numbered from `first` on."""
    opened = [Root(*one) for builder in builders for one in builder.opened]
    roots = [*roots_of(documents, entries, first), *opened]
    survey = _Survey(roots, builders, RecordersFields(entries))
    for one in roots:
        survey.document(one)
    return survey.coverage


class _Survey:
    """One walk over an upload."""

    def __init__(
        self,
        roots: Sequence[Root],
        builders: Sequence[ConversationBuilder],
        recorders_fields: RecordersFields,
    ) -> None:
        self.coverage = Coverage()
        self.recorders_fields = recorders_fields
        self.claims: dict[int, _Claim] = {}
        """By the identity of the JSON, which the documents keep alive."""
        self.claimed_texts: dict[Address, _Claim] = {}
        """Where texts stand that are a part by themselves, outside of messages."""
        self.texts: set[str] = set()
        """Those texts: most others can be told from them without writing out an address."""
        self.named: set[str] = set()
        """Fields that the reader of a log knows to say nothing of the conversation."""
        self.set_aside: set[int] = set()
        self.texts_set_aside: set[Address] = set()
        self.nested = {one.at[:-1] for one in roots if one.at.endswith("!")}
        """Texts that hold JSON, which is a root of its own."""
        self.call_ids: set[str] = set()
        self.places: Places | None = None
        """Of the root that is walked."""
        self.told = 0
        """Places that were told, or would be if there were fewer."""
        for builder in builders:
            self._claim(builder)

    def _claim(self, builder: ConversationBuilder) -> None:
        self.named |= builder.bookkeeping
        self.set_aside |= {id(value) for value in builder.set_aside}
        for text, at in builder.texts_set_aside:
            self.texts_set_aside.add(at)
            self.texts.add(text)
        whole = builder.places.in_whole if builder.places is not None else _same
        claims = self.claims
        for part in builder.settings_and_tools:
            claims[id(part.raw)] = part
            if isinstance(part.raw, str):
                self._claim_text(part, part.raw, whole(part.address))
        for message in builder.messages:
            self._claim_parts(message.parts)
            claims[id(message.raw)] = message
            if isinstance(message.raw, str):
                self._claim_text(message, message.raw, message.in_whole(message.address))

    def _claim_text(self, claim: _Claim, text: str, at: Address) -> None:
        self.claimed_texts[at] = claim
        self.texts.add(text)

    def _claim_parts(self, parts: Iterable[Part]) -> None:
        claims = self.claims
        for part in parts:
            claims[id(part.raw)] = part
            if type(part) is ToolCallPart:
                if part.call_id.value:
                    self.call_ids.add(part.call_id.value)
                if part.embedded is not None:
                    self._claim_parts([part.embedded])
            elif type(part) is ToolResultPart:
                self._claim_parts(part.content)

    def document(self, whole: Root) -> None:
        self.places = whole.places
        self.coverage.characters += characters_in(whole.value)
        if not self._outside(whole.value, whole.at):
            self._unread(whole.value, whole.at)
        self.places = None
        for value, at, name in whole.passed_over:
            self.coverage.characters += characters_in(value)
            self._unread(value, (at, name))

    def _outside(self, value: JsonValue, path: Path | Address) -> bool:
        """Look for claims in what no message holds; whether there are any.

        Where there are, what lies beside them was not read.
        """
        if isinstance(value, str):
            said = isinstance(self.claims.get(id(value)), (TextPart, ReasoningPart))
            return said or id(value) in self.set_aside or self._is_read_text(value, path)
        if not isinstance(value, (dict, list)):
            return False
        claim = self.claims.get(id(value))
        if claim is not None:
            self._claimed(claim, value, path)
            return True
        if id(value) in self.set_aside:
            return True
        return self._around(value, path)

    def _around(self, value: JsonValue, path: Path | Address) -> bool:
        """The same of an object or a list that is no claim itself."""
        holds_some, beside = False, list[tuple[JsonValue, Path]]()
        for token, inner in items(value):
            if inner:
                below = path, token
                if self._outside(inner, below):
                    holds_some = True
                elif token not in self.named:
                    beside.append((inner, below))
        if holds_some:
            for inner, below in beside:
                self._beside(inner, below)
        return holds_some

    def _beside(self, value: JsonValue, path: Path) -> None:
        """What stands beside something that was read."""
        if self.recorders_fields.hold(path):
            self._look_for_calls(value, path)
        else:
            self._unread(value, path)

    def _is_read_text(self, value: str, path: Path | Address) -> bool:
        if value not in self.texts and not self.nested:
            return False
        at = written(path)
        claim = self.claimed_texts.get(at)
        if isinstance(claim, SettingPart):
            self._setting(claim, value, path)
        elif isinstance(claim, ToolPart):
            self._unread(value, path, alone=True)
        return claim is not None or at in self.nested or at in self.texts_set_aside

    def _claimed(self, claim: _Claim, value: JsonValue, path: Path | Address) -> None:
        if isinstance(claim, Message):
            self._message(claim, value, path)
        elif type(claim) is OpaquePart:
            self._look_for_calls(value, path)
        elif type(claim) is SettingPart:
            self._setting(claim, value, path)
        elif type(claim) is not ToolPart and isinstance(value, dict):
            self._fields_of(claim, value, path)

    def _setting(self, setting: SettingPart, value: JsonValue, path: Path | Address) -> None:
        """A field beside the messages: without a meaning, it may be where others have them."""
        if setting.meaning is None:
            known = is_setting(setting.name, value)
            in_text = declares_in_text(setting.name, value)
            self._unknown(value, path, known=known, alone=in_text)

    def _fields_of(
        self,
        part: Part,
        value: JsonObject,
        path: Path | Address,
        but: Container[str] = (),
    ) -> None:
        """The fields of a part that no word of the model fits."""
        if part.extras:
            self._extras_of(part, value, path, but)
        if isinstance(part, ToolResultPart) and part.content:
            self._blocks_of(value, path)

    def _extras_of(
        self, part: Part, value: JsonObject, path: Path | Address, but: Container[str]
    ) -> None:
        extras = {key: held for key, held in (part.extras or {}).items() if key not in but}
        within = _keys_within(value) if extras.keys() - value.keys() else {}
        for key, inner in extras.items():
            is_deeper = key not in value and key in within
            place = ((path, within[key]), key) if is_deeper else (path, key)
            known = tells_again(key) or isinstance(part, MediaPart)
            self._unknown(inner, place, known=known, alone=_is_empty(part, inner))

    def _blocks_of(self, result: JsonObject, path: Path | Address) -> None:
        """The parts within a result."""
        lists = [(key, held) for key, held in result.items() if isinstance(held, list)]
        for key, held in lists:
            for i, block in enumerate(held):
                claim = self.claims.get(id(block)) if isinstance(block, dict) else None
                if claim is not None:
                    self._claimed(claim, block, ((path, key), i))

    def _unknown(
        self,
        value: JsonValue,
        path: Path | Address,
        *,
        known: bool,
        alone: bool = False,
    ) -> None:
        """A field that has no word in the model; `alone` where nothing else was said."""
        if known or not (alone or holds_prose(value) or _named_for(value, path)):
            self._look_for_calls(value, path)
        else:
            self._unread(value, path, alone=alone)

    def _message(self, message: Message, raw: JsonValue, path: Path | Address) -> None:
        """A message's own fields: those that the reader knows, and those that it has no word
        for."""
        self.coverage.messages += 1
        if not isinstance(raw, dict):
            return
        extras, is_a_part = message.extras or {}, False
        if extras:
            self._unknown_fields(message, raw, path)
        for part in message.parts:
            if part.raw is raw:
                is_a_part = True
                self._fields_of(part, raw, path, extras)
        if is_a_part:
            return
        for key, value in raw.items():
            if value and not isinstance(value, str) and key not in extras:
                below = path, key
                if not self._outside(value, below):
                    self._look_for_calls(value, below)

    def _unknown_fields(self, message: Message, raw: JsonObject, path: Path | Address) -> None:
        extras = message.extras or {}
        unknown = [key for key in raw if key in extras and key not in self.named]
        is_silent = not any(map(_says_something, message.parts))
        for key in unknown:
            if tells_again(key) and not is_silent:
                self._look_for_calls(raw[key], (path, key))
            else:
                lacks_words = bool(message.parts) or isinstance(raw[key], (dict, list))
                self._unread(raw[key], (path, key), alone=is_silent and lacks_words)
        if is_silent:
            self.coverage.silent_messages += any(_holds_content(raw[key]) for key in unknown)

    def _unread(self, value: JsonValue, path: Path | Address, *, alone: bool = False) -> None:
        """Count what was not read, and list what looks like a call in it, or like a text.

        Where it stands alone, a short text is one too.
        """
        name = "" if isinstance(path, str) else str(path[1])
        if is_mark(name, value):
            return
        count = characters_in(value)
        self.coverage.unread_characters += count
        if self._look_for_calls(value, path):
            return
        looks_like = _named_for(value, path)
        is_text = holds_prose(value) or (alone and count and not is_setting(name, value))
        if looks_like is not None or is_text:
            self._list(path, count, looks_like)

    def _look_for_calls(self, value: JsonValue, path: Path | Address) -> bool:
        """List what looks like a call, a result or a message; whether anything does."""
        looks_like = None
        if isinstance(value, dict):
            looks_like = likeness(value, self.call_ids)
        elif not isinstance(value, list):
            return False
        if looks_like is not None:
            self._list(path, characters_in(value), looks_like)
            if looks_like != "message":
                return True
        inside = [
            self._look_for_calls(inner, (path, token))
            for token, inner in items(value)
            if isinstance(inner, (dict, list))
        ]
        return looks_like is not None or any(inside)

    def _list(
        self, path: Path | Address, characters: int, looks_like: Likeness | None
    ) -> None:
        self.told += 1
        if self.told > MAX_PLACES:
            return
        at = written(path)
        place = UnreadPlace(at, characters, looks_like)
        if self.places is not None:
            moved, of_answer = self.places.in_upload(at), (self.places, at)
            place = UnreadPlace(moved, characters, looks_like, of_answer)
        self.coverage.unread.append(place)


def _same(address: Address) -> Address:
    return address


def _says_something(part: Part) -> bool:
    """Whether a part was made of more than the fact that there is a message."""
    return not isinstance(part, ToolResultPart) or bool(part.content)


def _is_empty(part: Part, field: JsonValue) -> bool:
    """Whether a part has nothing of what it is for, so that this field may hold it."""
    if isinstance(part, ToolCallPart):
        lacks_arguments = part.arguments.state == ArgumentsState.ABSENT and not part.hybrid
        return lacks_arguments and isinstance(field, (dict, list))
    return isinstance(part, ToolResultPart) and not part.content


def _named_for(value: JsonValue, path: Path | Address) -> Likeness | None:
    """What the name of a field says that it holds, where it holds anything."""
    if isinstance(path, str) or not isinstance(path[1], str):
        return None
    return None if value in (None, "", [], {}) else named_for(path[1])


def _keys_within(value: JsonObject) -> dict[str, str]:
    """The keys of the objects right inside one, each with the field that it stands in."""
    objects = {token: held for token, held in value.items() if isinstance(held, dict)}
    return {key: token for token, held in objects.items() for key in held}


def _holds_content(value: JsonValue) -> bool:
    """Whether an unknown field may be where a message has what it says."""
    if isinstance(value, (dict, list)):
        return characters_in(value) > 0
    return holds_prose(value)
