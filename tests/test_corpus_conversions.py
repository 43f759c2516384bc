"""Every conversation of the shared corpus, written in every format: valid for the provider, nothing lost.

The corpus is an optional folder of real logs beside the checkout; without it these tests are skipped.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import crosswire
from crosswire.address import Address, resolve
from crosswire.model import Conversation
from tests import sdk_types
from tests.coverage_check import uncovered_parts, unreached_leaves

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus is not beside this checkout")

NAMES = {
    "openai-chat": "openai-chat",
    "openai-responses": "openai-responses",
    "anthropic-messages": "anthropic",
    "gemini": "gemini",
    "claude-code": "claude-code",
    "azure-foundry": "azure-foundry",
    "bedrock-converse": "bedrock",
    "mistral": "mistral",
}
CHECKS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "openai-chat": sdk_types.check_openai_chat,
    "openai-responses": sdk_types.check_openai_responses,
    "anthropic": sdk_types.check_anthropic,
    "gemini": sdk_types.check_gemini,
    "azure-foundry": sdk_types.check_azure_foundry,
    "bedrock": sdk_types.check_bedrock,
    "mistral": sdk_types.check_mistral,
}
CONTAINERS = {
    "openai-chat": "messages",
    "openai-responses": "input",
    "anthropic": "messages",
    "gemini": "contents",
    "azure-foundry": "input",
    "bedrock": "messages",
    "mistral": "messages",
}

NO_CONVERSATION = "azure-foundry/agent-framework__TestData_AgentResponse.json"
"""The description of an agent: nothing is said in it, and nothing called."""

CHAT_AT_FOUNDRY = {
    "azure-foundry/azure_ai_projects-2.10.0__sample_data_multiturn_conversations.jsonl": (
        "what its evaluations take: messages of Chat Completions, with `tool_definitions` beside them"
    ),
    "azure-foundry/langchain-azure__test_agent_with_tool_records_tool_span.pairs.jsonl": (
        "recorded at Foundry's endpoint for Chat Completions; no key tells where"
    ),
    "azure-foundry/langchain-azure__test_langgraph_agent_loop_records_spans.pairs.jsonl": (
        "recorded at Foundry's endpoint for Chat Completions; no key tells where"
    ),
}
"""Files from Foundry that are plain Chat Completions, with what they are."""

COUNTED_TWICE = "toolUse,tool_use"
"""Kinds of calls that the manifest counts by both words, where `type` repeats the block's key."""

TRIMMED = "claude-code/agent-sessions__claude_small.jsonl"
EXPLAINED = {
    (
        "openai-responses/langchain_openai-1.7.4__test_code_interpreter.req-1.json",
        "azure-foundry",
    ): "its code interpreter run is logged without the `outputs` that the type requires",
    (TRIMMED, "gemini"): "its image data reads '[trimmed for fixture]', which is no base64",
    (TRIMMED, "anthropic"): "its blocks have made-up fields and trimmed values, which no type takes",
}
"""Renderings that the SDK's types refuse, with what in the log makes them so."""


def _manifest() -> list[dict[str, str]]:
    if not CORPUS.exists():
        return []
    with (CORPUS / "MANIFEST.tsv").open(encoding="utf-8") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        wanted = [row for row in rows if row["format"] in NAMES and row["streaming"] == "no"]
    return [row for row in wanted if row["path"] != NO_CONVERSATION]


ROWS = _manifest()


@cache
def _load(path: str) -> crosswire.Log:
    return crosswire.load((CORPUS / path).read_bytes(), name=path)


def _conversations() -> Iterator[tuple[str, Conversation]]:
    for row in ROWS:
        for conversation in _load(row["path"]).conversations:
            yield row["path"], conversation


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["path"])
def test_a_file_is_detected_as_what_the_manifest_says_with_all_its_calls(row: dict[str, str]) -> None:
    log = _load(row["path"])
    expected = "openai-chat" if row["path"] in CHAT_AT_FOUNDRY else NAMES[row["format"]]
    assert log.format == expected, log.detection.reason
    calls = int(row["calls"]) // (2 if row["kinds"] == COUNTED_TWICE else 1)
    assert sum(1 for c in log.conversations for _ in c.calls()) >= calls
    assert sum(1 for c in log.conversations for _ in c.results()) >= int(row["results"])


def test_the_description_of_an_agent_is_no_conversation() -> None:
    with pytest.raises(crosswire.NotAConversation):
        crosswire.load((CORPUS / NO_CONVERSATION).read_bytes())


@pytest.mark.parametrize("target", CHECKS)
def test_a_rendering_in_another_format_is_what_the_provider_takes(target: str) -> None:
    refused = {}
    for path, conversation in _conversations():
        if conversation.dialect != target and (path, target) not in EXPLAINED:
            errors = CHECKS[target](_payload(conversation, target))
            if errors:
                refused[path] = errors[0]
    assert refused == {}


@pytest.mark.parametrize("target", CHECKS)
def test_a_rendering_in_the_same_format_is_as_valid_as_the_log(target: str) -> None:
    worse = {}
    for path, conversation in _conversations():
        if conversation.dialect == target and (path, target) not in EXPLAINED:
            logged = {_placeless(error) for error in CHECKS[target](_as_logged(conversation, target))}
            errors = CHECKS[target](_payload(conversation, target))
            new = [error for error in errors if _placeless(error) not in logged]
            if new:
                worse[path] = new[0]
    assert worse == {}


def _placeless(error: str) -> str:
    """An error without positions: a log may write one message as several lines."""
    return re.sub(r"\d+", "N", error)


def _as_logged(conversation: Conversation, target: str) -> dict[str, Any]:
    """The log's own JSON in the shape of a request body, with nothing cleaned."""
    body: dict[str, Any] = {s.name: s.value for s in conversation.settings() if not s.of_response}
    body |= {m.field: m.raw for m in conversation.messages if m.field is not None}
    body[CONTAINERS[target]] = [m.raw for m in conversation.messages if m.field is None]
    tools = [tool.raw for tool in conversation.tools()]
    if tools:
        body["tools"] = tools
    if target == "anthropic":
        body.setdefault("max_tokens", 1)
    return body


def _payload(conversation: Conversation, target: str) -> dict[str, Any]:
    payload = crosswire.render(conversation, target).payload
    assert isinstance(payload, dict)
    return payload


@pytest.mark.parametrize("target", CHECKS)
def test_a_rendering_accounts_for_every_part_and_every_value(target: str) -> None:
    gaps = {}
    for path, conversation in _conversations():
        rendering = crosswire.render(conversation, target)
        gap = uncovered_parts(conversation, rendering) + unreached_leaves(rendering, conversation)
        if gap:
            gaps[path] = gap[:3]
    assert gaps == {}


@pytest.mark.parametrize("target", CHECKS)
def test_every_loss_and_link_names_a_place_that_is_there(target: str) -> None:
    nowhere = {}
    for path, conversation in _conversations():
        rendering = crosswire.render(conversation, target)
        sources = [loss.source for loss in rendering.losses if loss.source is not None]
        targets = [loss.target for loss in rendering.losses if loss.target is not None]
        targets += [link.target for link in rendering.links if link.target is not None]
        lost = [a for a in sources if not _is_there(a, conversation.documents)]
        lost += [a for a in targets if not _is_there(a, [rendering.payload])]
        if lost:
            nowhere[path] = lost[:3]
    assert nowhere == {}


def _is_there(address: Address, documents: Sequence[Any]) -> bool:
    try:
        resolve(address, documents, json.loads)
    except crosswire.BadAddress:
        return False
    return True
