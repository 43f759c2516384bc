"""What the tests of frameworks' messages know of each format, and how they change a log."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import crosswire
from crosswire.model import Conversation

OWN = Path(__file__).parent / "corpus"

FORMATS = {
    "langchain": "langchain",
    "vercel-ai-sdk": "ai-sdk",
    "pydantic-ai": "pydantic-ai",
    "openai-agents": "openai-agents",
    "adk": "adk",
    "meai": "meai",
    "agent-framework": "agent-framework",
    "semantic-kernel": "semantic-kernel",
    "ag-ui": "ag-ui",
    "autogen": "autogen",
    "llamaindex": "llamaindex",
    "strands": "strands",
    "haystack": "haystack",
    "letta-af": "letta",
}
"""How the manifest calls the formats -> their names."""

_STATE = "openai-agents/openai-agents-python__v1"
FAULTY: dict[str, str] = {
    "langchain/made__langchain1.invalid_tool_call.dumpd.json": "arguments-not-json",
    f"{_STATE}_5_tool_search_and_display_metadata.json": "missing-result",
    f"{_STATE}_13_programmatic_tool_calling.json": "missing-result",
}
"""Files with an error that is the log's own -> its rule."""
_SESSION = "openai-agents/ruby_llm__derived__openai-agents__"
_RUN = "ag-ui/ag-ui__PostRun_WithBackendToolCall_InvokesToolAndStreamsResult_Turn_01.03"
READ_BY_ANOTHER = {
    f"{_RUN}.Request.Server.AGUI.verified.json": "openai-chat",
    f"{_SESSION}openai-chat.session_items.jsonl": "openai-responses",
    f"{_SESSION}openai-chat.to_input_list.json": "openai-responses",
    f"{_SESSION}responses.session_items.jsonl": "openai-responses",
    f"{_SESSION}responses.to_input_list.json": "openai-responses",
}
"""Files that a wire format reads exactly -> its name."""

NEW_KEYS = {f"new_key_{n}": n for n in range(10)} | {f"newKey{n}": {"of": [n, None]} for n in range(10)}


def counts(log: crosswire.Log) -> tuple[int, int]:
    """The calls and results of an upload."""
    calls = [call for one in log.conversations for call in one.calls()]
    results = sum(len(list(one.results())) for one in log.conversations)
    return len(calls), results + sum(call.embedded is not None for call in calls)


def told(log: crosswire.Log) -> list[tuple[Any, ...]]:
    """What an upload says, without the places."""
    return [end for conversation in log.conversations for end in _ends(conversation)]


def _ends(conversation: Conversation) -> list[tuple[Any, ...]]:
    said = [(message.role, crosswire_text(part)) for message, part in conversation.parts()]
    calls = [(call.call_id.value, call.name, repr(call.arguments.value)) for call in conversation.calls()]
    results = [
        (result.call_id.value, result.is_error, len(result.content)) for result in conversation.results()
    ]
    return [*said, *calls, *results]


def crosswire_text(part: Any) -> tuple[str, str]:
    return type(part).__name__, getattr(part, "text", "")


def own_files(name: str) -> list[Path]:
    return sorted((OWN / name).iterdir())


def with_new_keys(value: Any, is_target: Callable[[Any], bool]) -> Any:
    """A document with twenty keys that nobody knows in each object that is a target."""
    if isinstance(value, list):
        return [with_new_keys(one, is_target) for one in value]
    if not isinstance(value, dict):
        return value
    changed = {key: with_new_keys(one, is_target) for key, one in value.items()}
    return changed | copy.deepcopy(NEW_KEYS) if is_target(value) else changed


def with_new_types(value: Any, is_target: Callable[[Any], bool]) -> Any:
    """A document with twenty elements of unknown types behind each list of messages."""
    if isinstance(value, list):
        grown = [with_new_types(one, is_target) for one in value]
        new = [{"type": f"brand-new-{n}", "kind": f"brand-new-{n}"} for n in range(20)]
        return [*grown, *new] if any(is_target(one) for one in value) else grown
    if not isinstance(value, dict):
        return value
    return {key: with_new_types(one, is_target) for key, one in value.items()}


def documents(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8")
    return [json.loads(text)] if path.suffix == ".json" else [json.loads(line) for line in text.splitlines()]


def as_lines(values: list[Any]) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()
