"""Plain turns, straight from and to the messages of Chat Completions."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.model import JsonValue
from crosswire.plain import Call, PlainFormat, Turn, as_text, new_turn

_SAID = frozenset({"role", "content", "tool_calls", "reasoning_content", "reasoning"})


def read(messages: Sequence[JsonValue]) -> list[Turn] | None:  # noqa: C901, PLR0912 - one loop without calls, as this is what is timed
    turns: list[Turn] = []
    texts, calls, results, said = new_turn([])
    for message in messages:
        if type(message) is not dict:
            return None
        role, content = message.get("role"), message.get("content")
        if role == "tool":
            call_id = message.get("tool_call_id")
            if said or not calls or len(message) != 3:
                return None
            if type(content) is not str or type(call_id) is not str:
                return None
            results.append((call_id, content, False))
        elif role == "assistant":
            if results or said or not turns:
                texts, calls, results, said = new_turn(turns)
            if not (message.keys() <= _SAID or _is_silent(message)):
                return None
            if content:
                if calls or type(content) is not str:
                    return None
                texts.append(content)
            elif content is not None and content != "":
                return None
            asked = message.get("tool_calls")
            if asked is not None and not _read_calls(asked, calls):
                return None
        elif role == "user" and len(message) == 2 and content and type(content) is str and turns:
            said.append(content)
        else:
            return None
    return turns


def _is_silent(message: dict[str, JsonValue]) -> bool:
    """Whether the fields that are not read say nothing, as the null ones of an answer do."""
    return all(value is None or value == [] for name, value in message.items() if name not in _SAID)


def _read_calls(asked: JsonValue, calls: list[Call]) -> bool:
    if type(asked) is not list:
        return False
    for call in asked:
        if type(call) is not dict or len(call) != 3 or call.get("type") != "function":
            return False
        call_id, function = call.get("id"), call.get("function")
        if type(function) is not dict or len(function) != 2:
            return False
        name, arguments = function.get("name"), function.get("arguments")
        if type(name) is not str or type(arguments) is not str or type(call_id) is not str:
            return False
        if not (name and arguments and call_id):
            return False
        calls.append((call_id, name, arguments))
    return True


def write(turns: Sequence[Turn]) -> list[JsonValue] | None:
    written: list[JsonValue] = []
    for texts, calls, results, said in turns:
        content: JsonValue = texts[0] if texts else None
        if len(texts) > 1:
            content = [{"type": "text", "text": text} for text in texts]
        message: dict[str, JsonValue] = {"role": "assistant", "content": content}
        if calls:
            message["tool_calls"] = [
                {"id": i, "type": "function", "function": {"name": name, "arguments": as_text(given)}}
                for i, name, given in calls
            ]
        written.append(message)
        for i, text, _ in results:
            written.append({"role": "tool", "tool_call_id": i, "content": text})
        written += [{"role": "user", "content": text} for text in said]
    return written


PLAIN = PlainFormat("messages", read, write)
