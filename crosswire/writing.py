"""What the formats share when they write: messages in their own words, settings, text for what is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from crosswire.address import Address, child, escape, rebase, root
from crosswire.containers import json_document
from crosswire.model import (
    ArgumentsState,
    DataPart,
    JsonObject,
    JsonValue,
    Message,
    Part,
    RefusalPart,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_patch import patched, tokens_below
from crosswire.model.loss import Link, LossKind
from crosswire.rendering import RenderingBuilder
from crosswire.tool_names import has_own_name, tokens_of_name
from crosswire.tools import arguments


def as_it_is(out: RenderingBuilder, message: Message, target: Address, raw: JsonValue) -> JsonValue:
    """One message in the target's own words, to stand at `target`."""
    if not (out.with_links or out.ids.changes or out.names.written):
        return raw
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    out.link_message(message, target)
    for part in message.parts:
        place = place_below(message, part.address, target)
        out.link(part, place)
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            changes += _id_changes(out, message, part, target)
            changes += name_changes(out, part, place, tokens_in(message, part.address))
    return patched(raw, changes) if changes else raw


def _id_changes(
    out: RenderingBuilder, message: Message, part: ToolCallPart | ToolResultPart, target: Address
) -> list[tuple[tuple[str, ...], JsonValue]]:
    changes: list[tuple[tuple[str, ...], JsonValue]] = [
        (tokens_in(message, address), written) for address, written in out.edge_changes(part)
    ]
    if part.call_id.address is None:
        return changes  # this wire type has no field for an id
    written = out.id_for(part, place_below(message, part.call_id.address, target))
    if written != part.call_id.value:
        changes.append((tokens_in(message, part.call_id.address), written))
    return changes


def place_below(message: Message, address: Address, target: Address) -> Address:
    """The place of something in a message, where the message stands at `target` in one piece."""
    if message.places is None:
        return rebase(address, message.address, target)
    return rebase(message.in_whole(address), message.in_whole(message.address), target)


def tokens_in(message: Message, address: Address) -> tuple[str, ...]:
    """The tokens that lead from the JSON of a message down to something in it."""
    if message.places is None:
        return tokens_below(address, message.address)
    return tokens_below(message.in_whole(address), message.in_whole(message.address))


def name_changes(
    out: RenderingBuilder,
    part: ToolCallPart | ToolResultPart,
    target: Address,
    below: tuple[str, ...] = (),
) -> list[tuple[tuple[str, ...], JsonValue]]:
    """The name of a call or result in the target's own words, where the plan has another for it.

    `target` is the part's own place in the payload, and `below` leads to it in what is to be changed.
    """
    name = part.name
    if name is None or name not in out.names.written or not has_own_name(part):
        return []
    tokens = tokens_of_name(part.raw, name)
    if tokens is None:
        return []
    written = out.name_for(name, target, *tokens)
    return [((*below, *tokens), written)]


def is_function(part: ToolCallPart | ToolResultPart) -> bool:
    """Whether it is the call or result of a function that a client runs, or may be told as one."""
    if isinstance(part, ToolCallPart) and part.hybrid:
        return False
    return part.executed_by == "client" or part.retold_as is not None


def told_name(call: ToolCallPart) -> str:
    """The name of the function as whose call another format tells of it."""
    return call.name if call.retold_as is None else call.retold_as


def own_settings(
    out: RenderingBuilder, payload: JsonObject, *, of_response: frozenset[str] = frozenset()
) -> None:
    """Settings of a conversation that is in the target's own words: each field as it stands."""
    for setting in out.conversation.settings():
        own_setting(out, payload, setting, of_response=of_response)


def own_setting(
    out: RenderingBuilder,
    payload: JsonObject,
    setting: SettingPart,
    *,
    of_response: frozenset[str] = frozenset(),
) -> None:
    if setting.of_response or setting.name in of_response:
        why = "A provider says it in a response; a request has no field for it."
        out.dropped(setting, "of-response", setting.name, why)
    else:
        target = Address(f"0:/{escape(setting.name)}")
        payload[setting.name] = own_value(out, setting, target)
        out.link(setting, target)


def own_value(out: RenderingBuilder, setting: SettingPart, target: Address) -> JsonValue:
    """A setting in the target's own words; a choice of tools has names, which the target may refuse."""
    if setting.meaning != "tool_choice" or not out.names.written:
        return setting.value
    return _own_choice(out, setting.value, target)


def _own_choice(
    out: RenderingBuilder, value: JsonValue, target: Address, *, is_name: bool = False
) -> JsonValue:
    if isinstance(value, str):
        return out.name_for(value, target) if is_name else value
    if isinstance(value, list):
        return [_own_choice(out, item, child(target, str(i)), is_name=True) for i, item in enumerate(value)]
    if isinstance(value, dict):
        return {
            key: _own_choice(out, inner, child(target, key), is_name=key == "name")
            for key, inner in value.items()
        }
    return value


def inside(parts: Iterable[Part]) -> Iterator[Part]:
    """What stands inside calls and results: embedded results, and contents."""
    for part in parts:
        if isinstance(part, ToolCallPart) and part.embedded is not None:
            yield part.embedded
            yield from part.embedded.content
        elif isinstance(part, ToolResultPart):
            yield from part.content


def assistant_runs(messages: Sequence[Message], own: str) -> Iterator[list[Message]]:
    """Messages one by one, but runs of assistant messages in other words than the target's together."""
    run: list[Message] = []
    for message in messages:
        joins = message.role == "assistant" and message.dialect != own
        if run and not joins:
            yield run
            run = []
        if joins:
            run.append(message)
        else:
            yield [message]
    if run:
        yield run


SettingWriter = Callable[
    [JsonValue], "tuple[tuple[str, ...], JsonValue] | tuple[tuple[str, ...], JsonValue, str | None] | None"
]
"""From a neutral value to the place and form of the target's own field, and what of it is lost there.

None: it cannot hold this value.
"""


def foreign_settings(
    out: RenderingBuilder,
    payload: JsonObject,
    writers: Mapping[str, SettingWriter],
    *,
    in_url: frozenset[str] = frozenset(),
) -> None:
    """Settings of a conversation in other words: what has the same meaning in the target is carried over.

    `in_url` holds the meanings that the target takes in the URL of a request.
    """
    for setting in out.conversation.settings():
        writer = writers.get(setting.meaning or "")
        found = writer(setting.neutral) if writer is not None and not setting.of_response else None
        if found is not None:
            _carry_over(out, payload, setting, *found)
        elif setting.of_response:
            why = f"A request of {out.title} has no field for it."
            out.dropped(setting, "of-response", setting.name, why)
        elif setting.meaning in in_url:
            out.dropped(
                setting, "in-url", setting.name, "It stands in the URL of the request, not in its body."
            )
        else:
            lacks = "no field for it" if writer is None else "no such value for it"
            out.dropped(setting, "setting", setting.name, f"A request of {out.title} has {lacks}.")


def _carry_over(
    out: RenderingBuilder,
    payload: JsonObject,
    setting: SettingPart,
    tokens: tuple[str, ...],
    value: JsonValue,
    lost: str | None = None,
) -> None:
    changed = patched(payload, [(tokens, value)])
    payload.update(changed if isinstance(changed, dict) else {})
    target = child(root(), *tokens)
    same = value == setting.value and tokens == (setting.name,)
    out.link(setting, target, "same" if same else "changed")
    if lost is not None:
        code = "tool-choice" if setting.meaning == "tool_choice" else "setting"
        instead = json_text(value)
        out.lost(LossKind.CHANGED, setting, code, setting.name, lost, target=target, fallback=instead)
    if setting.meaning == "model":
        say_model_kept(out, setting, target)


_SAME_MODELS = frozenset({"openai-chat", "openai-responses"})
"""Formats of one provider, which has each of its models under one name in both."""
_DEPLOYING = "azure-foundry"
"""Where the field of the model holds the name that whoever deployed it gave to it."""


def say_model_kept(out: RenderingBuilder, setting: SettingPart, target: Address) -> None:
    """The name of a model means something to its own provider alone."""
    source = out.conversation.dialect
    if {source, out.target} <= _SAME_MODELS:
        return
    why = "It is written as logged, but names a model for another provider; name one of the target's."
    if out.target == _DEPLOYING:
        why = "It is written as logged, but what the target names is a deployment; name one of yours."
    elif source == _DEPLOYING:
        why = "It is written as logged, but may be the name of a deployment; name a model of the target's."
    out.lost(LossKind.CHANGED, setting, "model-name", "model", why, target=target)


def field(name: str) -> SettingWriter:
    """A writer for a top-level field that takes the neutral value as it is."""
    return lambda value: ((name,), value)


def object_arguments(out: RenderingBuilder, call: ToolCallPart, target: Address) -> JsonObject:
    """The arguments of a call for a format that takes an object; what is none is wrapped, and said."""
    value = arguments.as_object(call.arguments)
    if value is not None:
        return value
    free = call.arguments.state is ArgumentsState.FREE_TEXT
    wrapper = "input" if free else "_raw"
    kept = call.arguments.text if call.arguments.text is not None else call.arguments.value
    what = "free text" if free else "not a JSON object"
    out.lost(
        LossKind.CHANGED,
        call,
        "arguments-wrapped",
        "arguments",
        f"They are {what}, and {out.title} takes an object.",
        target=target,
        fallback=f'{{"{wrapper}": …}}',
    )
    return {wrapper: kept}


def json_text(value: JsonValue) -> str:
    """JSON written as text inside JSON (arguments, structured results)."""
    return json_document.write(value).decode()


def result_text(out: RenderingBuilder, part: Part, at: Address, *, place: str, holds: str = "text") -> str:
    """What stands for a piece of a result, a medium aside, where the target takes text.

    `place` begins the reasons.
    """
    if isinstance(part, (TextPart, RefusalPart)):
        out.link(part, at)
        return part.text
    out.link(part, at, "changed")
    if isinstance(part, DataPart):
        why = f"{place} holds {holds}; the structure is written as JSON text."
        out.lost(LossKind.CHANGED, part, "data-as-text", "structured result", why, target=at)
        return json_text(part.value)
    why = f"{place} holds {holds}; the block is written as JSON text."
    out.lost(LossKind.CHANGED, part, "opaque", "block", why, target=at)
    return json_text(part.raw)


def say_developer(out: RenderingBuilder, message: Message, target: Address, *, title: str) -> None:
    """Say that a message of a developer, if it is one, stands at `target` as the system's."""
    if message.role == "developer":
        why = f"{title} has no role for developers; the system's comes nearest."
        out.lost(LossKind.CHANGED, message, "developer-role", "developer", why, target=target)


def drop_run_elsewhere(out: RenderingBuilder, part: ToolCallPart | ToolResultPart, why: str) -> None:
    """Leave out what another provider ran itself, with the result inside it."""
    out.dropped(part, "server-tool", part.name or part.wire_type, why)
    result = part.embedded if isinstance(part, ToolCallPart) else part
    if result is not None and result is not part:
        out.dropped(result, "server-tool", "result", why)
    if result is not None and out.with_links:
        for content in result.content:
            out.links.append(Link(content.key, None, "text", "dropped"))
