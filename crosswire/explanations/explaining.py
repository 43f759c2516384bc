"""Explains a provider's error message for a conversation: the rule, the place, the id.

A message is recognised by the texts of the rules' grounds and by a table of further texts. The
ids and places that it names are looked up in the conversation. What it does not name is found
by the rule itself, in the verdict of the target that sends such a message.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.address import Address, ancestry
from crosswire.errors import UnknownFormat
from crosswire.explanations.error_text import FIRST, LAST, is_too_long
from crosswire.explanations.further_texts import FurtherText
from crosswire.explanations.id_hints import IdHint, id_hints
from crosswire.explanations.naming import NamedPlace, begun_by, named_ids, named_places
from crosswire.explanations.reach import Place, Reach, targets_with
from crosswire.explanations.recognition import Reading, Recognised
from crosswire.model import Conversation
from crosswire.model.node_key import NodeKey
from crosswire.pairing import Pairing, pair
from crosswire.rules import PROVIDER_RULES
from crosswire.rules.rule import Diagnostic, Kind, Refusal, Severity
from crosswire.rules.runner import diagnose
from crosswire.rules.targets import TARGETS


class NamedId(Struct, frozen=True):
    """An id that the message names."""

    value: str
    places: tuple[Place, ...] = ()
    """Where the log has it; empty where the log lacks it."""


class Explanation(Struct, frozen=True):
    """What a message means for a conversation."""

    recognised: list[Recognised]
    """The rules that it is of; empty where the catalogue knows no such text."""
    targets: tuple[str, ...]
    """Who sends such a message, of those whose refusals are known."""
    ids: list[NamedId] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    """The places that it names and the conversation has."""
    out_of_reach: list[str] = field(default_factory=list)
    """The places that it names and the conversation lacks, in its words."""
    findings: list[Diagnostic] = field(default_factory=list)
    """What the rules find at the ids and places that it names; if the log has none of them,
    all that they find."""
    elsewhere: list[Diagnostic] = field(default_factory=list)
    """What the rules find at other places."""
    defects: list[Diagnostic] = field(default_factory=list)
    """The defects of the log that belong to these findings."""
    of_no_rule: list[FurtherText] = field(default_factory=list)
    """Known texts in it that are about no rule, with their meaning."""
    nearest: list[Recognised] = field(default_factory=list)
    """The rules whose texts come closest, where nothing was recognised."""
    hints: list[IdHint] = field(default_factory=list)
    """Of a message without a log: what the ids that it names tell by their shape."""
    note: str | None = None
    """Which part of the message was not read; None where all of it was."""

    @property
    def is_known(self) -> bool:
        return bool(self.recognised or self.of_no_rule)


def explain(
    conversation: Conversation,
    message: str,
    *,
    target: str | None = None,
    pairing: Pairing | None = None,
) -> Explanation:
    """Find what a provider's message means for a conversation.

    `target` names who sent it, where that is known; raises UnknownFormat where it names no
    target. It costs two walks, and a rendering for each target that may have sent it.
    """
    if target is not None and target not in TARGETS:
        raise UnknownFormat(f"There is no target {target!r}. These are: {', '.join(TARGETS)}.")
    reach = Reach(conversation, pairing or pair(conversation))
    reading = Reading(message)
    places_named = named_places(reading.text)
    answer = _of_message(reading, message, target, places_named)
    targets = reach.own_first(answer.targets) if target is None else (target,)
    ids = _ids(reading.text, reach)
    places, out_of_reach = _places(places_named, targets, reach)
    named = _NamedPlaces([*places, *(place for one in ids for place in one.places)])
    there: list[Diagnostic] = []
    elsewhere: list[Diagnostic] = []
    for finding in _findings(answer.recognised, targets or reach.own, reach):
        (there if named.touched_by(finding) else elsewhere).append(finding)
    about = _Subject(answer.recognised, named, {finding.node for finding in there})
    defects = diagnose(conversation, reach.pairing) if answer.recognised else []
    return replace(
        answer,
        targets=targets,
        ids=ids,
        places=places,
        out_of_reach=out_of_reach,
        findings=there,
        elsewhere=elsewhere,
        defects=[defect for defect in defects if about.covers(defect)],
    )


def explain_alone(message: str) -> Explanation:
    """What a provider's message means without a log: its rules, and what it names."""
    reading = Reading(message)
    places = named_places(reading.text)
    answer = _of_message(reading, message, None, places)
    ids = named_ids(reading.text, ()).strange
    return replace(
        answer,
        ids=[NamedId(value) for value in ids],
        out_of_reach=[place.words for place in places],
        hints=id_hints(ids, answer.targets) if answer.recognised else [],
    )


def _of_message(
    reading: Reading, message: str, target: str | None, places: list[NamedPlace]
) -> Explanation:
    """What the message alone tells."""
    recognised = _narrowed(reading.recognised(), target, places)
    senders = {name for one in recognised for name in one.targets}
    of_no_rule = reading.of_no_rule()
    return Explanation(
        recognised,
        tuple(name for name in TARGETS if name in senders),
        of_no_rule=of_no_rule,
        nearest=[] if recognised or of_no_rule else reading.nearest(),
        note=_note(message),
    )


def _note(message: str) -> str | None:
    if not is_too_long(message):
        return None
    return (
        f"The message has {len(message):,} characters; the first {FIRST:,} and the last "
        f"{LAST:,} were read."
    )


def _narrowed(
    recognised: list[Recognised], target: str | None, places: list[NamedPlace]
) -> list[Recognised]:
    """What the target says, and those with such places; all where that leaves nothing."""
    having_places = {name for place in places for name in targets_with(place.root)}
    for targets in ({target} if target is not None else set(), having_places):
        recognised = _said_by(targets, recognised) or recognised
    return recognised


def _said_by(targets: set[str], recognised: list[Recognised]) -> list[Recognised]:
    """What some targets say, and what no target says; empty where nothing is of the first."""
    narrowed: list[Recognised] = []
    for one in recognised:
        grounds = tuple(
            filter(lambda ground: not targets.isdisjoint(ground.targets), one.grounds)
        )
        if grounds or not one.grounds:
            narrowed.append(replace(one, grounds=grounds))
    return narrowed if any(one.grounds for one in narrowed) else []


def _ids(text: str, reach: Reach) -> list[NamedId]:
    """The ids that a message names: first those of the log, then those that it lacks."""
    named = named_ids(text, reach.ids)
    of_log = dict.fromkeys([*named.here, *begun_by(named.begun, reach.ids)])
    return [NamedId(value, reach.places_of_id(value)) for value in (*of_log, *named.strange)]


def _places(
    all_named: list[NamedPlace], targets: tuple[str, ...], reach: Reach
) -> tuple[list[Place], list[str]]:
    """The places that a message names, and the words for those that the log lacks."""
    places: list[Place] = []
    out_of_reach: list[str] = []
    for named in all_named:
        having = reach.own_first(targets_with(named.root))
        place = reach.at(named, tuple(name for name in targets if name in having) or having)
        if place is None:
            out_of_reach.append(named.words)
        else:
            places.append(place)
    return places, out_of_reach


def _findings(
    recognised: list[Recognised], targets: Iterable[str], reach: Reach
) -> list[Diagnostic]:
    """What the recognised rules find for the targets, each finding once."""
    named = {one.rule.name for one in recognised if one.rule.kind is Kind.REFUSAL}
    codes = {
        rule.code
        for rule in PROVIDER_RULES
        if rule.name in named or not named.isdisjoint(rule.kin)
    }
    if not codes:
        return []
    found = chain.from_iterable(reach.verdict(target).findings for target in targets)
    distinct: dict[tuple[str, Address, str], Diagnostic] = {}
    for finding in found:
        if finding.code in codes:
            distinct.setdefault((finding.code, finding.address, finding.message), finding)
    return list(distinct.values())


class _NamedPlaces:
    """The places that a message names, and which findings stand at them."""

    def __init__(self, places: list[Place]) -> None:
        self.nodes = {place.node for place in places if place.node}
        self.addresses = _Addresses(place.address for place in places)
        self.payloads = _Addresses(place.payload for place in places if place.payload)

    def hold(self, finding: Diagnostic) -> bool:
        """Whether a finding stands at one of them."""
        if finding.node in self.nodes or self.addresses.touch(finding.address):
            return True
        payload = finding.payload if isinstance(finding, Refusal) else None
        return payload is not None and self.payloads.touch(payload)

    def touched_by(self, finding: Diagnostic) -> bool:
        """Whether a finding, or evidence of it, stands there; true where nothing is named."""
        if not self.addresses.named or self.hold(finding):
            return True
        return any(self.addresses.touch(address) for _, address in finding.related)


class _Addresses:
    """Some addresses, with all that lie above them."""

    def __init__(self, addresses: Iterable[Address]) -> None:
        self.named = set(addresses)
        self.above = set(chain.from_iterable(map(ancestry, self.named)))

    def touch(self, address: Address) -> bool:
        """Whether an address is one of them, or lies above or below one."""
        return address in self.above or not self.named.isdisjoint(ancestry(address))


class _Subject:
    """What a message speaks of: some rules, at some places."""

    def __init__(
        self, recognised: list[Recognised], named: _NamedPlaces, refused: set[NodeKey | None]
    ) -> None:
        self.codes = {one.rule.code for one in recognised}
        self.named = named
        self.refused = refused - {None, ""}
        """Keys of the parts that are refused."""

    def covers(self, defect: Diagnostic) -> bool:
        """Whether a defect is of its rules, or stands where the refusal does."""
        if defect.severity is Severity.INFO:
            return False
        if defect.code in self.codes:
            return self.named.touched_by(defect)
        return defect.node in self.refused or self.named.hold(defect)
