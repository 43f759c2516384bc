"""Requests that really went to a provider, against what it answered: the verdict of that provider.

The exchanges are in an optional folder beside the checkout; without it these tests are skipped.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation, ToolCallPart
from tests.shared_corpus import CORPUS, needs_corpus

pytestmark = [needs_corpus, pytest.mark.thorough]

FOLDER = CORPUS / "recorded-exchanges"
ROBOTS = "Vertex AI may not fetch the address of a picture, which the body does not show"
MODEL = "the model is gone, which no body shows"
UNNAMED = {
    "Cannot fetch content from the provided URL": ROBOTS,
    "has been deprecated": MODEL,
}
"""Words of a refusal that no finding names -> why that is so."""


@dataclass(frozen=True)
class Exchange:
    name: str
    provider: str
    api: str
    status: int
    request: Any
    error: str

    @cached_property
    def conversation(self) -> Conversation:
        data = json.dumps(self.request, ensure_ascii=False).encode("utf-8", "surrogatepass")
        [conversation] = crosswire.load(data, format=crosswire.TARGETS[self.provider].format).conversations
        return conversation

    @cached_property
    def verdict(self) -> crosswire.Verdict:
        return crosswire.verdict(self.conversation, self.provider)

    def told(self, found: object) -> str:
        return f"{self.name} ({self.provider}): {found}"


def lines() -> Iterator[Exchange]:
    for path in sorted(FOLDER.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as text:
            for number, line in enumerate(text):
                one = json.loads(line)
                error = json.dumps(one.get("error", ""))
                name = f"{path.name.partition('.')[0]}#{number}"
                yield Exchange(name, one["provider"], one["api"], one["status"], one["request"], error)


@cache
def exchanges() -> tuple[Exchange, ...]:
    """Those with a provider that is a target."""
    return tuple(one for one in lines() if one.provider in crosswire.TARGETS)


def test_no_provider_refuses_what_it_took() -> None:
    taken = [one for one in exchanges() if one.status == 200]
    assert len(taken) > 1500
    refused = [
        one.told(found) for one in taken for found in one.verdict.findings if found.severity == "error"
    ]
    assert refused == []


def sent_there(one: Exchange) -> Iterator[Conversation]:
    """The conversation with its address; none for the few requests that hold none."""
    exchange = {"request": {"method": "POST", "url": f"https://{one.api}", "body": one.request}}
    with suppress(crosswire.NotAConversation):
        yield from crosswire.load(json.dumps(exchange).encode()).conversations


def test_no_request_that_a_server_took_is_refused_for_the_server_that_it_names() -> None:
    taken = [one for one in lines() if one.status == 200 and one.provider not in crosswire.TARGETS]
    judged = [
        (one.name, own, crosswire.verdict(conversation, own).accepts)
        for one in taken
        for conversation in sent_there(one)
        if (own := crosswire.own_target(conversation))
    ]
    assert len(judged) > 300
    assert sum(own == "unknown-server" for _, own, _ in judged) > 50
    assert [row for row in judged if row[2] is False] == []


def test_each_refused_body_is_named_by_a_finding_or_known_not_to_be() -> None:
    refused = [one for one in exchanges() if one.status >= 400]
    assert len(refused) > 20
    named = [one for one in refused if one.verdict.findings]
    assert [one.told(one.error) for one in refused if one not in named and not reasons(one)] == []
    assert {reason for one in refused if one not in named for reason in reasons(one)} == set(UNNAMED.values())
    assert [one.name for one in refused if one.verdict.accepts and reasons(one) != [MODEL]] == []


def reasons(one: Exchange) -> list[str]:
    return [reason for words, reason in UNNAMED.items() if words in one.error]


NAMES = (
    {"tool_use", "function_call", "custom_tool_call", "tool_search_call"},
    {"tool_result", "function_call_output", "custom_tool_call_output", "tool_search_output"},
)
KEYS = {"functionCall", "function_call", "toolUse"}, {"functionResponse", "function_response", "toolResult"}


def ends_of(value: dict[str, Any], names: set[str], keys: set[str]) -> int:
    """How many ends an object is or holds; what the provider runs itself is none of the client's."""
    inner = [value[key] for key in keys & value.keys()]
    of_client = [one for one in inner if one.get("type") in (None, "tool_use", "tool_result")]
    return len(of_client) + (value.get("type") in names and value.get("execution") != "server")


def ends_on_the_wire(value: Any) -> Iterator[str]:
    """Each call and each result of the client's tools, by the names that the formats have for them."""
    if isinstance(value, list):
        for one in value:
            yield from ends_on_the_wire(one)
    elif isinstance(value, dict):
        of_chat = len(value.get("tool_calls") or []), value.get("role") == "tool"
        for end, names, keys, number in zip(("call", "result"), NAMES, KEYS, of_chat, strict=True):
            yield from [end] * (number + ends_of(value, names, keys))
        for key in ("parts", "content"):
            yield from ends_on_the_wire(value.get(key))


def test_every_call_and_result_of_a_request_is_read() -> None:
    for one in exchanges():
        history = next(one.request[key] for key in ("messages", "input", "contents") if key in one.request)
        read = Counter(
            "call" if isinstance(part, ToolCallPart) else "result"
            for part in one.conversation.ends()
            if part.executed_by == "client"
        )
        assert (one.name, read) == (one.name, Counter(ends_on_the_wire(history)))
        assert (one.name, list(one.conversation.unread)) == (one.name, [])
