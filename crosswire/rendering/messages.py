"""What formats share to write messages: the target's own unchanged, all else as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crosswire.address import Address, rebase
from crosswire.containers import json_document
from crosswire.model import (
    ArgumentsState,
    DataPart,
    JsonObject,
    JsonValue,
    Message,
    Part,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_patch import patched, tokens_below
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import own_tool
from crosswire.rendering.name_plan import has_own_name, tokens_of_name
from crosswire.tools import arguments


def as_it_is(
    out: RenderingBuilder, message: Message, target: Address, raw: JsonValue
) -> JsonValue:
    """One message of the target's own format, to be written at `target`."""
    rewrites = bool(out.ids.changes or out.names.written)  # for most logs nothing
    if not (out.with_links or rewrites):
        return raw
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    out.link_message(message, target)
    for part in message.parts:
        place = place_below(message, part.address, target)
        out.link(part, place)
        if rewrites and isinstance(part, (ToolCallPart, ToolResultPart)):
            changes += _id_changes(out, message, part, target)
            changes += name_changes(out, part, place, tokens_in(message, part.address))
        for tool in part.declares:
            written = own_tool(out, tool, place_below(message, tool.address, target), tool.raw)
            if written is not tool.raw:
                changes.append((tokens_in(message, tool.address), written))
    return patched(raw, changes) if changes else raw


def _id_changes(
    out: RenderingBuilder,
    message: Message,
    part: ToolCallPart | ToolResultPart,
    target: Address,
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
    """The address of something in a message that is written at `target` in one piece."""
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
    """Changes to the name of a call or result in the target's own format, by the plan.

    `target` is the part's own place in the payload, and `below` leads to it in the JSON to be
    changed.
    """
    name = part.name
    if name is None or name not in out.names.written or not has_own_name(part):
        return []
    tokens = tokens_of_name(part.raw, name)
    if tokens is None:
        return []
    written = out.name_for(name, target, *tokens)
    return [((*below, *tokens), written)]


def exportable_as_function(part: ToolCallPart | ToolResultPart) -> bool:
    """Whether a call or result is of a client's function, or may be exported as one."""
    if type(part) is ToolCallPart and part.hybrid:
        return False
    return part.executed_by == "client" or part.function_name_for_export is not None


def exported_name(call: ToolCallPart) -> str:
    """The name of the function as which another format has this call."""
    return (
        call.name if call.function_name_for_export is None else call.function_name_for_export
    )


def inside(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts inside calls and results: embedded results, and contents."""
    for part in parts:
        if isinstance(part, ToolCallPart) and part.embedded is not None:
            yield part.embedded
            yield from part.embedded.content
        elif isinstance(part, ToolResultPart):
            yield from part.content


def assistant_runs(messages: Sequence[Message], own: str) -> Iterator[list[Message]]:
    """Messages one by one, but runs of assistant messages in other words than the target's
    together."""
    run: list[Message] = []
    for message in messages:
        joins = message.role == "assistant" and message.wire_format != own
        if run and not joins:
            yield run
            run = []
        if joins:
            run.append(message)
        else:
            yield [message]
    if run:
        yield run


def object_arguments(out: RenderingBuilder, call: ToolCallPart, target: Address) -> JsonObject:
    """The arguments of a call as an object; other values are wrapped, which is recorded."""
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


def result_text(
    out: RenderingBuilder, part: Part, at: Address, *, place: str, holds: str = "text"
) -> str:
    """The text for a piece of a result (but for media), where the target takes text.

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


def say_developer(
    out: RenderingBuilder, message: Message, target: Address, *, title: str
) -> None:
    """Record that a message of a developer, if it is one, becomes the system's at `target`."""
    if message.role == "developer":
        why = f"{title} has no role for developers; the system's comes nearest."
        out.lost(LossKind.CHANGED, message, "developer-role", "developer", why, target=target)


def drop_run_elsewhere(
    out: RenderingBuilder, part: ToolCallPart | ToolResultPart, why: str
) -> None:
    """Leave out a call or result of another provider's tool, with the result inside it."""
    out.dropped(part, "server-tool", part.name or part.wire_type, why)
    result = part.embedded if isinstance(part, ToolCallPart) else part
    if result is not None and result is not part:
        out.dropped(result, "server-tool", "result", why)
    for content in result.content if result is not None else ():
        out.add_link(content.key, None, "text", "dropped")
