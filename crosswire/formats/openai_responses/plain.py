"""Plain turns, straight from and to the items of Responses."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.model import JsonObject, JsonValue
from crosswire.plain import Call, PlainFormat, Result, Turn, as_text, new_turn

_CALL = frozenset({"type", "id", "call_id", "name", "arguments", "status"})
_RESULT = frozenset({"type", "id", "call_id", "output", "status"})
_SAID = frozenset({"type", "id", "role", "content", "status"})
_TEXT = frozenset({"type", "text", "annotations", "logprobs"})
_TEXTS = ("output_text", "input_text", "text")


def read(items: Sequence[JsonValue]) -> list[Turn] | None:  # noqa: C901, PLR0912 - one loop without calls, as this is what is timed
    turns: list[Turn] = []
    texts, calls, results, said = new_turn([])
    for item in items:
        if type(item) is not dict:
            return None
        kind, role = item.get("type", "message"), item.get("role")
        if kind == "function_call_output":
            result = _read_result(item)
            if said or not calls or result is None:
                return None
            results.append(result)
            continue
        if (kind != "message" or role == "assistant") and (results or said or not turns):
            texts, calls, results, said = new_turn(turns)
        if kind == "function_call":
            call = _read_call(item)
            if call is None:
                return None
            calls.append(call)
        elif kind == "message" and role == "assistant" and not calls:
            if not _read_texts(item, texts):
                return None
        elif kind == "message" and role == "user" and turns:
            before = len(said)
            if not _read_texts(item, said) or len(said) != before + 1:
                return None
        elif kind != "reasoning":
            return None
    return turns


def _is_whole(item: JsonObject) -> bool:
    return item.get("status") in (None, "completed")


def _read_call(item: JsonObject) -> Call | None:
    call_id, name, given = item.get("call_id"), item.get("name"), item.get("arguments")
    if not (item.keys() <= _CALL and call_id and name and given and _is_whole(item)):
        return None
    if type(call_id) is str and type(name) is str and type(given) is str:
        return call_id, name, given
    return None


def _read_result(item: JsonObject) -> Result | None:
    call_id, output = item.get("call_id"), item.get("output")
    if not (item.keys() <= _RESULT and call_id and _is_whole(item)):
        return None
    return (call_id, output, False) if type(call_id) is str and type(output) is str else None


def _read_texts(item: JsonObject, texts: list[str]) -> bool:
    content = item.get("content")
    if not item.keys() <= _SAID or not _is_whole(item):
        return False
    if type(content) is str:
        texts.append(content)
        return bool(content)
    if type(content) is not list:
        return False
    for part in content:
        if type(part) is not dict or not part.keys() <= _TEXT or part.get("type") not in _TEXTS:
            return False
        text = part.get("text")
        if not text or type(text) is not str or part.get("annotations") or part.get("logprobs"):
            return False
        texts.append(text)
    return True


def write(turns: Sequence[Turn]) -> list[JsonValue] | None:
    written: list[JsonValue] = []
    for texts, calls, results, said in turns:
        written += [{"role": "assistant", "content": text} for text in texts]
        for i, name, given in calls:
            written.append({"type": "function_call", "call_id": i, "name": name, "arguments": as_text(given)})
        for i, text, _ in results:
            written.append({"type": "function_call_output", "call_id": i, "output": text})
        written += [{"role": "user", "content": text} for text in said]
    return written


PLAIN = PlainFormat("input", read, write)
