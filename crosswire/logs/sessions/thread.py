"""One conversation of a program's log while its lines are read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from crosswire.address import Address, child
from crosswire.counting import counted
from crosswire.logs.sessions.branches import split
from crosswire.logs.sessions.fields import field
from crosswire.logs.sessions.lines import Line
from crosswire.model import (
    Event,
    JsonValue,
    Message,
    Part,
    SettingPart,
    Traits,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.event import EventKind, TurnEnd, each_once, told_places
from crosswire.model.json_values import is_number, text_or_none
from crosswire.model.parts import Role

_LONGEST_KIND = 60


class Thread:
    """The messages, events and links of one conversation, in the order of the log."""

    def __init__(
        self, name: str, traits: Traits, bookkeeping: frozenset[str], wire: str | None = None
    ) -> None:
        self.into = ConversationBuilder(name, traits, wire_format=wire or name)
        self.into.bookkeeping = bookkeeping
        self.links: dict[str, str | None] = {}
        """The id of a line -> that of the line before it."""
        self._rewinds: dict[int, int] = {}
        """The number of a message -> that of the message that it follows, where that is not
        the one before it; -1 is none."""
        self._behind: list[int] = []
        """Of each event: the number of the message behind which it happened."""
        self.begins = 0
        """The first message that no compaction replaced."""
        self._model: tuple[JsonValue, Address] | None = None
        self._modes: dict[str, str] = {}
        self._others: dict[str, list[Line]] = defaultdict(list)

    def say(
        self, role: Role, line: Line, parts: list[Part], *, known: Iterable[str] = ()
    ) -> Message:
        """Append a message; `known` are its fields that were read or say nothing, where the
        others are to be told of."""
        message = self.into.message(role, line.at, line.raw, parts)
        names = {*known, *self.into.bookkeeping}
        if known:
            message.extras = extras_of(line.raw, frozenset(names))
        return message

    def stamp(self, message: Message, line: Line, names: str) -> None:
        """Set the time of a message, by the first of these fields that has one."""
        found = field(line.raw, line.at, names)
        value = str(found.value) if is_number(found.value) else text_or_none(found.value)
        if value:
            message.timestamp, message.timestamp_at = value, found.at

    def link(self, message: Message | None, line: Line, id: str, before: str) -> None:
        """Note which line a line follows, by the names of the two fields."""
        own, parent = text_or_none(line.raw.get(id)), text_or_none(line.raw.get(before))
        if own is not None and own != parent:
            self.links.setdefault(own, parent)
        if message is not None:
            message.node, message.parent = own, parent

    def rewind(self, number: int) -> None:
        """The message with this number and all after it were taken back."""
        count = len(self.into.messages)
        if number < count:
            while number in self._rewinds and number > 0:
                number = self._rewinds[number] + 1
            self._rewinds[count] = number - 1

    def event(self, kind: EventKind, at: Address, detail: JsonValue = "") -> None:
        """Something that happens before the next message."""
        told = detail if isinstance(detail, str) else ""
        self._add(Event(kind, at, len(self.into.messages), told))

    def end_turn(self, at: Address, how: TurnEnd = "over") -> None:
        """The log says here that a turn of the program ended; calls of it that have no result
        get none any more."""
        self.event("turn ended", at, how)

    def compaction(
        self, at: Address, detail: JsonValue = "", kept: int = 0, summary: bool = False
    ) -> None:
        """The messages so far are no longer sent, but for the last `kept`; with `summary` the
        next message stands for them."""
        number = len(self.into.messages)
        last = number - kept - 1
        messages, replaced = self.into.messages, None
        while self.begins < last and messages[self.begins].role == "system":
            self.begins += 1
        if last >= self.begins:
            replaced = messages[self.begins].address, messages[last].address
            self.begins = number
        told = detail if isinstance(detail, str) else ""
        by = at if summary else None
        self._add(Event("compaction", at, number, told, by, replaced))

    def _add(self, event: Event) -> None:
        count = len(self.into.messages)
        self.into.events.append(event)
        self._behind.append(self._rewinds.get(count, count - 1))

    def model(self, line: Line, name: str) -> None:
        """The model that a line names; another one than before is an event."""
        found = field(line.raw, line.at, name)
        if not isinstance(found.value, str) or not found.value:
            return
        if self._model is not None and self._model[0] != found.value:
            self.event("model changed", found.at, found.value)
        self._model = found.value, found.at

    def mode(self, line: Line, name: str) -> None:
        """The mode that a line names; another one than before is an event."""
        found = field(line.raw, line.at, name)
        if isinstance(found.value, str) and found.value:
            if self._modes.setdefault(name, found.value) != found.value:
                self.event("mode changed", found.at, found.value)
            self._modes[name] = found.value

    def settings(self, line: Line, names: Iterable[str]) -> None:
        """Fields about the session."""
        settings = self.into.settings_and_tools
        known = {part.name for part in settings if isinstance(part, SettingPart)}
        for name in names:
            value = line.raw.get(name)
            if value not in (None, "") and name not in known:
                self.into.setting(name, value, child(line.at, name), of_response=True)

    def aside(self, kind: JsonValue, line: Line, *, known: bool) -> None:
        """A line that is no message; `known` where it holds nothing that was said."""
        self._others[str(kind)[:_LONGEST_KIND]].append(line)
        if known:
            self.into.set_aside.append(line.raw)

    def finish(self) -> list[ConversationBuilder]:
        """The conversation, then its branches."""
        if self._model is not None:
            self.into.setting("model", *self._model, meaning="model")
        told = told_places(each_once(self.into.events))
        for kind, every in self._others.items():
            lines = [line for line in every if line.at not in told]
            if not lines:
                continue
            count = counted(len(lines), "line")
            said = f"{count} of type `{kind}`: no message of the conversation."
            self.into.note("no-message", said, lines[0].at)
        return split(self.into, self.links, self._rewinds, self._behind)
