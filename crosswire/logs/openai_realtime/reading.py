"""Reads the events of a session."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.openai_responses.reading_tools import read_tool
from crosswire.logs.openai_realtime.items import Item
from crosswire.logs.openai_realtime.names import (
    BEGUN,
    BOOKKEEPING,
    DONE,
    FULL,
    NAME,
    SET,
    SETTINGS,
    TAKEN_BACK,
    TRAITS,
)
from crosswire.logs.openai_realtime.recognising import ITEM, events
from crosswire.logs.sessions.lines import Line, lines_of
from crosswire.logs.shared.opening import claim_texts
from crosswire.model import JsonObject, JsonValue, Part, SettingPart, TextPart, ToolPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_or_empty,
    type_of,
)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    sessions = [_Session()]
    for event in events(lines_of(documents, first)):
        if type_of(event.raw) in BEGUN and sessions[-1].items:
            sessions.append(_Session())
        sessions[-1].read(event)
    return [session.finish() for session in sessions]


class _Session:
    def __init__(self) -> None:
        self.into = ConversationBuilder(NAME, TRAITS)
        self.into.bookkeeping = BOOKKEEPING
        self.items: dict[str, Item] = {}
        self._sent: dict[str, list[Item]] = {}
        """What the client added without an id, until the server names it."""
        self._system = "", Address("")

    def read(self, event: Line) -> None:
        raw, at = event
        kind = type_of(raw) or ""
        id = text_or_empty(raw.get("item_id"))
        if raw.get("object") == ITEM:
            self._item(raw, at, max(FULL.values()))
        elif isinstance(raw.get("item"), dict):
            self._item(object_or_empty(raw["item"]), child(at, "item"), FULL.get(kind, 0))
        elif kind in DONE and id:
            self.items.setdefault(id, Item()).said.append(event)
        elif kind.endswith(".delta") and id:
            self.items.setdefault(id, Item()).pieces.append(event)
        elif kind in SET:
            self._settings(object_or_empty(raw.get("session")), child(at, "session"))
        elif kind in TAKEN_BACK:
            told = "An item was deleted here; it is read all the same, where it was told."
            self.into.note("item-deleted", told, at)
        else:
            self._others(raw, at, kind)

    def _others(self, raw: JsonObject, at: Address, kind: str) -> None:
        """The items of an answer, told at its end once more."""
        response = object_or_empty(raw.get("response"))
        place = child(at, "response", "output")
        for i, one in enumerate(list_or_empty(response.get("output"))):
            if isinstance(one, dict):
                self._item(one, child(place, i), max(FULL.values()))
        if kind != "error":
            self.into.set_aside += [raw, *objects_in(raw.get("part"))]

    def _item(self, raw: JsonObject, at: Address, full: int) -> None:
        """An item, told once more or for the first time."""
        id, same = text_or_empty(raw.get("id")), _same(raw)
        waiting = self._sent.setdefault(same, [])
        known = self.items.get(id) or (waiting.pop(0) if id and waiting else Item())
        self.items.setdefault(id or at, known)
        if not id:
            waiting.append(known)
        again = known.raw if full > known.full else raw
        self.into.set_aside.append(again)
        known.told.append(Line(raw, at))
        if full > known.full:
            known.raw, known.at, known.full = raw, at, full

    def _settings(self, session: JsonObject, at: Address) -> None:
        """What the session was set to, each time anew."""
        before, self.into.settings_and_tools = self.into.settings_and_tools, []
        if isinstance(session.get("instructions"), str):
            self._system = str(session["instructions"]), child(at, "instructions")
        for name in SETTINGS:
            if session.get(name) not in (None, ""):
                meaning = "model" if name == "model" else None
                self.into.setting(name, session[name], child(at, name), meaning=meaning)
        for i, tool in enumerate(list_or_empty(session.get("tools"))):
            read_tool(tool, child(at, "tools", i), self.into)
        new = set(map(_name, self.into.settings_and_tools))
        self.into.settings_and_tools += [one for one in before if _name(one) not in new]
        self.into.set_aside.append(session)

    def finish(self) -> ConversationBuilder:
        read: set[int] = set()
        said, at = self._system
        if said:
            part = TextPart(address=at, raw=said, text=said)
            self.into.message("system", at, said, [part])
        for item in self.items.values():
            if id(item) not in read:
                read.add(id(item))
                item.read(self.into)
        claim_texts(self.into)
        return self.into


def _name(part: Part) -> str | None:
    return part.name if isinstance(part, (SettingPart, ToolPart)) else None


def _same(raw: JsonObject) -> str:
    """What an item has alike in the client's words and the server's."""
    texts = [one.get("text") for one in objects_in(raw.get("content"))]
    return repr([raw.get(key) for key in ("type", "role", "call_id", "output")] + texts)
