"""Plain turns, straight from and to Gemini's contents, whose calls and results may have no ids."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.id_plan import End
from crosswire.model import JsonObject, JsonValue
from crosswire.plain import Call, Ends, PlainFormat, Result, Turn, new_turn, objects_of

_THOUGHT = frozenset({"text", "thought", "thoughtSignature"})


def read(contents: Sequence[JsonValue]) -> list[Turn] | None:
    turns: list[Turn] = []
    texts, calls, results, said = new_turn([])
    for content in contents:
        if type(content) is not dict or len(content) != 2:
            return None
        role, parts = content.get("role"), content.get("parts")
        if type(parts) is not list or not parts:
            return None
        if role == "model":
            if results or said or not turns:
                texts, calls, results, said = new_turn(turns)
            if not _read_said(parts, texts, calls):
                return None
        elif role != "user" or not turns or not _read_heard(parts, calls, results, said):
            return None
    return turns


def _read_said(parts: list[JsonValue], texts: list[str], calls: list[Call]) -> bool:
    for part in parts:
        if type(part) is not dict:
            return False
        if "functionCall" in part:
            call = part["functionCall"]
            if len(part) != 1 or type(call) is not dict:
                return False
            call_id, name, given = call.get("id", ""), call.get("name"), call.get("args")
            if type(call_id) is not str or type(name) is not str or type(given) is not dict:
                return False
            if not name or len(call) != (3 if call_id else 2):
                return False
            calls.append((call_id, name, given))
        elif part.get("thought") is not True:
            text = part.get("text")
            if calls or len(part) != 1 or not text or type(text) is not str:
                return False
            texts.append(text)
        elif not part.keys() <= _THOUGHT or type(part.get("text")) is not str:
            return False
    return True


def _read_heard(parts: list[JsonValue], calls: list[Call], results: list[Result], said: list[str]) -> bool:
    spoken = len(said)
    for part in parts:
        if type(part) is not dict or len(part) != 1:
            return False
        answer = part.get("functionResponse")
        if type(answer) is dict:
            result = _read_result(answer)
            if result is None or said or len(results) >= len(calls):
                return False
            # It names the function whose call it answers.
            if answer.get("name") != calls[len(results)][1]:
                return False
            results.append(result)
        else:
            text = part.get("text")
            if len(said) > spoken or not text or type(text) is not str:
                return False
            said.append(text)
    return True


def _read_result(answer: JsonObject) -> Result | None:
    call_id, response = answer.get("id", ""), answer.get("response")
    if type(call_id) is not str or type(response) is not dict or len(response) != 1:
        return None
    if len(answer) != (3 if call_id else 2):
        return None
    ((key, text),) = response.items()
    if key in ("output", "error", "result", "content") and type(text) is str:
        return call_id, text, key == "error"
    return None


def ends(contents: Sequence[JsonValue], first: int, before: int) -> Ends:
    calls: list[End] = []
    results: list[End] = []
    for i, content in enumerate(contents[first:], first):
        parts = content.get("parts") if type(content) is dict else None
        at, key = f"0:/contents/{i}/parts/", f"m{before + i}.p"
        for j, part in enumerate(parts if type(parts) is list else ()):
            if type(part) is not dict:
                continue
            if "functionCall" in part:
                calls.append((f"{key}{j}", Address(f"{at}{j}/functionCall/id")))
            elif "functionResponse" in part:
                results.append((f"{key}{j}", Address(f"{at}{j}/functionResponse/id")))
    return calls, results


def write(turns: Sequence[Turn]) -> list[JsonValue] | None:
    written: list[JsonValue] = []
    objects = objects_of(turns)
    if objects is None:
        return None
    for texts, calls, results, said in turns:
        parts: list[JsonValue] = [{"text": text} for text in texts]
        names: dict[str, str] = {}
        for i, name, _ in calls:
            names[i] = name
            parts.append({"functionCall": {"id": i, "name": name, "args": next(objects)}})
        written.append({"role": "model", "parts": parts})
        parts = []
        for i, text, failed in results:
            response: JsonObject = {"error" if failed else "output": text}
            parts.append({"functionResponse": {"id": i, "name": names[i], "response": response}})
        if said or parts:
            written.append({"role": "user", "parts": parts + [{"text": text} for text in said]})
    return written


PLAIN = PlainFormat("contents", read, write, ends)
