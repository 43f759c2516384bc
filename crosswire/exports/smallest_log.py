"""The smallest log that still shows a finding, to be put into an issue: the fewest messages,
their texts blanked.

Whatever is left out is tried: the rest is read again, and stays out only where the finding is
found again at its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, product
from typing import Literal

from msgspec import Struct

from crosswire.address import Address, ancestry, is_within, parent, position_of, root
from crosswire.containers import write_json
from crosswire.errors import CannotExport, CrosswireError
from crosswire.exports.blanking import blanked
from crosswire.exports.cutting import Cut
from crosswire.model import Conversation, JsonValue, Message, ToolCallPart, ToolResultPart
from crosswire.model.json_values import all_texts
from crosswire.reading import load
from crosswire.rules import RULES, Diagnostic, diagnose, verdict
from crosswire.rules.rule import Kind

Texts = Literal["blanked", "kept where they matter", "kept"]
_TEXTS: tuple[Texts, ...] = ("blanked", "kept where they matter", "kept")


class MinimalExample(Struct, frozen=True):
    """A log that shows a finding of another one."""

    data: bytes
    """JSON, or JSON Lines where it has several documents."""
    address: Address
    """Where the finding stands in it."""
    messages: int
    of: int
    """How many messages it has, and how many the log had."""
    texts: Texts
    """Whether texts could be blanked: some findings are about texts."""
    read_as: str | None
    """The format to name when it is read; None where that is recognised."""


def minimal_example(
    conversation: Conversation,
    code: str,
    address: str | None = None,
    *,
    target: str | None = None,
) -> MinimalExample:
    """The smallest log with this finding of a conversation: of a rule, at an address or else
    the first one. Refusals are those of `target`.

    Raises CannotExport where there is no such finding, or nothing smaller can be read again.
    """
    return _Search(conversation, _finding(conversation, code, address, target), target).found()


def _finding(
    conversation: Conversation, code: str, address: str | None, target: str | None
) -> Diagnostic:
    found = [one for one in _findings(conversation, code, target) if one.code == code]
    here = [one for one in found if address in (None, one.address)]
    if here:
        return here[0]
    places = ", ".join(one.address for one in found[:5])
    told = f" at {address}; it is at {places}" if found else ""
    needed = ""
    if code in RULES and RULES[code].kind is Kind.REFUSAL and target is None:
        needed = " It is one of a provider: name the target."
    raise CannotExport(f"This log has no finding {code}{told}.{needed}")


def _findings(
    conversation: Conversation, code: str, target: str | None
) -> Sequence[Diagnostic]:
    if target is not None and code in RULES and RULES[code].kind is Kind.REFUSAL:
        return verdict(conversation, target).findings
    return diagnose(conversation)


class _Search:
    """Looks for the smallest log, by trying what may be left out."""

    def __init__(
        self, conversation: Conversation, finding: Diagnostic, target: str | None
    ) -> None:
        if conversation.places is not None or conversation.container == "sse":
            raise CannotExport(
                "This log was put together from events, and an event cannot be left out. Save "
                "the answer as one JSON document and take the example of that."
            )
        self._conversation = conversation
        self._finding = finding
        self._target = target
        self._texts: Texts = "blanked"
        self._read_as: str | None = None
        self._near = [finding.address, *(place for _, place in finding.related)]
        self._units = _units(conversation)
        self._kept_texts = _names(conversation)

    def found(self) -> MinimalExample:
        ways = product((None, self._conversation.format), _TEXTS)
        for self._read_as, self._texts in ways:
            if self._shows(()):
                break
        else:
            raise CannotExport(
                "The finding is not there any more once the log is written anew, so that no "
                "smaller log can be shown to have it."
            )
        left_out = self._without_messages()
        left_out |= self._without(self._fields(left_out), left_out)
        data, address = self._written(left_out)
        read = load(data, format=self._read_as).conversations
        shown = next(one for one in read if self._is_in(one, address))
        return MinimalExample(
            data,
            address,
            len(shown.messages),
            len(self._conversation.messages),
            self._texts,
            self._read_as,
        )

    def _without_messages(self) -> set[Address]:
        """What can be left out of the messages: first all but those that the finding names
        and some around these, then one by one."""
        near = [
            number
            for number, unit in enumerate(self._units)
            if any(is_within(place, unit) for place in self._near)
        ]
        first, last = (near[0], near[-1]) if near else (0, len(self._units) - 1)
        step, left_out = 1, set(self._units) - {self._units[number] for number in near}
        while left_out and not self._shows(left_out):
            left_out = {*self._units[: max(first, 0)], *self._units[last + 1 :]}
            first, last, step = first - step, last + step, step * 2
        rest = [unit for unit in self._units if unit not in left_out]
        return left_out | self._without(rest, left_out)

    def _without(self, units: Sequence[Address], left_out: set[Address]) -> set[Address]:
        """Which of some units can be left out too: halves first, then ever smaller pieces."""
        gone: set[Address] = set()
        size = max(1, len(units) // 2)
        while units:
            for start in range(0, len(units), size):
                some = {*units[start : start + size]} - gone
                if some and self._shows(left_out | gone | some):
                    gone |= some
            if size == 1:
                break
            units = [unit for unit in units if unit not in gone]
            size = max(1, size // 2)
        return gone

    def _fields(self, left_out: set[Address]) -> list[Address]:
        """What stands beside the messages: settings, and tools one by one."""
        beside = [part.address for part in self._conversation.settings_and_tools]
        fields = [unit for one in beside for unit in (parent(one), one) if unit is not None]
        held = {above for unit in self._units for above in ancestry(unit)}
        return [
            one for one in dict.fromkeys(fields) if one not in held and one not in left_out
        ]

    def _shows(self, left_out: Iterable[Address]) -> bool:
        """Whether what is left can be read and has the finding."""
        try:
            data, address = self._written(left_out)
            read = load(data, format=self._read_as).conversations
            return any(self._is_in(one, address) for one in read)
        except CrosswireError:
            return False

    def _is_in(self, conversation: Conversation, address: Address) -> bool:
        if conversation.format != self._conversation.format:
            return False
        found = _findings(conversation, self._finding.code, self._target)
        return any(one.code == self._finding.code and one.address == address for one in found)

    def _written(self, left_out: Iterable[Address]) -> tuple[bytes, Address]:
        cut = Cut([*left_out, *_of_other_files(self._conversation)])
        documents = cut.documents(self._conversation.documents)
        if self._texts != "kept":
            documents = self._blanked(documents, cut)
        return _bytes(documents), cut.moved(self._finding.address)

    def _blanked(self, documents: list[JsonValue], cut: Cut) -> list[JsonValue]:
        kept = self._kept_texts
        if self._texts != "blanked":
            kept = kept | self._texts_near()
        return [blanked(document, kept) for document in documents]

    def _texts_near(self) -> set[str]:
        """All texts of the messages that the finding names."""
        named = (
            message
            for message in self._conversation.messages
            if any(is_within(place, message.address) for place in self._near)
        )
        return {text for message in named for text in all_texts(message.raw)}


def _of_other_files(conversation: Conversation) -> list[Address]:
    behind = len(conversation.documents) - conversation.documents_after
    numbers = chain(
        range(conversation.documents_before), range(behind, len(conversation.documents))
    )
    return list(map(root, numbers))


def _units(conversation: Conversation) -> list[Address]:
    """What can be left out so that a message goes: an element of a list, or its document."""
    several = len(conversation.own_documents) > 1
    units = (_unit_of(message, several=several) for message in conversation.messages)
    return list(dict.fromkeys(units))


def _unit_of(message: Message, *, several: bool) -> Address:
    for above in ancestry(message.address):
        if position_of(above) is not None and parent(above) is not None:
            return above
        if several and parent(above) is None:
            return above
    return message.address


def _names(conversation: Conversation) -> frozenset[str]:
    """Ids and names of tools: what a finding may be about."""
    ends = [
        part
        for _, part in conversation.parts()
        if isinstance(part, (ToolCallPart, ToolResultPart))
    ]
    ids = [part.call_id.value for part in ends]
    names = [part.name for part in (*ends, *conversation.tools())]
    return frozenset(text for text in (*ids, *names) if text)


def _bytes(documents: Sequence[JsonValue]) -> bytes:
    if len(documents) == 1:
        return write_json(documents[0], indent=True) + b"\n"
    return b"".join(write_json(document) + b"\n" for document in documents)
