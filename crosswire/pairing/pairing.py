"""Ties each result to its call, with the evidence for it.

One ordered walk. A result with an id takes the oldest open call of that id, in the current
turn first: a queue per id, so that ids that come again later pair with their own turn. What
has no id on one side or the other is paired within its turn by position, helped by the tool's
name. An id that matches nothing is never paired by force: it stays an orphan, with the call
that it most likely belongs to named beside it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Container, Iterable
from typing import TypeVar

from msgspec import Struct, field

from crosswire.model import (
    Conversation,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    TurnEnd,
    text_of,
)
from crosswire.model.node_key import NodeKey
from crosswire.pairing.likely import likely_calls
from crosswire.pairing.open_calls import OpenCalls
from crosswire.pairing.outcome import Fate, How, Orphan, Pair, Pairing, Unanswered
from crosswire.pairing.turn_ends import turn_ends


def pair(conversation: Conversation) -> Pairing:
    """Pair the calls of a conversation with its results."""
    walk = _Walk(conversation)
    compacted = {one.before for one in conversation.events if one.kind == "compaction"}
    ends = turn_ends(conversation)
    for number, message in enumerate(conversation.messages):
        if number in compacted:
            walk.compact()
        if number in ends:
            walk.end_turn(ends[number])
        if message.role == "assistant":
            walk.enter(message)
        for part in message.parts:
            if type(part) is ToolCallPart:
                walk.call(part)
            elif type(part) is ToolResultPart:
                walk.result(part)
        if message.role not in ("assistant", "tool"):
            walk.leave(message)
    if len(conversation.messages) in ends:
        walk.end_turn(ends[len(conversation.messages)])
    return walk.finish()


_EXECUTORS = ("client", "server")
_End = TypeVar("_End", ToolCallPart, ToolResultPart)


def _run_by(executed_by: str, parts: Iterable[_End]) -> list[_End]:
    return [part for part in parts if part.executed_by == executed_by]


class _Turn(Struct):
    """A run of assistant messages that call, and everything up to the next such run."""

    number: int
    groups: set[str]
    calls: list[ToolCallPart] = field(default_factory=list)
    unmatched: list[ToolResultPart] = field(default_factory=list)
    answered: bool = False
    """A result has come, so that a further assistant message begins another turn."""
    interrupted: bool = False
    """A message that is no result has come since the calls."""
    ended: TurnEnd | None = None
    """How the log says that it ended."""
    spoken: int = 0
    """How many calls of the conversation stood before what was said last in it."""
    compacted: bool = False
    """What it called was summarised before anything else came, and is sent no more."""

    @property
    def is_over(self) -> bool:
        """Whether a call that comes now begins another turn."""
        return self.answered or self.interrupted or self.ended is not None


class _Walk:
    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.traits = conversation.traits
        self.pairing = Pairing()
        self.turns: list[_Turn] = []
        self.open: dict[str, list[tuple[int, deque[ToolCallPart]]]] = defaultdict(list)
        """Id -> its open calls, a queue for each turn that has some, the latest turn last."""
        self.late: set[NodeKey] = set()
        self.granted: set[str] = set()
        """Ids of the requests for approval whose call was then made."""
        self.answered_ids: dict[str, Pair] = {}
        self.order: dict[NodeKey, int] = {}
        self.unmatched: set[NodeKey] = set()
        """Results without a call since the last compaction."""
        self.is_summarised = False
        """No call has come since the last compaction."""
        self.summarised: set[NodeKey] = set()
        """Results whose call may have been summarised away."""

    def compact(self) -> None:
        """The history up to here was replaced by a summary of it."""
        self.is_summarised = True
        self.summarised |= self.unmatched
        self.unmatched = set()
        if self.turns:
            self.turns[-1].compacted |= not self.turns[-1].interrupted

    def end_turn(self, how: TurnEnd) -> None:
        """The log says that the program ended its turn here."""
        if self.turns and self.turns[-1].ended is None:
            self.turns[-1].ended = how

    def enter(self, message: Message) -> None:
        """Begin a turn where an assistant's message calls after the last turn was answered."""
        turn = self.turns[-1] if self.turns else None
        if turn is not None and message.group in turn.groups:
            return
        calls = ToolCallPart in map(type, message.parts)
        if turn is None or (calls and (turn.is_over or self._is_another(turn, message))):
            turn = self._begin_turn()
        elif not calls and _says_something(message):
            turn.interrupted |= turn.answered or self.traits.turn_is_one_message
            turn.spoken = len(self.order)
        # A group that begins after results, after a user's words, or when another one has
        # called, calls in its own turn.
        if message.group is not None and (calls or not (turn.is_over or self._called(turn))):
            turn.groups.add(message.group)

    def _called(self, turn: _Turn) -> bool:
        """Whether an answer called, where one turn holds one answer."""
        return self.traits.turn_is_one_message and bool(turn.calls)

    def _is_another(self, turn: _Turn, message: Message) -> bool:
        """Whether a message that calls is of another answer: by its group, or as it says
        something too, where calls of one answer may stand in several messages and its words
        stand before them."""
        if not self._called(turn):
            return False
        if message.group is not None and turn.groups:
            return True
        return any(isinstance(part, TextPart) and part.text.strip() for part in message.parts)

    def leave(self, message: Message) -> None:
        """Note words of the client between calls and results; those in a results' message come
        after it."""
        if self.turns and _says_something(message):
            self.turns[-1].interrupted = True

    def call(self, call: ToolCallPart) -> None:
        turn = self._turn()
        self.is_summarised = False
        self.pairing.turn_of[call.key] = turn.number
        self.order[call.key] = len(self.order)
        for edge in call.edges:
            if edge.field == "approval_request_id":
                self.granted.add(edge.value)
        if call.hybrid and call.open is None:
            if call.embedded is None:
                self.pairing.unshown.append(call)
            else:
                self._join(Pair(call, call.embedded, How.EMBEDDED))
            return
        turn.calls.append(call)
        if call.call_id.value is not None:
            queues = self.open[call.call_id.value]
            if not queues or queues[-1][0] != turn.number:
                queues.append((turn.number, deque()))
            queues[-1][1].append(call)

    def result(self, result: ToolResultPart) -> None:
        turn = self._turn()
        if not result.expects_call:
            self.pairing.turn_of[result.key] = turn.number
            return
        by_client = result.executed_by == "client"
        turn.answered |= by_client
        if turn.interrupted and by_client:
            self.late.add(result.key)
        call = self._take(result.call_id.value)
        if call is not None:
            late = by_client and (
                turn.interrupted or self.pairing.turn_of[call.key] != turn.number
            )
            self._join(Pair(call, result, How.BY_ID, late=late))
        else:
            self.pairing.turn_of[result.key] = turn.number
            turn.unmatched.append(result)
            (self.summarised if self.is_summarised else self.unmatched).add(result.key)

    def finish(self) -> Pairing:
        self._join_results_before_calls()
        for turn in self.turns:
            self._join_by_position(turn)
        for turn in self.turns:
            self._settle(turn)
        self.pairing.pairs.sort(key=lambda pair: self.order[pair.call.key])
        return self.pairing

    def _turn(self) -> _Turn:
        return self.turns[-1] if self.turns else self._begin_turn()

    def _begin_turn(self) -> _Turn:
        turn = _Turn(len(self.turns), set())
        self.turns.append(turn)
        return turn

    def _take(self, value: str | None) -> ToolCallPart | None:
        """The oldest open call of this id, of the latest turn that has one."""
        queues = self.open.get(value) if value is not None else None
        if not queues:
            return None
        call = queues[-1][1].popleft()
        if not queues[-1][1]:
            queues.pop()
        return call

    def _join(self, pair: Pair) -> None:
        self.pairing.pairs.append(pair)
        self.pairing.pair_of[pair.call.key] = self.pairing.pair_of[pair.result.key] = pair
        self.pairing.turn_of[pair.result.key] = self.pairing.turn_of[pair.call.key]
        if pair.call.call_id.value is not None and pair.how is How.BY_ID:
            self.answered_ids[pair.call.call_id.value] = pair

    def _join_results_before_calls(self) -> None:
        for turn in self.turns:
            unmatched = []
            for result in turn.unmatched:
                value = result.call_id.value
                call = self._take(value) if value not in self.answered_ids else None
                if call is None:
                    unmatched.append(result)
                else:
                    self._join(Pair(call, result, How.BY_ID, before_call=True))
            turn.unmatched = unmatched

    def _join_by_position(self, turn: _Turn) -> None:
        """Tie what has no id, on one side or on both, within its turn."""
        if not turn.unmatched:
            return
        for executed_by in _EXECUTORS:
            calls = _run_by(executed_by, self._alone(turn.calls))
            results = _run_by(executed_by, turn.unmatched)
            if calls and results:
                self._join_in_order(calls, results)
        turn.unmatched = self._alone(turn.unmatched)

    def _join_in_order(self, calls: list[ToolCallPart], results: list[ToolResultPart]) -> None:
        """At most one end of a pair has an id here: two that differ do not belong together.

        Nor does a result without an id take the call that another one's wrong id was meant
        for.
        """
        resembling = likely_calls(results, calls, by_id_alone=True)
        taken = {call.key for call in resembling.values()}
        every = OpenCalls(calls, taken)
        anonymous = OpenCalls([call for call in calls if call.call_id.value is None], taken)
        unnamed_may_pair = len(calls) == len(results) or len(calls) - len(taken) == 1
        for result in results:
            if result.key in resembling or not (unnamed_may_pair or result.name is not None):
                continue
            candidates = every if result.call_id.value is None else anonymous
            call = candidates.first(result.name)
            if call is not None:
                how = How.BY_POSITION if call is candidates.first() else How.BY_NAME
                taken.add(call.key)
                self._join(Pair(call, result, how, late=result.key in self.late))

    def _alone(self, ends: Iterable[_End]) -> list[_End]:
        """Those of some calls or results that are in no pair."""
        return [end for end in ends if end.key not in self.pairing.pair_of]

    def _settle(self, turn: _Turn) -> None:
        """Say what became of the calls and results of a turn that stayed alone."""
        calls = self._alone(turn.calls)
        if not calls and not turn.unmatched:
            return
        guesses = self._guess(turn, calls)
        open_names = {None, *(call.name for call in calls)} if calls else set()
        orphans = [
            self._orphan(turn, result, guesses.get(result.key), open_names)
            for result in turn.unmatched
        ]
        self.pairing.orphans += orphans
        likely = {
            guesses[result.key].key: result
            for result in turn.unmatched
            if result.key in guesses
        }
        unsure = any(orphan.ambiguous for orphan in orphans)
        for call in calls:
            if call.wire_type == "mcp_approval_request" and call.call_id.value in self.granted:
                self.pairing.unshown.append(call)
                continue
            fate = self._fate(turn, call, unsure=unsure)
            goes_on = turn is not self.turns[-1] or turn.interrupted
            guess = likely.get(call.key)
            ended = turn.ended or ("reported over" if self._is_told(turn, call) else None)
            alone = Unanswered(call, fate, guess, turn.compacted, goes_on, ended)
            self.pairing.unanswered.append(alone)

    def _orphan(
        self,
        turn: _Turn,
        result: ToolResultPart,
        guess: ToolCallPart | None,
        open_names: Container[str | None],
    ) -> Orphan:
        if guess is not None:
            return Orphan(result, guess)
        value = result.call_id.value
        answered = self.answered_ids.get(value or "")
        ambiguous = value is None and result.name in open_names
        is_summarised = result.key in self.summarised
        elsewhere = answered is None and (is_summarised or self._may_be_elsewhere(turn))
        return Orphan(result, None, answered, ambiguous, elsewhere)

    def _may_be_elsewhere(self, turn: _Turn) -> bool:
        """In a stored conversation, outside of a lone response or message, before a cut or
        resumed log."""
        shape = self.conversation.shape
        if self.conversation.calls_may_be_elsewhere or shape in ("response", "message"):
            return True
        earlier = self.turns[: turn.number + 1]
        return shape == "session" and not any(turn.calls for turn in earlier)

    def _fate(self, turn: _Turn, call: ToolCallPart, *, unsure: bool) -> Fate:
        if self._may_still_come(turn, call):
            return Fate.PENDING
        return Fate.AMBIGUOUS if unsure else Fate.MISSING

    def _guess(self, turn: _Turn, calls: list[ToolCallPart]) -> dict[NodeKey, ToolCallPart]:
        """For results that match nothing by id or name: the open call that each was likely
        meant for."""
        names = {call.name for call in turn.calls} | {None}
        strangers = [r for r in turn.unmatched if self._is_stranger(r, turn, names)]
        guesses: dict[NodeKey, ToolCallPart] = {}
        for executed_by in _EXECUTORS if strangers else ():
            results = _run_by(executed_by, strangers)
            guesses |= likely_calls(results, _run_by(executed_by, calls))
        return guesses

    def _is_stranger(
        self, result: ToolResultPart, turn: _Turn, names: set[str | None]
    ) -> bool:
        value = result.call_id.value
        if value is None:
            return result.name not in names
        first = self.answered_ids.get(value)
        if first is None:
            return True
        # The id of an earlier turn on another result: more likely a wrong id than a second
        # answer.
        other_turn = self.pairing.turn_of[first.call.key] != turn.number
        return other_turn and text_of(result.content) != text_of(first.result.content)

    def _is_told(self, turn: _Turn, call: ToolCallPart) -> bool:
        """Whether the model said something behind a call in what was sent to it, or is kept to
        be sent; a log may hold it before the result, and so may an answer alone."""
        is_sent = self.conversation.shape in ("request", "messages")
        is_log = self.conversation.format != self.conversation.wire_format
        before = self.order[call.key] < turn.spoken
        return before and is_sent and not is_log and not self.traits.program

    def _may_still_come(self, turn: _Turn, call: ToolCallPart) -> bool:
        if turn.compacted or not self.traits.results_are_logged:
            return True
        if turn is not self.turns[-1] or turn.interrupted:
            return False
        if turn.ended is not None and call.open != "waiting":
            return False
        if self._is_told(turn, call):
            return False
        all_came = turn.answered and self.traits.results_share_a_message
        return call.executed_by == "server" or not all_came


def _says_something(message: Message) -> bool:
    return not _SILENT.issuperset(map(type, message.parts))


_SILENT: frozenset[type[Part]] = frozenset({ToolResultPart, ReasoningPart, OpaquePart})
"""Classes of parts that say nothing to anybody."""
