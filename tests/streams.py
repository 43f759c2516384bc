"""Streams of every kind with calls in them, as captures, lines, lists and recordings hold them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import crosswire
from crosswire.address import Address, parent, resolve
from crosswire.containers import sse
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdState
from tests.samples import REQUESTS
from tests.test_further_streams import STREAMS as FURTHER
from tests.test_streams import CAPTURES

Json = dict[str, Any]

PIECES: list[Any] = [
    {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": call}]}}], "responseId": "r"}
    for call in (
        {"name": "look", "id": "look_1", "willContinue": True},
        {"partialArgs": [{"jsonPath": "$.at", "stringValue": "ho"}], "willContinue": True},
        {
            "partialArgs": [
                {"jsonPath": "$.at", "stringValue": "me"},
                {"jsonPath": "$.n[0].m", "numberValue": 1},
            ]
        },
        {"name": "look", "id": "look_2", "args": {"at": 2}},
    )
]
PIECES.append({"candidates": [{"finishReason": "STOP"}], "responseId": "r"})

KINDS: dict[str, list[Any]] = {**CAPTURES, **FURTHER, "gemini in pieces": PIECES}


ASKED = {**REQUESTS, "gemini-interactions": {"model": "gemini-3-flash-preview", "input": "What is in a.txt?"}}


def as_sse(events: list[Any]) -> bytes:
    return _text(events).encode()


def _text(events: list[Any]) -> str:
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events)


def _recorded(kind: str, held: Any) -> bytes:
    """An exchange after another one, so that its number is not 0."""
    asked = ASKED[kind.partition(" ")[0]]
    return json.dumps([{"request": asked}, {"request": asked, "response": held}]).encode()


WAYS: dict[str, Callable[[str, list[Any]], bytes]] = {
    "an event stream": lambda _, events: as_sse(events),
    "a list": lambda _, events: json.dumps(events).encode(),
    "a recording": lambda kind, events: _recorded(kind, _text(events)),
    "a recording of a list": lambda kind, events: _recorded(kind, {"body": events}),
}


def places_of(conversation: Conversation) -> Iterator[Address]:
    """All that a conversation points at: notes, findings, messages, parts, ids, losses."""
    yield from (note.address for note in conversation.notes if note.address is not None)
    yield from (found.address for found in crosswire.diagnose(conversation))
    yield from (message.address for message in conversation.messages)
    for part in (*conversation.settings_and_tools, *(part for _, part in conversation.parts())):
        yield from (part.address, *part.also)
        if isinstance(part, (ToolCallPart, ToolResultPart)) and part.call_id.address is not None:
            yield part.call_id.address
        if isinstance(part, ToolCallPart) and part.arguments.address is not None:
            yield part.arguments.address
    for target in ("openai-chat", "anthropic"):
        losses = crosswire.render(conversation, target).losses
        yield from (loss.source for loss in losses if loss.source is not None)


def _would_stand(conversation: Conversation) -> dict[Address, Address]:
    """Where ids that are absent would stand -> the object around it."""
    ends = (part for _, part in conversation.parts() if isinstance(part, (ToolCallPart, ToolResultPart)))
    absent = [end.call_id.address for end in ends if end.call_id.state is IdState.NO_FIELD]
    return {at: above for at in absent if at is not None and (above := parent(at)) is not None}


def nowhere(log: crosswire.Log) -> list[Address]:
    """What of that is not in the upload."""
    missing = []
    for conversation in log.conversations:
        would_stand = _would_stand(conversation)
        for place in dict.fromkeys(places_of(conversation)):
            try:
                resolve(would_stand.get(place, place), log.documents, _read_text)
            except crosswire.BadAddress:
                missing.append(place)
    return missing


def _read_text(text: str) -> object:
    events = sse.read_text(text)
    return json.loads(text) if events is None else events


# Two calls and a text, cut so that each word of them stands in one event

CALLS = (
    ("id_one", "tool_one", ["", '{"word":', '"first"', "}"]),
    ("id_two", "tool_two", ['{"word":"second"}']),
)
WORDS = ("id_one", "tool_one", "first", "id_two", "tool_two", "second", "said")
SAID = "The words that were said."


def _chat() -> list[Any]:
    def chunk(delta: Json, finish: str | None = None) -> Json:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "c1", "object": "chat.completion.chunk", "choices": [choice]}

    events = [chunk({"role": "assistant", "content": SAID})]
    for index, (call_id, name, pieces) in enumerate(CALLS):
        call: Json = {"index": index, "id": call_id, "type": "function", "function": {"name": name}}
        for piece in pieces:
            function = {**call.get("function", {}), "arguments": piece}
            events.append(chunk({"tool_calls": [{**call, "function": function}]}))
            call = {"index": index}
    return [*events, chunk({}, "tool_calls"), "[DONE]"]


def _responses() -> list[Any]:
    def body(kind: str, output: list[Json]) -> Json:
        return {"type": f"response.{kind}", "response": {"id": "r1", "object": "response", "output": output}}

    message = {"type": "message", "id": "msg_1", "role": "assistant"}
    whole: list[Json] = [{**message, "content": [{"type": "output_text", "text": SAID}]}]
    events = [
        body("created", []),
        {"type": "response.output_item.added", "output_index": 0, "item": {**message, "content": []}},
        {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": SAID},
        {"type": "response.output_item.done", "output_index": 0, "item": whole[0]},
    ]
    for index, (call_id, name, pieces) in enumerate(CALLS, start=1):
        call = {"type": "function_call", "id": f"fc_{index}", "call_id": call_id, "name": name}
        of: Json = {"output_index": index, "item_id": f"fc_{index}"}
        events.append(
            {"type": "response.output_item.added", "output_index": index, "item": {**call, "arguments": ""}}
        )
        of["type"] = "response.function_call_arguments.delta"
        events += [{**of, "delta": piece} for piece in pieces]
        whole.append({**call, "arguments": "".join(pieces)})
        events.append({"type": "response.output_item.done", "output_index": index, "item": whole[-1]})
    return [*events, body("completed", whole)]


def _anthropic() -> list[Any]:
    def delta(index: int, kind: str, **held: str) -> Json:
        return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **held}}

    message = {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "stop_reason": None}
    events = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        delta(0, "text_delta", text=SAID),
        {"type": "content_block_stop", "index": 0},
    ]
    for index, (call_id, name, pieces) in enumerate(CALLS, start=1):
        block = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        events += [delta(index, "input_json_delta", partial_json=piece) for piece in pieces]
        events.append({"type": "content_block_stop", "index": index})
    end = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}}
    return [*events, end, {"type": "message_stop"}]


def _bedrock() -> list[Any]:
    def piece(name: str, index: int, held: Json) -> Json:
        key = {"contentBlockStart": "start", "contentBlockDelta": "delta"}[name]
        return {name: {key: held, "contentBlockIndex": index}}

    events = [{"messageStart": {"role": "assistant"}}, piece("contentBlockDelta", 0, {"text": SAID})]
    for index, (call_id, name, pieces) in enumerate(CALLS, start=1):
        events.append(piece("contentBlockStart", index, {"toolUse": {"toolUseId": call_id, "name": name}}))
        events += [piece("contentBlockDelta", index, {"toolUse": {"input": one}}) for one in pieces]
        events.append({"contentBlockStop": {"contentBlockIndex": index}})
    return [*events, {"messageStop": {"stopReason": "tool_use"}}]


def _cohere() -> list[Any]:
    def event(kind: str, message: Json, **beside: Any) -> Json:
        return {"type": kind, "delta": {"message": message}, **beside}

    events = [
        event("message-start", {"role": "assistant"}, id="m1"),
        event("tool-plan-delta", {"tool_plan": SAID}),
    ]
    for index, (call_id, name, pieces) in enumerate(CALLS):
        call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": ""}}
        events.append(event("tool-call-start", {"tool_calls": call}, index=index))
        for piece in pieces:
            more = {"tool_calls": {"function": {"arguments": piece}}}
            events.append(event("tool-call-delta", more, index=index))
        events.append({"type": "tool-call-end", "index": index})
    return [*events, {"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}}]


def _ollama() -> list[Any]:
    def event(message: Json, *, done: bool = False) -> Json:
        return {"model": "m", "message": {"role": "assistant", "content": "", **message}, "done": done}

    calls = [
        {"id": call_id, "function": {"name": name, "arguments": json.loads("".join(pieces))}}
        for call_id, name, pieces in CALLS
    ]
    return [event({"content": SAID}), *(event({"tool_calls": [one]}) for one in calls), event({}, done=True)]


def _gemini(*, in_pieces: bool) -> list[Any]:
    def event(part: Json, **beside: Any) -> Json:
        content = {"role": "model", "parts": [part]}
        return {"candidates": [{"content": content, **beside}], "responseId": "r1"}

    events = [event({"text": SAID})]
    for call_id, name, pieces in CALLS:
        word = json.loads("".join(pieces))["word"]
        call: Json = {"id": call_id, "name": name}
        if in_pieces:
            events.append(event({"functionCall": {**call, "willContinue": True}}))
            piece = {"jsonPath": "$.word", "stringValue": word}
            events.append(event({"functionCall": {"partialArgs": [piece], "willContinue": True}}))
            events.append(event({"functionCall": {}}))
        else:
            events.append(event({"functionCall": {**call, "args": {"word": word}}}))
    return [*events, event({"text": ""}, finishReason="STOP")]


WHOLE: dict[str, list[Any]] = {
    "openai-chat": _chat(),
    "openai-responses": _responses(),
    "anthropic": _anthropic(),
    "bedrock": _bedrock(),
    "cohere": _cohere(),
    "ollama": _ollama(),
    "gemini": _gemini(in_pieces=False),
    "gemini in pieces": _gemini(in_pieces=True),
}
