"""The half of a pair whose other half was not recorded, and the two honest things that can be
done.

`drop` takes it out, unless nothing else is left of the conversation; `mark` adds a result that
says that none was recorded. A call is never made up for a result that has none. A call that is
still pending is neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from crosswire.model import JsonValue, ReasoningPart, ToolCallPart
from crosswire.pairing import Fate
from crosswire.repairs import blocks, elements
from crosswire.repairs.change import Fix, Missing
from crosswire.repairs.layouts import Layout
from crosswire.repairs.removing import list_of, removal
from crosswire.repairs.view import View


def fix_missing(view: View, layout: Layout, missing: Missing) -> Iterator[Fix]:
    if missing == "drop":
        yield from _drop_calls(view)
        yield from _drop_results(view)
    elif missing == "mark":
        yield from _mark(view, layout)


def _lonely_calls(view: View) -> Iterator[ToolCallPart]:
    for alone in view.pairing.unanswered:
        if (
            alone.fate is Fate.MISSING
            and alone.likely_result is None
            and alone.call.key not in view.unsure_calls
        ):
            yield alone.call


def _drop_calls(view: View) -> Iterator[Fix]:
    others = len(view.conversation.messages)
    for call in _lonely_calls(view):
        others -= call.raw is view.message_of[call.key].raw
        remove = removal(view, call) if others else None
        if remove is not None:
            why = (
                "No result of this call was recorded, and the conversation goes on; the "
                "call is left out."
            )
            yield Fix(
                "missing-result",
                "dropped",
                why,
                (call,),
                partial(_drop_with_thought, view, call, remove),
            )


def _drop_with_thought(view: View, call: ToolCallPart, remove: Callable[[], None]) -> None:
    """Take a call out, with the item of reasoning that only led to it."""
    remove()
    message = view.message_of[call.key]
    if message.raw is not call.raw:
        return
    messages = view.conversation.messages
    position = view.message_positions[message.key]
    before = messages[position - 1] if position else None
    after = messages[position + 1] if position + 1 < len(messages) else None
    thought = before is not None and [type(part) for part in before.parts] == [ReasoningPart]
    slots = view.sheet.slots.get(id(before.raw)) if before is not None and thought else None
    if (
        before is not None
        and slots is not None
        and (after is None or after.role != "assistant")
    ):
        view.sheet.drop(
            before.raw, slots, why="It led to the call that is left out, and to nothing else."
        )


def _drop_results(view: View) -> Iterator[Fix]:
    others = len(view.conversation.messages)
    for orphan in view.pairing.orphans:
        alone = orphan.duplicate_of is None and orphan.likely_call is None
        if not alone or orphan.ambiguous or orphan.elsewhere:
            continue
        others -= orphan.result.raw is view.message_of[orphan.result.key].raw
        remove = removal(view, orphan.result) if others else None
        if remove is not None:
            why = "The call of this result was not recorded; the result is left out."
            yield Fix("orphan-result", "dropped", why, (orphan.result,), remove)


def _mark(view: View, layout: Layout) -> Iterator[Fix]:
    groups: dict[str, list[tuple[ToolCallPart, JsonValue]]] = defaultdict(list)
    for call in _lonely_calls(view):
        marked = layout.marked(call)
        known = call.call_id.value is not None or not call.call_id.required
        if (
            marked is not None
            and known
            and list_of(view, call, view.message_of[call.key]) is not None
        ):
            groups[_group(view, layout, call)].append((call, marked))
    why = "No result of this call was recorded; one is added that says so."
    for calls in groups.values():
        put = (
            partial(elements.put_marked, view, calls)
            if layout.kind == "elements"
            else partial(blocks.put_marked, view, layout, calls)
        )
        yield Fix("missing-result", "added", why, tuple(call for call, _ in calls), put)


def _group(view: View, layout: Layout, call: ToolCallPart) -> str:
    """Calls whose results belong together: those of a message, or of a run of the model's
    messages."""
    last = blocks.end_of_run(view, call) if layout.kind == "blocks" else None
    return (last or view.message_of[call.key]).key
