"""The steps of a trajectory: what each message said, called and observed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from crosswire.address import Address, child
from crosswire.containers import json_document
from crosswire.model import (
    ArgumentsState,
    Conversation,
    DataPart,
    JsonObject,
    JsonValue,
    Message,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ThreadEdge,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import IdChange, Loss, LossKind
from crosswire.pairing import pair
from crosswire.rendering.id_plan import IdRule, plan_ids

_SOURCES = {"system": "system", "developer": "system", "assistant": "agent"}
_ID_RULE = IdRule()
_NO_FIELD = "A step of an ATIF trajectory has no field for it."


class Steps:
    """Writes the messages of a conversation as steps."""

    def __init__(self, conversation: Conversation, at: Address) -> None:
        self._conversation = conversation
        self._at = child(at, "steps")
        self._pairing = pair(conversation)
        self._plan = plan_ids(conversation, self._pairing, _ID_RULE, "fill")
        self._places: dict[str, Address] = {}
        """The key of a call or a result -> where its id was written."""
        self._home: dict[str, JsonObject] = {}
        """The key of a call -> its step."""
        self._steps: list[JsonObject] = []
        self._begun = _begun(conversation.starts)
        self.losses: list[Loss] = []

    def written(self) -> list[JsonValue]:
        """All steps, numbered from 1."""
        for message in self._conversation.messages:
            self._tell_what_has_no_field(message)
            results = [part for part in message.parts if isinstance(part, ToolResultPart)]
            others = [part for part in message.parts if not isinstance(part, ToolResultPart)]
            if others or not results:
                self._step(message, others)
            for result in results:
                self._observe(result, message)
        return list(self._steps)

    def id_map(self) -> list[IdChange]:
        """The ids that are not those of the log."""
        return [
            replace(change, target=self._places[key])
            for key, change in self._plan.changes.items()
            if key in self._places
        ]

    def _tell_what_has_no_field(self, message: Message) -> None:
        """What programs and providers put beside the words: no step has it."""
        places = message.extras_at or {}
        for name in message.extras or ():
            self._left_out(name, places.get(name, child(message.address, name)))
        for part in message.parts:
            for name in part.extras or ():
                self._left_out(name, child(part.address, name))
            for edge in getattr(part, "edges", ()):
                self._left_out(edge.field, edge.address)
        holders: list[Message | Part] = [message, *message.parts]
        for holder in holders:
            if getattr(holder, "item_id", None) is not None:
                self._lost(LossKind.DROPPED, "item-id", "id", _NO_FIELD, holder.address)

    def _left_out(self, name: str, at: Address) -> None:
        self._lost(LossKind.DROPPED, "vendor-field", name, _NO_FIELD, at)

    def _new(self, source: str, message: Message) -> JsonObject:
        step: JsonObject = {"step_id": len(self._steps) + 1, "source": source, "message": ""}
        if message.timestamp is not None:
            step["timestamp"] = message.timestamp
        self._steps.append(step)
        return step

    def _step(self, message: Message, parts: Sequence[Part]) -> None:
        step = self._new(_SOURCES.get(message.role, "user"), message)
        place = child(self._at, len(self._steps) - 1)
        if message.role in ("developer", "other"):
            why = "A step is the system's, the user's or the agent's."
            self._lost(LossKind.CHANGED, "role", message.role, why, message.address)
        step["message"] = self._text(parts)
        thoughts = [part for part in parts if isinstance(part, ReasoningPart)]
        readable = [part.text for part in thoughts if part.text]
        if readable:
            step["reasoning_content"] = "\n\n".join(readable)
        for thought in thoughts:
            if thought.signature is not None or not thought.text:
                self._lost(
                    LossKind.DROPPED, "signature", "thought", _NO_FIELD, thought.address
                )
        calls = [part for part in parts if isinstance(part, ToolCallPart)]
        if calls:
            self._call(calls, step, place, message)

    def _call(
        self, calls: Sequence[ToolCallPart], step: JsonObject, at: Address, message: Message
    ) -> None:
        if step["source"] != "agent":
            step["source"] = "agent"  # nobody else calls
        told: list[JsonValue] = []
        step["tool_calls"] = told
        for number, call in enumerate(calls):
            self._places[call.key] = child(at, "tool_calls", number, "tool_call_id")
            self._home[call.key] = step
            told.append(
                {
                    "tool_call_id": self._plan.ids[call.key],
                    "function_name": call.name,
                    "arguments": self._arguments(call),
                }
            )
            if call.embedded is not None:
                self._observe(call.embedded, message, call)

    def _arguments(self, call: ToolCallPart) -> JsonObject:
        given = call.arguments
        if isinstance(given.value, dict):
            return given.value
        if given.state is ArgumentsState.ABSENT:
            return {}
        why = "The arguments of a step's call are an object."
        at = given.address or call.address
        self._lost(LossKind.CHANGED, "arguments-wrapped", "arguments", why, at)
        is_text = given.state is not ArgumentsState.PARSED
        return {"input": given.text if is_text else given.value}

    def _observe(
        self, result: ToolResultPart, message: Message, call: ToolCallPart | None = None
    ) -> None:
        """Put a result into the step of its call; one without a call into the last step."""
        found = self._pairing.pair_of.get(result.key)
        call = call or (None if found is None else found.call)
        step = None if call is None else self._home.get(call.key)
        observed: JsonObject = {}
        if call is not None and step is not None:
            observed["source_call_id"] = self._plan.ids[call.key]
        else:
            step = self._steps[-1] if self._steps else self._new("user", message)
            why = (
                "It names no call of its step, and the format ties a result to its step alone."
            )
            self._lost(LossKind.DROPPED, "not-in-shape", "call id", why, result.address)
        if result.is_error:
            self._lost(LossKind.DROPPED, "error-flag", "is_error", _NO_FIELD, result.address)
        observed["content"] = self._text(result.content)
        begun = None if call is None else self._begun.get(call.address)
        if begun is not None:
            observed["subagent_trajectory_ref"] = [{"trajectory_id": begun}]
        self._results_of(step).append(observed)
        if call is not None and "source_call_id" in observed:
            count = len(self._results_of(step)) - 1
            number = int(str(step["step_id"])) - 1
            place = child(self._at, number, "observation", "results", count)
            self._places[result.key] = child(place, "source_call_id")

    def _last_that_observes(self, message: Message) -> JsonObject:
        """The last step, or a new one where that is the user's, who observes nothing."""
        if self._steps and self._steps[-1]["source"] != "user":
            return self._steps[-1]
        return self._new("system", message)

    def _results_of(self, step: JsonObject) -> list[JsonValue]:
        observation = step.setdefault("observation", {"results": []})
        held = observation["results"] if isinstance(observation, dict) else None
        return held if isinstance(held, list) else []

    def _text(self, parts: Iterable[Part]) -> str:
        """The texts of some parts; what is none is lost, or written as JSON."""
        texts: list[str] = []
        for part in parts:
            if isinstance(part, (TextPart, RefusalPart)):
                texts.append(part.text)
            elif isinstance(part, DataPart):
                texts.append(json_document.write(part.value).decode("utf-8", "replace"))
                self._lost(LossKind.CHANGED, "data-as-text", "data", _NO_FIELD, part.address)
            elif not isinstance(part, (ToolCallPart, ReasoningPart)):
                kind = type(part).__name__.removesuffix("Part").lower()
                code = "media-bytes" if kind == "media" else "opaque"
                self._lost(LossKind.DROPPED, code, kind, _NO_FIELD, part.address)
        return "\n\n".join(texts)

    def _lost(self, kind: LossKind, code: str, what: str, why: str, at: Address) -> None:
        self.losses.append(Loss(kind, code, what, why, at))


def _begun(starts: Iterable[ThreadEdge]) -> dict[Address, str]:
    """The place of a call -> the sub-agent that it began."""
    return {
        edge.here: edge.thread
        for edge in starts
        if edge.relation == "sub-agent" and edge.here is not None
    }
