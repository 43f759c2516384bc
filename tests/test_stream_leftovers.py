"""What no reader of a stream knows is kept as it stands, told as a note, and as a loss of each rendering."""

import json

import crosswire
import pytest
from crosswire.model import Conversation, JsonObject, JsonValue, OpaquePart, TextPart
from tests.measured import work_of
from tests.selection import tries

ANTHROPIC: list[JsonValue] = [
    {
        "type": "message_start",
        "message": {"id": "msg_1", "type": "message", "role": "assistant", "content": []},
    },
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
    {"type": "message_stop"},
]
CHAT: list[JsonValue] = [
    {
        "id": "c1",
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi", "mood": "calm"}}],
    },
    {
        "id": "c1",
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
    },
]
ITEM: JsonObject = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
RESPONSES: list[JsonValue] = [
    {"type": "response.created", "response": {"id": "resp_1", "object": "response", "output": []}},
    {"type": "response.output_item.added", "output_index": 0, "item": ITEM},
    {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "Hi"},
    {"type": "response.incomplete", "response": {"id": "resp_1", "object": "response", "output": []}},
]
GEMINI: list[JsonValue] = [
    {"responseId": "r", "candidates": [{"content": {"role": "model", "parts": [{"text": "Hi"}]}}]},
    {"responseId": "r", "candidates": [{"finishReason": "STOP"}]},
]


def streamed(events: list[JsonValue]) -> Conversation:
    data = "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode()
    [conversation] = crosswire.load(data).conversations
    return conversation


def leftovers(conversation: Conversation) -> list[tuple[JsonValue, str]]:
    return [
        (part.raw, part.address)
        for message, part in conversation.parts()
        if isinstance(part, OpaquePart) and message.wire_format == "stream-event"
    ]


def with_second(events: list[JsonValue], event: JsonValue) -> list[JsonValue]:
    """The event in the middle of a stream, as its third."""
    return [*events[:2], event, *events[2:]]


DELTA: JsonObject = {"type": "music_delta", "notes": "c d e"}
STRANGE: list[tuple[list[JsonValue], JsonValue, JsonValue, str]] = [
    (ANTHROPIC, {"type": "message_mood", "mood": "calm"}, {"type": "message_mood", "mood": "calm"}, "2:"),
    (ANTHROPIC, {"type": "content_block_delta", "index": 0, "delta": DELTA}, DELTA, "2:/delta"),
    (
        ANTHROPIC,
        {"type": "error", "error": {"message": "no"}},
        {"type": "error", "error": {"message": "no"}},
        "2:",
    ),
    (ANTHROPIC, "a text", "a text", "2:"),
    (CHAT[:1] * 2 + CHAT[1:], {"id": "c1", "choices": {"text": "x"}}, {"text": "x"}, "2:/choices"),
    (CHAT, {"id": "c1", "choices": [{"index": 0, "delta": "x"}]}, "x", "2:/choices/0/delta"),
    (CHAT, {"id": "c1", "choices": ["x"]}, "x", "2:/choices/0"),
    (
        CHAT[:1] * 2 + CHAT[1:],
        {"id": "c1", "choices": [{"index": 0, "delta": {"mood": "wild"}}]},
        {"mood": "wild"},
        "2:/choices/0/delta/mood",
    ),
    (
        CHAT,
        {"id": "c1", "choices": [{"index": 0, "delta": {"tool_calls": ["x"]}}]},
        "x",
        "2:/choices/0/delta/tool_calls/0",
    ),
    (CHAT, [1], [1], "2:"),
    (RESPONSES, {"type": "response.mood", "mood": "calm"}, {"type": "response.mood", "mood": "calm"}, "2:"),
    (
        RESPONSES,
        {"type": "response.music.delta", "output_index": 0, "delta": "c"},
        {"type": "response.music.delta", "output_index": 0, "delta": "c"},
        "2:",
    ),
    (RESPONSES, {"delta": "x"}, {"delta": "x"}, "2:"),
    (RESPONSES, {"type": "error", "message": "no"}, {"type": "error", "message": "no"}, "2:"),
    (GEMINI[:1] * 2 + GEMINI[1:], {"responseId": "r", "candidates": "x"}, "x", "2:/candidates"),
    (GEMINI[:1] * 2 + GEMINI[1:], {"responseId": "r", "candidates": ["x"]}, "x", "2:/candidates/0"),
]


@pytest.mark.parametrize(("events", "event", "raw", "at"), STRANGE, ids=range(len(STRANGE)))
def test_what_is_not_known_is_kept_with_its_place_and_told(
    events: list[JsonValue], event: JsonValue, raw: JsonValue, at: str
) -> None:
    conversation = streamed(with_second(events, event))
    assert leftovers(conversation) == [(raw, at)]
    assert at.split("/")[0] in {(note.address or "").split("/")[0] for note in conversation.notes}
    assert not leftovers(streamed(events))
    for target in ("openai-chat", "openai-responses", "anthropic", "gemini", "bedrock", "mistral", "ollama"):
        rendering = crosswire.render(conversation, target)
        assert ("opaque", at) in [(loss.code, loss.source) for loss in rendering.losses]
        assert "music" not in json.dumps(rendering.payload)


def test_a_streamed_compaction_keeps_its_summary() -> None:
    events = with_second(
        ANTHROPIC,
        {"type": "content_block_start", "index": 1, "content_block": {"type": "compaction", "content": None}},
    )
    pieces: list[JsonValue] = [
        {"type": "content_block_delta", "index": 1, "delta": {"type": "compaction_delta", "content": text}}
        for text in ("What was ", "said.")
    ]
    conversation = streamed([*events[:3], *pieces, {"type": "content_block_stop", "index": 1}, *events[3:]])
    summary = {"type": "compaction", "content": "What was said."}
    [block] = [part for _, part in conversation.parts() if part.raw == summary]
    assert isinstance(block, TextPart)
    assert block.text == "What was said."
    assert not conversation.notes


def test_a_state_of_an_item_and_what_its_end_says_whole_are_no_leftovers() -> None:
    done: JsonObject = {"type": "response.output_item.done", "output_index": 0, "item": ITEM}
    state: JsonObject = {"type": "response.web_search_call.searching", "output_index": 0, "item_id": "x"}
    piece: JsonObject = {"type": "response.music.delta", "output_index": 0, "delta": "c"}
    assert not leftovers(streamed([*RESPONSES[:3], state, RESPONSES[3]]))
    assert not leftovers(streamed([*RESPONSES[:2], piece, done, RESPONSES[3]]))


@pytest.mark.parametrize("id", [["r"], {"a": 1}])
def test_a_response_id_may_be_anything(id: JsonValue) -> None:
    events: list[JsonValue] = [{**event, "responseId": id} for event in GEMINI if isinstance(event, dict)]
    assert [part.text for _, part in streamed(events).parts() if isinstance(part, TextPart)] == ["Hi"]
    for data in (events, events[0], {"request": {"contents": []}, "response": events[0]}):
        crosswire.load(json.dumps(data).encode())


def test_very_many_strange_events_take_time_in_proportion() -> None:
    def work(count: int) -> float:
        events = [*ANTHROPIC[:2], *[{"type": "message_mood", "n": n} for n in range(count)], *ANTHROPIC[2:]]
        return work_of(lambda: streamed(events))

    size = tries(100, thorough=5_000)
    assert work(4 * size) < 8 * work(size)
