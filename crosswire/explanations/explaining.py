"""What a provider's error message means for a conversation: by which rule, at which place, of
which id.

A message is recognised by the texts of the rules' grounds and by a table of further ones; ids
and places that it names are looked up in the conversation, wherever its own format has them.
What it does not name is found as the rule finds it: by the verdict of the target that says so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from crosswire.address import Address, ancestry, is_within
from crosswire.errors import UnknownFormat
from crosswire.explanations.error_text import FIRST, LAST, is_too_long
from crosswire.explanations.further_texts import FurtherText
from crosswire.explanations.naming import NamedPlace, begun_by, named_ids, named_places
from crosswire.explanations.reach import Place, Reach, targets_with
from crosswire.explanations.recognition import Reading, Recognised
from crosswire.formats import FORMATS
from crosswire.model import Conversation
from crosswire.pairing import Pairing, pair
from crosswire.rules.rule import Diagnostic, Kind, Refusal, Severity
from crosswire.rules.runner import diagnose
from crosswire.rules.targets import TARGETS


@dataclass(frozen=True, slots=True)
class NamedId:
    """An id that the message names."""

    value: str
    places: tuple[Place, ...] = ()
    """Where the log has it; empty where it does not."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a message means for a conversation."""

    recognised: list[Recognised]
    """The rules that it speaks of; empty where the catalogue knows no such text."""
    targets: tuple[str, ...]
    """Who says so, of those whose refusals are known."""
    ids: list[NamedId] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    """The places that it names, as far as the conversation has them."""
    out_of_reach: list[str] = field(default_factory=list)
    """The places that it names and the conversation does not have."""
    findings: list[Diagnostic] = field(default_factory=list)
    """What the rules find at the ids and places that it names, or anywhere where the log has
    none of them."""
    elsewhere: list[Diagnostic] = field(default_factory=list)
    """What they find beside that."""
    defects: list[Diagnostic] = field(default_factory=list)
    """The defects of the log that lie there."""
    of_no_rule: list[FurtherText] = field(default_factory=list)
    """Texts in it that are known, with their meaning, although no rule is about them."""
    nearest: list[Recognised] = field(default_factory=list)
    """Where nothing was recognised: the rules whose texts come closest."""
    note: str | None = None
    """What was not read of the message; None where all of it was."""

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
    """Find what a provider's message speaks of; raises UnknownFormat where there is no such
    target.

    It costs two walks and a rendering for each target that may say so.
    """
    if target is not None and target not in TARGETS:
        raise UnknownFormat(f"There is no target {target!r}. These are: {', '.join(TARGETS)}.")
    reach = Reach(conversation, pairing or pair(conversation))
    read = Reading(message)
    places_named = named_places(read.text)
    recognised = _narrowed(read.recognised(), target, places_named)
    targets = (target,) if target is not None else _targets(recognised, conversation)
    ids = _ids(read.text, reach)
    places, out_of_reach = _places(places_named, targets, reach)
    named = _Named([*places, *(place for one in ids for place in one.places)])
    found = _findings(recognised, targets, reach)
    at_them = [one for one in found if named.touch(one)] if named else found
    there = {id(one) for one in at_them}
    speaks_of = _Subject(
        {one.rule.code for one in recognised}, named, {one.node for one in at_them}
    )
    defects = diagnose(conversation, reach.pairing) if recognised else []
    return Explanation(
        recognised,
        targets,
        ids,
        places,
        out_of_reach,
        at_them,
        [one for one in found if id(one) not in there],
        [one for one in defects if speaks_of.has(one)],
        known := read.of_no_rule(),
        [] if recognised or known else read.nearest(),
        _note(message),
    )


def explain_alone(message: str) -> Explanation:
    """What a provider's message means where there is no log: its rules, and what it names,
    nowhere found."""
    read = Reading(message)
    places = named_places(read.text)
    recognised = _narrowed(read.recognised(), None, places)
    said_by = {target for one in recognised for target in one.targets}
    known = read.of_no_rule()
    return Explanation(
        recognised,
        tuple(name for name in TARGETS if name in said_by),
        ids=[NamedId(value) for value in named_ids(read.text, ()).strange],
        out_of_reach=[place.words for place in places],
        of_no_rule=known,
        nearest=[] if recognised or known else read.nearest(),
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
    recognised: list[Recognised], target: str | None, named: list[NamedPlace]
) -> list[Recognised]:
    """Those of the target that is meant, and whose requests have the places named, if any are
    left."""
    able = {name for place in named for name in targets_with(place.root)}
    for meant in ({target} if target is not None else set(), able):
        if meant:
            recognised = _by(recognised, meant) or recognised
    return recognised


def _by(recognised: list[Recognised], targets: set[str]) -> list[Recognised]:
    """What some targets say, and what is said by others than targets."""
    found = []
    for one in recognised:
        grounds = tuple(
            ground for ground in one.grounds if not targets.isdisjoint(ground.targets)
        )
        if grounds or not one.grounds:
            found.append(replace(one, grounds=grounds))
    return found if any(one.grounds for one in found) else []


def _targets(recognised: list[Recognised], conversation: Conversation) -> tuple[str, ...]:
    """Who says so, those first in whose words the log is."""
    named = {
        target
        for one in recognised
        for target in one.targets
        if TARGETS[target].format in FORMATS
    }
    own = conversation.wire_format
    return tuple(
        sorted(
            (name for name in TARGETS if name in named), key=lambda n: TARGETS[n].format != own
        )
    )


def _ids(text: str, reach: Reach) -> list[NamedId]:
    named = named_ids(text, reach.ids)
    here = list(dict.fromkeys([*named.here, *begun_by(named.begun, reach.ids)]))
    found = [
        NamedId(
            value, tuple(Place(value, address, node) for node, address in reach.ids[value])
        )
        for value in here
    ]
    return [*found, *(NamedId(value) for value in named.strange)]


def _places(
    all_named: list[NamedPlace], targets: tuple[str, ...], reach: Reach
) -> tuple[list[Place], list[str]]:
    places: list[Place] = []
    out_of_reach: list[str] = []
    for named in all_named:
        able = reach.targets_for(named)
        place = reach.at(named, tuple(name for name in targets if name in able) or able)
        if place is None:
            out_of_reach.append(named.words)
        else:
            places.append(place)
    return places, out_of_reach


def _findings(
    recognised: list[Recognised], targets: Iterable[str], reach: Reach
) -> list[Diagnostic]:
    """What the rules find in the verdicts, each thing once, whoever refuses it."""
    codes = {one.rule.code for one in recognised if one.rule.kind is Kind.REFUSAL}
    found: dict[tuple[str, Address, str], Diagnostic] = {}
    for target in targets if codes else ():
        for one in reach.verdict(target).findings:
            if one.code in codes:
                found.setdefault((one.code, one.address, one.message), one)
    return list(found.values())


class _Named:
    """The places that a message names, so that many findings can be asked whether they stand
    there."""

    def __init__(self, places: list[Place]) -> None:
        self.nodes = {place.node for place in places if place.node}
        self.addresses = sorted(place.address for place in places)
        self.payloads = sorted(place.payload for place in places if place.payload)

    def __bool__(self) -> bool:
        return bool(self.addresses)

    def have(self, found: Diagnostic) -> bool:
        """Whether a finding stands at one of them."""
        if found.node in self.nodes or _touches(found.address, self.addresses):
            return True
        payload = found.payload if isinstance(found, Refusal) else None
        return payload is not None and _touches(payload, self.payloads)

    def touch(self, found: Diagnostic) -> bool:
        """Whether a finding, or other evidence of it, stands at one of them."""
        return self.have(found) or any(
            _touches(address, self.addresses) for _, address in found.related
        )


def _touches(address: Address, ordered: list[Address]) -> bool:
    """Whether an address, one above it or one below it is among some."""
    at = bisect_left(ordered, address)
    while at < len(ordered) and ordered[at].startswith(address):
        if is_within(ordered[at], address):
            return True
        at += 1
    for above in ancestry(address):
        at = bisect_left(ordered, above)
        if at < len(ordered) and ordered[at] == above:
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a message speaks of: some rules, at some places."""

    codes: set[str]
    named: _Named
    refused: set[str]
    """Keys of the parts that are refused."""

    def has(self, defect: Diagnostic) -> bool:
        """Whether it speaks of a defect: by its rule, or as it stands where the refusal
        does."""
        if defect.severity is Severity.INFO:
            return False
        if defect.code in self.codes:
            return not self.named or self.named.touch(defect)
        return (bool(defect.node) and defect.node in self.refused) or self.named.have(defect)
