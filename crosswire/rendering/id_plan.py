"""Plans the call id of each call and result in a rendering, before a format writes.

There are three policies. `keep` changes nothing. `fill` makes ids only where the target
requires one and none was logged, and rewrites only those that it refuses. `native` gives every
id the shape of the target's own. All are deterministic (the same upload gives the same ids on
any machine), collision-free by hash, and treat a call and its result alike. The id map lists
all made and rewritten ids.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from functools import cache
from typing import Literal

from msgspec import Struct

from crosswire.cached_property import cached_property
from crosswire.ids.packed import Packed, may_be_packed, packed_into
from crosswire.ids.shapes import halves, has_item_prefix, is_placeholder
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdSource, IdState
from crosswire.model.loss import IdChange
from crosswire.model.node_key import NodeKey
from crosswire.pairing import Pair, Pairing

_End = ToolCallPart | ToolResultPart
IdPolicy = Literal["keep", "fill", "native"]
ID_POLICIES: tuple[IdPolicy, ...] = ("keep", "fill", "native")

_SHARED_WORD = "it is a word for having no id, and other calls of its turn have the same"
_ANSWERS_MADE = "it answers a call whose id was made"
_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class IdRule(Struct, frozen=True):
    """What a target asks of a call id."""

    required: bool = True
    max_length: int | None = None
    """In characters."""
    pattern: str | None = None
    """A regular expression for the whole id."""
    native: str = "call_{24}"
    """The target's own shape: a prefix and the number of base62 characters after it."""
    server: IdRule | None = None
    """What it asks of the id of a tool that it runs itself; None: the same as of any other."""
    as_of_clients: frozenset[str] = frozenset()
    """Wire types that it runs itself whose ids are nevertheless like those of clients'
    tools."""

    def of(self, part: _End) -> IdRule:
        """The rule for a part; a provider's tool that is exported as a function is a
        client's."""
        own = part.executed_by == "server" and part.function_name_for_export is None
        return (
            self.server
            if self.server and own and part.wire_type not in self.as_of_clients
            else self
        )

    def refusal(self, value: str) -> str | None:
        """Why the target would refuse this id, or None."""
        if self.max_length is not None and len(value) > self.max_length:
            return f"it is {len(value)} characters long and {self.max_length} are allowed"
        if self.pattern is not None and not _matcher(self.pattern)(value):
            return f"it does not match {self.pattern}"
        return None

    def takes(self, values: Collection[str]) -> bool:
        """Whether it refuses none of some ids, found out at once rather than one by one."""
        if self.max_length is not None and max(map(len, values), default=0) > self.max_length:
            return False
        return self.pattern is None or all(map(_matcher(self.pattern), values))

    def is_native(self, value: str) -> bool:
        """Whether an id has the target's own shape already."""
        prefix, _, length = self.native.rstrip("}").partition("{")
        body = value.removeprefix(prefix)
        return (
            value.startswith(prefix)
            and len(body) == int(length)
            and body.isalnum()
            and body.isascii()
        )


@cache
def _matcher(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).fullmatch


class IdPlan(Struct):
    """The id of every call and result of a conversation in one rendering."""

    ids: dict[NodeKey, str | None]
    """Node key -> id; None: the field stays away."""
    changes: dict[NodeKey, IdChange]
    """Node key -> the change of its id."""


def plan_ids(
    conversation: Conversation, pairing: Pairing, rule: IdRule, policy: IdPolicy
) -> IdPlan:
    """Decide every call id of a rendering."""
    return _Planner(conversation, pairing, rule, policy).plan()


def ids_as_logged(conversation: Conversation, rule: IdRule, policy: IdPolicy) -> IdPlan | None:
    """The plan where every id stays as it was logged, which needs no pairing; None where one
    may not."""
    logged = _logged_ids(conversation)
    if policy == "native" or (policy == "fill" and not _all_may_stay(logged, rule)):
        return None
    return IdPlan(dict(logged.of), {})


class _LoggedIds(Struct):
    """What does not hang on the target: many targets ask it of one conversation."""

    of: dict[NodeKey, str | None]
    values: set[str]
    all_are_ids: bool
    """No call or result is without one, and none has a placeholder."""
    of_servers: bool
    """Whether a provider's own tool is among them."""


def _logged_ids(conversation: Conversation) -> _LoggedIds:
    found: _LoggedIds | None = conversation.found_out.get(_LoggedIds)
    if found is None:
        ends = conversation.ends()
        of = {part.key: part.call_id.value for part in ends}
        given = set(of.values())
        values = {value for value in given if value is not None}
        all_are_ids = None not in given and not any(map(is_placeholder, values))
        of_servers = any(part.executed_by == "server" for part in ends)
        found = _LoggedIds(of, values, all_are_ids, of_servers)
        conversation.found_out[_LoggedIds] = found
    return found


def _all_may_stay(logged: _LoggedIds, rule: IdRule) -> bool:
    if not logged.all_are_ids or not rule.takes(logged.values):
        return False
    return rule.server is None or not logged.of_servers


class _Planner:
    def __init__(
        self, conversation: Conversation, pairing: Pairing, rule: IdRule, policy: IdPolicy
    ) -> None:
        self.conversation = conversation
        self.pairing = pairing
        self.rule = rule
        self.policy = policy
        self.ids: dict[NodeKey, str | None] = {}
        self.changes: dict[NodeKey, IdChange] = {}
        self._rewrites: dict[tuple[str, str, bool], tuple[str, str]] = {}
        """A logged id, who runs what has it, and whether the rule is that of clients' tools ->
        what is written, and why."""

    def plan(self) -> IdPlan:
        for number, call in enumerate(self.conversation.calls()):
            self._plan_call(call, number)
        for number, result in enumerate(self.conversation.results()):
            self._plan_result(result, number)
        return IdPlan(self.ids, self.changes)

    def _plan_call(self, call: ToolCallPart, number: int) -> None:
        logged = call.call_id.value
        pair = self.pairing.pair_of.get(call.key)
        if self._is_shared_word(call):
            self._make(call, f"call {number}", _SHARED_WORD)
        elif logged is not None or call.hybrid:
            self._keep_or_rewrite(call, logged)
        elif not self._needs_id(call):
            self.ids[call.key] = None
        elif pair is not None and pair.result.call_id.value is not None:
            self._take_over(call, pair.result.call_id.value)
        else:
            self._make(call, f"call {number}")

    def _plan_result(self, result: ToolResultPart, number: int) -> None:
        logged = result.call_id.value
        pair = self.pairing.pair_of.get(result.key)
        call_id = self._id_to_follow(result, pair)
        if not result.expects_call:
            self.ids[result.key] = logged
        elif pair is not None and call_id is not None:
            self._follow(result, pair.call, call_id)
        elif logged is not None:
            self._keep_or_rewrite(result, logged)
        elif self._needs_id(result):
            self._make(result, f"result {number}")
        else:
            self.ids[result.key] = None

    def _needs_id(self, part: _End) -> bool:
        """Whether one is made where none was logged."""
        if self.policy == "fill":
            return self.rule.of(part).required
        return self.policy == "native"

    def _id_to_follow(self, result: ToolResultPart, pair: Pair | None) -> str | None:
        """The id of the call, for a result without an id or with a placeholder."""
        if pair is None or self.policy == "keep":
            return None
        if result.call_id.value is not None and not self._is_shared_word(pair.call):
            return None
        return self.ids.get(pair.call.key)

    def _is_shared_word(self, call: ToolCallPart) -> bool:
        """Whether several calls have the same placeholder, and the pairing tells them apart.

        The placeholder then counts as no id. Where only some of the calls have results,
        nothing tells them apart, and the placeholder stays one id.
        """
        value = call.call_id.value
        if value is None or self.policy == "keep" or not is_placeholder(value):
            return False
        return (self.pairing.turn_of.get(call.key), value) in self.shared_words

    @cached_property
    def shared_words(self) -> set[tuple[int | None, str]]:
        """Turn and placeholder of which several calls have it, all answered or none."""
        answered: dict[tuple[int | None, str], list[bool]] = defaultdict(list)
        for call in self.conversation.calls():
            value = call.call_id.value
            if value is not None and not call.hybrid and is_placeholder(value):
                place = self.pairing.turn_of.get(call.key), value
                answered[place].append(call.key in self.pairing.pair_of)
        return {
            place for place, told in answered.items() if len(told) > 1 and len(set(told)) == 1
        }

    def _keep_or_rewrite(self, part: _End, logged: str | None) -> None:
        """Equal ids are rewritten to equal ids, so that pairs survive, and unequal ones to
        unequal ones."""
        self.ids[part.key] = logged
        names_item = part.call_id.source is IdSource.ITEM_ID and isinstance(part, ToolCallPart)
        if logged is None or names_item or self.policy == "keep":
            return
        rule = self.rule.of(part)
        known = logged, part.executed_by, rule is self.rule
        if known not in self._rewrites:
            refusal = rule.refusal(logged)
            if refusal is None and self._fits(part, rule, logged):
                return
            self._rewrites[known] = self._rewritten(rule, logged, refusal)
        written, why = self._rewrites[known]
        self.ids[part.key] = written
        if written != logged:
            self._record(part, written, "rewritten", why)

    def _rewritten(self, rule: IdRule, logged: str, refusal: str | None) -> tuple[str, str]:
        """What is written instead of an id, and why: the call id of two ids glued together, or
        before something packed, where it is free; else one from a hash."""
        why = refusal or "all ids were asked for in the target's own shape"
        packed = self.packed.get(logged)
        if packed is not None:
            why += f"; what it carries is left out: {packed.what}"
        half = self.call_halves.get(logged) if self.policy == "fill" else None
        if half is not None and rule.refusal(half) is None:
            return half, why
        return self._shape(rule, f"rewrite\0{logged}"), why

    @cached_property
    def call_halves(self) -> dict[str, str]:
        """An id that holds more than one thing -> the call id in it that no other id of the
        conversation is or has."""
        logged = _logged_ids(self.conversation).values
        halved = {value: _call_half(value, self.packed.get(value)) for value in logged}
        by_id = {value: half for value, half in halved.items() if half is not None}
        times = Counter(by_id.values())
        return {
            value: half
            for value, half in by_id.items()
            if times[half] == 1 and half not in logged
        }

    @cached_property
    def packed(self) -> dict[str, Packed]:
        """An id that carries something -> what it carries."""
        logged = _logged_ids(self.conversation).values
        if not may_be_packed(logged):
            return {}
        found = {value: packed_into(value) for value in logged}
        return {value: packed for value, packed in found.items() if packed is not None}

    def _fits(self, part: _End, rule: IdRule, logged: str) -> bool:
        """Whether an id that the target takes stays; a provider's own tools want the id that
        it gave."""
        return self.policy == "fill" or part.executed_by == "server" or rule.is_native(logged)

    def _take_over(self, call: ToolCallPart, logged: str) -> None:
        """A call without an id takes its result's."""
        rule = self.rule.of(call)
        again = rule.refusal(logged) or self.policy == "native"
        written = self._shape(rule, f"rewrite\0{logged}") if again else logged
        self.ids[call.key] = written
        why = "the call has no id on the wire and its result has this one"
        self._record(call, written, "from its result", why)

    def _follow(self, result: ToolResultPart, call: ToolCallPart, written: str) -> None:
        """A result without an id takes its call's, logged or made."""
        self.ids[result.key] = written
        change = self.changes.get(call.key)
        if change is None or change.how not in ("made", "rewritten"):
            why = "the result has no id on the wire and its call has this one"
            self._record(result, written, "from its call", why)
        elif result.call_id.value is None:
            self._record(result, written, "made", _ANSWERS_MADE)
        else:
            self._record(result, written, "rewritten", _ANSWERS_MADE)

    def _make(self, part: _End, position: str, why: str | None = None) -> None:
        written = self._shape(self.rule.of(part), _seed(self.conversation, position))
        self.ids[part.key] = written
        self._record(
            part,
            written,
            "made" if part.call_id.value is None else "rewritten",
            why or _why_made(part.call_id.state),
        )

    def _record(
        self,
        part: _End,
        written: str,
        how: Literal["made", "rewritten", "from its result", "from its call"],
        why: str,
    ) -> None:
        self.changes[part.key] = IdChange(
            part.key,
            part.call_id.address or part.address,
            part.call_id.logged,
            written,
            how,
            why,
        )

    def _shape(self, rule: IdRule, seed: str) -> str:
        return made_id(seed, rule, native=self.policy == "native")


def _seed(conversation: Conversation, position: str) -> str:
    """What a made id is the hash of: the same on any machine, and another in each
    conversation."""
    return f"made\0{conversation.digest}\0{conversation.number}\0{position}"


def _why_made(state: IdState) -> str:
    return f"the target requires an id and the upload has none ({state})"


def _call_half(value: str, packed: Packed | None) -> str | None:
    """Of two glued ids the one that is not an item's; of an id with something packed into it
    what stands before that."""
    if packed is not None:
        return packed.front or None
    both = halves(value)
    if both is None:
        return None
    return both[1] if has_item_prefix(both[0]) and not has_item_prefix(both[1]) else both[0]


def made_id(seed: str, rule: IdRule, *, native: bool = False) -> str:
    """An id of the wanted shape from a hash: `cw_` and 24 hex digits unless the target wants
    its own."""
    digest = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()
    plain = f"cw_{digest[:24]}"
    if not native and rule.refusal(plain) is None:
        return plain
    prefix, _, length = rule.native.partition("{")
    return prefix + _base62(int(digest, 16), int(length.rstrip("}")))


def _base62(number: int, length: int) -> str:
    number %= 62**length  # the digits asked for, of a number that is no long one any more
    characters = []
    for _ in range(length):
        number, rest = divmod(number, 62)
        characters.append(_BASE62[rest])
    return "".join(characters)
