"""Repairs a conversation, step by step, until nothing is left to do."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Literal

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.errors import UnknownFormat
from crosswire.formats import FORMATS
from crosswire.model import (
    Conversation,
    JsonValue,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import IdChange
from crosswire.reading.loading import Log, collector_paused
from crosswire.repairs import blocks, elements
from crosswire.repairs.arguments import fix_arguments
from crosswire.repairs.asked import Asked, Only
from crosswire.repairs.change import Again, Fix, Left, Missing, Repaired
from crosswire.repairs.filling import fill_ids, fill_names
from crosswire.repairs.ids import fix_faulty_ids, fix_mismatched_ids, fix_tool_names
from crosswire.repairs.layouts import LAYOUTS
from crosswire.repairs.leaving import what_is_left, what_is_refused, why_left
from crosswire.repairs.missing import fix_missing
from crosswire.repairs.removing import drop_emptied_messages
from crosswire.repairs.sheet import Sheet, Trace
from crosswire.repairs.splicing import reread, spliced
from crosswire.repairs.uniqueness import (
    drop_copied_results,
    free_copied_item_ids,
    free_item_ids,
    part_duplicate_calls,
    part_reused_ids,
)
from crosswire.repairs.view import View
from crosswire.repairs.words import in_words_of
from crosswire.rules import RULES
from crosswire.rules.rule import Severity
from crosswire.rules.runner import diagnose
from crosswire.rules.targets import TARGETS

_MOST_TIMES = 8
"""How often one rule changes one part in one way; what needs it more often is undone by
another rule."""


def repair(
    conversation: Conversation,
    *,
    only: Collection[Only] | None = None,
    missing: Missing = "leave",
    target: str | None = None,
) -> Repaired:
    """Mend what is certain about a conversation, in a copy; the upload stays as it is.

    `only` limits it to some findings, addresses, or rules by name or code. `missing` says what
    becomes of a call or a result whose other half was not recorded. A conversation of a log
    format is repaired as its request body; with `target`, any conversation is then written in
    that format, with ids filled in, and repaired once more in its words; one that is in them
    already gets its ids filled in, and the names of tools that are refused rewritten, where
    they stand. What that target would still refuse is among what is left. Raises
    UnknownFormat.
    """
    if target is not None and target not in FORMATS:
        raise UnknownFormat(f"{target!r} cannot be written. These can: {', '.join(FORMATS)}.")
    asked = Asked(only)
    with collector_paused():
        if conversation.read_from is not None:
            repaired = _repaired(conversation, asked, missing, lambda address: address, target)
        else:
            repaired = _repaired_log(conversation, asked, missing, target)
        if target is not None and target != repaired.conversation.format:
            repaired = _in_other_words(conversation, repaired, asked, missing, target)
        if target in TARGETS:
            repaired.left += what_is_refused(repaired, target, asked, missing)
    return repaired


def repair_all(
    log: Log, *, only: Collection[Only] | None = None, missing: Missing = "leave"
) -> tuple[list[JsonValue], list[Repaired]]:
    """Repair every conversation of an upload, in one copy of its documents.

    Conversations may share a request (the alternative answers of one response), so that each
    is read where those before it left the documents. One of a log format is repaired apart:
    its documents are the request that it makes.
    """
    documents = list(log.documents)
    found: list[Repaired] = []
    for conversation in log.conversations:
        entry = conversation.read_from
        now = conversation
        if entry is not None and any(one.changes for one in found):
            now = reread(conversation, entry, documents)
        repaired = repair(now, only=only, missing=missing)
        found.append(repaired)
        if repaired.changes and entry is not None:
            documents = repaired.documents
    if len(found) == 1 and found[0].changes:
        documents = found[0].documents
    return documents, found


def _words_for(conversation: Conversation, target: str | None) -> str:
    """The wire format that a log of a program is repaired in: that of its messages, if they
    are in one."""
    if conversation.wire_format in FORMATS:
        return conversation.wire_format
    return target or "openai-chat"


def _repaired_log(
    conversation: Conversation, asked: Asked, missing: Missing, target: str | None
) -> Repaired:
    """A log of a program, whose messages are repaired as the request that they would make."""
    as_it_is = Repaired(conversation, list(conversation.documents))
    as_it_is.origins = {key: node.address for key, node in _nodes(conversation)}
    found = [one for one in diagnose(conversation) if one.severity is not Severity.INFO]
    if not any(RULES[one.code].repairable for one in found):
        as_it_is.left = [Left(one, one.address, why_left(one)) for one in found]
        return as_it_is
    rendering, sent, trace = in_words_of(
        conversation, _words_for(conversation, target), "keep"
    )
    if sent is None:
        as_it_is.left = [Left(one, one.address, why_left(one)) for one in found]
        return as_it_is
    repaired = _repaired(sent, asked, missing, trace, target)
    if repaired.changes:
        repaired.rendering = rendering
        return repaired
    as_it_is.left = repaired.left
    return as_it_is


def _in_other_words(
    conversation: Conversation, first: Repaired, asked: Asked, missing: Missing, target: str
) -> Repaired:
    """Write what was repaired as another format, and repair what only that format makes a
    fault."""
    rendering, sent, inner = in_words_of(first.conversation, target, "fill")
    if sent is None:
        return first
    back = {part.address: first.origins.get(key) for key, part in _nodes(first.conversation)}

    def trace(address: Address) -> Address | None:
        there = inner(address)
        return None if there is None else back.get(there, there if not first.changes else None)

    second = _repaired(sent, asked, missing, trace)
    told = {change.written: change.why for change in (*first.id_map, *rendering.id_map)}
    second.id_map = _id_map(conversation, second, lambda address: address, told)
    second.changes = [*first.changes, *second.changes]
    second.rendering = rendering
    return second


def _repaired(
    conversation: Conversation,
    asked: Asked,
    missing: Missing,
    trace: Trace,
    target: str | None = None,
) -> Repaired:
    """The repair itself, of a conversation that is in its wire format's own words."""
    sheet = Sheet(conversation, trace)
    given_up = _run(sheet, asked, _steps(sheet, missing, target))
    changes = sheet.changes()
    if not changes:
        found = Repaired(conversation, list(conversation.documents))
        stood = {key: trace(node.address) for key, node in _nodes(conversation)}
        found.origins = {key: address for key, address in stood.items() if address is not None}
    else:
        found = Repaired(_final(conversation, sheet), [], changes)
        found.documents = list(found.conversation.documents)
        found.origins = _origins(found.conversation, sheet)
        found.id_map = _id_map(conversation, found, trace)
    found.left = what_is_left(View(sheet), asked, missing, given_up)
    return found


Step = Callable[[View], Iterable[Fix]]


def _run(sheet: Sheet, asked: Asked, steps: Sequence[Step]) -> set[Again]:
    """Go through the steps until none has anything to do; what was given up, as it did not
    last.

    Each pass but the last changes something. A pass sees the conversation anew and mends all
    that it finds, so that few are needed where one repair does not wait for another. There is
    an end, as no rule changes a part more than a few times in one way, and a repair adds parts
    only for calls of the log.
    """
    times: Counter[Again] = Counter()
    while True:
        view = View(sheet)
        if not any(_apply(step(view), asked, view, times) for step in steps):
            return {again for again, made in times.items() if made > _MOST_TIMES}
        sheet.read()


def _steps(sheet: Sheet, missing: Missing, target: str | None) -> list[Step]:
    """In their order: what a step needs to see right comes before it."""
    layout = LAYOUTS.get(sheet.conversation.format)
    found: list[Step] = [
        drop_emptied_messages,
        fix_arguments,
        drop_copied_results,
        fix_faulty_ids,
        fix_mismatched_ids,
        fix_tool_names,
        part_duplicate_calls,
        part_reused_ids,
        free_item_ids,
        free_copied_item_ids,
    ]
    if layout is not None:
        order = (
            elements.fix_order
            if layout.kind == "elements"
            else partial(blocks.fix_order, layout=layout)
        )
        found += [order, partial(fix_missing, layout=layout, missing=missing)]
    if target is not None and target == sheet.conversation.format:
        found += [partial(fill_ids, target=target), fill_names]
    return found


def _apply(fixes: Iterable[Fix], asked: Asked, view: View, times: Counter[Again]) -> bool:
    """Make the changes of one step that were asked for; whether there was any."""
    sheet = view.sheet
    before = len(sheet.done)
    for fix in list(fixes):
        if not asked.wants(fix, view):
            continue
        again = (fix.rule, fix.kind, id(fix.about[0].raw)) if fix.about else None
        if again is not None and times[again] >= _MOST_TIMES:
            times[again] = _MOST_TIMES + 1
            continue
        made = len(sheet.done)
        sheet.fix = fix
        fix.do()
        if again is not None and len(sheet.done) > made:
            times[again] += 1
    sheet.flush()
    return len(sheet.done) > before


def _final(conversation: Conversation, sheet: Sheet) -> Conversation:
    documents = spliced(conversation.documents, sheet)
    return replace(
        sheet.read(),
        documents=documents,
        read_from=sheet.entry_now(),
        digest_of=cache(lambda: hashlib.sha256(_written(documents)).hexdigest()),
    )


def _written(documents: list[JsonValue]) -> bytes:
    return b"\n".join(json_document.write(document) for document in documents)


def _nodes(conversation: Conversation) -> Iterator[tuple[str, Part | Message]]:
    for message in conversation.messages:
        yield message.key, message
        for part in message.parts:
            yield part.key, part


def _origins(conversation: Conversation, sheet: Sheet) -> dict[str, Address]:
    """Where each message, part and setting of what was repaired stood in the upload."""
    found = {key: sheet.origin(node.address) for key, node in _nodes(conversation)}
    found |= {part.key: sheet.origin(part.address) for part in conversation.settings_and_tools}
    return {key: address for key, address in found.items() if address is not None}


def _id_map(
    conversation: Conversation,
    repaired: Repaired,
    trace: Trace,
    told: Mapping[str, str] | None = None,
) -> list[IdChange]:
    """Every call id that is another now, by the part that has it; `told` is why ids were
    written before."""
    logged = {trace(end.address): end for end in _ends(conversation)}
    known = {end.call_id.value for end in logged.values()}
    why = {change.target: change.why for change in repaired.changes}
    found: list[IdChange] = []
    for end in _ends(repaired.conversation):
        before, written = logged.get(repaired.origins.get(end.key)), end.call_id.value
        if before is None or written is None or before.call_id.value == written:
            continue
        source = trace(before.call_id.address or before.address)
        how = _how(before, stood=written in known)
        reason = why.get(end.call_id.address) or (told or {}).get(written, "")
        found.append(
            IdChange(
                end.key,
                source,
                before.call_id.logged,
                written,
                how,
                reason,
                end.call_id.address,
            )
        )
    return found


def _ends(conversation: Conversation) -> list[ToolCallPart | ToolResultPart]:
    return [*conversation.calls(), *conversation.results()]


def _how(
    before: ToolCallPart | ToolResultPart, *, stood: bool
) -> Literal["made", "rewritten", "from its result", "from its call"]:
    """Whose an id is: what did not stand in the upload as the id of anything is
    Crosswire's."""
    if stood:
        return "from its call" if isinstance(before, ToolResultPart) else "from its result"
    return "made" if before.call_id.value is None else "rewritten"
