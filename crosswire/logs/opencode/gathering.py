"""Gathers messages and parts, of which a later line may have a later state."""

from __future__ import annotations

from crosswire.address import child
from crosswire.logs.opencode.names import SHOWN
from crosswire.logs.opencode.states import States
from crosswire.logs.sessions.fields import word
from crosswire.logs.sessions.lines import Line
from crosswire.model.json_values import (
    object_or_empty,
    text_field,
    text_or_empty,
)

_V2 = frozenset(
    {"user", "assistant", "synthetic", "shell", "compaction", "system"}
    | {"agent-switched", "model-switched", "agent-selected", "model-selected"}
)


class Gathered(States):
    """What the documents of a file tell, in each of the forms that the program writes."""

    def add(self, line: Line) -> None:
        """Take what a document tells."""
        payload = line.raw.get("payload")
        if isinstance(payload, dict) and "properties" in payload:
            line = line.inside("payload")
        raw = line.raw
        if isinstance(raw.get("properties"), dict) and "type" in raw:
            self._event(line, line.inside("properties"))
        elif isinstance(raw.get("messages"), list) and isinstance(raw.get("info"), dict):
            self._of_export(line)
        elif isinstance(raw.get("info"), dict) and isinstance(raw.get("parts"), list):
            self._of_message(line)
        elif word(raw, "type") in SHOWN and isinstance(raw.get("part"), dict):
            self.part(line.inside("part"))
        elif not self._row(line):
            self.others.append(line)

    def _event(self, line: Line, inner: Line) -> None:
        kind = text_or_empty(line.raw.get("type"))
        if kind == "message.updated" and "info" in inner.raw:
            self.info(inner.inside("info"))
        elif kind == "message.part.updated" and "part" in inner.raw:
            self.part(inner.inside("part"))
        elif kind == "message.part.delta" and inner.raw.get("field") == "text":
            part = text_or_empty(inner.raw.get("partID"))
            self.deltas[part] = self.deltas.get(part, "") + text_or_empty(
                inner.raw.get("delta")
            )
            self.older.append(line)
        elif kind in ("session.created", "session.updated") and "info" in inner.raw:
            self.session(inner.inside("info"))
        elif kind in ("message.removed", "message.part.removed"):
            self.remove(inner)
            self.older.append(line)
        else:
            self.others.append(line)

    def _of_export(self, line: Line) -> None:
        self.session(line.inside("info"))
        for message in line.objects("messages"):
            self._of_message(message)

    def _of_message(self, line: Line) -> None:
        info = line.inside("info")
        self.info(info)
        for part in line.objects("parts"):
            self.part(part, text_field(info.raw, "id"))

    def _row(self, line: Line) -> bool:
        """A row of a database, or a file of the folder."""
        raw, data = line.raw, object_or_empty(line.raw.get("data"))
        if data and "message_id" in raw and "type" in data:
            self.part(Line(data, child(line.at, "data")), text_field(raw, "message_id"), raw)
        elif data and "session_id" in raw and word(raw, "type") in _V2:
            self.whole.append(line)
        elif data and "session_id" in raw and "role" in data:
            self.info(Line(data, child(line.at, "data")), raw)
        elif "messageID" in raw and "type" in raw:
            self.part(line)
        elif "sessionID" in raw and "role" in raw and "id" in raw:
            self.info(line)
        elif {"id", "title"} <= raw.keys() and ({"projectID", "project_id"} & raw.keys()):
            self.session(line)
        else:
            return False
        return True
