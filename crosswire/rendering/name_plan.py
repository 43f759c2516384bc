"""Plans the name of each tool in a rendering, before a format writes.

Providers restrict characters and length of names, and one bad name makes them refuse the whole
request. `keep` changes none; `fill` and `native` rewrite those that the target refuses, and no
other: a readable stem, `_`, and a few digits of a hash. One map holds for declarations, calls,
results and the choice of tools alike. It is deterministic, makes no two names one, and comes
with the rendering, so that a conversion back can restore the logged names.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from msgspec import Struct, field

from crosswire.address import child
from crosswire.model import (
    Conversation,
    JsonObject,
    JsonValue,
    Part,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.json_values import (
    field_of,
    list_or_empty,
    object_or_empty,
    text_field,
    text_or_none,
    texts_in,
    type_of,
    value_at,
)
from crosswire.model.loss import NameChange
from crosswire.rendering.id_plan import IdPolicy

MAX_WRITTEN = 63
"""No rewritten name is longer: some say 63 where others say 64 or 128."""
DECLARED_BY_NAME = ("function", "custom")
"""Kinds of tools that are named by their declaration; providers name all others."""
NAMESPACE = "namespace"
"""The kind of a declaration that holds others."""
_DECLARED = frozenset({"type", "name", "description", "parameters"})
_DIGITS = 8
_RESTORED = "the log had it before a conversion"
_NO_LETTER = re.compile(r"[^a-zA-Z0-9]*")


class NameRule(Struct, frozen=True):
    """What a target asks of the name of a tool."""

    pattern: str
    """A regular expression for the whole name, which takes `a` and after it any of its
    characters."""
    max_length: int
    """In characters."""
    called: NameRule | None = None
    """What it asks of a name that only calls and results have; None: the same."""

    def refusal(self, name: str) -> str | None:
        """Why the target would refuse this name, or None."""
        if len(name) > self.max_length:
            return f"it is {len(name)} characters long and {self.max_length} are allowed"
        if not re.fullmatch(self.pattern, name):
            return f"it does not match {self.pattern}"
        return None


class NamePlan(Struct):
    """The names of a conversation's tools in one rendering."""

    written: dict[str, str] = field(default_factory=dict)
    """A name in the upload -> the name to write; only names that differ."""
    changes: dict[str, NameChange] = field(default_factory=dict)
    """The same names -> the changes."""


def plan_names(
    conversation: Conversation,
    rule: NameRule,
    policy: IdPolicy,
    logged_before: Mapping[str, str] | None = None,
) -> NamePlan:
    """Decide the name of every tool; `logged_before` is the result of `names_before`, if
    any."""
    plan = NamePlan()
    if not logged_before and (policy == "keep" or _all_fit(conversation, rule)):
        return plan
    declared = dict.fromkeys(name for name, _ in _declared(conversation))
    names = declared | dict.fromkeys(name for name, _ in _called(conversation))
    restored = _restored(names, logged_before or {})
    wanted = {name: restored.get(name, name) for name in names}
    taken = set(wanted.values())
    for name, want in wanted.items():
        asked = rule if name in declared else rule.called or rule
        refusal = asked.refusal(want) if want and policy != "keep" else None
        if refusal is None:
            change = NameChange(name, want, "restored", _RESTORED)
        else:
            written = _rewritten(want, rule, taken)
            change = NameChange(name, written, "rewritten", refusal)
        taken.add(change.written)
        if change.written != name:
            plan.changes[name] = change
            plan.written[name] = change.written
    return plan


def _all_fit(conversation: Conversation, rule: NameRule) -> bool:
    """Whether the target takes every name as logged, as it mostly does."""
    return all(rule.refusal(name) is None for name in _names_in(conversation))


def _names_in(conversation: Conversation) -> set[str]:
    """All names that may be written, found once for all targets that are asked for."""
    known: dict[object, set[str]] = conversation.found_out
    if _names_in not in known:
        ends = conversation.ends()
        names = {tool.name for outer in conversation.tools() for tool in unfolded(outer)}
        names |= {name for name, _ in _choices(conversation)}
        names |= {end.name or "" for end in ends}
        names |= {end.function_name_for_export or "" for end in ends}
        known[_names_in] = names - {""}
    return known[_names_in]


def parts_named(conversation: Conversation, names: Iterable[str]) -> dict[str, list[Part]]:
    """The parts that have one of these names: declarations, choices, calls, results."""
    found: dict[str, list[Part]] = {name: [] for name in names}
    for name, part in (*_declared(conversation), *_called(conversation)):
        if name in found:
            found[name].append(part)
    return found


def names_before(records: Iterable[Mapping[str, object]]) -> dict[str, str]:
    """From the records of a rendering's name map: the name that was written -> the one that
    was logged."""
    return {
        after: before
        for record in records
        if isinstance(after := record.get("after"), str)
        and isinstance(before := record.get("before"), str)
    }


def name_of(part: ToolCallPart | ToolResultPart) -> str | None:
    """The name of a client's call or result in other formats; None where they have none."""
    if part.function_name_for_export is not None:
        return part.function_name_for_export
    return part.name if has_own_name(part) else None


def has_own_name(part: ToolCallPart | ToolResultPart) -> bool:
    """Whether its name is that of a client's tool, rather than of a provider's."""
    return part.executed_by == "client" and not (
        isinstance(part, ToolCallPart) and part.hybrid
    )


_AROUND_NAMES = (
    "function",
    "custom",
    "functionCall",
    "function_call",
    "functionResponse",
    "function_response",
    "toolUse",
    "toolSpec",
)
"""Keys of objects, directly inside a part's JSON, that may hold its name."""


def tokens_of_name(raw: JsonValue, name: str) -> tuple[str, ...] | None:
    """The path to the name in the JSON of a call, a result or a declaration."""
    for key in ("name", "tool_name"):
        if field_of(raw, key) == name:
            return (key,)
    around = (key for key in _AROUND_NAMES if value_at(raw, key, "name") == name)
    return next(((key, "name") for key in around), None)


# What has a name


def unfolded(tool: ToolPart) -> list[ToolPart]:
    """The tools of a namespace, each as if it were declared alone; any other tool itself."""
    if tool.kind != NAMESPACE:
        return [tool]
    inner = list_or_empty(field_of(tool.raw, "tools"))
    tools = [_within(tool, i, raw) for i, raw in enumerate(inner) if _is_named(raw)]
    return tools if tools and len(tools) == len(inner) else [tool]


def _is_named(raw: JsonValue) -> bool:
    return text_field(raw, "name") is not None and type_of(raw) in DECLARED_BY_NAME


def _within(namespace: ToolPart, position: int, raw: JsonValue) -> ToolPart:
    fields = object_or_empty(raw)
    extras: JsonObject = {
        k: v for k, v in fields.items() if k not in _DECLARED and v is not None
    }
    return ToolPart(
        address=child(namespace.address, "tools", str(position)),
        raw=raw,
        key=namespace.key,
        name=str(fields["name"]),
        description=text_or_none(fields.get("description")),
        schema=fields.get("parameters"),
        kind=str(fields["type"]),
        extras=extras or None,
    )


def _declared(conversation: Conversation) -> Iterator[tuple[str, Part]]:
    for outer in conversation.tools():
        for tool in unfolded(outer):
            if tool.kind in DECLARED_BY_NAME:
                yield tool.name, tool
    yield from _choices(conversation)


def _choices(conversation: Conversation) -> Iterator[tuple[str, Part]]:
    """The names in the choice of tools."""
    for setting in conversation.settings():
        if setting.meaning == "tool_choice":
            yield from ((name, setting) for name in names_in_choice(setting.neutral))


def names_in_choice(choice: JsonValue) -> list[str]:
    """The names in the neutral form of a tool choice."""
    names = list_or_empty(field_of(choice, "names"))
    return texts_in([field_of(choice, "name"), *names])


def _called(conversation: Conversation) -> Iterator[tuple[str, Part]]:
    for part in chain[ToolCallPart | ToolResultPart](
        conversation.calls(), conversation.results()
    ):
        name = name_of(part)
        if name is not None:
            yield name, part


def _restored(names: Iterable[str], before: Mapping[str, str]) -> dict[str, str]:
    """The names of an earlier log, without those that another tool has by now."""
    known = set(names)
    found = {name: before[name] for name in names if name in before}
    return {
        name: old
        for name, old in found.items()
        if old not in known or found.get(old, old) != old
    }


# Making a name


def _rewritten(name: str, rule: NameRule, taken: set[str]) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    max_length = min(rule.max_length, MAX_WRITTEN)
    stem = _stem(name, rule.pattern)
    written = ""
    for length in range(_DIGITS, len(digest) + 1):
        room = max_length - length - 1
        written = (
            f"{_shortened(stem, room)}_{digest[:length]}"
            if room > 0
            else f"t{digest}"[:max_length]
        )
        if written not in taken:
            break
    return written


def _stem(name: str, pattern: str) -> str:
    """The name in characters that the target takes: without accents, and with `_` for
    others."""
    decomposed = unicodedata.normalize("NFKD", name)
    # Each character is looked at once: a name may have a million of them.
    written = {ord(c): _in_stem(c, pattern) for c in set(decomposed)}
    stem = re.sub("\0+", "_", decomposed.translate(written))
    if _NO_LETTER.fullmatch(stem):
        return "tool"
    return stem if re.fullmatch(pattern, stem) else f"t_{stem}"


def _in_stem(character: str, pattern: str) -> str:
    if unicodedata.combining(character):
        return ""
    return character if re.fullmatch(pattern, f"a{character}") else "\0"


def _shortened(stem: str, room: int) -> str:
    """Both ends of a long name: an MCP tool's begins with the server and ends with the
    tool."""
    if len(stem) <= room:
        return stem
    head = max((room - 2) // 3, 1)
    tail = room - 2 - head
    return f"{stem[:head]}__{stem[-tail:]}" if tail > 0 else stem[:room]
