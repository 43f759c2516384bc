"""The steps of a repair, and the passes in which they are made until none has anything to
do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from crosswire.repairs import blocks, elements
from crosswire.repairs.arguments import fix_arguments
from crosswire.repairs.change import ChangeKind, ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.repairs.filling import fill_ids, fill_names
from crosswire.repairs.ids import fix_faulty_ids, fix_mismatched_ids, fix_tool_names
from crosswire.repairs.layouts import LAYOUTS
from crosswire.repairs.missing import fix_missing
from crosswire.repairs.options import RepairOptions
from crosswire.repairs.removing import drop_emptied_messages
from crosswire.repairs.tracked import Piece, piece_of_part
from crosswire.repairs.uniqueness import (
    drop_copied_results,
    remove_odd_item_ids,
    separate_copied_items,
    separate_duplicate_calls,
    separate_reused_ids,
)
from crosswire.repairs.working_copy import WorkingCopy

Step = Callable[[RepairContext], Iterable[ProposedChange]]
_Attempt = tuple[str, ChangeKind, Piece]
"""A rule, what it does, and the JSON of the part that it does it to."""
_MAX_ATTEMPTS = 8
"""How often one rule changes one part in one way; another rule undoes what needs it more
often."""
_STEPS: tuple[Step, ...] = (
    drop_emptied_messages,
    fix_arguments,
    drop_copied_results,
    fix_faulty_ids,
    fix_mismatched_ids,
    fix_tool_names,
    separate_duplicate_calls,
    separate_reused_ids,
    remove_odd_item_ids,
    separate_copied_items,
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
    if layout is not None:
        fix_blocks = partial(blocks.fix_order, layout=layout)
        steps.append(elements.fix_order if layout.kind == "elements" else fix_blocks)
        steps.append(partial(fix_missing, layout=layout, missing=options.missing))
    if options.target == format:
        steps += [partial(fill_ids, target=format), fill_names]
    return steps


class _Run:
    """The passes over one working copy."""

    def __init__(self, copy: WorkingCopy, options: RepairOptions) -> None:
        self._copy, self._options = copy, options
        self._steps = steps_for(copy.conversation.format, options)
        self.attempts: Counter[_Attempt] = Counter()

    def make_pass(self) -> bool:
        """Make the changes of the first step that has any; whether there was one."""
        context = RepairContext(self._copy)
        return any(self._make(step(context)) for step in self._steps)

    def _make(self, proposals: Iterable[ProposedChange]) -> bool:
        """Make the changes of one step that were asked for; whether there was any."""
        before = len(self._copy.log)
        for proposal in list(proposals):
            if self._options.includes_change(proposal, self._copy):
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
