"""Open Responses: the interface of Responses at other servers, which may have items of their own."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.model import OpaquePart, ToolCallPart
from tests.coverage_check import unaccounted
from tests.selection import for_each

OWN = {"type": "acme:document_search", "id": "ads_1", "status": "completed", "query": "rain"}
CALL = {"type": "acme:lookup_call", "id": "al_1", "status": "completed", "arguments": "{}", "output": "ok"}
ASKED = {"type": "message", "role": "user", "content": "Is it raining?"}
SAID = {
    "type": "message",
    "id": "msg_1",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "No.", "annotations": []}],
}
ANSWER = {"object": "response", "id": "resp_1", "status": "completed", "output": [OWN, CALL, SAID]}


@for_each(
    "body",
    [
        ANSWER,
        {"model": "llama", "input": [ASKED, OWN, CALL], "store": False},
        {"request": {"model": "llama", "input": "Is it raining?"}, "response": ANSWER},
        [OWN, CALL, SAID],
    ],
)
def test_a_server_s_own_items_stand_among_those_of_responses(body: Any) -> None:
    [conversation] = crosswire.load(json.dumps(body).encode()).conversations
    assert conversation.format == "openai-responses"
    parts = [part for _, part in conversation.parts()]
    [kept] = [part for part in parts if isinstance(part, OpaquePart)]
    [call] = [part for part in parts if isinstance(part, ToolCallPart)]
    assert (kept.raw, call.hybrid) == (OWN, True)
    assert conversation.unread == []
    for target in crosswire.FORMATS:
        rendering = crosswire.render(conversation, target)
        assert unaccounted(conversation, rendering) == {}
        own = target == "openai-responses"
        assert [loss.what for loss in rendering.losses if loss.what == OWN["type"]] == (
            [] if own else [OWN["type"]]
        )
