"""The steps of a repair, and the passes in which they are made until none has anything to
do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import partial

from crosswire.repairs import blocks, elements, lines
from crosswire.repairs.arguments import fix_arguments
from crosswire.repairs.change import ChangeKind, ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.repairs.echoes import follow_ids
from crosswire.repairs.empty_lists import drop_empty_lists
from crosswire.repairs.empty_texts import drop_empty_texts
from crosswire.repairs.filling import fill_ids, fill_names
from crosswire.repairs.foreign_words import (
    declare_foreign_tools,
    write_flat_calls,
    write_foreign_messages,
)
from crosswire.repairs.ids import fix_faulty_ids, fix_mismatched_ids, fix_tool_names
from crosswire.repairs.kinds import fix_kinds
from crosswire.repairs.layouts import LAYOUTS
from crosswire.repairs.missing import fix_missing, mark_missing
from crosswire.repairs.options import RepairOptions
from crosswire.repairs.removing import drop_emptied_messages
from crosswire.repairs.schemas import fix_schemas
from crosswire.repairs.tracked import Piece, piece_of_part
from crosswire.repairs.uniqueness import (
    drop_copied_results,
    remove_odd_item_ids,
    separate_copied_items,
    separate_duplicate_calls,
    separate_reused_ids,
)
from crosswire.repairs.working_copy import WorkingCopy
from crosswire.rules import LOG_RULES
from crosswire.rules.runner import walk

Step = Callable[[RepairContext], Iterable[ProposedChange]]
_Attempt = tuple[str, ChangeKind, Piece]
"""A rule, what it does, and the JSON of the part that it does it to."""
_MAX_ATTEMPTS = 8
"""How often one rule changes one part in one way; another rule undoes what needs it more
often."""
_STEPS: tuple[Step, ...] = (
    write_foreign_messages,
    declare_foreign_tools,
    write_flat_calls,
    drop_emptied_messages,
    drop_empty_texts,
    drop_empty_lists,
    fix_arguments,
    drop_copied_results,
    fix_faulty_ids,
    fix_kinds,
    fix_mismatched_ids,
    fix_tool_names,
    separate_duplicate_calls,
    separate_reused_ids,
    remove_odd_item_ids,
    separate_copied_items,
    fix_schemas,
)


def run_steps(copy: WorkingCopy, options: RepairOptions) -> set[tuple[str, Piece]]:
    """Make all changes that were asked for. Gives what was given up, as other rules undid it:
    the rule, and the JSON of the part that it changed.

    Each pass but the last changes something. A pass sees the conversation anew and mends all
    that it finds, so that few are needed where one repair does not wait for another. There is
    an end, as no rule changes a part more than a few times in one way, and a repair adds parts
    only for calls of the log.
    """
    run = _Run(copy, options)
    while run.make_pass():
        copy.read()
    return {
        (rule, piece)
        for (rule, _, piece), count in run.attempts.items()
        if count > _MAX_ATTEMPTS
    }


def steps_for(format: str, options: RepairOptions) -> list[Step]:
    """The steps for a format, in order: each stands behind those that it relies on."""
    layout = LAYOUTS.get(format)
    steps = list(_STEPS)
    if layout is None:
        steps += [
            lines.fix_order,
            partial(fix_missing, mark=lines.mark_missing, missing=options.missing),
        ]
        steps.append(follow_ids)
    else:
        fix_blocks = partial(blocks.fix_order, layout=layout)
        steps.append(elements.fix_order if layout.kind == "elements" else fix_blocks)
        mark = partial(mark_missing, layout=layout)
        steps.append(partial(fix_missing, mark=mark, missing=options.missing))
    if options.target == format:
        steps += [partial(fill_ids, target=format), fill_names]
    return steps


def _found(context: RepairContext) -> set[str] | None:
    """In a program's log, the rules that find something: the program's own forms are right
    where no rule says otherwise. None in a wire format."""
    if context.conversation.read_from is not None:
        return None
    found = walk(context, (r for r in LOG_RULES if r.is_about(context.conversation.format)))
    return {finding.name for finding in found}


class _Run:
    """The passes over one working copy."""

    def __init__(self, copy: WorkingCopy, options: RepairOptions) -> None:
        self._copy, self._options = copy, options
        self._steps = steps_for(copy.conversation.format, options)
        self.attempts: Counter[_Attempt] = Counter()

    def make_pass(self) -> bool:
        """Make the changes of the first step that has any; whether there was one."""
        context = RepairContext(self._copy)
        found = _found(context)
        return any(self._make(step(context), found) for step in self._steps)

    def _make(
        self, proposals: Iterable[ProposedChange], found: Collection[str] | None
    ) -> bool:
        """Make the changes of one step that were asked for; whether there was any. Where
        `found` names rules, only theirs."""
        before = len(self._copy.log)
        for proposal in list(proposals):
            wanted = found is None or not proposal.parts or proposal.rule in found
            if wanted and self._options.includes_change(proposal, self._copy):
                self._attempt(proposal)
        self._copy.flush()
        return len(self._copy.log) > before

    def _attempt(self, proposal: ProposedChange) -> None:
        """Make a change, unless it was made and undone too often."""
        if not proposal.parts:
            self._copy.carry_out(proposal)
            return
        attempt = proposal.rule, proposal.kind, piece_of_part(proposal.parts[0])
        if self.attempts[attempt] >= _MAX_ATTEMPTS:
            self.attempts[attempt] = _MAX_ATTEMPTS + 1
        else:
            self.attempts[attempt] += self._copy.carry_out(proposal)
