"""One conversation as many frameworks keep it: between any two files the same calls, arguments, results and
ties, or a difference that the framework made itself and that is listed here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import combinations

import crosswire
import pytest
from crosswire.comparison import Aspect, compare
from crosswire.model import Conversation
from tests.selection import some_of
from tests.shared_corpus import CORPUS, is_read, manifest, needs_corpus

ALONE = "alone"
"""A call or a result that the other file has not."""
ANSWER = {("call", Aspect.PAIRING), ("result", ALONE), ("call", ALONE)}
OF_FRAMEWORKS: dict[str, set[tuple[str, str]]] = {
    # One answer of the provider, without what followed it.
    "*__openai-batch__output.jsonl": ANSWER,
    "*__openai-py__*": ANSWER,
    "*__anthropic-batch__results.jsonl": ANSWER,
    "*__anthropic-py__*": ANSWER,
    "*__google-genai-py__response.*": ANSWER | {("call", Aspect.ID)},
    # Semantic Kernel puts the plugin before the name of a tool.
    "*__semantic-kernel__*": {("call", Aspect.TOOL)},
    # Gemini's contents have no ids here, and results that are objects; frameworks made ids and texts of them.
    "*__google-genai-py__contents.*": {
        ("call", Aspect.ID),
        ("result", Aspect.ID),
        ("call", Aspect.PAIRING),
        ("result", Aspect.PAIRING),
        ("result", Aspect.RESULT),
    },
    "*__pydantic-ai__gemini.*": {("call", Aspect.ID), ("result", Aspect.ID)},
    "*__otel__pydantic-ai_v4_gemini.*": {("call", Aspect.ID), ("result", Aspect.ID)},
    # A search that the provider ran: Pydantic AI writes a part for what came of it, LangChain none.
    "*__pydantic-ai__websearch.*": {("call", Aspect.PAIRING), ("result", ALONE)},
}
"""A pattern of paths -> what their calls and results differ in from those of other files."""
BESIDE = {Aspect.FIELDS, Aspect.MESSAGE, Aspect.ITEM_ID}
"""What is compared where both are in one format's words, and is no call, argument, result or tie."""


def coats() -> dict[str, list[str]]:
    """A recording -> the files that tell it."""
    found: dict[str, list[str]] = defaultdict(list)
    for row in manifest():
        if "__derived__" in row["path"] and is_read(row["path"]):
            found[row["source"]].append(row["path"])
    return {source.rpartition("/")[2]: paths for source, paths in found.items() if len(paths) > 1}


def conversation(path: str) -> Conversation:
    """That with the most calls."""
    log = crosswire.load((CORPUS / path).read_bytes(), name=path)
    return max(log.conversations, key=lambda one: len(list(one.calls())))


def differing(first: Conversation, second: Conversation) -> Iterator[tuple[str, str]]:
    for entry in compare(first, second).entries:
        unit = entry.first or entry.second
        if unit is None or unit.kind not in ("call", "result"):
            continue
        if entry.first is None or entry.second is None:
            yield unit.kind, ALONE
        yield from ((unit.kind, one.aspect) for one in entry.differences if one.aspect not in BESIDE)


def allowed(path: str) -> set[tuple[str, str]]:
    return {one for pattern, some in OF_FRAMEWORKS.items() if fnmatch(path, pattern) for one in some}


@needs_corpus
@pytest.mark.parametrize("source", coats())
def test_any_two_coats_tell_the_same(source: str) -> None:
    paths = coats()[source]
    read = {path: conversation(path) for path in paths}
    for first, second in some_of(combinations(paths, 2), 3):
        found = set(differing(read[first], read[second]))
        assert found <= allowed(first) | allowed(second), (first, second)


@needs_corpus
def test_there_are_conversations_in_many_coats() -> None:
    assert sorted(map(len, coats().values()))[-1] >= 20
    assert all(
        any(fnmatch(path, one) for paths in coats().values() for path in paths) for one in OF_FRAMEWORKS
    )
