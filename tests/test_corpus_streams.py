"""Every stream of the shared corpus: recognised, with all its calls, each at its place in the events.

The corpus is an optional folder of real logs beside the checkout; without it these tests are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import crosswire
from crosswire.address import Address, resolve
from crosswire.containers import sse
from crosswire.containers.byte_spans import byte_spans
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from tests.corpus_counts import counted, expected, load_apart
from tests.coverage_check import unaccounted
from tests.selection import for_each
from tests.shared_corpus import CORPUS, needs_corpus, some_rows

pytestmark = needs_corpus

NAMES = {
    "openai-chat": "openai-chat",
    "openai-responses": "openai-responses",
    "anthropic-messages": "anthropic",
    "gemini": "gemini",
}
NOTED = {"openai-chat/llm__test_tools_streaming_variant_a.stream0.sse": ["stream-id-repeated"]}
"""Files whose server sends them otherwise than the provider does."""

ROWS = some_rows(NAMES, streaming="yes")


@cache
def _load(path: str) -> crosswire.Log:
    return crosswire.load((CORPUS / path).read_bytes(), name=path)


def _conversations() -> Iterator[tuple[str, Conversation]]:
    for row in ROWS:
        for conversation in _load(row["path"]).conversations:
            yield row["path"], conversation


def _read_text(text: str) -> object:
    events = sse.read_text(text)
    return json.loads(text) if events is None else events


def _value_at(address: Address, conversation: Conversation) -> object:
    return resolve(address, conversation.documents, _read_text)


def _ends(conversation: Conversation) -> Iterator[ToolCallPart | ToolResultPart]:
    yield from conversation.calls()
    yield from conversation.results()


@for_each("row", ROWS, ids=lambda row: row["path"])
def test_a_stream_is_detected_as_what_the_manifest_says_with_its_calls(row: dict[str, str]) -> None:
    log = load_apart(row["path"])
    assert log.format == NAMES[row["format"]], log.detection.reason
    assert counted(log) == expected(row)
    assert [note.code for c in log.conversations for note in c.notes] == NOTED.get(row["path"], [])


def test_every_id_stands_at_its_address() -> None:
    wrong = {}
    for path, conversation in _conversations():
        for part in _ends(conversation):
            found = part.call_id
            if found.value is None or found.address is None:
                continue
            if _value_at(found.address, conversation) != found.value:
                wrong[path] = found
    assert wrong == {}


def test_every_address_and_every_source_of_a_loss_is_a_place_in_the_events() -> None:
    nowhere = []
    for path, conversation in _conversations():
        places = [part.address for part in conversation.settings_and_tools]
        places += [message.address for message in conversation.messages]
        places += [part.address for _, part in conversation.parts()]
        places += [call.arguments.address for call in conversation.calls() if call.arguments.address]
        places += [found.address for found in crosswire.diagnose(conversation)]
        for target in NAMES.values():
            losses = crosswire.render(conversation, target).losses
            places += [loss.source for loss in losses if loss.source is not None]
        nowhere += [(path, place) for place in dict.fromkeys(places) if not _is_there(place, conversation)]
    assert nowhere == []


def _is_there(address: Address, conversation: Conversation) -> bool:
    try:
        _value_at(address, conversation)
    except crosswire.BadAddress:
        return False
    return True


def test_every_part_of_a_capture_has_its_bytes() -> None:
    for row in ROWS:
        log = _load(row["path"])
        if log.container != "sse":
            continue
        data = (CORPUS / row["path"]).read_bytes()
        ids = [part.call_id for c in log.conversations for part in _ends(c) if part.call_id.value is not None]
        spans = byte_spans(data, "sse", [found.address for found in ids if found.address is not None])
        for found in ids:
            assert found.address is not None
            start, end = spans[found.address]
            assert json.loads(data[start:end]) == found.value


@for_each("target", NAMES.values())
def test_a_rendering_of_a_stream_accounts_for_everything(target: str) -> None:
    gaps = {}
    for path, conversation in _conversations():
        gap = unaccounted(conversation, crosswire.render(conversation, target))
        if gap:
            gaps[path] = gap
    assert gaps == {}


@for_each("target", NAMES.values())
def test_what_is_read_of_a_stream_is_written_as_one_and_read_again(target: str) -> None:
    for path, conversation in _conversations():
        if conversation.format != target or conversation.container != "sse":
            continue
        rendering = crosswire.render(conversation, target)
        written = crosswire.streams.write(rendering.payload, target)
        [again] = crosswire.load(written.data).conversations
        calls = [(c.call_id.value, c.name, c.arguments.value) for c in again.calls()]
        sent = [(c.call_id.value, c.name, c.arguments.value) for c in _last_calls(rendering.payload, target)]
        assert calls == sent, path


def _last_calls(payload: object, target: str) -> list[ToolCallPart]:
    [conversation] = crosswire.parse(payload, target)  # type: ignore[arg-type]
    return list(conversation.calls())
