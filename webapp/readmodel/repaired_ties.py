"""Which call and which result belong together after a repair, told in the numbers and rows of
the upload."""

from __future__ import annotations

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.pairing import How, Pair, Pairing, pair
from crosswire.repairs import Repaired
from webapp.readmodel.cell import Tied
from webapp.readmodel.connectors import Connection
from webapp.readmodel.invisible import shortened
from webapp.readmodel.outline import RowNumbers, pair_state
from webapp.readmodel.text import holdable


def repaired_ties(
    conversation: Conversation, pairing: Pairing, repaired: Repaired
) -> tuple[dict[str, Tied], list[Connection]] | None:
    """Key of a call or result there -> its pairing, and what to draw; None where all is as in
    the upload."""
    if not repaired.changes:
        return None
    ties = _Ties(conversation, pairing, repaired)
    return ties.found, ties.connections


class _Ties:
    def __init__(
        self, conversation: Conversation, pairing: Pairing, repaired: Repaired
    ) -> None:
        self.repaired = repaired
        self.rows = RowNumbers(conversation)
        self.numbers = {
            self.rows.of_node(call.key): number
            for number, call in enumerate(conversation.calls(), start=1)
        }
        self.before: dict[int, tuple[int, int]] = {}
        """Row of a call or result -> the rows of the pair that it was in."""
        for one in pairing.pairs:
            if one.how is not How.EMBEDDED:
                both = self.rows.of_node(one.call.key), self.rows.of_node(one.result.key)
                self.before |= dict.fromkeys(both, both)
        self.found: dict[str, Tied] = {}
        self.connections: list[Connection] = []
        self._find()

    def _find(self) -> None:
        after = self.repaired.conversation
        pairing = pair(after)
        for one in pairing.pairs:
            if one.how is not How.EMBEDDED:
                self._tie(one)
        for orphan in pairing.orphans:
            meant = orphan.duplicate_of.call if orphan.duplicate_of else orphan.likely_call
            if meant is not None:
                self._connect(self._row(meant), self._row(orphan.result), "broken")
        ends: list[ToolCallPart | ToolResultPart] = [*after.calls(), *after.results()]
        for part in ends:
            row = self._row(part)
            if row is not None and row in self.before and part.key not in pairing.pair_of:
                self.found[part.key] = self._alone(part, row)

    def _tie(self, one: Pair) -> None:
        call, result = self._row(one.call), self._row(one.result)
        number = None if call is None else self.numbers.get(call)
        if call is None or number is None:
            return
        tied = Tied(
            call=number,
            end="call",
            how=one.how.value,
            state=pair_state(one),
            partner=call if result is None else result,
            label=shortened(holdable(one.call.name), 80),
            became="" if call in self.before else "answered",
        )
        self.found[one.call.key] = tied
        self._connect(call, result, "sure" if one.how is How.BY_ID else "inferred")
        same = result is not None and self.before.get(result, (None,))[0] == call
        answers = tied.copy()
        answers["end"], answers["partner"] = "result", call
        answers["became"] = "" if same else "answer"
        self.found[one.result.key] = answers

    def _connect(self, call: int | None, result: int | None, quality: str) -> None:
        number = None if call is None else self.numbers.get(call)
        if call is not None and result is not None and number is not None and call != result:
            self.connections.append(Connection(call, result, number, quality))

    def _alone(self, part: ToolCallPart | ToolResultPart, row: int) -> Tied:
        """The tie of a part that was paired in the upload and is not after the repair."""
        is_call = isinstance(part, ToolCallPart)
        number = self.numbers.get(row) if is_call else None
        return Tied(
            call=number,
            end="call" if is_call else "result",
            how="missing" if is_call else "orphan",
            state="",
            partner=None,
            label=shortened(holdable(part.name or ""), 80),
            became="alone",
        )

    def _row(self, part: ToolCallPart | ToolResultPart) -> int | None:
        """The row of the part that it came from; None for what was added."""
        origin = self.repaired.origins.get(part.key)
        return None if origin is None else self.rows.of_address(origin)
