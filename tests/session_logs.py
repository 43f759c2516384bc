"""What the tests of the logs of agents' programs share: own samples, and the recorded ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import crosswire

OWN = Path(__file__).parent / "corpus"

Counts = tuple[int, int, int]
"""Conversations, calls, results."""

SAMPLES: dict[str, Counts] = {
    "codex-exec/everything.jsonl": (1, 5, 4),
    "codex-rollout/everything.jsonl": (2, 5, 4),
    "codex-rollout/early.jsonl": (1, 1, 1),
    "codex-rollout/events_alone.jsonl": (1, 0, 0),
    "opencode/events.jsonl": (2, 3, 3),
    "opencode/run.jsonl": (1, 1, 1),
    "opencode/version2.jsonl": (1, 2, 2),
    "copilot-cli/everything.jsonl": (2, 4, 3),
    "vscode-chat/changes.jsonl": (1, 3, 3),
    "vscode-chat/export.session": (1, 1, 1),
    "gemini-cli/changes.jsonl": (2, 4, 3),
    "gemini-cli/document.session": (1, 3, 3),
    "qwen-code/everything.jsonl": (2, 2, 1),
    "cursor-transcript/everything.jsonl": (1, 3, 0),
    "claude-stream/everything.jsonl": (2, 3, 3),
    "goose-session/lines.jsonl": (1, 2, 2),
    "goose-session/rows.jsonl": (2, 1, 1),
    "kimi-wire/loop.jsonl": (1, 2, 2),
    "kimi-wire/messages.jsonl": (2, 2, 2),
    "acp-stream/everything.jsonl": (1, 2, 2),
    "grok-history/everything.jsonl": (1, 3, 2),
    "antigravity-steps/everything.jsonl": (1, 1, 0),
    "continue-session/states.session": (1, 4, 3),
    "continue-session/messages.session": (1, 1, 1),
    "zed-thread/tagged.session": (1, 3, 3),
    "zed-thread/segments.session": (1, 1, 1),
    "open-webui/export.session": (3, 4, 3),
    "lm-studio/versions.session": (2, 1, 1),
    "cline-history/array.session": (1, 2, 2),
    "cline-history/document.session": (1, 1, 1),
    "hermes-session/document.session": (1, 1, 1),
    "hermes-session/lines.jsonl": (1, 1, 1),
    "openai-realtime/everything.jsonl": (1, 2, 2),
    "pi-session/everything.jsonl": (2, 3, 3),
    "pi-session/harness.jsonl": (1, 1, 1),
}
"""A sample of our own making -> what stands in it; its folder is named after its format."""


def counts(log: crosswire.Log) -> Counts:
    calls = [call for one in log.conversations for call in one.calls()]
    results = sum(len(list(one.results())) for one in log.conversations)
    results += sum(call.embedded is not None for call in calls)
    return len(log.conversations), len(calls), results


def sample(name: str) -> bytes:
    return (OWN / name).read_bytes()


def load(name: str) -> crosswire.Log:
    return crosswire.load(sample(name), name=name)


def lines_of(name: str) -> list[Any]:
    """The lines of a sample in JSON Lines."""
    return [json.loads(line) for line in sample(name).splitlines()]


def written(lines: list[Any]) -> bytes:
    return b"\n".join(json.dumps(line).encode() for line in lines) + b"\n"
