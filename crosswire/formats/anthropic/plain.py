"""Plain turns, straight from and to Anthropic's messages."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.model import JsonObject, JsonValue
from crosswire.plain import Call, PlainFormat, Result, Turn, new_turn, objects_of

_THOUGHTS = ("thinking", "redacted_thinking")


def read(messages: Sequence[JsonValue]) -> list[Turn] | None:
    turns: list[Turn] = []
    texts, calls, results, said = new_turn([])
    for message in messages:
        if type(message) is not dict or len(message) != 2:
            return None
        role, content = message.get("role"), message.get("content")
        if role == "assistant":
            if results or said or not turns:
                texts, calls, results, said = new_turn(turns)
            if not _read_said(content, texts, calls):
                return None
        elif role != "user" or not turns or not _read_heard(content, results, said):
            return None
    return turns


def _read_said(content: JsonValue, texts: list[str], calls: list[Call]) -> bool:  # noqa: C901 - one loop without calls, as this is what is timed
    if type(content) is str:
        if not content or calls:
            return False
        texts.append(content)
        return True
    if type(content) is not list:
        return False
    for block in content:
        kind = block.get("type") if type(block) is dict else None
        if type(block) is not dict:
            return False
        if kind == "tool_use":
            call = _read_call(block)
            if call is None:
                return False
            calls.append(call)
        elif kind == "text":
            text = block.get("text")
            if calls or not text or type(text) is not str or len(block) != 2:
                return False
            texts.append(text)
        elif kind not in _THOUGHTS:
            return False
    return True


def _read_call(block: JsonObject) -> Call | None:
    call_id, name, given = block.get("id"), block.get("name"), block.get("input")
    if len(block) != 4:
        return None
    if type(call_id) is str and type(name) is str and type(given) is dict and call_id and name:
        return call_id, name, given
    return None


def _read_heard(content: JsonValue, results: list[Result], said: list[str]) -> bool:
    if type(content) is str:
        said.append(content)
        return bool(content)
    if type(content) is not list or not content:
        return False
    spoken = len(said)
    for block in content:
        if type(block) is not dict:
            return False
        kind = block.get("type")
        if kind == "tool_result":
            result = _read_result(block)
            if said or result is None:
                return False
            results.append(result)
        else:
            text = block.get("text")
            if kind != "text" or len(said) > spoken or not text or type(text) is not str or len(block) != 2:
                return False
            said.append(text)
    return True


def _read_result(block: JsonObject) -> Result | None:
    if len(block) != (4 if "is_error" in block else 3):
        return None
    call_id, content = block.get("tool_use_id"), block.get("content")
    if type(content) is list and len(content) == 1 and type(content[0]) is dict:
        only = content[0]
        content = only.get("text") if only.get("type") == "text" and len(only) == 2 else None
    if type(call_id) is str and type(content) is str and call_id:
        return call_id, content, block.get("is_error") is True
    return None


def write(turns: Sequence[Turn]) -> list[JsonValue] | None:
    written: list[JsonValue] = []
    objects = objects_of(turns)
    if objects is None:
        return None
    for texts, calls, results, said in turns:
        if calls or len(texts) != 1:
            blocks = _texts(texts)
            for i, name, _ in calls:
                blocks.append({"type": "tool_use", "id": i, "name": name, "input": next(objects)})
            written.append({"role": "assistant", "content": blocks})
        else:
            written.append({"role": "assistant", "content": texts[0]})
        if results:
            written.append({"role": "user", "content": _heard(results, said)})
        elif said:
            written.append({"role": "user", "content": said[0] if len(said) == 1 else _texts(said)})
    return written


def _heard(results: Sequence[Result], said: Sequence[str]) -> list[JsonValue]:
    blocks: list[JsonValue] = []
    for i, text, failed in results:
        block: JsonObject = {"type": "tool_result", "tool_use_id": i, "content": text}
        if failed:
            block["is_error"] = True
        blocks.append(block)
    return blocks + _texts(said) if said else blocks


def _texts(texts: Sequence[str]) -> list[JsonValue]:
    return [{"type": "text", "text": text} for text in texts]


PLAIN = PlainFormat("messages", read, write)
