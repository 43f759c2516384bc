"""From events to messages: an action that a model called for is the call, and the observation
that it caused is its result."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.openhands.calls import id_of, read_call
from crosswire.logs.openhands.names import (
    BOOKKEEPING,
    NAME,
    OF_PROGRAM,
    TRAITS,
    role_of,
)
from crosswire.logs.openhands.sdk_events import read_of_sdk
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.keyed_blocks import content_of, read_blocks
from crosswire.logs.shared.opening import Opened, claim_texts
from crosswire.model import (
    JsonObject,
    JsonValue,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_field,
    text_or_empty,
    text_or_none,
    value_at,
)

_KNOWN = BOOKKEEPING | {
    *("id", "timestamp", "action", "observation", "content", "args", "tool_call_id"),
    *("tool_name", "tool_call", "thought", "llm_message", "action_id", "reasoning_content"),
    *("system_prompt", "tools", "thinking_blocks", "sender"),
}


class Reader:
    """Reads the events of one run."""

    def __init__(self, events: list[tuple[JsonObject, Address]]) -> None:
        self.events = events
        self.into = ConversationBuilder(NAME, TRAITS)
        self.into.bookkeeping = BOOKKEEPING
        self.into.stands_at = [at for _, at in events[:1]]
        self.responses: set[str] = set()
        """Answers of which the text was read."""
        self.calls: dict[JsonValue, ToolCallPart] = {}
        """The id of an action -> its call."""

    def read(self) -> ConversationBuilder:
        for raw, at in self.events:
            before = len(self.into.messages)
            if "kind" in raw and not isinstance(raw.get("action"), str):
                read_of_sdk(raw, at, self.into)
            elif isinstance(raw.get("action"), str):
                self._read_action(raw, at)
            else:
                self._read_observation(raw, at)
            self._finish(raw, at, before)
        claim_texts(self.into)
        return self.into

    def _finish(self, raw: JsonObject, at: Address, before: int) -> None:
        for message in self.into.messages[before:]:
            message.timestamp = text_or_none(raw.get("timestamp"))
            message.timestamp_at = child(at, "timestamp")
            message.extras = extras_of(raw, _KNOWN)
        if len(self.into.messages) == before and self._is_of_program(raw):
            self.into.set_aside.append(raw)
        for key in ("tool_call_metadata", "extras", "args", "action", "tool_call"):
            if isinstance(raw.get(key), dict) and len(self.into.messages) > before:
                self.into.set_aside.append(raw[key])

    def _is_of_program(self, raw: JsonObject) -> bool:
        kinds = text_field(raw, "action"), text_field(raw, "observation")
        return not OF_PROGRAM.isdisjoint(kinds)

    # Events before the SDK

    def _read_action(self, raw: JsonObject, at: Address) -> None:
        action, args = text_or_empty(raw["action"]), object_or_empty(raw.get("args"))
        place = child(at, "args")
        if action in OF_PROGRAM:
            return
        if action in ("message", "system") and not raw.get("tool_call_metadata"):
            role = "system" if action == "system" else role_of(raw)
            parts = read_blocks(args.get("content"), child(place, "content"))
            for i, url in enumerate(list_or_empty(args.get("image_urls"))):
                image: JsonObject = {"type": "image", "url": url}
                parts += read_blocks(image, child(place, "image_urls", i))
            self.into.message(role, at, raw, parts)
            tools = BodyReader(NAME, Opened()).tools(args.get("tools"), child(place, "tools"))
            self.into.settings_and_tools += tools
            return
        parts = self._said(raw, at, args)
        if raw.get("source") == "agent" and (
            raw.get("tool_call_metadata") or action != "finish"
        ):
            call = read_call(raw, at, action, args)
            self.calls[str(raw.get("id"))] = call
            parts.append(call)
        self.into.message(role_of(raw), at, raw, parts)

    def _said(self, raw: JsonObject, at: Address, args: JsonObject) -> list[Part]:
        """What the model said beside its call, once for each of its answers."""
        response = value_at(raw, "tool_call_metadata", "model_response")
        id = text_or_none(object_or_empty(response).get("id"))
        if id is not None and id in self.responses:
            return []
        if id is not None:
            self.responses.add(id)
            for i, choice in enumerate(objects_in(value_at(response, "choices"))[:1]):
                message = object_or_empty(choice.get("message"))
                place = child(at, "tool_call_metadata", "model_response", "choices", i)
                return read_blocks(message.get("content"), child(place, "message", "content"))
        key = "thought" if args.get("thought") else "final_thought"
        return read_blocks(args.get(key), child(at, "args", key))

    def _read_observation(self, raw: JsonObject, at: Address) -> None:
        if self._is_of_program(raw):
            return
        kind, content = text_or_empty(raw.get("observation")), child(at, "content")
        said = content_of(raw.get("content"), content)
        held = object_or_empty(raw.get("tool_call_metadata"))
        call = self.calls.get(str(raw.get("cause")))
        if call is None and not held:
            if said:
                self.into.message(role_of(raw), at, raw, said)
            return
        result = ToolResultPart(
            address=at,
            raw=raw,
            call_id=id_of(held, child(at, "tool_call_metadata")),
            wire_type="observation",
            content=said,
            name=call.name if call is not None else text_or_none(held.get("function_name")),
            is_error=kind == "error" or raw.get("success") is False,
        )
        self.into.message("tool", at, raw, [result])
