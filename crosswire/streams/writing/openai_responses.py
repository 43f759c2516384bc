"""A turn of Responses as its events: the response is created, its items are added and done, it
completes."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, type_of
from crosswire.streams.writing.events import (
    NO_ID,
    NO_MODEL,
    NO_TIME,
    UNKNOWN_MODEL,
    EventWriter,
    pieces,
)

_OF_CLIENT = frozenset(
    {
        "additional_tools",
        "apply_patch_call_output",
        "computer_call_output",
        "custom_tool_call_output",
        "function_call_output",
        "item_reference",
        "local_shell_call_output",
        "mcp_approval_response",
        "shell_call_output",
    }
)
"""Items of a client among those of a model."""
_ECHOED = (
    "agent_reference",
    "instructions",
    "max_output_tokens",
    "max_tool_calls",
    "metadata",
    "parallel_tool_calls",
    "previous_response_id",
    "reasoning",
    "service_tier",
    "store",
    "temperature",
    "text",
    "tool_choice",
    "tools",
    "top_p",
    "truncation",
)
"""Fields of a request that its response repeats."""
_REQUIRED: JsonObject = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
"""Values of the fields that every response has, where a request lacks them."""
_PIECED = {
    "function_call": ("arguments", "response.function_call_arguments"),
    "mcp_call": ("arguments", "response.mcp_call_arguments"),
    "custom_tool_call": ("input", "response.custom_tool_call_input"),
    "code_interpreter_call": ("code", "response.code_interpreter_call_code"),
}
"""The field of an item that is sent in pieces, and the beginning of the events' names."""
_PARTS = {
    "output_text": ("response.output_text", "text"),
    "refusal": ("response.refusal", "refusal"),
    "reasoning_text": ("response.reasoning_text", "text"),
    "summary_text": ("response.reasoning_summary_text", "text"),
}
"""The same of a part of an item's content or summary."""
_WHOLE_PARTS = {
    "summary": "response.reasoning_summary_part",
    "content": "response.content_part",
}
"""The beginning of the events about a whole part of these lists."""


def write(payload: JsonObject, out: EventWriter) -> bool:
    turn = _last_turn(payload.get("input"))
    if not turn:
        return False
    _Writer(payload, out).response(turn)
    return True


def _last_turn(items: JsonValue) -> list[JsonObject]:
    """The items at the end that are from the model."""
    turn: list[JsonObject] = []
    for item in reversed(list_or_empty(items)):
        if isinstance(item, dict) and _is_of_model(item):
            turn.append(item)
        elif turn:
            break
    return turn[::-1]


def _is_of_model(item: JsonObject) -> bool:
    kind = item.get("type", "message")
    if kind == "message":
        return item.get("role") == "assistant"
    if kind in ("tool_search_output", "compaction") and item.get("execution") != "server":
        return False
    return kind not in _OF_CLIENT


class _Writer:
    def __init__(self, payload: JsonObject, out: EventWriter) -> None:
        self.payload = payload
        self.out = out

    def _send(self, kind: str, fields: JsonObject) -> Address:
        number = len(self.out.chunks)
        return self.out.event({"type": kind, "sequence_number": number, **fields}, name=kind)

    def response(self, turn: list[JsonObject]) -> None:
        body = self._body()
        for kind in ("response.created", "response.in_progress"):
            self._send(kind, {"response": body})
        done: list[JsonValue] = [self._item(index, item) for index, item in enumerate(turn)]
        self._send(
            "response.completed", {"response": {**body, "status": "completed", "output": done}}
        )

    def _body(self) -> JsonObject:
        model = self.payload.get("model")
        body: JsonObject = {
            "id": self.out.made_id("response"),
            "object": "response",
            "created_at": 0,
            "status": "in_progress",
            "error": None,
            "incomplete_details": None,
            "model": UNKNOWN_MODEL if model is None else model,
            "output": [],
        }
        self.out.added(Address("0:/response/id"), "id", NO_ID)
        self.out.added(Address("0:/response/created_at"), "created_at", NO_TIME)
        if model is None:
            self.out.added(Address("0:/response/model"), "model", NO_MODEL)
        for name in _ECHOED:
            if name in self.payload:
                body[name] = self.payload[name]
            elif name in _REQUIRED:
                body[name] = _REQUIRED[name]
                why = "A response says what holds where a request says nothing."
                self.out.added(Address(f"0:/response/{name}"), name, why)
        return body

    def _item(self, index: int, given: JsonObject) -> JsonObject:
        """Send the events of an item; the item as it is when done."""
        item = self._in_full(given, index)
        begun: JsonObject = (
            {**item, "status": "in_progress"} if "status" in item else dict(item)
        )
        name, stem = _PIECED.get(type_of(item) or "", ("", ""))
        text = item.get(name) if name else None
        lists = [of for of in ("summary", "content") if isinstance(item.get(of), list)]
        begun |= {of: [] for of in lists}
        if isinstance(text, str):
            begun[name] = ""
        self._send("response.output_item.added", {"output_index": index, "item": begun})
        where: JsonObject = {"item_id": item.get("id"), "output_index": index}
        for of in lists:
            for number, part in enumerate(list_or_empty(item[of])):
                self._part(of, part, {**where, f"{of}_index": number})
        if isinstance(text, str):
            self._pieces(stem, name, text, where)
        self._send("response.output_item.done", {"output_index": index, "item": item})
        return item

    def _pieces(self, stem: str, name: str, text: str, where: JsonObject) -> None:
        if stem == "response.output_text":
            # Its events have a list of them, which is mostly empty.
            where = {**where, "logprobs": []}
        for piece in pieces(text):
            self._send(f"{stem}.delta", {**where, "delta": piece})
        self._send(f"{stem}.done", {**where, name: text})

    def _part(self, of: str, part: JsonValue, where: JsonObject) -> None:
        fields = object_or_empty(part)
        stem, name = _PARTS.get(type_of(part) or "", ("", ""))
        whole = _WHOLE_PARTS[of]
        text = fields.get(name) if name else None
        begun: JsonValue = {**fields, name: ""} if isinstance(text, str) else part
        self._send(f"{whole}.added", {**where, "part": begun})
        if isinstance(text, str):
            self._pieces(stem, name, text, where)
        self._send(f"{whole}.done", {**where, "part": part})

    def _in_full(self, given: JsonObject, index: int) -> JsonObject:
        """The item as a response has it: a client may leave out its id and status, and parts
        of a message."""
        item: JsonObject = dict(given)
        at = Address(f"{self.out.here}/item")
        if item.get("type", "message") == "message":
            item = {"type": "message", **item, "content": _content(item.get("content"))}
        if not item.get("id"):
            item["id"] = self.out.made_id(f"item {index}")
            why = "A response names each of its items; this id is Crosswire's."
            self.out.added(Address(f"{at}/id"), "id", why)
        if "status" not in item and item.get("type") in ("message", *_PIECED):
            item["status"] = "completed"
            why = "An item that was sent back is a complete one."
            self.out.added(Address(f"{at}/status"), "status", why)
        return item


def _content(content: JsonValue) -> list[JsonValue]:
    if isinstance(content, str):
        return [{"type": "output_text", "text": content, "annotations": []}]
    return list(map(_annotated, list_or_empty(content)))


def _annotated(part: JsonValue) -> JsonValue:
    is_text = isinstance(part, dict) and part.get("type") == "output_text"
    return {"annotations": [], **object_or_empty(part)} if is_text else part
