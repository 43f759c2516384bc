"""Panes and verdicts that are made while a log is read, of which pages would ask else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import crosswire
from crosswire.answers import Known
from crosswire.containers import Data
from crosswire.model import Conversation
from crosswire.rules import Severity, own_target
from webapp.packing import json_bytes, pack_record
from webapp.readmodel.answer import answer_and_verdicts
from webapp.readmodel.beside import Beside
from webapp.readmodel.blocks import in_blocks, packed_blocks
from webapp.readmodel.indexed import Block, MadeAhead, PackedPane
from webapp.readmodel.panes import REPAIRED, MadePane, PaneChoice

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is to be made of the first conversations of an upload."""

    panes: Callable[[Conversation, Collection[Severity]], Sequence[PaneChoice]]
    """Which panes, by a conversation and how bad what was found in it is."""
    targets: Literal["none", "own", "all"]
    """Whose verdicts. The card comes with them."""
    most: int
    """How many conversations."""

    def made_of(
        self,
        log: crosswire.Log,
        data: Data,
        known: Known,
        beside: Beside,
    ) -> MadeAhead | None:
        """All that is wanted of one conversation of a log; None where it cannot be made: the
        log is kept all the same, and its page asks for it and says what is wrong."""
        conversation, found = known.conversation, {one.severity for one in known.defects}
        try:
            panes = [
                packed_pane(choice.made_of(conversation, known.pairing), beside)
                for choice in self.panes(conversation, found)
            ]
            asked = answer_and_verdicts(log, data, conversation, known)
            verdicts = dict(islice(asked, self._how_many(conversation)))
        except Exception:  # noqa: BLE001 - whatever it is, the upload is not lost for it
            number = conversation.number + 1
            _log.exception("Conversation %d is kept without its panes and verdicts", number)
            return None
        return MadeAhead(panes, verdicts)

    def _how_many(self, conversation: Conversation) -> int | None:
        """How many of the card and the verdicts, of which the own target's comes first; None
        for all."""
        if self.targets == "own":
            return 1 if own_target(conversation) is None else 2
        return 0 if self.targets == "none" else None


def no_panes(_: Conversation, __: Collection[Severity]) -> Sequence[PaneChoice]:
    return []


OF_A_WORKER = Ahead(no_panes, "own", most=20)
"""What is wrong, which a page says first. Panes and the other targets come after it."""


def packed_pane(made: MadePane, beside: Beside) -> PackedPane:
    """A pane, packed beside the bytes of the upload."""
    return PackedPane(
        target=made.target,
        record={
            "target": made.target,
            "policy": made.policy,
            "losses": pack_record(made.losses),
            "id_map": pack_record(made.id_map),
            "name_map": pack_record(made.name_map),
            "told": made.told,
            "places": pack_record(made.places),
        },
        cells=[
            beside.packed(number, json_bytes(some))
            for number, some in enumerate(in_blocks(made.cells))
        ],
        payload=_packed_payload(made, beside),
        lists={name: packed_blocks(entries) for name, entries in made.lists.items()},
    )


def _packed_payload(made: MadePane, beside: Beside) -> list[tuple[int, Block]]:
    """The payload is written twice, once for its size: that takes less than holding it."""
    size = sum(map(len, made.payload_pieces()))
    repeats_whole = made.target == REPAIRED
    return list(beside.packed_payload(made.payload_pieces(), size, repeats_whole))
