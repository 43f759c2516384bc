"""What is said of the lines that were put aside, read once or read in words of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crosswire.counting import counted
from crosswire.logs.claude_code import attachments
from crosswire.logs.claude_code.branches import Branch
from crosswire.logs.claude_code.lines import Line
from crosswire.logs.claude_code.names import BOOKKEEPING_LINES
from crosswire.model import JsonObject
from crosswire.model.builder import ConversationBuilder
from crosswire.model.event import told_places
from crosswire.model.json_values import object_or_empty, text_or_none


def note_branches(
    branches: Sequence[Branch],
    homes: Mapping[Line, ConversationBuilder],
    active: ConversationBuilder,
) -> None:
    """Say in each conversation that others leave from it, and where the first one does."""
    beside = [branch.lines[0] for branch in branches if branch.is_beside]
    if beside:
        kept = (
            "1 other beginning, which the user left, is kept as a conversation of its own"
            if len(beside) == 1
            else f"{len(beside)} other beginnings, which the user left, are kept as "
            "conversations of their own"
        )
        active.note("branch", f"{kept} in this upload.", beside[0].place)
    leaving: dict[int, list[Line]] = {}
    for branch in branches:
        if branch.leaves is not None:
            leaving.setdefault(id(homes[branch.leaves]), []).append(branch.leaves)
    for places in leaving.values():
        one = len(places) == 1
        count = "1 other branch leaves" if one else f"{len(places)} other branches leave"
        kept = "a conversation of its own" if one else "conversations of their own"
        text = f"{count} from this conversation, kept as {kept} in this upload."
        homes[places[0]].note("branch", text, places[0].place)


def note_chains(active: Branch, into: ConversationBuilder) -> None:
    """Say that the order of the file is all that ties some lines."""
    said = [line for line in active.chains if not attachments.is_one(line.raw)]
    if len(said) > 1:
        text = (
            f"{len(said)} chains of messages stand here that no link ties; they are read one "
            "after another, in the file's order."
        )
        into.note("chains", text, said[1].place)


def note_attachments(thread: Sequence[Line], into: ConversationBuilder) -> None:
    found = [line for line in thread if attachments.is_one(line.raw)]
    if found:
        count = counted(len(found), "attachment was", "attachments were")
        text = f"{count} read as the user's; the program sends them in words of its own."
        into.note("attachment", text, found[0].at)


def note_the_rest(
    builders: Sequence[ConversationBuilder], repeats: list[Line], others: list[Line]
) -> None:
    into = builders[0]
    if repeats:
        count = counted(len(repeats), "line repeats", "lines repeat")
        text = f"{count} what came before with the same `uuid`; it was read once."
        into.note("repeated-line", text, repeats[0].at)
        into.set_aside += [line.raw for line in repeats]
    shown = [line for line in others if _agent_shown(line.raw) is not None]
    _note_shown(into, shown)
    told = told_places(event for one in builders for event in one.events)
    kinds: dict[str, list[Line]] = {}
    for line in (line for line in others if _agent_shown(line.raw) is None):
        if line.at not in told:
            kinds.setdefault(str(line.raw.get("type"))[:60], []).append(line)
    for kind, lines in kinds.items():
        count = counted(len(lines), "line")
        text = f"{count} of type `{kind}`: no message of the conversation."
        into.note("no-message", text, lines[0].at)
    into.set_aside += [line.raw for line in others if _is_bookkeeping(line.raw)]


def note_beginnings(into: ConversationBuilder, lines: list[Line]) -> None:
    if lines:
        count = counted(len(lines), "line holds", "lines hold")
        text = f"{count} a message that a later line has in full; it was read there."
        into.note("grown-line", text, lines[0].at)
        into.set_aside += [line.raw for line in lines]


def _note_shown(into: ConversationBuilder, lines: list[Line]) -> None:
    """Say where to find what a sub-agent did whose messages the screen showed."""
    agents = list(dict.fromkeys(filter(None, (_agent_shown(line.raw) for line in lines))))
    if not agents:
        return
    count = "1 line shows" if len(lines) == 1 else f"{len(lines)} lines show"
    files = ", ".join(f"agent-{agent[:60]}.jsonl" for agent in agents[:_MOST_NAMED])
    left = len(agents) - _MOST_NAMED
    more = f" and {left} more" if left > 0 else ""
    text = (
        f"{count} on the screen how a sub-agent got on, and were not read: the program keeps "
        f"what it said and called in a log of its own ({files}{more})."
    )
    into.note("sub-agent-shown", text, lines[0].at)
    into.set_aside += [line.raw for line in lines]


_MOST_NAMED = 5


def _agent_shown(line: JsonObject) -> str | None:
    """The sub-agent whose message a line repeats for the screen."""
    data = object_or_empty(line.get("data"))
    is_shown = line.get("type") == "progress" and isinstance(data.get("message"), dict)
    return text_or_none(data.get("agentId")) if is_shown else None


def _is_bookkeeping(line: JsonObject) -> bool:
    """Whether a line is about the session, or about how a tool gets on."""
    if line.get("type") == "progress":
        return "message" not in object_or_empty(line.get("data"))
    if attachments.is_one(line):
        return attachments.is_bookkeeping(line)
    return text_or_none(line.get("type")) in BOOKKEEPING_LINES
