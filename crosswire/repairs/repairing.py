"""Repairs a conversation, step by step, until nothing is left to do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import TypeAlias

from crosswire.address import Address
from crosswire.collector import collector_paused
from crosswire.errors import UnknownFormat
from crosswire.formats import FORMATS
from crosswire.model import Conversation, JsonValue
from crosswire.reading.loading import Log
from crosswire.repairs.change import Missing, RemainingFinding, Repaired
from crosswire.repairs.context import RepairContext
from crosswire.repairs.copied_file import stands_in_file
from crosswire.repairs.file_repair import FileRepair
from crosswire.repairs.id_changes import id_changes
from crosswire.repairs.options import Only, RepairOptions
from crosswire.repairs.other_format import messages_and_parts, rendered_and_read
from crosswire.repairs.remaining import (
    reason_left,
    remaining_defects,
    without_notes,
)
from crosswire.repairs.steps import run_steps
from crosswire.repairs.working_copy import Trace, WorkingCopy
from crosswire.rules import RULES, Defect
from crosswire.rules.runner import diagnose

Diagnosed: TypeAlias = Callable[[], Sequence[Defect]]


def plain_repair(
    conversation: Conversation,
    *,
    only: Collection[Only] | None = None,
    missing: Missing = "leave",
    target: str | None = None,
    diagnosed: Diagnosed | None = None,
) -> Repaired:
    """Mend what is certain about a conversation, in a copy, and ask no provider.

    See `repair`. With `target` what only that format asks for is mended as well, and what that
    target would still refuse is among what remains. `diagnosed` gives what `diagnose` finds,
    where somebody keeps that.
    """
    if target is not None and target not in FORMATS:
        raise UnknownFormat(f"{target!r} cannot be written. These can: {', '.join(FORMATS)}.")
    options = RepairOptions(only, missing, target)
    with collector_paused():
        if conversation.read_from is None:
            found = diagnosed() if diagnosed else diagnose(conversation)
            repaired = _repaired_log(conversation, options, without_notes(found))
        else:
            repaired = _repaired(conversation, options, lambda address: address)
        if target is not None and target != repaired.conversation.format:
            repaired = _repaired_in_target(conversation, repaired, options, target)
    return repaired


def repair_all(
    log: Log, *, only: Collection[Only] | None = None, missing: Missing = "leave"
) -> tuple[list[JsonValue], list[Repaired]]:
    """Repair every conversation of an upload, in one copy of its documents.

    Conversations may share a request (the alternative answers of one response), so that each
    is read where those before it left the documents. A log that was put together from several
    places is repaired apart, as the request that it makes. Of a packed upload the documents
    are those of the files that hold conversations.
    """
    if not log.conversations:
        return list(log.documents), []
    documents: list[JsonValue] = []
    all_repaired: list[Repaired] = []
    for _, of_file in groupby(log.conversations, key=lambda one: one.documents_before):
        file = FileRepair(list(of_file))
        file.run(lambda one: plain_repair(one, only=only, missing=missing))
        documents += file.own
        all_repaired += file.repaired
    return documents, all_repaired


def _format_to_repair_in(conversation: Conversation, target: str | None) -> str:
    """The wire format that a log of a program is repaired in: that of its messages, if they
    are in one."""
    if conversation.wire_format in FORMATS:
        return conversation.wire_format
    return target or "openai-chat"


def _repaired_log(
    conversation: Conversation, options: RepairOptions, defects: Sequence[Defect]
) -> Repaired:
    """A log of a program, mended where it stands; or, where its calls and results stand in no
    one place, as the request that its messages would make."""
    unchanged = Repaired(conversation, conversation.documents)
    unchanged.origins = {node.key: node.address for node in messages_and_parts(conversation)}
    unchanged.remaining = [
        RemainingFinding(defect, defect.address, reason_left(defect)) for defect in defects
    ]
    if not any(RULES[defect.code].repairable for defect in defects):
        return unchanged
    if stands_in_file(conversation):
        return _repaired(conversation, options, lambda address: address)
    format = _format_to_repair_in(conversation, options.target)
    rendering, sent, trace = rendered_and_read(conversation, format, "keep")
    if sent is None:
        return unchanged
    repaired = _repaired(sent, options, trace)
    if repaired.changes:
        repaired.rendering = rendering
        return repaired
    unchanged.remaining = repaired.remaining
    return unchanged


def _repaired_in_target(
    conversation: Conversation, first: Repaired, options: RepairOptions, target: str
) -> Repaired:
    """Write what was repaired in another format, and repair what only that format makes a
    fault."""
    rendering, sent, to_first = rendered_and_read(first.conversation, target, "fill")
    if sent is None:
        return first
    origins = {
        node.address: first.origins.get(node.key)
        for node in messages_and_parts(first.conversation)
    }

    def trace(address: Address) -> Address | None:
        place = to_first(address)
        unknown = None if first.changes else place
        return None if place is None else origins.get(place, unknown)

    second = _repaired(sent, options.without_target(), trace)
    reasons = {change.written: change.why for change in (*first.id_map, *rendering.id_map)}
    second.id_map = id_changes(conversation, second, lambda address: address, reasons)
    second.changes = [*first.changes, *second.changes]
    second.rendering = rendering
    return second


def _repaired(conversation: Conversation, options: RepairOptions, trace: Trace) -> Repaired:
    """The repair itself, of a conversation that is mended where it stands."""
    copy = WorkingCopy(conversation, trace)
    given_up = run_steps(copy, options)
    changes = copy.changes()
    repaired = Repaired(conversation, conversation.documents, changes)
    if changes:
        repaired.conversation = copy.copied.finished()
        repaired.documents = repaired.conversation.documents
        repaired.origins_of_documents = copy.copied.origins_of_documents()
    settings = repaired.conversation.settings_and_tools if changes else ()
    nodes = [*messages_and_parts(repaired.conversation), *settings]
    origin = copy.origin if changes else trace
    origins = ((node.key, origin(node.address)) for node in nodes)
    repaired.origins = {key: address for key, address in origins if address is not None}
    repaired.id_map = id_changes(conversation, repaired, trace) if changes else []
    repaired.remaining = remaining_defects(RepairContext(copy), options, given_up)
    return repaired
