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
    "vcr-cassette/openllmetry__test_anthropic_tools_history_legacy.yaml": Difference(
        2, 1, "the answer makes a call that the manifest does not count"
    ),
}
"""File -> what is read of it, where the manifest counts otherwise, and why that is right."""


@cache
def load_apart(path: str) -> crosswire.Log:
    """A file of the corpus with each recorded exchange by itself: the manifest does not join them."""
    with mock.patch.object(loading, "join"):
        return crosswire.load((CORPUS / path).read_bytes(), name=path)


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
