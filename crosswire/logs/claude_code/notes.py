"""What is said of the lines that were put aside, read once or read in words of our own."""

from __future__ import annotations

from crosswire.logs.claude_code import attachments
from crosswire.logs.claude_code.lines import Line
from crosswire.logs.claude_code.names import BOOKKEEPING_LINES
from crosswire.model import JsonObject, Part, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, text_or_none


def _is_text(part: Part) -> bool:
    return isinstance(part, TextPart)


def note_branches(thread: list[Line], into: ConversationBuilder) -> None:
    """Note two prompts after one message: the user went back, and the file has both
    branches."""
    asked: dict[str, Line] = {}
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


def note_attachments(thread: list[Line], into: ConversationBuilder) -> None:
    found = [line for line in thread if attachments.is_one(line.raw)]
    if found:
        count = "1 attachment was" if len(found) == 1 else f"{len(found)} attachments were"
        text = f"{count} read as the user's; the program sends them in words of its own."
        into.note("attachment", text, found[0].at)


def note_the_rest(into: ConversationBuilder, repeats: list[Line], others: list[Line]) -> None:
    if repeats:
        count = "1 line repeats" if len(repeats) == 1 else f"{len(repeats)} lines repeat"
        text = f"{count} what came before with the same `uuid`; it was read once."
        into.note("repeated-line", text, repeats[0].at)
        into.set_aside += [line.raw for line in repeats]
    kinds: dict[str, list[Line]] = {}
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
    return text_or_none(line.get("type")) in BOOKKEEPING_LINES
