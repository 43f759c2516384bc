"""Reads messages of Microsoft's libraries, and answers that came in updates."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from crosswire.address import Address
from crosswire.logs.shared.dialect import Dialect
from crosswire.logs.shared.dialect_reading import extras_in, put, said_in, set_aside, word_of
from crosswire.logs.shared.fields import field_in
from crosswire.logs.shared.finding import Finder, Run
from crosswire.logs.shared.run_reading import begin, name_model, note_others, read_beside
from crosswire.logs.shared.updates import by_message, merged, once
from crosswire.model import JsonObject, JsonValue, Part
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty


class Reader(Struct, frozen=True):
    """Reads the messages of a dialect whose answers may come in updates with one id."""

    dialect: Dialect
    id: str
    """The field that names the message of an update."""

    def read(self, documents: Sequence[JsonValue], first: int) -> list[ConversationBuilder]:
        """A conversation of each run of messages."""
        runs = Finder(self.dialect.is_message).runs(documents, first)
        return [self._read(run) for run in runs]

    def _read(self, run: Run) -> ConversationBuilder:
        into = begin(self.dialect)
        read_beside(run, into, self.dialect)
        seen: set[str] = set()
        for group in by_message(run.messages, self.id):
            parts: list[Part] = []
            for value, at in group:
                parts += self._said(object_or_empty(value), at, into)
            said = once(merged(parts) if len(group) > 1 else parts, seen, into)
            if parts and not said:
                into.set_aside += [value for value, _ in group]
            else:
                self._put(group, said, into)
        name_model(run, into, self.dialect)
        note_others(run, into)
        return into

    def _said(self, raw: JsonObject, at: Address, into: ConversationBuilder) -> list[Part]:
        held = field_in(raw, at, self.dialect.says)
        if held is None:  # a content that stands alone
            return self.dialect.content.block(raw, at)
        set_aside(held.value, into, self.dialect.content)
        return said_in(raw, at, self.dialect)

    def _put(
        self,
        group: list[tuple[JsonValue, Address]],
        parts: list[Part],
        into: ConversationBuilder,
    ) -> None:
        value, at = group[0]
        raw = object_or_empty(value)
        into.set_aside += [other for other, _ in group[1:]]
        if not parts and not raw.get("role"):
            into.set_aside.append(value)
            return
        if len(group) > 1 or field_in(raw, at, self.dialect.says) is None:
            into.set_aside.append(value)
            role = self.dialect.roles.get(word_of(raw, raw, self.dialect), "assistant")
            said: list[JsonValue] = [part.raw for part in parts]
            whole: JsonObject = {**raw, self.dialect.says[0]: said}
            put(parts, role, raw if len(group) == 1 else whole, at, into)
            return
        role = self.dialect.roles.get(word_of(raw, raw, self.dialect), "other")
        put(parts, role, raw, at, into, extras_in(raw, self.dialect))
