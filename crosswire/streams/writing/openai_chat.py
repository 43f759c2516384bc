"""A turn of Chat Completions as chunks."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, text_field, type_of
from crosswire.streams.writing.events import (
    NO_ID,
    NO_MODEL,
    NO_REASON,
    NO_TIME,
    UNKNOWN_MODEL,
    EventWriter,
    last_said,
    pieces,
)

_TEXTS = ("reasoning_content", "reasoning", "content", "refusal")
"""Fields that are sent in pieces, in their order."""


def write(payload: JsonObject, out: EventWriter) -> bool:
    message = last_said(payload.get("messages"), "assistant")
    if message is None:
        return False
    _Writer(payload, out).message(message)
    return True


def _is_text(part: JsonValue) -> bool:
    return type_of(part) == "text" and text_field(part, "text") is not None


class _Writer:
    def __init__(self, payload: JsonObject, out: EventWriter) -> None:
        self.out = out
        model = payload.get("model")
        self.around: JsonObject = {
            "id": out.made_id("response"),
            "object": "chat.completion.chunk",
            "created": 0,
            "model": UNKNOWN_MODEL if model is None else model,
        }
        out.added(Address("0:/id"), "id", NO_ID)
        out.added(Address("0:/created"), "created", NO_TIME)
        if model is None:
            out.added(Address("0:/model"), "model", NO_MODEL)

    def message(self, message: JsonObject) -> None:
        message = self._with_text(message)
        first: JsonObject = {}
        for name, value in message.items():
            if name in _TEXTS and isinstance(value, str):
                first[name] = ""
            elif name not in ("tool_calls", "function_call"):
                first[name] = value
        self._delta(first)
        for name in _TEXTS:
            text = message.get(name)
            for piece in pieces(text) if isinstance(text, str) else ():
                self._delta({name: piece})
        ended = self._calls(message)
        at = self._delta({}, ended)
        self.out.added(Address(f"{at}/choices/0/finish_reason"), "finish_reason", NO_REASON)
        self.out.end()

    def _with_text(self, message: JsonObject) -> JsonObject:
        """A stream has text where a request may have parts of content."""
        parts = list_or_empty(message.get("content"))
        texts = [text_field(part, "text") or "" for part in parts if _is_text(part)]
        if not texts or len(texts) < len(parts):
            return message
        if len(texts) > 1:
            why = "A stream sends the content of an answer as one text."
            self.out.changed(Address("0:/choices/0/delta/content"), "content", why)
        return {**message, "content": "".join(texts)}

    def _calls(self, message: JsonObject) -> str:
        """Send the calls; the reason why the answer ended."""
        calls, legacy = list_or_empty(message.get("tool_calls")), message.get("function_call")
        for index, call in enumerate(calls):
            self._call(object_or_empty(call), index)
        ended = "stop"
        if isinstance(legacy, dict):
            self._legacy(legacy)
            ended = "function_call"
        return "tool_calls" if calls else ended

    def _call(self, call: JsonObject, index: int) -> None:
        kind = "custom" if isinstance(call.get("custom"), dict) else "function"
        name = "input" if kind == "custom" else "arguments"
        inside = object_or_empty(call.get(kind))
        text = inside.get(name)
        if not isinstance(text, str):
            self._delta({"tool_calls": [{"index": index, **call}]})
            return
        self._delta({"tool_calls": [{"index": index, **call, kind: {**inside, name: ""}}]})
        for piece in pieces(text):
            self._delta({"tool_calls": [{"index": index, kind: {name: piece}}]})

    def _legacy(self, call: JsonObject) -> None:
        text = call.get("arguments")
        if not isinstance(text, str):
            self._delta({"function_call": call})
            return
        self._delta({"function_call": {**call, "arguments": ""}})
        for piece in pieces(text):
            self._delta({"function_call": {"arguments": piece}})

    def _delta(self, delta: JsonObject, ended: str | None = None) -> Address:
        choice: JsonValue = {"index": 0, "delta": delta, "finish_reason": ended}
        return self.out.event({**self.around, "choices": [choice]})
