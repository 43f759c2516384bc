"""Histories of Cline and of the programs made from it (Roo Code, Kilo Code).

    [{role, content[], ts}]
    {version, sessionId, messages: [{id, role, content[], ts, modelInfo, metrics}]}

Messages are Anthropic's with a time. Where a program writes calls as XML in the text of a
message, they are that text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from crosswire.address import child
from crosswire.formats import anthropic
from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.fields import text, words
from crosswire.logs.sessions.lines import Line, lines_of, some_lines
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.shared.lost_results import of_anthropic
from crosswire.logs.shared.own_results import Beside, OwnResults
from crosswire.model import (
    JsonObject,
    JsonValue,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    Traits,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import is_number, object_or_empty, objects_in, text_or_none

NAME = "cline-history"
TITLE = "Cline history"
WIRE_FORMAT = anthropic.NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True, program="Cline")
SIGNS = frozenset({"sessionId", "ts"})

_BESIDE = words(
    "id ts modelInfo metrics reasoning_content condenseId condenseParent truncationId "
    "isSummary truncationParent isTruncationMarker type summary encrypted_content "
    "reasoning_details metadata"
)
_NAMED = _BESIDE | words(
    "version updated_at agent sessionId messages system_prompt systemPrompt"
)
_SIGNS = words("modelInfo metrics")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    held = [line.raw for line in islice(_messages(some_lines(documents)), 60)]
    if not held or not all(_is_message(one) for one in held[:20]):
        return None
    only = object_or_empty(documents[0])
    if isinstance(only.get("messages"), list):
        if "sessionId" not in only or not any(
            _SIGNS & one.keys() or "ts" in one for one in held
        ):
            return None
        return Recognition("messages", 0.95, "A session whose `messages` have `modelInfo`.")
    if all(is_number(one.get("ts")) for one in held[:20]):
        return Recognition("messages", 0.95, "Messages of Anthropic with `ts`.")
    return None


def _is_message(value: JsonObject) -> bool:
    known = value.get("role") in ("user", "assistant") and "content" in value
    return known and not {"uuid", "parts", "message", "created_at", "timestamp"} & value.keys()


def _messages(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        if isinstance(line.raw.get("messages"), list):
            yield from line.objects("messages")
        else:
            yield line


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    thread = Thread(NAME, TRAITS, _NAMED, WIRE_FORMAT)
    for line in lines_of(documents, first):
        if isinstance(line.raw.get("messages"), list):
            _read_header(line, thread)
    for line in _messages(lines_of(documents, first)):
        if not _is_message(line.raw):
            thread.aside(line.raw.get("type", "message"), line, known=False)
            continue
        thread.model(line, "modelInfo.id")
        if line.raw.get("isSummary") is True:
            thread.compaction(line.at, summary=True)
        _read_message(line, thread)
        thread.stamp(thread.into.messages[-1], line, "ts")
    return thread.finish()


def _lost(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    """The message of a result that was not recorded."""
    message = of_anthropic(call)
    return None if message is None else {**message, **beside.fields("ts")}


RESULTS = OwnResults(element=_lost)


def _read_header(line: Line, thread: Thread) -> None:
    thread.settings(line, ("version", "sessionId", "agent"))
    thread.into.thread = text_or_none(line.raw.get("sessionId"))
    for name in ("system_prompt", "systemPrompt"):
        prompt = text_or_none(line.raw.get(name))
        if prompt:
            at = child(line.at, name)
            part = TextPart(address=at, raw=prompt, text=prompt)
            thread.into.message("system", at, prompt, [part]).field = "system"


def _read_message(line: Line, thread: Thread) -> None:
    """A message of Anthropic's, with what the program puts into it."""
    anthropic.read_message(line.raw, line.at, thread.into)
    message = thread.into.messages[-1]
    message.wire_format, message.item_id, message.group = NAME, None, None
    message.extras = {
        name: value for name, value in (message.extras or {}).items() if name not in _BESIDE
    } or None
    for i, part in enumerate(message.parts):
        said = text(object_or_empty(part.raw), "content|text")
        if isinstance(part, OpaquePart) and said is not None:
            message.parts[i] = TextPart(address=part.address, raw=part.raw, text=said)
    thought = text(line.raw, "reasoning_content")
    summary = [text(one, "text") for one in objects_in(line.raw.get("summary"))]
    sealed = text(line.raw, "encrypted_content")
    if thought or sealed or any(summary):
        name = "reasoning_content" if thought else "summary"
        whole = thought or "\n".join(filter(None, summary))
        part = ReasoningPart(
            address=child(line.at, name), raw=line.raw.get(name), text=whole, signature=sealed
        )
        message.parts.insert(0, part)
