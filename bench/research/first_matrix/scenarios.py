"""Its scenarios: one call and its result for each of six tools, as it has them and as they are
written here.

What it has is its own examples' data; what is written comes from the converter, so that the
two can be held side by side to the letter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from crosswire.containers import json_document
from crosswire.conversion import render
from crosswire.model import JsonObject, JsonValue
from crosswire.reading.loading import parse


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A tool, a call of it and what it gave."""

    name: str
    title: str
    call_id: str
    arguments: tuple[tuple[str, JsonValue], ...]
    result: str
    declares: tuple[str, ...]
    """The parameters that the matrix names for the tool; a `?` marks those that may be left
    out."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call or a result in one format."""

    format: str
    what: str
    said: JsonValue
    written: JsonValue

    @property
    def agrees(self) -> bool:
        return self.said == self.written


SCENARIOS: tuple[Scenario, ...] = (
    Scenario(
        "run_shell_command",
        "Shell",
        "call_123",
        (("command", "ls -la"),),
        "Command: ls -la\nDirectory: (root)\nOutput: ...\nError: (none)\nExit Code: 0",
        ("command", "directory?", "description?"),
    ),
    Scenario(
        "read_file",
        "Read a file",
        "rf_1",
        (("absolute_path", "/abs/path/README.md"),),
        "# README\n...file contents...",
        ("absolute_path", "offset?", "limit?"),
    ),
    Scenario(
        "read_many_files",
        "Read many files",
        "rmf_1",
        (("paths", ["/abs/path/a.txt", "/abs/path/b.txt"]),),
        "--- /abs/path/a.txt ---\n...a...\n--- /abs/path/b.txt ---\n...b...",
        ("paths",),
    ),
    Scenario(
        "write_file",
        "Write a file",
        "wf_1",
        (("file_path", "/abs/path/NEW.txt"), ("content", "hello")),
        "Wrote 5 bytes to /abs/path/NEW.txt",
        ("file_path", "content"),
    ),
    Scenario(
        "replace",
        "Replace",
        "rep_1",
        (
            ("file_path", "/abs/path/app.ts"),
            ("old_string", "const a = 1;"),
            ("new_string", "const a = 2;"),
            ("expected_replacements", 1),
        ),
        "Updated /abs/path/app.ts: 1 replacement",
        ("file_path", "old_string", "new_string", "expected_replacements?"),
    ),
    Scenario(
        "search_file_content",
        "Search",
        "grep_1",
        (("pattern", "TODO"), ("path", "/abs/project"), ("include", "**/*.ts")),
        "/abs/project/a.ts:10: // TODO: refactor\n/abs/project/b.ts:42: // TODO: add tests",
        ("pattern", "path?", "include?", "max_matches?"),
    ),
)


def conversation(scenario: Scenario) -> JsonObject:
    """The scenario as a request of Chat Completions."""
    call: JsonObject = {
        "id": scenario.call_id,
        "type": "function",
        "function": {"name": scenario.name, "arguments": _text(scenario)},
    }
    return {
        "messages": [
            {"role": "user", "content": scenario.title},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": scenario.call_id, "content": scenario.result},
        ]
    }


@cache
def steps(scenario: Scenario) -> tuple[Step, ...]:
    """The call and the result in each format, and what the matrix has where it is one of its
    four."""
    found: list[Step] = []
    read = parse(conversation(scenario), "openai-chat")[0]
    for format, (call_at, result_at) in _PLACES.items():
        payload = render(read, format).payload
        said = _SAID.get(format, _says_nothing)(scenario)
        for what, path, theirs in (("call", call_at, said[0]), ("result", result_at, said[1])):
            found.append(Step(format, what, theirs, _at(payload, path)))
    return tuple(found)


_Path = tuple[str | int, ...]
_CHAT: tuple[_Path, _Path] = (("messages", 1), ("messages", 2))
_ITEMS: tuple[_Path, _Path] = (("input", 1), ("input", 2))
_PLACES: dict[str, tuple[_Path, _Path]] = {
    "anthropic": _CHAT,
    "openai-responses": _ITEMS,
    "openai-chat": _CHAT,
    "gemini": (("contents", 1), ("contents", 2)),
    "azure-foundry": _ITEMS,
    "bedrock": _CHAT,
    "mistral": _CHAT,
    "cohere": _CHAT,
    "ollama": _CHAT,
}
"""Where a call and a result stand that follow a question; the matrix's four first, in its
order."""

_Pair = tuple[JsonValue, JsonValue]


def _says_nothing(_scenario: Scenario) -> _Pair:
    return None, None


def _anthropic(one: Scenario) -> _Pair:
    call: JsonObject = {
        "type": "tool_use",
        "id": one.call_id,
        "name": one.name,
        "input": dict(one.arguments),
    }
    result: JsonObject = {
        "type": "tool_result",
        "tool_use_id": one.call_id,
        "content": one.result,
    }
    return {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}


def _responses(one: Scenario) -> _Pair:
    return (
        {
            "type": "function_call",
            "call_id": one.call_id,
            "name": one.name,
            "arguments": _text(one),
        },
        {"type": "function_call_output", "call_id": one.call_id, "output": one.result},
    )


def _chat(one: Scenario) -> _Pair:
    function: JsonObject = {"name": one.name, "arguments": _text(one)}
    return (
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": one.call_id, "type": "function", "function": function}],
        },
        {"role": "tool", "tool_call_id": one.call_id, "content": one.result},
    )


def _gemini(one: Scenario) -> _Pair:
    call: JsonObject = {"id": one.call_id, "name": one.name, "args": dict(one.arguments)}
    answer: JsonObject = {
        "id": one.call_id,
        "name": one.name,
        "response": {"output": one.result},
    }
    return (
        {"role": "model", "parts": [{"functionCall": call}]},
        {"role": "user", "parts": [{"functionResponse": answer}]},
    )


_SAID: dict[str, Callable[[Scenario], _Pair]] = {
    "anthropic": _anthropic,
    "openai-responses": _responses,
    "openai-chat": _chat,
    "gemini": _gemini,
}


def _text(one: Scenario) -> str:
    return json_document.write(dict(one.arguments)).decode()


def _at(value: JsonValue, path: _Path) -> JsonValue:
    for token in path:
        if isinstance(value, dict) and isinstance(token, str):
            value = value.get(token)
        elif isinstance(value, list) and isinstance(token, int) and token < len(value):
            value = value[token]
        else:
            return None
    return value
