"""Puts the findings that have one cause together, the one that explains the others first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from crosswire.address import Address, ancestry
from crosswire.model import Conversation
from crosswire.pairing import Pairing
from crosswire.rules import RULES, Diagnostic, Kind, Severity, Subject

_ABOUT_A_PAIR = frozenset(
    {
        Subject.CONFLATED_ID,
        Subject.MISMATCHED_IDS,
        Subject.ABSENT_ID,
        Subject.DUPLICATE,
        Subject.FABRICATED_ID,
        Subject.ID_FORM,
        Subject.ORPHAN_RESULT,
        Subject.MISSING_RESULT,
        Subject.ORDER,
    }
)
"""Subjects that are about a call and its result: at one pair they have one cause."""
_EXPLAINS_MORE = (
    Subject.CONFLATED_ID,
    Subject.MISMATCHED_IDS,
    Subject.ID_FORM,
    Subject.ABSENT_ID,
    Subject.DUPLICATE,
    Subject.ARGUMENTS,
    Subject.ORDER,
    Subject.FABRICATED_ID,
    Subject.REASONING,
    Subject.CONTENT,
    Subject.RECORD,
    Subject.ORPHAN_RESULT,
    Subject.MISSING_RESULT,
    Subject.REPEATED_CALL,
)
"""Of two findings at one place, the earlier one here is the cause of the other."""
_SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)


class Places:
    """The parts and messages of a conversation, by their addresses."""

    def __init__(self, conversation: Conversation) -> None:
        places: list[Address] = []
        for message in conversation.messages:
            places.append(message.address)
            places += (part.address for part in message.parts)
        places += (part.address for part in conversation.settings_and_tools)
        self._number = {address: number for number, address in enumerate(places)}
        self._tools = {tool.address for tool in conversation.tools()}

    def of(self, address: Address) -> Address:
        """The innermost part, or message, in which an address lies; itself where it lies in
        none."""
        return next((at for at in ancestry(address) if at in self._number), address)

    def of_slip(self, address: Address) -> Address:
        """The same; in a declared tool, whose schema may have several slips, the place
        itself."""
        return address if self.of(address) in self._tools else self.of(address)

    def holder(self, address: Address) -> Address | None:
        """The message that holds a part; None of what none holds."""
        return next(
            (at for at in ancestry(address) if at != address and at in self._number), None
        )

    def number(self, address: Address) -> int:
        """For sorting: its place in the order of the log, behind all where it has none."""
        return self._number.get(self.of(address), len(self._number))


def grouped(
    findings: Sequence[Diagnostic], places: Places, pairing: Pairing
) -> list[list[Diagnostic]]:
    """The findings by cause, each group with the one that explains it first."""
    groups = _Groups()
    for pair in pairing.pairs:
        groups.join(places.of(pair.call.address), places.of(pair.result.address))
    for finding in findings:
        if is_about_a_pair(finding):
            here = places.of(finding.address)
            for _, address in finding.related:
                groups.join(here, places.of(address))
    members: dict[tuple[Address, str], list[Diagnostic]] = defaultdict(list)
    for finding in findings:
        subject = RULES[finding.code].subject
        place = places.of(finding.address)
        if subject in _ABOUT_A_PAIR:
            members[groups.root(place), ""].append(finding)
        else:
            members[places.of_slip(finding.address), subject].append(finding)
    return [sorted(group, key=_rank) for group in members.values()]


def is_about_a_pair(finding: Diagnostic) -> bool:
    """Whether a finding is about a call and its result."""
    return RULES[finding.code].subject in _ABOUT_A_PAIR


def worst(findings: Iterable[Diagnostic]) -> int:
    """For sorting: 0 for an error."""
    return min(_SEVERITIES.index(finding.severity) for finding in findings)


def _rank(finding: Diagnostic) -> tuple[bool, int, int]:
    subject = RULES[finding.code].subject
    severity = _SEVERITIES.index(finding.severity)
    return finding.kind is not Kind.DEFECT, _EXPLAINS_MORE.index(subject), severity


class _Groups:
    """Places that belong together; joined a pair at a time."""

    def __init__(self) -> None:
        self._above: dict[Address, Address] = {}

    def root(self, place: Address) -> Address:
        path = list(self._upwards(place))
        for passed in path[:-1]:
            self._above[passed] = path[-1]  # the next way is short
        return path[-1]

    def _upwards(self, place: Address) -> Iterator[Address]:
        yield place
        while (above := self._above.get(place, place)) != place:
            yield above
            place = above

    def join(self, one: Address, other: Address) -> None:
        self._above.setdefault(one, one)
        self._above.setdefault(other, other)
        self._above[self.root(other)] = self.root(one)
