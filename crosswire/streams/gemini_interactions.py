"""A stream of Gemini Interactions: an interaction is created, its steps begin, come in deltas
and stop, and then it is completed. The first versions said `content` for `step`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import object_or_empty, text_field, text_or_empty, type_of
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.indexed import Begun, InPieces
from crosswire.streams.pieces import Event, Fields, Notes, answers, below

SPOKEN_BY: tuple[str, ...] = ("gemini-interactions",)

_SAID = {"step": "steps", "content": "outputs"}
"""What an event is about -> the list of the answer that it belongs into."""
_BEGUN = ("interaction.created", "interaction.start")
_STATUS = "interaction.status_update"
_FIELDS = frozenset(
    {"event_type", "event_id", "index", "step", "content", "delta", "interaction", "metadata"}
    | {"interaction_id", "status"}
)
_TEXT, _ANNOTATIONS, _SUMMARY, _SIGNATURE, _ARGUMENTS = (
    "text",
    "text_annotation",
    "thought_summary",
    "thought_signature",
    "arguments_delta",
)
_MEDIA = ("image", "audio", "video", "document")
_OUTPUT, _THOUGHT, _CALL = "model_output", "thought", "call"
_PIECES_OF = {
    **dict.fromkeys((_TEXT, _ANNOTATIONS, *_MEDIA, _OUTPUT), _OUTPUT),
    **dict.fromkeys((_SUMMARY, _SIGNATURE, _THOUGHT), _THOUGHT),
    _ARGUMENTS: _CALL,
}
"""A type of delta, or of what begins -> what it is a piece of."""


def recognise(event: JsonObject) -> bool:
    about, _, what = text_or_empty(event.get("event_type")).partition(".")
    if about == "interaction":
        return isinstance(event.get("interaction"), dict) or "interaction_id" in event
    return about in _SAID and (
        isinstance(event.get("delta" if what == "delta" else about), dict)
    )


def belongs(event: JsonObject) -> bool:
    """Also the ends of steps, and errors."""
    return isinstance(event.get("event_type"), str)


def assemble(events: Iterable[Event], *, as_one: bool = False) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    return answers(events, _Answer, as_one=as_one)


class _Blocks(list[Fields]):
    """Pieces of content; a text goes on with the text before it."""

    def add(self, block: JsonObject, at: Address) -> None:
        kind = type_of(block)
        goes_on = bool(self) and self[-1].values.get("type") == _TEXT
        if not (goes_on and kind in (_TEXT, _ANNOTATIONS)):
            self.append(Fields(at))
            kind = _TEXT if kind == _ANNOTATIONS else kind
            self[-1].first("type", kind, below(at, "type"))
        for name, value in block.items():
            if name == "text":
                self[-1].join(name, value, below(at, name))
            elif isinstance(value, list):
                self[-1].extend(name, value, below(at, name), {})
            elif name != "type":
                self[-1].first(name, value, below(at, name))

    def finished(self, pointer: str, table: PlaceTable) -> list[JsonValue]:
        return [block.whole(f"{pointer}/{number}", table) for number, block in enumerate(self)]


class _Step(Begun):
    """A step, or a piece of content of the first versions."""

    def __init__(self, at: Address, notes: Notes) -> None:
        super().__init__(at)
        self.notes = notes
        self.fields = Fields(at)
        self.arguments = Fields()
        self.said = {"content": _Blocks(), "summary": _Blocks()}

    @property
    def kind(self) -> str:
        kind = text_or_empty(self.fields.values.get("type"))
        return _CALL if kind.endswith("_call") else _PIECES_OF.get(kind, kind)

    def takes(self, piece: JsonObject) -> bool:
        kind = _PIECES_OF.get(type_of(piece) or "")
        return self.start is None or kind is None or kind == self.kind

    def begin(self, value: JsonObject, at: Address) -> None:
        """Take in what it begins with."""
        self.fields.began = self.at = at
        for name, held in value.items():
            if name == "content" and isinstance(held, list):
                for number, block in enumerate(held):
                    place = Address(f"{at}/content/{number}")
                    self.said["content"].add(object_or_empty(block), place)
            elif name == "text":
                self.fields.join(name, held, below(at, name))
            else:
                self.fields.first(name, held, below(at, name))

    def add(self, delta: JsonObject, at: Address) -> None:
        kind = type_of(delta) or ""
        if kind == _ARGUMENTS:
            self.arguments.join("arguments", delta.get("arguments"), below(at, "arguments"))
        elif kind == _SUMMARY:
            block = object_or_empty(delta.get("content"))
            self.said["summary"].add(block, below(at, "content"))
        elif kind == _SIGNATURE:
            self.fields.join("signature", delta.get("signature"), below(at, "signature"))
        elif kind == _TEXT and "text" in self.fields.values:  # content of the first versions
            self.fields.join("text", delta.get("text"), below(at, "text"))
        elif _PIECES_OF.get(kind) == _OUTPUT:
            self.said["content"].add(delta, at)
        elif kind == self.fields.values.get("type") or not self.fields.values:
            self._add_fields(delta, at)
        else:
            self.notes.unread("No piece of a step has this type", delta, at)

    def _add_fields(self, delta: JsonObject, at: Address) -> None:
        """Fields of a call or a result that come later, or again."""
        is_told = len(self.fields.values) > 1  # the first versions began with the type alone
        for name, value in delta.items():
            kept, place = self.fields.values.get(name), below(at, name)
            if name == "id" and not kept and isinstance(value, str) and is_told:
                faults.late_id(self.notes, value, place, self.at)
            if name in ("id", "name") and kept and value and kept != value:
                kept_at = self.fields.at[name]
                faults.changed(self.notes, name, value, place, kept, kept_at, self.at)
            elif name != "type" or kept is None:
                self.fields.last(name, value, place)

    def finished(self, pointer: str, table: PlaceTable) -> JsonObject:
        value = self.fields.whole(pointer, table)
        table[pointer] = self.at
        for name, blocks in self.said.items():
            if blocks:
                value.setdefault("type", _OUTPUT if name == "content" else _THOUGHT)
                value[name] = blocks.finished(f"{pointer}/{name}", table)
        if text := self.arguments.text("arguments"):
            value["arguments"] = self._parsed(text, f"{pointer}/arguments", table)
        return value

    def _parsed(self, text: str, pointer: str, table: PlaceTable) -> JsonValue:
        table[pointer] = self.arguments.at["arguments"]
        table.came_in(pointer, self.arguments.pieces["arguments"])
        table.closed.add(pointer)
        try:
            return json_document.read(text.encode("utf-8", "surrogatepass"))
        except UnreadableUpload:
            table.not_json.append(pointer)
            message = "The pieces of these arguments make no JSON; they are kept as text."
            self.notes.say("input-not-json", message, table[pointer])
            return text


class _Answer:
    """One answer."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.is_started = False
        self.has_ended = False
        self.notes = Notes()
        self.lists = {
            name: InPieces(lambda at: _Step(at, self.notes), "a step", self.notes)
            for name in _SAID.values()
        }

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event begins another answer."""
        began = object_or_empty(event)
        if began.get("event_type") not in _BEGUN:
            return False
        known = self.fields.values.get("id")
        is_again = bool(known) and text_field(began.get("interaction"), "id") == known
        return self.has_ended or (self.is_started and not is_again)

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        kind = text_or_empty(event.get("event_type"))
        about, _, what = kind.partition(".")
        if self.has_ended and about in ("interaction", *_SAID):
            faults.after_end(self.notes, "the answer", at, self.at)
        if kind == "error":
            self.notes.failed(at, event)
            return
        self.notes.pass_over(event, at, _FIELDS)
        if about in _SAID:
            self._add_to_step(about, what, event, at)
        elif kind == _STATUS:
            self.fields.last("status", event.get("status"), below(at, "status"))
        elif about == "interaction":
            self._add_interaction(kind, event, at)
        else:
            self.notes.unread("No event of an interaction has this type", event, at)

    def _add_interaction(self, kind: str, event: JsonObject, at: Address) -> None:
        if kind in _BEGUN and self.is_started:
            faults.doubled(self.notes, at, self.at)
            return
        self.is_started = True
        self.has_ended = kind not in _BEGUN
        place = below(at, "interaction")
        self.fields.all_last(object_or_empty(event.get("interaction")), place)

    def _add_to_step(self, about: str, what: str, event: JsonObject, at: Address) -> None:
        steps, is_start = self.lists[_SAID[about]], what == "start"
        if what == "stop":
            steps.end((event, at))
            return
        name = about if is_start else "delta"
        piece, place = event.get(name), below(at, name)
        if not isinstance(piece, dict):
            self.notes.unread("It holds no piece of a step", event, at)
            return
        step = steps.of((event, at), piece, place, is_start=is_start)
        if step is not None and is_start:
            step.begin(piece, place)
        elif step is not None:
            step.add(piece, place)

    def finished(self, *, ended: bool) -> Assembled:
        if not (self.has_ended or ended):
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        value.setdefault("object", "interaction")
        for name, steps in self.lists.items():
            steps.tell_gaps(self.notes)
            for step in steps:
                if step.start is None:
                    faults.start_missing(self.notes, "a step", step.at)
            made: list[JsonValue] = [
                step.finished(f"/{name}/{number}", table) for number, step in enumerate(steps)
            ]
            if made:
                table[f"/{name}"] = self.at
                value[name] = made
        return Assembled(value, table, self.notes, self.notes.kept, self.notes.passed_over)
