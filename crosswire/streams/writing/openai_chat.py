"""A turn of Chat Completions as chunks."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.streams.writing.events import (
    NO_ID,
    NO_MODEL,
    NO_REASON,
    NO_TIME,
    UNKNOWN_MODEL,
    EventWriter,
    pieces,
)

_TEXTS = ("reasoning_content", "reasoning", "content", "refusal")
"""Fields that are sent in pieces, in their order."""


def write(payload: JsonObject, out: EventWriter) -> bool:
    messages = payload.get("messages")
    spoken = [m for m in messages if isinstance(m, dict)] if isinstance(messages, list) else []
    message = next((m for m in reversed(spoken) if m.get("role") == "assistant"), None)
    if message is None:
        return False
    _Writer(payload, out).message(message)
    return True


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
        content = message.get("content")
        texts: list[str] = []
        for part in content if isinstance(content, list) else ():
            text = (
                part.get("text")
                if isinstance(part, dict) and part.get("type") == "text"
                else None
            )
            if not isinstance(text, str):
                return message
            texts.append(text)
        if not texts:
            return message
        if len(texts) > 1:
            why = "A stream sends the content of an answer as one text."
            self.out.changed(Address("0:/choices/0/delta/content"), "content", why)
        return {**message, "content": "".join(texts)}

    def _calls(self, message: JsonObject) -> str:
        calls, legacy = message.get("tool_calls"), message.get("function_call")
        listed = calls if isinstance(calls, list) else []
        for index, call in enumerate(listed):
            self._call(call if isinstance(call, dict) else {}, index)
        if isinstance(legacy, dict):
            self._legacy(legacy)
        if listed:
            return "tool_calls"
        return "function_call" if isinstance(legacy, dict) else "stop"

    def _call(self, call: JsonObject, index: int) -> None:
        kind = "custom" if isinstance(call.get("custom"), dict) else "function"
        name = "input" if kind == "custom" else "arguments"
        inside = call.get(kind)
        text = inside.get(name) if isinstance(inside, dict) else None
        if not isinstance(inside, dict) or not isinstance(text, str):
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
