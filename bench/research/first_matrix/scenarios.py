"""Its scenarios: one call and its result for each of six tools, as it has them and as they are
written here.

What it has is its own examples' data; what is written comes from the converter, so that the
two can be held side by side to the letter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import crosswire
from crosswire.containers import json_document
from crosswire.model import JsonObject, JsonValue


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
    kind: str
    """`call` or `result`."""
    stated: JsonValue
    written: JsonValue

    @property
    def agrees(self) -> bool:
        return self.stated == self.written


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
    [read] = crosswire.load(json_document.write(conversation(scenario))).conversations
    steps: list[Step] = []
    for format, messages in _MESSAGES.items():
        payload: Any = crosswire.render(read, format).payload
        _question, call, result = payload[messages]
        stated = _STATED.get(format, _states_nothing)(scenario)
        steps += [
            Step(format, "call", stated[0], call),
            Step(format, "result", stated[1], result),
        ]
    return tuple(steps)


_MESSAGES = {
    "anthropic": "messages",
    "openai-responses": "input",
    "openai-chat": "messages",
    "gemini": "contents",
    "gemini-interactions": "input",
    "azure-foundry": "input",
    "bedrock": "messages",
    "mistral": "messages",
    "cohere": "messages",
    "ollama": "messages",
}
"""Where each format has its messages; the matrix's four first, in its order."""

_Pair = tuple[JsonValue, JsonValue]


def _states_nothing(_scenario: Scenario) -> _Pair:
    return None, None


def _anthropic(scenario: Scenario) -> _Pair:
    call: JsonObject = {
        "type": "tool_use",
        "id": scenario.call_id,
        "name": scenario.name,
        "input": dict(scenario.arguments),
    }
    result: JsonObject = {
        "type": "tool_result",
        "tool_use_id": scenario.call_id,
        "content": scenario.result,
    }
    return {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}


def _responses(scenario: Scenario) -> _Pair:
    return (
        {
            "type": "function_call",
            "call_id": scenario.call_id,
            "name": scenario.name,
            "arguments": _text(scenario),
        },
        {
            "type": "function_call_output",
            "call_id": scenario.call_id,
            "output": scenario.result,
        },
    )


def _chat(scenario: Scenario) -> _Pair:
    function: JsonObject = {"name": scenario.name, "arguments": _text(scenario)}
    return (
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": scenario.call_id, "type": "function", "function": function}],
        },
        {"role": "tool", "tool_call_id": scenario.call_id, "content": scenario.result},
    )


def _gemini(scenario: Scenario) -> _Pair:
    call: JsonObject = {
        "id": scenario.call_id,
        "name": scenario.name,
        "args": dict(scenario.arguments),
    }
    answer: JsonObject = {
        "id": scenario.call_id,
        "name": scenario.name,
        "response": {"output": scenario.result},
    }
    return (
        {"role": "model", "parts": [{"functionCall": call}]},
        {"role": "user", "parts": [{"functionResponse": answer}]},
    )


_STATED: dict[str, Callable[[Scenario], _Pair]] = {
    "anthropic": _anthropic,
    "openai-responses": _responses,
    "openai-chat": _chat,
    "gemini": _gemini,
}


def _text(scenario: Scenario) -> str:
    return json_document.write(dict(scenario.arguments)).decode()
