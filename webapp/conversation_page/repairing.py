"""What a request asks a repair for, and the repair of a stored conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from crosswire.address import document_of
from crosswire.model import Conversation, JsonValue
from crosswire.repairs import MendedFile, Missing, Repaired, repair
from crosswire.rules import TARGETS, Severity
from webapp.conversation_page.fixed_files import fixed_file
from webapp.conversation_page.repair_steps import Step, steps
from webapp.database.tables import ConversationRow
from webapp.readmodel.repairs import grouped, repaired_without
from webapp.readmodel.row_numbers import RowNumbers
from webapp.request_scope import whole, whole_log

_NO_LINES = ("broken-line", "cut-line")
"""Codes of notes on lines that are no JSON."""


@dataclass
class Repairing:
    """A repair of one conversation, with the choices that were made for it."""

    row: ConversationRow
    missing: Missing
    left_out: Sequence[str] = ()
    """Keys of `readmodel.repairs.Step`."""

    @cached_property
    def conversation(self) -> Conversation:
        return whole(self.row)[0]

    @cached_property
    def everything(self) -> Repaired:
        """With all changes that the repair would make."""
        return repair(self.conversation, missing=self.missing)

    @cached_property
    def asked(self) -> Repaired:
        """Without those that are left out."""
        return repaired_without(
            self.conversation, self.missing, self.left_out, self.everything
        )

    @cached_property
    def steps(self) -> list[Step]:
        return steps(self.everything, self.asked, self.left_out, RowNumbers(self.conversation))

    @cached_property
    def carried_out(self) -> int:
        """How many steps are made."""
        return len(grouped(self.asked.changes))

    @property
    def outcome(self) -> str:
        """What the log's own provider makes of the outcome, as a sentence; empty where none is
        known."""
        judged = self.asked.verdict
        if judged is None:
            return ""
        who = TARGETS[judged.target].title
        what = "the fixed log" if self.asked.changes else "the log"
        if judged.accepts is not None:
            return f"{who} {'takes' if judged.accepts else 'would still refuse'} {what}."
        if not TARGETS[judged.target].is_known:
            return judged.undecided[0].message
        doubts = [one.message for one in judged.findings if one.severity is Severity.WARNING]
        doubts += [point.message for point in judged.undecided]
        return f"It is not sure that {who} takes {what}: {doubts[0]}"

    def payload(self) -> JsonValue:
        """The repaired document that holds the conversation, or all of them where it stands in
        several."""
        documents = list(self.asked.conversation.documents)
        held = {document_of(message.address) for message in self.asked.conversation.messages}
        if len(documents) > 1 and len(held) == 1 and self.asked.conversation.places is None:
            return documents[held.pop()]
        return self.asked.payload

    @property
    def lines_left_out(self) -> list[str]:
        """What is said of the lines of the file that no program reads, which go."""
        if self.row.upload.container != "jsonl":
            return []
        rows = self.row.upload.conversations if self.row.number else [self.row]
        of_rows = (note for row in rows for note in row.summary["notes"])
        notes = [*self.row.upload.notes, *of_rows]
        return [str(note["message"]) for note in notes if note["code"] in _NO_LINES]

    @cached_property
    def file(self) -> MendedFile:
        """The repaired upload, or the file of it: what does not change stays to the byte."""
        return fixed_file(self.row, *whole_log(self.row), self.asked)
