"""What a check may look at: a conversation with its pairing, and what all rules ask of it
again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.facts.repeats import Repeats
from crosswire.model import (
    Conversation,
    MediaPart,
    Message,
    NodeKey,
    ReasoningPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_values import text_field
from crosswire.pairing import Fate, How, Orphan, Pairing
from crosswire.pairing.turns import Turn, turns
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.evidence import Evidence
from crosswire.rules.finding import Severity
from crosswire.rules.parts import ids_of, of_type, related


@dataclass
class RuleContext:
    """What a check may look at besides the thing that it was called for.

    Indexes are built when first used.
    """

    conversation: Conversation
    pairing: Pairing

    @cached_property
    def message_of(self) -> dict[NodeKey, Message]:
        """Key of a part -> its message."""
        return {part.key: message for message, part in self.conversation.parts()}

    @cached_property
    def evidence(self) -> Evidence:
        """What is wrong with ids, and why."""
        return Evidence(self.conversation, self.pairing)

    @cached_property
    def repeats(self) -> Repeats:
        """The calls that are not alone with their checksum."""
        return Repeats(self.conversation, self.pairing)

    @cached_property
    def listed_messages(self) -> list[Message]:
        """The messages that are no top-level field of their own (`system`, `instructions`)."""
        return [message for message in self.conversation.messages if message.field is None]

    @cached_property
    def roles(self) -> frozenset[str | None]:
        """What the JSON of these messages says of their roles; None where it says none."""
        return frozenset([text_field(message.raw, "role") for message in self.listed_messages])

    def result_of_call(self, call: ToolCallPart) -> ToolResultPart | None:
        """The result of a call, or what most likely is its result."""
        pair = self.pairing.pair_of.get(call.key)
        return self._likely_results.get(call.key) if pair is None else pair.result

    def call_of_result(self, result: ToolResultPart) -> ToolCallPart | None:
        """The call that a result answers, or most likely answers."""
        pair = self.pairing.pair_of.get(result.key)
        return self._nearest_calls.get(result.key) if pair is None else pair.call

    @cached_property
    def _likely_results(self) -> dict[NodeKey, ToolResultPart | None]:
        return {alone.call.key: alone.likely_result for alone in self.pairing.unanswered}

    @cached_property
    def _nearest_calls(self) -> dict[NodeKey, ToolCallPart | None]:
        return {orphan.result.key: orphan.nearest_call for orphan in self.pairing.orphans}

    @cached_property
    def turns(self) -> list[Turn]:
        """The turns as a target counts them."""
        return turns(self.conversation)

    @cached_property
    def answered_turns(self) -> list[tuple[Turn, Turn]]:
        """Each turn of the model that the client's turn follows, with that."""
        sides = ("model", "client")
        return [
            (t, following)
            for t, following in pairwise(self.turns)
            if (t.side, following.side) == sides
        ]

    @cached_property
    def turns_and_previous(self) -> list[tuple[Turn, Turn]]:
        """Each turn with the one before it; the first one with an empty turn of nobody."""
        return list(pairwise([Turn("nobody"), *self.turns]))

    @cached_property
    def uneven_turns(self) -> list[tuple[Turn, Turn]]:
        """Each turn with the one after it, where the calls of one and the results of the other
        are not the same ids, once each; an empty turn of nobody stands at both ends."""
        nobody = Turn("nobody")
        return [
            (turn, following)
            for turn, following in pairwise([nobody, *self.turns, nobody])
            if (turn.calls or following.results)
            and not _are_even(_called(turn), _given(following))
        ]

    @cached_property
    def uneven_answers(self) -> list[tuple[list[ToolCallPart], list[ToolResultPart]]]:
        """The calls of each turn of the model with the results up to the next, where they are
        not the same ids, once each; results before the first turn have no calls."""
        answers: list[tuple[list[ToolCallPart], list[ToolResultPart]]] = [([], [])]
        for turn in self.turns:
            if turn.side == "model":
                answers.append((turn.calls, []))
            else:
                answers[-1][1].extend(turn.results)
        return [one for one in answers if not _are_even(*one)]

    @cached_property
    def ambiguous(self) -> dict[int, tuple[list[ToolCallPart], list[ToolResultPart]]]:
        """A turn -> its calls and results that nothing tells apart."""
        turn_of = self.pairing.turn_of
        ends: dict[int, tuple[list[ToolCallPart], list[ToolResultPart]]] = defaultdict(
            lambda: ([], [])
        )
        for alone in self.pairing.unanswered:
            if alone.fate is Fate.AMBIGUOUS:
                ends[turn_of[alone.call.key]][0].append(alone.call)
        for orphan in self.pairing.orphans:
            if orphan.ambiguous:
                ends[turn_of[orphan.result.key]][1].append(orphan.result)
        return ends

    def echoes_call(self, result: ToolResultPart) -> bool:
        """Whether a result has the id of its call, so that a fault of it is that of both."""
        pair = self.pairing.pair_of.get(result.key)
        return pair is not None and pair.call.call_id.value == result.call_id.value

    def is_explained(self, orphan: Orphan) -> bool:
        """Whether a fault of an id tells why the result found no call; then the rule of that
        fault finds it."""
        ends = (orphan.result, orphan.likely_call)
        return any(end is not None and end.key in self.evidence.faulty_ids for end in ends)

    @cached_property
    def uses_in_turn(self) -> dict[tuple[int, str], list[ToolCallPart]]:
        """A turn and an id -> the calls of that turn that have it; hybrid ones answer
        themselves."""
        uses: dict[tuple[int, str], list[ToolCallPart]] = defaultdict(list)
        for value, call in self.waiting_calls:
            uses[self.pairing.turn_of[call.key], value].append(call)
        return uses

    def first_use_in_turn(self, call: ToolCallPart) -> ToolCallPart:
        """The first call of its turn that has the id of a call: itself where none had it
        before."""
        turn, value = self.pairing.turn_of[call.key], call.call_id.text
        uses = self.uses_in_turn.get((turn, value), ())
        return call if call.hybrid else next(iter(uses), call)

    @cached_property
    def answered(self) -> set[tuple[int, str | None]]:
        """A turn and an id that a result of that turn, or a later one, has."""
        return {
            (self.pairing.turn_of[pair.call.key], pair.call.call_id.value)
            for pair in self.pairing.pairs
            if pair.how is How.BY_ID
        }

    @cached_property
    def turns_of_id(self) -> dict[str, list[ToolCallPart]]:
        """An id -> the first call that has it in each turn."""
        first_uses: dict[str, list[ToolCallPart]] = defaultdict(list)
        for (_, value), calls in self.uses_in_turn.items():
            first_uses[value].append(calls[0])
        return first_uses

    @cached_property
    def reuses(self) -> dict[NodeKey, list[ToolCallPart]]:
        """Key of the second call in `turns_of_id` of an id -> all of them."""
        return {uses[1].key: uses for uses in self.turns_of_id.values() if len(uses) > 1}

    # For quick looks at the whole: most of a log is in order, and seen to be so at once.

    @cached_property
    def waiting_calls(self) -> list[tuple[str, ToolCallPart]]:
        """The calls that wait by an id for a result of their own, each after its id."""
        return [
            (call.call_id.value, call)
            for call in self.conversation.calls()
            if call.call_id.value is not None and not call.hybrid
        ]

    @cached_property
    def ids_come_again(self) -> bool:
        """Whether two calls have the same id."""
        return len(dict(self.waiting_calls)) < len(self.waiting_calls)

    @cached_property
    def id_values(self) -> frozenset[str | None]:
        """The ids of all calls and results; None is among them where one has none."""
        return frozenset(part.call_id.value for part in self.conversation.ends())

    @cached_property
    def called(self) -> frozenset[str]:
        """The names of the tools that are called."""
        return frozenset(call.name for call in self.conversation.calls())

    @cached_property
    def has_odd_arguments(self) -> bool:
        """Whether the arguments of a call are anything but an object."""
        return any(
            type(call.arguments.value) is not dict for call in self.conversation.calls()
        )

    @cached_property
    def cut_short(self) -> frozenset[NodeKey]:
        """Keys of calls without a result whose turn was cut short, as the log says."""
        alone = self.pairing.unanswered
        return frozenset(one.call.key for one in alone if one.turn_end == "cut short")

    @cached_property
    def has_server_tools(self) -> bool:
        """Whether a provider ran a tool itself."""
        return any(part.executed_by == "server" for part in self.conversation.ends())

    @cached_property
    def thoughts(self) -> list[ReasoningPart]:
        """All reasoning, in order."""
        if ReasoningPart not in self.conversation.kinds():
            return []
        return of_type((part for _, part in self.conversation.parts()), ReasoningPart)

    @cached_property
    def media(self) -> list[tuple[list[MediaPart], list[MediaPart]]]:
        """Of each message that has media: those beside its results, and those in them."""
        found: list[tuple[list[MediaPart], list[MediaPart]]] = []
        has_some = MediaPart in self.conversation.kinds()
        for message in self.conversation.messages if has_some else ():
            beside: list[MediaPart] = []
            within: list[MediaPart] = []
            for part in message.parts:
                if isinstance(part, MediaPart):
                    beside.append(part)
                elif isinstance(part, ToolResultPart):
                    within += of_type(part.content, MediaPart)
            if beside or within:
                found.append((beside, within))
        return found


def _called(turn: Turn) -> list[ToolCallPart]:
    return turn.calls if turn.side == "model" else []


def _given(turn: Turn) -> list[ToolResultPart]:
    return turn.results if turn.side in ("client", "results") else []


def _are_even(calls: list[ToolCallPart], results: list[ToolResultPart]) -> bool:
    """Whether each call has an id of its own, and one result has it."""
    if len(calls) != len(results):
        return False
    if not calls:
        return True
    ids = ids_of(calls)
    return len(ids) == len(calls) and None not in ids and ids == ids_of(results)


@dataclass
class TargetContext(RuleContext):
    """The same for what a target would get: the conversation is as it would be sent, in the
    target's own format."""

    target: str
    model: str | None = None
    """The model that the upload names; what is sent may have no field for it."""
    log_shape: str = ""
    """The shape of the log that the conversation was written from."""
    pending: frozenset[NodeKey] = frozenset()
    """Keys of the calls whose results may still come, by the log itself."""
    outside: frozenset[NodeKey] = frozenset()
    """Keys of the results whose calls may stand outside of the log."""
    split: frozenset[NodeKey] = frozenset()
    """Keys of the results that the log has apart from the others of their turn."""
    empty: tuple[Message, ...] = ()
    """Messages of the log, in the target's own format, that hold nothing and are not sent."""
    schemas: Sequence[DeclaredSchema] = ()
    """The schemas of the tools that are declared."""

    logged: tuple[Message, ...] = ()
    """The messages of a request in the target's own format, as they were logged; none once
    they are written anew."""

    @property
    def format(self) -> str:
        """The wire format of what would be sent."""
        return self.conversation.format

    @property
    def has_ids_of_server(self) -> bool:
        """Whether the log holds a server's answer, whose item ids that server takes back."""
        return self.log_shape in ("response", "exchange")

    def severity_of(self, result: ToolCallPart | ToolResultPart) -> Severity | None:
        """A warning where a result may have its call outside of the log; else None."""
        return Severity.WARNING if result.key in self.outside else None

    def result_of(
        self, part: ToolCallPart | ToolResultPart
    ) -> tuple[tuple[str, Address], ...]:
        """Where the result of a call stands, as a related place; none for a result."""
        partner = self.pairing.partner(part) if isinstance(part, ToolCallPart) else None
        return related("result", partner)
