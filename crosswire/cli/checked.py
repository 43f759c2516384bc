"""What `crosswire check` answers, and its JSON, whose fields are documented and stable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from crosswire.address import Address, document_of
from crosswire.configuration import ProjectSettings
from crosswire.containers import Data, Origin, bytes_of
from crosswire.model import Conversation, Note
from crosswire.pairing import Pairing
from crosswire.reading.loading import Log
from crosswire.rules.finding_records import finding_record
from crosswire.rules.rule import Diagnostic

if TYPE_CHECKING:
    from crosswire.explanations import Explanation
    from crosswire.repairs.states import VerdictStates


class Unreadable(Struct):
    """A file without a conversation that could be read."""

    path: str
    error: str
    explained: list[Explanation] = field(default_factory=list)
    """Where the file is a provider's error alone: what it means."""

    def as_json(self) -> dict[str, Any]:
        return {"path": self.path, "error": self.error, **_explained(self.explained)}


class Checked(Struct):
    """A conversation of a file."""

    path: str
    conversation: Conversation
    pairing: Pairing
    diagnostics: Sequence[Diagnostic]
    notes: list[Note]
    verdicts: list[VerdictStates] = field(default_factory=list)
    """Of the targets that were asked, by all rules."""
    settings: ProjectSettings = field(default_factory=ProjectSettings)
    """Which findings are shown, and what fails."""
    explained: list[Explanation] = field(default_factory=list)
    """What the errors mean that stand beside the log in a paste."""
    log: Log | None = None
    """What it was read from."""
    data: Data = b""
    """The bytes of that, or where they are."""

    def origin_of(self, place: Address | None) -> Origin:
        """The file, line or row that a place of the upload stands in."""
        if place is None or self.log is None:
            return Origin()
        return self.log.origin_of(document_of(place))

    def placed(self, place: Address | None) -> str:
        """A place as it is printed: with the file that it is in, where the upload has such."""
        is_packed = self.log is not None and bool(self.log.files)
        origin = self.origin_of(place).in_words if is_packed else ""
        return ": ".join(filter(None, (origin, place)))

    def shown(self) -> list[Diagnostic]:
        """Defects, and what the targets that were asked would refuse."""
        refusals = (found for one in self.verdicts for found in one.logged.findings)
        return [*self.diagnostics, *filter(self.settings.shows, refusals)]

    def lines(self, places: Iterable[Address]) -> dict[Address, int]:
        """The line, in its file, of each place that has one; of a database none has."""
        log = self.log
        if log is None:
            return {}
        found: dict[Address, int] = {}
        text = bytes_of(self.data) if log.text is None or not log.files else log.text
        for place, (begin, _) in log.spans(self.data, [*places]).items():
            file = log.file_of(document_of(place))
            start = 0 if file is None else file.start
            found[place] = text.count(b"\n", start, begin) + 1
        return found

    @property
    def messages(self) -> int:
        return len(self.conversation.messages)

    @property
    def calls(self) -> int:
        return sum(1 for _ in self.conversation.calls())

    @property
    def results(self) -> int:
        return sum(1 for _ in self.conversation.results())

    def as_json(self) -> dict[str, Any]:
        record: dict[str, Any] = {
            "path": self.path,
            "document": self.conversation.number,
            "title": self.conversation.title,
            "format": self.conversation.format,
            "container": self.conversation.container,
            "messages": self.messages,
            "calls": self.calls,
            "results": self.results,
            "pairing": self.pairing.counts(),
            "diagnostics": [self._diagnostic(finding) for finding in self.diagnostics],
            "notes": [note.record() for note in self.notes],
            **_threads(self.conversation),
            **_explained(self.explained),
        }
        if self.verdicts:
            record["verdicts"] = self._verdicts()
        return record

    def _verdicts(self) -> dict[str, Any]:
        from crosswire.repairs.records import verdict_record  # loaded where one was asked for

        return {one.target: verdict_record(one, self.settings.shows) for one in self.verdicts}

    def _diagnostic(self, finding: Diagnostic) -> dict[str, Any]:
        origin = self.origin_of(finding.address).in_words
        told = {"origin": origin} if origin else {}
        return {**finding_record(finding), **told}


def _threads(conversation: Conversation) -> dict[str, Any]:
    """How it hangs together with others of the file; nothing where the log does not say."""
    if conversation.thread is None and not conversation.events:
        return {}
    from_ = conversation.started_from
    return {
        "thread": conversation.thread,
        "started_from": None if from_ is None else from_.record(),
        "starts": [edge.record() for edge in conversation.starts],
        "events": [event.record() for event in conversation.events],
    }


def _explained(answers: list[Explanation]) -> dict[str, Any]:
    if not answers:
        return {}
    from crosswire.explanations import explanation_record  # loaded where there is an error

    return {"explained": [explanation_record(one) for one in answers]}
