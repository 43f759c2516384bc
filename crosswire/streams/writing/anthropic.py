"""A turn of Messages as its events."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, objects_in, type_of, without
from crosswire.streams.writing.events import (
    NO_ID,
    NO_MODEL,
    NO_REASON,
    NO_USAGE,
    UNKNOWN_MODEL,
    EventWriter,
    last_said,
    pieces,
)

_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})


def write(payload: JsonObject, out: EventWriter) -> bool:
    message = last_said(payload.get("messages"), "assistant")
    if message is None:
        return False
    content = message.get("content")
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    blocks = objects_in(content)
    _start(payload, out)
    for index, block in enumerate(blocks):
        _Block(out, index).write(block)
    _stop(blocks, out)
    return True


def _send(out: EventWriter, kind: str, fields: JsonObject) -> Address:
    return out.event({"type": kind, **fields}, name=kind)


def _start(payload: JsonObject, out: EventWriter) -> None:
    model = payload.get("model")
    message: JsonObject = {
        "id": out.made_id("response"),
        "type": "message",
        "role": "assistant",
        "model": UNKNOWN_MODEL if model is None else model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 0, "output_tokens": 0},
    }
    at = _send(out, "message_start", {"message": message})
    out.added(Address(f"{at}/message/id"), "id", NO_ID)
    if model is None:
        out.added(Address(f"{at}/message/model"), "model", NO_MODEL)
    out.added(Address(f"{at}/message/usage"), "usage", NO_USAGE)


def _stop(blocks: list[JsonObject], out: EventWriter) -> None:
    calls = any(block.get("type") == "tool_use" for block in blocks)
    reason = "tool_use" if calls else "end_turn"
    delta: JsonObject = {"stop_reason": reason, "stop_sequence": None}
    at = _send(out, "message_delta", {"delta": delta, "usage": {"output_tokens": 0}})
    out.added(Address(f"{at}/delta/stop_reason"), "stop_reason", NO_REASON)
    out.added(Address(f"{at}/usage"), "usage", NO_USAGE)
    _send(out, "message_stop", {})


class _Block:
    """The events of one block."""

    def __init__(self, out: EventWriter, index: int) -> None:
        self.out = out
        self.index = index

    def write(self, block: JsonObject) -> None:
        if "cache_control" in block:
            why = "A client marks blocks of a request; no answer has it."
            self.out.dropped("cache_control", why)
            block = without(block, "cache_control")
        kind = type_of(block)
        if kind == "text" and isinstance(block.get("text"), str):
            self._text(block)
        elif kind == "thinking" and isinstance(block.get("thinking"), str):
            self._thinking(block)
        elif kind in _CALLS and isinstance(block.get("input"), dict):
            self._begin({**block, "input": {}})
            self._input(block["input"])
        else:
            self._begin(block)
        _send(self.out, "content_block_stop", {"index": self.index})

    def _begin(self, block: JsonObject) -> None:
        _send(self.out, "content_block_start", {"index": self.index, "content_block": block})

    def _delta(self, kind: str, name: str, value: JsonValue) -> None:
        delta: JsonObject = {"type": kind, name: value}
        _send(self.out, "content_block_delta", {"index": self.index, "delta": delta})

    def _text(self, block: JsonObject) -> None:
        citations = block.get("citations")
        begun: JsonObject = {**block, "text": ""}
        if isinstance(citations, list):
            begun["citations"] = []
        self._begin(begun)
        for citation in list_or_empty(citations):
            self._delta("citations_delta", "citation", citation)
        for piece in pieces(str(block["text"])):
            self._delta("text_delta", "text", piece)

    def _thinking(self, block: JsonObject) -> None:
        signature = block.get("signature")
        begun: JsonObject = {**block, "thinking": ""}
        if isinstance(signature, str):
            begun["signature"] = ""
        self._begin(begun)
        for piece in pieces(str(block["thinking"])):
            self._delta("thinking_delta", "thinking", piece)
        if isinstance(signature, str):
            self._delta("signature_delta", "signature", signature)

    def _input(self, value: JsonValue) -> None:
        text = json_document.write(value).decode() if value else ""
        for piece in pieces(text) or [""]:
            self._delta("input_json_delta", "partial_json", piece)
