"""Claude Code's session log: one line for each block.

    {uuid, parentUuid, sessionId, message{role, content[]}}

The file is ~/.claude/projects/<project>/<session>.jsonl; those of sub-agents are under
.../subagents/. The messages are Anthropic's; those of the assistant have all other fields of
the response too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from crosswire.address import Address, child, root
from crosswire.formats import anthropic
from crosswire.formats.protocol import Recognition
from crosswire.logs import claude_code_attachments as attachments
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    Message,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Traits,
)
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.call_id import no_call_id
from crosswire.model.json_values import (
    object_or_empty,
    text_field,
    text_or_empty,
    text_or_none,
)
from crosswire.tools import arguments

NAME = "claude-code"
TITLE = "Claude Code session"
WIRE_FORMAT = anthropic.NAME
TRAITS = Traits(results_follow_calls=False)

SAMPLE = 200
"""Lines looked at; what a program writes before the first message may be long."""
LONGEST_WORDS = 80

_ABOUT_THE_SESSION = ("sessionId", "agentId", "version", "cwd", "gitBranch")
_BOOKKEEPING = frozenset(
    {
        "message",
        "type",
        "uuid",
        "parentUuid",
        "timestamp",
        "isSidechain",
        "userType",
        "requestId",
    }
    | {"session_id", "slug", "entrypoint", "promptId", *_ABOUT_THE_SESSION}
)
"""Fields of a line that tie it to others and say nothing of the conversation."""
_NAMED = _BOOKKEEPING | {
    *("toolUseResult", "parentToolUseID", "toolUseID", "sourceToolAssistantUUID"),
    *("isMeta", "isCompactSummary", "permissionMode", "promptSource", "sessionKind"),
    *("effort", "level", "subtype", "origin", "logicalParentUuid", "thinkingMetadata"),
    *("id", "model", "usage", "stop_reason", "stop_sequence", "stop_details"),
    *("container", "context_management", "diagnostics"),
}
"""Fields of lines and of answers that hold nothing which was said: who, when, how much, and
`toolUseResult`, which has a result once more, as the program keeps it."""
_BOOKKEEPING_LINES = frozenset(
    {"summary", "custom-title", "ai-title", "agent-name", "agent-setting", "last-prompt"}
    | {"file-history-snapshot", "queue-operation", "permission-mode", "mode", "tag"}
    | {"worktree-state", "frame-link", "pr-link", "system"}
)
"""Types of lines that are about the session."""
_TITLES = (("customTitle", "custom-title"), ("aiTitle", "ai-title"), ("summary", "summary"))
_SYNTHETIC_MODEL = "<synthetic>"
"""The model of messages that the program itself wrote, e.g. about a failed request."""


@dataclass(slots=True)
class _Line:
    raw: JsonObject
    at: Address

    @property
    def uuid(self) -> str | None:
        return text_or_none(self.raw.get("uuid"))

    @property
    def parent(self) -> str | None:
        return text_or_none(self.raw.get("parentUuid"))

    @property
    def is_of_sub_agent(self) -> bool:
        """Whether it belongs to a sub-agent's conversation."""
        return self.raw.get("isSidechain") is True


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for line in _sample(documents):
        reason = _reason_for(line.raw)
        if reason is not None:
            return Recognition("messages", 0.97, reason)
    return None


def _sample(documents: Sequence[JsonValue]) -> Iterator[_Line]:
    only = documents[0] if len(documents) == 1 else None
    yield from _lines([only[:SAMPLE]] if isinstance(only, list) else documents[:SAMPLE])


def _reason_for(line: JsonObject) -> str | None:
    message = object_or_empty(line.get("message"))
    if line.get("type") not in ("user", "assistant") or "parent_tool_use_id" in line:
        return None
    if "content" not in message or "session_id" in message:
        return None
    keys = [key for key in ("uuid", "parentUuid", "sessionId", "isSidechain") if key in line]
    if not keys or (keys == ["uuid"] and "session_id" in line):
        return None
    named = ", ".join(f"`{key}`" for key in keys)
    return f"Lines with `message.content` beside {named}."


def read_documents(documents: Sequence[JsonValue]) -> list[ConversationBuilder]:
    lines = list(_lines(documents))
    by_uuid: dict[str, _Line] = {line.uuid: line for line in reversed(lines) if line.uuid}
    messages, repeats, others = _sorted_out(lines)
    threads = _threads(messages, by_uuid)
    title = _title(lines)
    builders = [_read_thread(thread, by_uuid, title) for thread in threads.values()]
    if builders:
        _note_the_rest(builders[0], repeats, others)
    return builders


def _lines(documents: Sequence[JsonValue]) -> Iterator[_Line]:
    """The lines of the file; or, where somebody made one JSON array of them, its elements."""
    only = documents[0] if len(documents) == 1 else None
    if isinstance(only, list):
        pairs: Iterable[tuple[JsonValue, Address]] = (
            (value, Address(f"{root()}/{i}")) for i, value in enumerate(only)
        )
    else:
        pairs = ((value, root(i)) for i, value in enumerate(documents))
    for value, at in pairs:
        yield _Line(value if isinstance(value, dict) else {"type": type(value).__name__}, at)


def _sorted_out(lines: list[_Line]) -> tuple[list[_Line], list[_Line], list[_Line]]:
    """Lines with a message; lines that repeat one, as a resumed session does; all others."""
    messages: list[_Line] = []
    repeats: list[_Line] = []
    others: list[_Line] = []
    seen: dict[str, _Line] = {}
    for line in lines:
        if not _holds_message(line):
            others.append(line)
            continue
        uuid = line.uuid
        first = seen.setdefault(uuid, line) if uuid else line
        repeated = first is not line and first.raw.get("message") == line.raw.get("message")
        (repeats if repeated else messages).append(line)
    return messages, repeats, others


def _holds_message(line: _Line) -> bool:
    kind = line.raw.get("type")
    if kind in ("tool_use", "tool_result"):
        return "name" in line.raw
    if attachments.is_one(line.raw):
        return bool(attachments.texts_of(line.raw, line.at))
    return "message" in line.raw and kind in ("user", "assistant", None)


def _threads(messages: list[_Line], by_uuid: dict[str, _Line]) -> dict[str, list[_Line]]:
    """The session's own conversation first, then the sub-agents', in the order of the file."""
    threads: dict[str, list[_Line]] = {}
    roots: dict[str, str] = {}
    for line in messages:
        key = _thread_of(line, by_uuid, roots) if line.is_of_sub_agent else ""
        threads.setdefault(key, []).append(line)
    ordered = sorted(threads.items(), key=lambda item: item[0] != "")
    return {
        key: attachments.behind_results(thread)
        for key, thread in ordered
        if not all(attachments.is_one(line.raw) for line in thread)
    }


def _thread_of(line: _Line, by_uuid: dict[str, _Line], roots: dict[str, str]) -> str:
    """A sub-agent's id; the id of the chain's first line in older versions, which have
    none."""
    agent = text_or_none(line.raw.get("agentId"))
    if agent is not None:
        return f"agent {agent}"
    chain: list[str] = []
    current: _Line | None = line
    thread = f"chain {line.uuid or line.at}"
    while current is not None and current.is_of_sub_agent and current.uuid is not None:
        uuid = current.uuid
        if uuid in roots:
            thread = roots[uuid]
            break
        thread = roots[uuid] = f"chain {uuid}"  # also ends a ring of parents
        chain.append(uuid)
        current = by_uuid.get(current.parent or "")
    roots.update(dict.fromkeys(chain, thread))
    return thread


def _read_thread(
    thread: list[_Line], by_uuid: dict[str, _Line], title: str | None
) -> ConversationBuilder:
    into = ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)
    into.bookkeeping = _NAMED
    first = thread[0]
    into.title = _sidechain_title(first) if first.is_of_sub_agent else title
    into.calls_may_be_elsewhere = _continues_another(first, by_uuid)
    _read_settings(thread, into)
    for line in thread:
        _read_line(line, into)
    _note_branches(thread, into)
    _note_attachments(thread, into)
    return into


def _sidechain_title(first: _Line) -> str:
    agent = text_or_none(first.raw.get("agentId"))
    name = "Sub-agent" if agent is None else f"Sub-agent {agent}"
    asked = _first_words(first)
    return f"{name}: {asked}" if asked else name


def _first_words(line: _Line) -> str:
    """What a sub-agent was asked, which tells it from the others."""
    content = object_or_empty(line.raw.get("message")).get("content")
    blocks = content if isinstance(content, list) else []
    texts = [text_or_none(object_or_empty(block).get("text")) for block in blocks]
    texts.append(text_or_none(content))
    words = " ".join(next(filter(None, texts), "").split())
    return words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1].rstrip() + "…"


def _continues_another(first: _Line, by_uuid: dict[str, _Line]) -> bool:
    """Whether the first message follows one that this file does not hold (resumed, forked,
    cut)."""
    line, seen = first, set[str]()
    while line.parent is not None and line.parent not in seen:
        if line.parent not in by_uuid:
            return True
        seen.add(line.parent)
        line = by_uuid[line.parent]
    return False


def _read_settings(thread: list[_Line], into: ConversationBuilder) -> None:
    first = thread[0]
    for name in _ABOUT_THE_SESSION:
        value = first.raw.get(name)
        if value is not None:
            into.setting(name, value, child(first.at, name), of_response=True)
    for line in reversed(thread):
        model = text_field(line.raw.get("message"), "model")
        if model is not None and model != _SYNTHETIC_MODEL:
            into.setting("model", model, Address(f"{line.at}/message/model"), meaning="model")
            return


def _read_line(line: _Line, into: ConversationBuilder) -> None:
    if "message" in line.raw:
        anthropic.read_message(line.raw["message"], Address(f"{line.at}/message"), into)
        message = into.messages[-1]
        _keep_fields(line, message)
    elif attachments.is_one(line.raw):
        parts = attachments.texts_of(line.raw, line.at)
        message = into.message("user", line.at, line.raw, parts)
        message.wire_format = NAME
    else:
        message = _read_bare(line, into)
    message.timestamp = text_or_none(line.raw.get("timestamp"))
    message.timestamp_at = Address(f"{line.at}/timestamp")


def _keep_fields(line: _Line, message: Message) -> None:
    """The fields of a line beside the message, e.g. the full `toolUseResult`."""
    beside = extras_of(line.raw, _BOOKKEEPING)
    if beside is not None:
        message.extras = {**(message.extras or {}), **beside}
        message.extras_at = dict.fromkeys(beside, line.at)


def _read_bare(line: _Line, into: ConversationBuilder) -> Message:
    """A call or a result in a line of its own, without ids, as early versions wrote them."""
    called = line.raw.get("type") == "tool_use"
    part = _bare_call(line) if called else _bare_result(line)
    message = into.message("assistant" if called else "user", line.at, line.raw, [part])
    message.wire_format = NAME
    return message


def _bare_call(line: _Line) -> Part:
    return ToolCallPart(
        address=line.at,
        raw=line.raw,
        call_id=no_call_id(),
        name=text_or_empty(line.raw.get("name")),
        arguments=arguments.from_value(line.raw.get("input"), Address(f"{line.at}/input")),
        wire_type="tool_use",
        extras=extras_of(line.raw, _BOOKKEEPING | {"name", "input"}),
    )


def _bare_result(line: _Line) -> Part:
    output, place = line.raw.get("output"), Address(f"{line.at}/output")
    content: list[Part] = []
    if isinstance(output, str):
        content = [TextPart(address=place, raw=output, text=output)]
    elif output is not None:
        content = [DataPart(address=place, raw=output, value=output)]
    return ToolResultPart(
        address=line.at,
        raw=line.raw,
        call_id=no_call_id(),
        wire_type="tool_result",
        content=content,
        name=text_or_none(line.raw.get("name")),
        is_error=line.raw.get("is_error") is True,
        extras=extras_of(line.raw, _BOOKKEEPING | {"name", "output", "is_error"}),
    )


def _title(lines: list[_Line]) -> str | None:
    """What the user named the session, else what the program did; of several the last."""
    for name, kind in _TITLES:
        for line in reversed(lines):
            title = text_or_none(line.raw.get(name))
            if line.raw.get("type") == kind and title:
                return title
    return None


def _is_text(part: Part) -> bool:
    return isinstance(part, TextPart)


def _note_branches(thread: list[_Line], into: ConversationBuilder) -> None:
    """Note two prompts after one message: the user went back, and the file has both
    branches."""
    asked: dict[str, _Line] = {}
    for line, message in zip(thread, into.messages, strict=True):
        is_prompt = message.role == "user" and any(map(_is_text, message.parts))
        if not is_prompt or attachments.is_one(line.raw) or line.parent is None:
            continue
        if asked.setdefault(line.parent, line) is not line:
            text = (
                "The user went back to an earlier message here; all branches are read, in "
                "the file's order."
            )
            into.note("branch", text, line.at)
            return


def _note_attachments(thread: list[_Line], into: ConversationBuilder) -> None:
    found = [line for line in thread if attachments.is_one(line.raw)]
    if found:
        count = "1 attachment was" if len(found) == 1 else f"{len(found)} attachments were"
        text = f"{count} read as the user's; the program sends them in words of its own."
        into.note("attachment", text, found[0].at)


def _note_the_rest(
    into: ConversationBuilder, repeats: list[_Line], others: list[_Line]
) -> None:
    if repeats:
        count = "1 line repeats" if len(repeats) == 1 else f"{len(repeats)} lines repeat"
        text = f"{count} what came before with the same `uuid`; it was read once."
        into.note("repeated-line", text, repeats[0].at)
        into.set_aside += [line.raw for line in repeats]
    kinds: dict[str, list[_Line]] = {}
    for line in others:
        kinds.setdefault(str(line.raw.get("type"))[:60], []).append(line)
    for kind, lines in kinds.items():
        count = "1 line" if len(lines) == 1 else f"{len(lines)} lines"
        text = f"{count} of type `{kind}`: no message of the conversation."
        into.note("no-message", text, lines[0].at)
        into.set_aside += [line.raw for line in lines if _is_bookkeeping(line.raw)]


def _is_bookkeeping(line: JsonObject) -> bool:
    """Whether a line is about the session, or about how a tool gets on."""
    if line.get("type") == "progress":
        return "message" not in object_or_empty(line.get("data"))
    if attachments.is_one(line):
        return attachments.is_bookkeeping(line)
    return text_or_none(line.get("type")) in _BOOKKEEPING_LINES
