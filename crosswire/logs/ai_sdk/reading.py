"""Reads messages of the user interface, messages for a model, steps and streams."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from crosswire.address import Address, child, root
from crosswire.counting import counted
from crosswire.formats.protocol import Recognition
from crosswire.logs.ai_sdk.denials import end_if_cut, note_denials, note_denied_parts
from crosswire.logs.ai_sdk.events import read_events
from crosswire.logs.ai_sdk.names import BESIDE, NAME, ROLES, SAYS_NOTHING, TRAITS
from crosswire.logs.ai_sdk.parts import CALL, PARTS, PARTS_OF_MODEL, result
from crosswire.logs.ai_sdk.recognising import events_in, is_message, is_sign, is_step, is_ui
from crosswire.logs.ai_sdk.ui_parts import is_for_page, read_step, steps_of
from crosswire.logs.shared.blocks import Block
from crosswire.logs.shared.dialect import SURE, Dialect, recognise
from crosswire.logs.shared.dialect_reading import (
    extras_in,
    put,
    read_message,
    said_in,
    set_aside,
)
from crosswire.logs.shared.finding import Finder, Run
from crosswire.logs.shared.run_reading import begin, name_model, note_others, read_beside
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import field_of, list_or_empty, object_or_empty, objects_in

DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    reason="Messages with typed `parts`, or with `toolCallId` beside `toolName`.",
    roles=ROLES,
    content=PARTS,
    known=SAYS_NOTHING,
    kept=BESIDE,
    lists={},
    model=("response.modelId", "model.modelId", "metadata.model"),
)
_OF_MODEL = replace(DIALECT, content=PARTS_OF_MODEL)
_OLDER_STEP: dict[str, Block] = {"toolCalls": CALL, "toolResults": result}
"""Where steps of version 4 have what stands in the content of later ones."""


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    if events_in(documents) is not None:
        why = "Events such as `tool-input-available`, as the AI SDK streams them."
        return Recognition("messages", SURE, why)
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    events = events_in(documents)
    if events is not None:
        at = root(first)
        is_list = len(documents) == 1
        places = [child(at, i) if is_list else root(first + i) for i in range(len(events))]
        return [read_events(list(zip(events, places, strict=True)))]
    runs = Finder(is_message).runs(documents, first)
    told = {id for run in runs if _is_steps(run) for id in _ids(run)}
    repeats = [run for run in runs if told and not _is_steps(run) and _ids(run) <= told]
    builders = [_read(run) for run in runs if not any(run is one for one in repeats)]
    for run in repeats:
        builders[0].set_aside += [value for value, _ in run.messages]
        builders[0].set_aside += [value for _, value, _ in run.beside]
    return builders


def _is_steps(run: Run) -> bool:
    return any(isinstance(value, dict) and is_step(value) for value, _ in run.messages)


def _ids(run: Run) -> set[JsonValue]:
    """The ids of the calls in messages and steps."""
    named = ("content", "toolCalls")
    held = [object_or_empty(value).get(name) for value, _ in run.messages for name in named]
    parts = [part for one in held for part in objects_in(one)]
    return {str(part["toolCallId"]) for part in parts if "toolCallId" in part}


def _read(run: Run) -> ConversationBuilder:
    into = begin(DIALECT)
    read_beside(run, into, DIALECT)
    for value, at in run.messages:
        if isinstance(value, dict) and is_step(value):
            _read_step(value, at, into)
        elif isinstance(value, dict) and is_ui(value):
            _read_ui(value, at, into)
            end_if_cut(value, at, into, is_last=value is run.messages[-1][0])
        else:
            of_model = field_of(value, "role") == "assistant"
            read_message(value, at, into, _OF_MODEL if of_model else DIALECT)
            note_denials(list_or_empty(object_or_empty(value).get("content")), at, into)
    name_model(run, into, DIALECT)
    note_others(run, into)
    return into


def _read_step(step: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """What one answer gave; its content says it all, where there is one."""
    said = said_in(step, at, DIALECT)
    for name, block in _OLDER_STEP.items():
        listed = step.get(name)
        if "content" in step:
            into.set_aside.append(listed)
            continue
        if isinstance(step.get("text"), str):
            said += PARTS(step["text"], child(at, "text")) if name == "toolCalls" else []
        for i, one in enumerate(objects_in(listed)):
            said += block(one, child(at, name, i), PARTS.known | {"type"}) or []
    extras = extras_in(step, DIALECT) or {}
    left = {key: value for key, value in extras.items() if key not in _OLDER_STEP}
    put(said, "assistant", step, at, into, left or None)


def _read_ui(message: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """A message for each answer in it, then the results of that."""
    role = ROLES.get(str(message.get("role")), "other")
    known = ("parts", "toolInvocations", "content")
    extras = {k: v for k, v in (extras_in(message, DIALECT) or {}).items() if k not in known}
    shown = [part for part in objects_in(message.get("parts")) if is_for_page(part)]
    into.set_aside += [*shown, message.get("toolInvocations")]
    if shown:
        text = (
            f"{counted(len(shown), 'part holds', 'parts hold')} data for the page, which no "
            "model is sent."
        )
        into.note("data-parts", text, at)
    begun = len(into.messages)
    for step in steps_of(message, at):
        said, results = read_step([one for one in step if not is_for_page(one[0])])
        set_aside([value for value, _ in step], into, PARTS)
        for parts in (said, results):
            if parts and len(into.messages) == begun:
                put(parts, role, message, at, into)
            elif parts:
                put(parts, role, parts[0].raw, parts[0].address, into)
        note_denied_parts(step, into)
    if len(into.messages) == begun:  # of version 4, or without a word
        said = PARTS(message.get("content"), child(at, "content"))
        put(said, role, message, at, into)
    into.messages[begun].extras = extras or None
