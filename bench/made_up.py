"""A made-up conversation of any length: an agent at work in a repository, the same on every machine.

Sizes follow agents' logs: two kilobytes a message, half of the messages results, four in ten
calling turns with parallel calls, results from 200 bytes to 8 KB and now and then one of 100 KB.
"""

from __future__ import annotations

import json
import random

import crosswire

TOOLS = {
    "run_shell_command": {"command": "string", "directory": "string"},
    "read_file": {"path": "string", "offset": "integer", "limit": "integer"},
    "read_many_files": {"paths": "array", "recursive": "boolean"},
    "write_file": {"path": "string", "content": "string"},
    "replace": {"path": "string", "old": "string", "new": "string", "count": "integer"},
    "search_file_content": {"pattern": "string", "path": "string", "ratio": "number"},
}
MEDIAN_RESULT, LONG_RESULT = 1_300, 100_000
SHORTEST_RESULT, LONGEST_RESULT = 200, 8_000
PARALLEL, LONG = 0.4, 0.004
BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
WORDS = (
    *("the", "reader", "keeps", "every", "number", "as", "it", "stood", "and", "a", "queue", "per", "id"),
    *("pairs", "results", "with", "calls", "in", "order", "so", "that", "handler", "retries", "timeout"),
    *("buffer", "stream", "token", "parser", "index", "cache", "ledger", "price", "ship", "value"),
)
OTHER_SCRIPTS = ("préférée", "größer", "ключ", "結果", "ответ", "→", "日本語", "naïve", "✓", "🙂")


def chat_request(messages: int, seed: int = 7) -> dict[str, object]:
    """A Chat Completions request body with this many messages."""
    return _Maker(random.Random(seed)).request(messages)


def upload(messages: int, format: str = "openai-chat") -> bytes:
    """The same conversation in any format, as JSON."""
    chat = json.dumps(chat_request(messages), ensure_ascii=False, separators=(",", ":")).encode()
    if format == "openai-chat":
        return chat
    (conversation,) = crosswire.load(chat).conversations
    payload = crosswire.render(conversation, format, links=False).payload
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


class _Maker:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.lines = [self._line() for _ in range(600)]

    def request(self, count: int) -> dict[str, object]:
        messages: list[dict[str, object]] = [{"role": "system", "content": self._text(3_000)}]
        while len(messages) < count:
            messages.append({"role": "user", "content": self._text(self.chance.randint(60, 900))})
            for _ in range(self.chance.choice((1, 1, 2))):
                messages += self._calling_turn()
            answer = self._text(self.chance.randint(200, 2_500))
            messages.append({"role": "assistant", "content": answer})
        return {
            "model": "gpt-5.1",
            "temperature": 0.2,
            "tools": [_declared(name, fields) for name, fields in TOOLS.items()],
            "messages": messages[:count],
        }

    def _calling_turn(self) -> list[dict[str, object]]:
        count = self.chance.randint(2, 8) if self.chance.random() < PARALLEL else 1
        calls = [self._call() for _ in range(count)]
        said = self._text(120) if self.chance.random() < 0.3 else None
        turn: dict[str, object] = {"role": "assistant", "content": said, "tool_calls": calls}
        return [turn, *(self._result(call["id"]) for call in calls)]

    def _call(self) -> dict[str, object]:
        name = self.chance.choice(list(TOOLS))
        arguments = {field: self._argument(kind, field) for field, kind in TOOLS[name].items()}
        return {
            "id": "call_" + "".join(self.chance.choices(BASE62, k=24)),
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)},
        }

    def _argument(self, kind: str, field: str) -> object:
        if kind == "string":
            long = field in ("content", "new", "old")
            return self._text(self.chance.randint(100, 2_000)) if long else self._path()
        if kind == "array":
            return [self._path() for _ in range(self.chance.randint(1, 6))]
        if kind == "number":
            return round(self.chance.random(), 3)
        return self.chance.random() < 0.5 if kind == "boolean" else self.chance.randint(0, 4_000)

    def _result(self, call_id: object) -> dict[str, object]:
        if self.chance.random() < LONG:
            size = LONG_RESULT
        else:
            size = int(self.chance.lognormvariate(0, 0.9) * MEDIAN_RESULT)
            size = min(max(size, SHORTEST_RESULT), LONGEST_RESULT)
        return {"role": "tool", "tool_call_id": call_id, "content": self._text(size)}

    def _text(self, size: int) -> str:
        found: list[str] = []
        while size > 0:
            found.append(self.chance.choice(self.lines))
            size -= len(found[-1]) + 1
        return "\n".join(found)

    def _line(self) -> str:
        """A line of code, log, JSON, prose, or prose in other scripts."""
        words = self.chance.choices(WORDS, k=self.chance.randint(4, 14))
        number = self.chance.randint(0, 99_999)
        return self.chance.choice(
            (
                f'    if {words[0]}["{words[1]}"] != {number}:  # {words[2]} {words[3]}',
                f"2026-11-21T10:{number % 60:02}:07Z INFO {words[0]}.{words[1]}: {' '.join(words)}",
                json.dumps({words[0]: number, words[1]: {"at": " ".join(words), "ok": True}}),
                " ".join(words).capitalize() + ".",
                " ".join([*words, *self.chance.choices(OTHER_SCRIPTS, k=2)]),
            )
        )

    def _path(self) -> str:
        return "/".join(["src", *self.chance.choices(WORDS, k=3)]) + ".py"


def _declared(name: str, fields: dict[str, str]) -> dict[str, object]:
    properties = {field: {"type": kind} for field, kind in fields.items()}
    schema = {"type": "object", "properties": properties, "required": list(fields)}
    return {"type": "function", "function": {"name": name, "description": name, "parameters": schema}}
