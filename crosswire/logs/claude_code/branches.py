"""The branches of a conversation: after a rewind the file has both, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from crosswire.logs.claude_code import attachments
from crosswire.logs.claude_code.lines import Line
from crosswire.logs.shared.branching import Step, ways
from crosswire.logs.shared.links import parents_of
from crosswire.model.json_values import (
    object_or_empty,
    objects_in,
    text_field,
    text_or_none,
)


class Branch(Struct):
    """One way through the lines of a conversation."""

    lines: list[Line]
    leaves: Line | None = None
    """The line that it leaves the other way from; None of the active one."""
    why: str = ""
    is_beside: bool = False
    """It leaves from no line: the user went back behind the first prompt."""
    chains: list[Line] = field(default_factory=list)
    """Of the active one: the first line of each chain that no link ties to the others."""


def branches_of(thread: Sequence[Line], links: Mapping[str, str | None]) -> list[Branch]:
    """The active branch first: that with the last message, which the program goes on with.

    `links` leads from each line of the file to the one before it.
    """
    parents = parents_of(
        [line.uuid for line in thread], [line.before for line in thread], links
    )
    known = Counter(line.uuid for line in thread)
    steps = [
        _step(line, parent, is_alone=known[line.uuid] == 1)
        for line, parent in zip(thread, parents, strict=True)
    ]
    found = ways(steps)
    return [
        Branch(
            attachments.behind_results([thread[number] for number in way.own]),
            None if way.leaves is None else thread[way.leaves],
            "" if way.instead_of is None else _why(thread[way.own[0]], thread[way.instead_of]),
            way.is_beside,
            [thread[number] for number in way.begins],
        )
        for way in found
    ]


def _step(line: Line, parent: int | None, *, is_alone: bool) -> Step:
    message = object_or_empty(line.raw.get("message"))
    if line.raw.get("type") == "assistant":
        return Step(parent, group=text_field(message, "id"))
    answers = (
        text_or_none(one.get("tool_use_id")) for one in objects_in(message.get("content"))
    )
    of_program = (line.raw.get(name) is True for name in ("isMeta", "isCompactSummary"))
    hangs_on = attachments.is_one(line.raw) or any(of_program)
    answered = frozenset(filter(None, answers))
    begins = parent is None and is_alone and not (answered or hangs_on)
    begins = begins and _says_that_it_is_first(line)
    return Step(parent, answers=answered, hangs_on=hangs_on, begins=begins)


def _says_that_it_is_first(line: Line) -> bool:
    """Whether a prompt of the session's own conversation says that it follows nothing."""
    is_prompt = line.raw.get("type") == "user" and not line.is_of_sub_agent
    return is_prompt and line.before is None and "parentUuid" in line.raw


def _why(first: Line, instead_of: Line) -> str:
    kinds = {first.raw.get("type"), instead_of.raw.get("type")}
    if kinds == {"user"}:
        return "retry" if _content(first) == _content(instead_of) else "rewind"
    return "retry" if kinds == {"assistant"} else ""


def _content(line: Line) -> object:
    return object_or_empty(line.raw.get("message")).get("content")
