"""Requests and answers that went over one WebSocket: each is an exchange, and they are one conversation."""

import json
from typing import Any

import crosswire
from crosswire.model import Conversation

Json = dict[str, Any]
CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "count_sheep", "arguments": "{}"}
RESULT = {"type": "function_call_output", "call_id": "call_1", "output": "seven"}
SPOKEN = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Seven."}]}


def asks(given: list[Json], before: str | None = None) -> Json:
    said: Json = {"type": "response.create", "model": "gpt-5", "instructions": "Be brief.", "input": given}
    return said if before is None else {**said, "previous_response_id": before}


def answers(id: str, item: Json) -> list[Json]:
    whole = {"id": id, "object": "response", "model": "gpt-5", "output": []}
    return [
        {"type": "response.created", "response": {**whole, "status": "in_progress"}},
        {"type": "codex.rate_limits", "plan_type": "pro"},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {**whole, "status": "completed"}},
    ]


ASKED = [asks([{"role": "user", "content": "How many?"}]), asks([RESULT], "resp_1")]
ANSWERED = [answers("resp_1", CALL), answers("resp_2", SPOKEN)]


def message(side: str, said: Json) -> Json:
    return {"type": side, "time": 1.5, "opcode": 1, "data": json.dumps(said)}


def har(*others: Json) -> Json:
    messages: list[Json] = [{"type": "receive", "opcode": 2, "data": "AAEC"}]
    for asked, answer in zip(ASKED, ANSWERED, strict=True):
        messages += [message("send", asked), *(message("receive", one) for one in answer)]
    entry: Json = {"request": {"method": "GET", "url": "wss://example.test/v1/responses", "headers": []}}
    entry |= {"response": {"status": 101, "content": {"size": 0}}, "_webSocketMessages": messages}
    return {"log": {"version": "1.2", "entries": [*others, entry]}}


def of_proxy() -> Json:
    request = {"method": "WEBSOCKET", "body": ASKED[-1], "ws_events": ASKED}
    body = {"id": "resp_2", "object": "response", "output": [SPOKEN]}
    events = [one for answer in ANSWERED for one in answer]
    return {"transport": "websocket", "request": request, "response": {"body": body, "ws_events": events}}


def read(document: Json) -> Conversation:
    log = crosswire.load(json.dumps(document).encode())
    assert log.format == "openai-responses"
    (conversation,) = log.conversations
    return conversation


def told(conversation: Conversation) -> list[str]:
    return [type(part).__name__ for _, part in conversation.parts()]


def test_messages_of_a_socket_in_a_har_are_the_exchanges_of_one_conversation() -> None:
    page = {"request": {"method": "GET", "url": "https://example.test/"}, "response": {"status": 200}}
    for document in (har(), har(page)):
        conversation = read(document)
        assert [one.role for one in conversation.messages] == [
            "system",
            "user",
            "assistant",
            "tool",
            "assistant",
        ]
        assert conversation.unread == []
        assert [one.code for one in crosswire.diagnose(conversation)] == []
    (call,) = read(har()).calls()
    assert call.address == "0:/log/entries/0/_webSocketMessages/4/data!/item"


def test_what_a_proxy_kept_of_each_side_is_read_once_whatever_bodies_stand_beside_it() -> None:
    conversation = read(of_proxy())
    assert told(conversation) == ["TextPart", "TextPart", "ToolCallPart", "ToolResultPart", "TextPart"]
    assert conversation.unread == []
    (call,) = conversation.calls()
    assert call.address == "0:/response/ws_events/2/item"


def test_a_socket_that_was_cut_is_read_as_far_as_it_goes() -> None:
    document = of_proxy()
    document["response"] = {"ws_events": ANSWERED[0][:3]}
    log = crosswire.load(json.dumps(document).encode())
    assert [type(part).__name__ for one in log.conversations for _, part in one.parts()] == [
        *("TextPart", "TextPart", "ToolCallPart"),
        *("TextPart", "ToolResultPart"),
    ]
