"""How many calls and results an upload has, counted as the manifest of the shared corpus counts.

It counts a call once in each file, by its id, however often later requests repeat it; calls without an id
each time; and no result that is a part of its call where a provider ran the tool.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cache
from typing import NamedTuple
from unittest import mock

import crosswire
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.reading import loading
from tests.shared_corpus import CORPUS, Row

NO_CALLS = frozenset({"mcp_list_tools", "groundingMetadata"})
"""What is read as a call that the provider made, and that the manifest counts as none."""


class Counts(NamedTuple):
    calls: int
    results: int


class Difference(NamedTuple):
    """What is read of a file, where that is right and the manifest counts otherwise."""

    calls: int
    results: int
    reason: str

    @property
    def counts(self) -> Counts:
        return Counts(self.calls, self.results)


_ONE_ID = "several calls share one id, and the manifest counts ids"
_REPR = "it is what Python prints of an answer, which the manifest does not look into"
_NO_ID = "its call and its result have no id, which the manifest leaves out"
_OF_A_PROVIDER = "the manifest does not count calls of tools that a provider runs"
_OF_FRAMEWORK = "the manifest does not count all calls and results of this framework"
_STEPS = "each step repeats those before it, and what the last call gave stands in the search"
_TOOL_CALL = "the provider's own `toolCall` and `toolResponse` are a call and a result too"
DIFFERENCES = {
    "anthropic-messages/ruby_llm__derived__anthropic-py__message.repr.txt": Difference(2, 0, _REPR),
    "openai-chat/ruby_llm__derived__openai-py__chat_completion.repr.txt": Difference(2, 0, _REPR),
    "azure-foundry/made__foundry__response_all_items.json": Difference(
        4, 5, "a request for consent and a workflow's step are read as reports that no call asked for"
    ),
    "claude-code/agent-sessions__claude_schema_drift.jsonl": Difference(
        1, 1, "it has a result without an id, which the manifest leaves out"
    ),
    "gemini/pydantic-ai__test_function_tools_with_builtin_tools.req-1.json": Difference(2, 2, _TOOL_CALL),
    "gemini/pydantic-ai__test_function_tools_with_builtin_tools.res0.json": Difference(2, 1, _TOOL_CALL),
    "mistral/mistral-common__get_weather_full_sample.json": Difference(2, 2, _ONE_ID),
    "mistral/mistral-common__parallel_calls_sample.json": Difference(3, 3, _ONE_ID),
    "mistral/mistral-common__several_calls_sample.json": Difference(3, 3, _ONE_ID),
    "litellm-log/software-agent-sdk__litellm_proxy__deepseek__deepseek-chat-1757015076.651.json": Difference(
        1,
        0,
        "the model was sent its calls as text, and that is read; the program's own copy (`raw_messages`), "
        "which has them as calls, is told as not read",
    ),
    **{
        f"{name}.json": Difference(2, 2, _OF_FRAMEWORK)
        for name in (
            "autogen/ruby_llm__derived__autogen__agent_state",
            "autogen/ruby_llm__derived__autogen__agentchat_messages",
            "haystack/ruby_llm__derived__haystack__chat_messages",
            "llamaindex/ruby_llm__derived__llamaindex__chat_messages",
            "llamaindex/ruby_llm__derived__llamaindex__chat_store",
            "semantic-kernel/ruby_llm__derived__semantic-kernel__chat_history",
        )
    },
    **{
        f"meai/extensions__{name}.json": Difference(1, 0, _OF_A_PROVIDER)
        for name in (
            "CodeInterpreterToolCallContentTests_3",
            "ImageGenerationToolCallContentTests_7",
            "McpServerToolCallContentTests_11",
            "ToolCallContentTests_15",
            "WebSearchToolCallContentTests_17",
        )
    },
    "adk/adk-python__successful_test.session.json": Difference(
        1, 1, "the manifest counts the copies in the requests of `event_logs` too"
    ),
    "vercel-ai-sdk/made__ai7.denied.ui_messages.json": Difference(
        2,
        2,
        "what the user said in denying is the result that the SDK sends; the same conversation as messages "
        "for a model is counted so",
    ),
    "codex-rollout/agent-sessions__codex_small.jsonl": Difference(8, 6, _ONE_ID),
    "codex-rollout/agentsview__codex_function_calls.jsonl": Difference(2, 0, _ONE_ID),
    "copilot/agent-sessions__copilot_small.jsonl": Difference(3, 3, _ONE_ID),
    "cursor/agent-sessions__cursor_schema_drift.jsonl": Difference(1, 1, _NO_ID),
    "other-agents/agent-sessions__grok_chat_history.jsonl": Difference(3, 2, _OF_A_PROVIDER),
    "sharegpt/ToolBench__10_ChatGPT_DFS_woFilter_w2.json": Difference(3, 3, _STEPS),
    "sharegpt/ToolBench__59_ChatGPT_DFS_woFilter_w2.json": Difference(5, 5, _STEPS),
    "sharegpt/made__xlam__60k_row.json": Difference(
        2, 0, "its answers are calls, which stand as JSON in a text"
    ),
    "inspect/inspect_ai__events_utility_bridge_wrapped.json": Difference(
        1, 1, "the event of the tool has its result"
    ),
    "inspect/inspect_ai__events_utility_subagent_loop.json": Difference(
        1, 1, "the event of the tool has its result"
    ),
    "tau-bench/tau-bench__gpt-4o-airline.first10.json": Difference(
        46, 46, "the manifest counts ids, which tasks and calls share"
    ),
    "langfuse/langfuse__claude-agent-2025-12-22.trace.json": Difference(
        2, 2, "results stand in spans of tools"
    ),
    "langfuse/langfuse__google-adk-2025-08-28.trace.json": Difference(
        1, 1, "one call, in up to seven places"
    ),
    "langfuse/langfuse__vercel-aisdk-2025-11-17.trace.json": Difference(
        1, 1, "the result stands in the tool's span"
    ),
    "vcr-cassette/pydantic-ai__test_tool_call_round.yaml": Difference(
        1, 1, "a frame of the Live API makes a call and another has its result, which the manifest leaves out"
    ),
    "vcr-cassette/pydantic-ai__test_xai_thinking_tool_call_grouping_round_trip.xai.yaml": Difference(
        1, 1, "the result stands in the second request, which the manifest leaves out"
    ),
    "vcr-cassette/openllmetry__test_anthropic_tools_history_legacy.yaml": Difference(
        2, 1, "the answer makes a call that the manifest does not count"
    ),
}
"""File -> what is read of it, where the manifest counts otherwise, and why that is right."""


def read_apart(path: str) -> crosswire.Log:
    """A file of the corpus with each recorded exchange by itself: the manifest does not join them."""
    with mock.patch.object(loading, "join"):
        return crosswire.load((CORPUS / path).read_bytes(), name=path)


load_apart = cache(read_apart)
"""The same, read once."""


def counted(log: crosswire.Log) -> Counts:
    """The calls and the results of an upload, as the manifest counts them."""
    calls, results = Counter[Hashable](), Counter[Hashable]()
    for conversation in log.conversations:
        calls |= _keys(call for call in conversation.calls() if call.wire_type not in NO_CALLS)
        results |= _keys([*conversation.results(), *_embedded(conversation)])
    return Counts(calls.total(), results.total())


def _embedded(conversation: Conversation) -> list[ToolResultPart]:
    ran = (call for call in conversation.calls() if call.executed_by == "client")
    return [call.embedded for call in ran if call.embedded is not None]


def _keys(parts: Iterable[ToolCallPart | ToolResultPart]) -> Counter[Hashable]:
    """By their ids; what has none is no other."""
    return Counter(part.call_id.value or part.item_id or (part.address, id(part)) for part in parts)


def expected(row: Row) -> Counts:
    """What is to be read of a file: what the manifest says, but for what is known to differ."""
    known = DIFFERENCES.get(row["path"])
    return Counts(int(row["calls"] or 0), int(row["results"] or 0)) if known is None else known.counts
