"""What is worked out of a conversation once, for its answer and for the verdicts beside it."""

from __future__ import annotations

from functools import cached_property

from crosswire.collector import collector_paused
from crosswire.model import Conversation
from crosswire.pairing import Pairing, pair
from crosswire.repairs import Repaired, plain_repair
from crosswire.rules import Defect, diagnose


class Known:
    """Each is worked out when somebody first asks for it, but for what is given."""

    def __init__(
        self,
        conversation: Conversation,
        pairing: Pairing | None = None,
        defects: list[Defect] | None = None,
    ) -> None:
        self.conversation, self._pairing, self._defects = conversation, pairing, defects

    @cached_property
    def pairing(self) -> Pairing:
        with collector_paused():
            return self._pairing or pair(self.conversation)

    @cached_property
    def defects(self) -> list[Defect]:
        if self._defects is not None:
            return self._defects
        return diagnose(self.conversation, self.pairing)

    @cached_property
    def plain(self) -> Repaired:
        """Mended where that is certain, whoever is asked."""
        return plain_repair(self.conversation, diagnosed=lambda: self.defects)
