"""Which call and which result belong together after a repair, told in the numbers and rows of
the upload."""

from __future__ import annotations

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.pairing import How, Pair, Pairing
from crosswire.repairs import Repaired
from webapp.readmodel.cell import Tied
from webapp.readmodel.invisible import shortened
from webapp.readmodel.outline import pair_state
from webapp.readmodel.row_numbers import RowNumbers
from webapp.readmodel.text import holdable
from webapp.readmodel.written_ties import call_numbers


def repaired_ties(
    conversation: Conversation, pairing: Pairing, repaired: Repaired, after: Pairing
) -> dict[str, Tied]:
    """Key of a call or result there -> its pairing, where `after` is that of the repaired
    conversation."""
    return _Ties(conversation, pairing, repaired, after).found


class _Ties:
    def __init__(
        self,
        conversation: Conversation,
        pairing: Pairing,
        repaired: Repaired,
        after: Pairing,
    ) -> None:
        self.repaired = repaired
        self.rows = RowNumbers(conversation)
        self.numbers = call_numbers(conversation, self.rows)
        self.before: dict[int, tuple[int, int]] = {}
        """Row of a call or result -> the rows of the pair that it was in."""
        for one in pairing.pairs:
            if one.how is not How.EMBEDDED:
                both = self.rows.of_node(one.call.key), self.rows.of_node(one.result.key)
                self.before |= dict.fromkeys(both, both)
        self.found: dict[str, Tied] = {}
        self._find(repaired.conversation, after)

    def _find(self, after: Conversation, pairing: Pairing) -> None:
        for one in pairing.pairs:
            if one.how is not How.EMBEDDED:
                self._tie(one)
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
        same = result is not None and self.before.get(result, (None,))[0] == call
        answers = tied.copy()
        answers["end"], answers["partner"] = "result", call
        answers["became"] = "" if same else "answer"
        self.found[one.result.key] = answers

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
