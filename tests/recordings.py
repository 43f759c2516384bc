"""Builds recordings of requests and answers out of one history, for tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import crosswire
from crosswire.model import Conversation

Json = dict[str, Any]


def exchange(request: Any, answer: Any, **beside: Any) -> Json:
    return {"request": request, "response": answer, **beside}


def loaded(*exchanges: Any) -> list[Conversation]:
    return crosswire.load(json.dumps(list(exchanges)).encode()).conversations


def asked(*messages: Json, **more: Any) -> Json:
    """A request of Chat Completions."""
    return {"model": "gpt-4o", "messages": list(messages), **more}


def completion(*messages: Json) -> Json:
    """An answer of Chat Completions, with a choice for each message."""
    choices = [{"index": n, "message": one, "finish_reason": "stop"} for n, one in enumerate(messages)]
    return {"object": "chat.completion", "id": "chatcmpl-1", "model": "gpt-4o", "choices": choices}


def talk(*messages: Json) -> list[Json]:
    """The exchanges of a history of Chat Completions: one for each message of the model."""
    return [
        exchange(asked(*messages[:number]), completion(one))
        for number, one in enumerate(messages)
        if one["role"] == "assistant"
    ]


def _first(answer: list[Any]) -> Any:
    [one] = answer
    return one


def _in_blocks(message: Json) -> Json:
    said = message["content"]
    return {**message, "content": [{"type": "text", "text": said}] if isinstance(said, str) else said}


def _response(id: str, items: list[Json]) -> Json:
    """Its messages are items with blocks."""
    return {"object": "response", "id": id, "status": "completed", "output": [_item(one) for one in items]}


def _item(item: Json) -> Json:
    if not isinstance(item.get("content"), str):
        return item
    return {**item, "type": "message", "content": [{"type": "output_text", "text": item["content"]}]}


ANSWERS: dict[str, tuple[str, Callable[[list[Any]], Json]]] = {
    "openai-chat": ("messages", lambda said: completion(_first(said))),
    "mistral": ("messages", lambda said: completion(_first(said))),
    "anthropic": (
        "messages",
        lambda said: {
            "type": "message",
            "id": "msg_1",
            "stop_reason": "end_turn",
            **_in_blocks(_first(said)),
        },
    ),
    "openai-responses": ("input", lambda said: _response("resp_1", said)),
    "azure-foundry": ("input", lambda said: _response("caresp_1", said)),
    "gemini": ("contents", lambda said: {"candidates": [{"content": _first(said), "finishReason": "STOP"}]}),
    "gemini-interactions": (
        "input",
        lambda said: {"id": "v1_a", "object": "interaction", "status": "completed", "steps": list(said)},
    ),
    "bedrock": ("messages", lambda said: {"output": {"message": _first(said)}, "stopReason": "end_turn"}),
    "cohere": ("messages", lambda said: {"id": "c", "message": _first(said), "finish_reason": "COMPLETE"}),
    "ollama": ("messages", lambda said: {"model": "m", "message": _first(said), "done": True}),
}
"""A wire format -> where its requests have the history, and what makes an answer of what the model says."""


def cut(format: str, payload: Json) -> list[Json]:
    """The exchanges that a request of this format would have been recorded as."""
    name, answer = ANSWERS[format]
    history = payload[name]
    exchanges: list[Json] = []
    begins: int | None = None
    for number, element in enumerate([*history, None]):
        if element is not None and _is_of_model(element):
            begins = number if begins is None else begins
        elif begins is not None:
            request = {**payload, name: history[:begins]}
            exchanges.append(exchange(request, answer(history[begins:number])))
            begins = None
    return exchanges


def _is_of_model(element: Json) -> bool:
    is_step = str(element.get("type")).endswith(("_call", "model_output"))
    return element.get("role") in ("assistant", "model") or is_step
