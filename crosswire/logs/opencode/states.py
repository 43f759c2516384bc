"""The last states of sessions, messages and parts, by their ids."""

from __future__ import annotations

from crosswire.logs.sessions.lines import Line
from crosswire.model import JsonObject
from crosswire.model.json_values import is_number, text_or_empty, text_or_none, value_at


class States:
    """All that stands in a file, by its ids."""

    def __init__(self) -> None:
        self.sessions: dict[str, Line] = {}
        self.infos: dict[str, Line] = {}
        """The id of a message -> its state."""
        self.parts: dict[str, dict[str, Line]] = {}
        """The id of a message -> that of a part -> its state, in the order of their coming."""
        self.order: dict[str, None] = {}
        """The messages in the order of their coming."""
        self.deltas: dict[str, str] = {}
        """The id of a part -> what came behind its last state."""
        self.whole: list[Line] = []
        """Messages of version 2, with all that is in them."""
        self.older: list[Line] = []
        """States that a later one replaces."""
        self.others: list[Line] = []
        self.removed: list[Line] = []

    def in_order(self) -> list[str]:
        """The ids of the messages by the times that they were made at, as far as they say."""
        last = 0.0
        times: dict[str, float] = {}
        for id in self.order:
            info = self.infos.get(id)
            made = None if info is None else value_at(info.raw, "time", "created")
            last = times[id] = float(made) if is_number(made) else last
        return sorted(self.order, key=times.__getitem__)

    def put_retold_aside(self) -> None:
        """Leave messages out that the table of version 2 tells too; it is written to last."""
        for line in self.whole:
            id = text_or_none(line.raw.get("id")) or ""
            if id in self.infos:
                self.older.append(self.infos.pop(id))
            self.older += self.parts.pop(id, {}).values()

    def session(self, line: Line) -> None:
        self._replace(self.sessions, text_or_empty(line.raw.get("id")), line)

    def info(self, line: Line, row: JsonObject | None = None) -> None:
        id = text_or_none((row or line.raw).get("id")) or str(line.at)
        if row is not None and "sessionID" not in line.raw:
            line = Line({**line.raw, "sessionID": row.get("session_id"), "id": id}, line.at)
        self.order.setdefault(id)
        self._replace(self.infos, id, line)

    def part(
        self, line: Line, message: str | None = None, row: JsonObject | None = None
    ) -> None:
        of = message or text_or_none(line.raw.get("messageID")) or ""
        id = text_or_none((row or line.raw).get("id")) or str(line.at)
        self.order.setdefault(of)
        self.deltas.pop(id, None)
        self._replace(self.parts.setdefault(of, {}), id, line)

    def remove(self, inner: Line) -> None:
        message, part = (
            text_or_empty(inner.raw.get(name)) for name in ("messageID", "partID")
        )
        parts = self.parts.get(message, {})
        gone = [parts.pop(part)] if part in parts else []
        if "partID" not in inner.raw:
            gone = [*parts.values(), *filter(None, [self.infos.pop(message, None)])]
            self.parts.pop(message, None)
        self.removed += gone

    def _replace(self, held: dict[str, Line], id: str, line: Line) -> None:
        if id in held:
            self.older.append(held[id])
        held[id] = line
