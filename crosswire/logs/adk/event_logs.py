"""What ADK wrote down of each request beside the events (`event_logs`): the history again, the
answer that is an event too, and what was sent with them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from crosswire.address import Address, child
from crosswire.formats import gemini
from crosswire.logs.adk.names import NAME, TRAITS, WIRE_FORMAT
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty, value_at

_Placed = tuple[JsonValue, Address]


def read_event_logs(logs: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """Note the further places of a session's messages; what no event says is left, and told
    as unread. The settings and the system prompt are those of the last request."""
    requests: list[tuple[JsonObject, Address]] = []
    for number, one in enumerate(list_or_empty(logs)):
        log, place = object_or_empty(one), child(at, number)
        _note_copies(_contents(log, place), into)
        sent = object_or_empty(log.get("model_request"))
        beside: JsonObject = {key: held for key, held in sent.items() if key != "contents"}
        requests.append((beside, child(place, "model_request")))
    for sent, _ in requests[:-1]:
        same = (key for key, held in sent.items() if held == requests[-1][0].get(key))
        into.set_aside += [sent[key] for key in same]
    for sent, place in requests[-1:]:
        read = _scratch()
        gemini.read_request(sent, place, read)
        into.messages[:0] = read.messages
        into.settings_and_tools += read.settings_and_tools
        more = len(read.messages)
        into.events = [replace(event, before=event.before + more) for event in into.events]


def _scratch() -> ConversationBuilder:
    return ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)


def _contents(log: JsonObject, at: Address) -> Iterator[_Placed]:
    """What was said in a request, then its answer."""
    held = list_or_empty(value_at(log, "model_request", "contents"))
    for number, content in enumerate(held):
        yield content, child(at, "model_request", "contents", number)
    for number, one in enumerate(list_or_empty(value_at(log, "model_response", "candidates"))):
        content = object_or_empty(one).get("content")
        yield content, child(at, "model_response", "candidates", number, "content")


def _note_copies(contents: Iterator[_Placed], into: ConversationBuilder) -> None:
    """Messages are repeated in their order; some may be left out."""
    left = iter(list(into.messages))
    for content, at in contents:
        same = next((message for message in left if message.raw == content), None)
        if same is None:
            return
        copy = _scratch()
        gemini.read_message(object_or_empty(content), at, copy)
        parts = [part for message in copy.messages for part in message.parts]
        into.written_again(same.parts, parts)
        into.set_aside.append(content)
