"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from crosswire.address import child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.lm_studio.names import NAME, TRAITS
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import text, word, words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.runs import link_in_row, say_in_runs
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue, Part, ReasoningPart, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import is_number, object_or_empty, text_or_none
from crosswire.model.parts import Role

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_ID = "toolCallRequestId|callId"
_BLOCKS = Blocks(
    {
        "text": Text(),
        "toolCallRequest": Call(id=_ID, arguments="parameters|arguments"),
        "toolCallResult": Result(id=_ID, name="name"),
        "file": Media(data="", url="", mime="", name="fileIdentifier"),
    },
    beside=words(
        "callId fromDraftModel tokensCount isStructural pluginIdentifier fileType sizeBytes"
    ),
)
_NAMED = words(
    "name pinned createdAt preset tokenCount systemPrompt messages usePerChatPredictionConfig "
    "perChatPredictionConfig clientInput clientInputFiles userFilesSizeBytes lastUsedModel "
    "notes plugins pluginConfigs disabledPluginTools looseFiles userLastMessagedAt "
    "assistantLastMessagedAt versions currentlySelected type role content steps senderInfo "
    "preprocessed genInfo style prefix suffix stepIdentifier roleOverride"
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    chat = Line(object_or_empty(documents[0]), root()) if len(documents) == 1 else None
    messages = list(islice(chat.objects("messages"), 20)) if chat else []
    if messages and all(
        {"versions", "currentlySelected"} <= one.raw.keys() for one in messages
    ):
        return Recognition("messages", 0.97, "`messages` with `versions` of each.")
    return None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    chat = Line(object_or_empty(documents[0]), root(first))
    thread = Thread(NAME, TRAITS, _NAMED)
    thread.into.title = text_or_none(chat.raw.get("name")) or None
    thread.into.thread = str(chat.raw.get("createdAt") or NAME)  # as its file is called
    thread.model(chat.inside("lastUsedModel"), "identifier")
    before: str | None = None
    prompt, at = text(chat.raw, "systemPrompt"), child(chat.at, "systemPrompt")
    if prompt:
        part = TextPart(address=at, raw=prompt, text=prompt)
        said = thread.into.message("system", at, prompt, [part])
        said.field = said.node = before = "systemPrompt"
    for number, message in enumerate(chat.objects("messages")):
        before = _read_message(message, f"{number}", before, thread)
    return thread.finish()


def _read_message(message: Line, node: str, before: str | None, thread: Thread) -> str | None:
    """All versions of a message; gives what follows the selected one."""
    given = message.raw.get("currentlySelected")
    selected = given if is_number(given) else 0
    versions = list(enumerate(message.objects("versions")))
    goes_on = before
    # What is selected comes last: so the conversation goes on with it.
    for number, version in sorted(versions, key=lambda one: one[0] == selected):
        role = _ROLES.get(word(version.raw, "role"), "other")
        said = say_in_runs(thread, version, role, list(_parts(version, thread)), _NAMED)
        goes_on = link_in_row(said, f"{node}, version {number}", before)
    return goes_on


def _parts(version: Line, thread: Thread) -> Iterator[Part]:
    yield from _BLOCKS.parts(version.raw.get("content"), child(version.at, "content"))
    for step in version.objects("steps"):
        if word(step.raw, "type") == "contentBlock":
            yield from _of_step(step)
        else:  # what the program tells of its own work
            thread.into.set_aside.append(step.raw)


def _of_step(step: Line) -> Iterator[Part]:
    thinks = step.inside("style").raw.get("type") == "thinking"
    for part in _BLOCKS.parts(step.raw.get("content"), child(step.at, "content")):
        if thinks and isinstance(part, TextPart):
            yield ReasoningPart(address=part.address, raw=part.raw, text=part.text)
        else:
            yield part
