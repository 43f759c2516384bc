"""Real logs of Gemini in the shared corpus: written back as they were, paired without ids, in one spelling.

The corpus is an optional folder beside the checkout; without it these tests are skipped. What holds for
all formats alike (detection, counts, validity) is in test_corpus_conversions.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache
from typing import Any

import crosswire
from crosswire.formats.gemini.spelling import as_rest
from crosswire.model import Conversation, OpaquePart
from tests.corpus_counts import load_apart
from tests.selection import for_each
from tests.shared_corpus import CORPUS, needs_corpus, some_rows

pytestmark = needs_corpus


each_file = for_each("row", some_rows(["gemini"], streaming="no"), ids=lambda row: row["path"])


@cache
def conversations(path: str) -> list[Conversation]:
    return crosswire.load((CORPUS / path).read_bytes()).conversations


@each_file
def test_every_part_is_understood(row: dict[str, str]) -> None:
    """All that is noted is that recorded requests are one conversation, where they are."""
    apart = load_apart(row["path"]).conversations
    joined = len(apart) > len(conversations(row["path"]))
    for conversation in conversations(row["path"]):
        assert [part for _, part in conversation.parts() if isinstance(part, OpaquePart)] == []
        assert [note.code for note in conversation.notes] == ["joined-exchanges"] * joined
    assert [note for conversation in apart for note in conversation.notes] == []


@each_file
def test_calls_pair_with_their_results_with_or_without_ids(row: dict[str, str]) -> None:
    for conversation in conversations(row["path"]):
        counts = crosswire.pair(conversation).counts()
        answered = counts["by_id"] + counts["by_position"] + counts["by_name"]

        assert answered == len(list(conversation.results()))
        assert counts["missing"] == counts["orphan"] == counts["ambiguous"] == 0


@each_file
def test_nothing_in_it_is_called_an_error(row: dict[str, str]) -> None:
    for conversation in conversations(row["path"]):
        assert [found for found in crosswire.diagnose(conversation) if found.severity == "error"] == []


@each_file
def test_its_contents_are_written_back_as_they_were(row: dict[str, str]) -> None:
    for conversation in conversations(row["path"]):
        payload = crosswire.render(conversation, "gemini", ids="keep").payload
        logged = [as_rest(message.raw) for message in conversation.messages if message.field is None]

        # The answer of a response may be without its role, which a request must have.
        assert payload["contents"] == [with_role(content) for content in logged]
        assert [key for key in keys_of_api(payload) if "_" in key] == []


def with_role(content: Any) -> Any:
    return content if "role" in content else {"role": "model", **content}


def keys_of_api(value: Any) -> Iterator[str]:
    """Keys that are the API's own, not those of arguments, results and schemas."""
    if isinstance(value, list):
        for item in value:
            yield from keys_of_api(item)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            if key not in ("args", "response", "parameters", "parametersJsonSchema", "responseSchema"):
                yield from keys_of_api(inner)


@each_file
def test_what_was_written_reads_as_the_same_conversation(row: dict[str, str]) -> None:
    for conversation in conversations(row["path"]):
        rendering = crosswire.render(conversation, "gemini", ids="keep")
        dropped = {link.node for link in rendering.links if link.relation == "dropped"}
        if rendering.payload["contents"]:
            (again,) = crosswire.parse(rendering.payload)

            assert again.format == "gemini"
            assert outline(again) == outline(conversation, dropped)


def outline(conversation: Conversation, without: Set[str | None] = frozenset()) -> list[tuple[object, ...]]:
    return [
        (
            message.role,
            type(part).__name__,
            getattr(part, "text", None),
            getattr(part, "name", None),
            getattr(getattr(part, "call_id", None), "value", None),
            getattr(getattr(part, "arguments", None), "value", None),
        )
        for message, part in conversation.parts()
        if part.key not in without
    ]
