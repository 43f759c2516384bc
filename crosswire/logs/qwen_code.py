"""Sessions of Qwen Code: lines that name the one before them, around contents of Gemini.

{uuid, parentUuid, sessionId, type: user | assistant | tool_result | system,
 message{role, parts[]}, toolCallResult}
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats import gemini
from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.fields import text, word, words
from crosswire.logs.sessions.lines import Line, lines_of, sample
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.shared.lost_results import of_gemini
from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, LineNames, OwnResults
from crosswire.model import JsonObject, JsonValue, ToolCallPart, ToolResultPart, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, objects_in, text_or_none, value_at

NAME = "qwen-code"
TITLE = "Qwen Code session"
WIRE_FORMAT = gemini.NAME
TRAITS = Traits(
    results_follow_calls=False,
    turn_is_one_message=True,
    ids_are_natural=False,
    program="Qwen Code",
)
SIGNS = frozenset({"sessionId"})

_TYPES = words("user assistant tool_result")
_NAMED = words(
    "uuid parentUuid sessionId timestamp type subtype cwd version gitBranch model "
    "usageMetadata contextWindowSize toolCallResult systemPayload agentId agentName "
    "isSidechain message daemonInstanceId provenance"
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = sample(documents)
    if not any(_is_message(line) for line in lines):
        return None
    return Recognition("messages", 0.97, "Lines with `message.parts` beside `uuid`.")


def _is_message(line: JsonObject) -> bool:
    held = isinstance(value_at(line, "message", "parts"), list)
    return held and bool({"uuid", "parentUuid"} & line.keys()) and "sessionId" in line


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    thread = Thread(NAME, TRAITS, _NAMED, WIRE_FORMAT)
    said: set[str] = set()
    for line in lines_of(documents, first):
        count = len(thread.into.messages)
        _read_line(line, thread, said)
        read = thread.into.messages[count:]
        thread.link(read[-1] if read else None, line, "uuid", "parentUuid")
        for message in read:
            thread.stamp(message, line, "timestamp")
    return thread.finish()


def _read_line(line: Line, thread: Thread, said: set[str]) -> None:
    kind = word(line.raw, "type")
    if thread.into.thread is None and "sessionId" in line.raw:
        thread.into.thread = text_or_none(line.raw["sessionId"])
        thread.settings(line, ("sessionId", "version", "cwd", "gitBranch"))
    if kind in _TYPES and _is_message(line.raw):
        thread.model(line, "model")
        message = Line(object_or_empty(line.raw["message"]), child(line.at, "message"))
        _read_content(message, thread, said)
        if kind == "assistant":  # one message may stand in several lines, with one id
            thread.into.messages[-1].group = text_or_none(line.raw.get("uuid"))
        failed = text(line.raw, "toolCallResult.status") in ("error", "cancelled")
        for part in thread.into.messages[-1].parts:
            if isinstance(part, ToolResultPart) and failed:
                part.is_error = True
        return
    history = value_at(line.raw, "systemPayload", "compressedHistory")
    title = text(line.raw, "systemPayload.customTitle")
    thread.into.title = title or thread.into.title
    if isinstance(history, list):
        thread.compaction(line.at, summary=False)
        for i, one in enumerate(objects_in(history)):
            at = Address(f"{line.at}/systemPayload/compressedHistory/{i}")
            if _words(one) in said:
                thread.into.set_aside.append(one)
            else:
                _read_content(Line(one, at), thread, said)
    else:
        thread.aside(line.raw.get("subtype") or kind, line, known=kind == "system")


def _lost(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    """The line of a result that was not recorded."""
    if call.wire_type != "functionCall" or "uuid" not in beside.line:
        return None
    told: JsonObject = {"status": "error", "resultDisplay": NOT_RECORDED}
    if call.call_id.value is not None:
        told = {"callId": call.call_id.value, **told}
    return {
        "uuid": beside.uuid,
        "parentUuid": beside.line["uuid"],
        **beside.fields("sessionId", "timestamp"),
        "type": "tool_result",
        **beside.fields("cwd", "version", "gitBranch"),
        "message": of_gemini(call),
        "toolCallResult": told,
    }


RESULTS = OwnResults(
    element=_lost, names=LineNames("uuid", "parentUuid", shared=("sessionId",))
)


def _read_content(line: Line, thread: Thread, said: set[str]) -> None:
    said.add(_words(line.raw))
    gemini.read_message(line.raw, line.at, thread.into)


def _words(content: JsonObject) -> str:
    return repr(content.get("parts"))
