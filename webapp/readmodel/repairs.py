"""What a repair would change, and the pane that shows a conversation after it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable

from msgspec import structs

from crosswire.address import Address, is_within
from crosswire.containers import write_json
from crosswire.model import UNNAMED, Conversation, JsonValue, Message, Part, SettingPart
from crosswire.pairing import Pairing, pair
from crosswire.repairs import NOT_ASKED, Change, Missing, RemainingFinding, Repaired, repair
from crosswire.rules import Defect, Diagnostic, Severity
from webapp.readmodel.cell import Cell, Tied, describe_message, describe_part
from webapp.readmodel.cells import line_around
from webapp.readmodel.repaired_ties import repaired_ties
from webapp.readmodel.row_numbers import RowNumbers
from webapp.readmodel.text import printable
from webapp.readmodel.written_ties import WrittenTie, call_numbers, draw, written_ties

_LEFT_OUT = "Left out by you."
_AS_LOSS = {"added": "added", "dropped": "dropped", "order": "moved", "group": "moved"}


def grouped(changes: Iterable[Change]) -> dict[str, list[Change]]:
    """The changes that are made together, by a key that the same upload gives again."""
    every = list(changes)
    causes = _causes(every)
    together: dict[tuple[str, ...], list[Change]] = defaultdict(list)
    for change in every:
        own = (
            _written(change.after)
            if change.kind == "id"
            else str(change.source or change.target)
        )
        own = causes.get((change.rule, own), own) if change.kind == "dropped" else own
        together[(change.rule, change.kind, own)].append(change)
    return {_key(names): some for names, some in together.items()}


def _causes(changes: Iterable[Change]) -> dict[tuple[str, str], str]:
    """Rule and place of what is dropped because nothing is left in it -> the last place that
    was in it."""
    dropped = {
        (change.rule, str(change.source)): str(change.source)
        for change in changes
        if change.kind == "dropped"
    }
    found: dict[tuple[str, str], str] = {}
    for rule, source in dropped:
        at = source
        while at := at[: max(at.rfind("/"), at.rfind("!"), 0)]:
            if (rule, at) in dropped:
                found[(rule, at)] = source
    return found


def chosen(
    changes: Iterable[Change], left_out: Collection[str]
) -> list[Diagnostic | str] | None:
    """What a repair is limited to, so that some changes are left out; None where none are."""
    groups = grouped(changes)
    if groups.keys().isdisjoint(left_out):
        return None
    follows = _causes([change for some in groups.values() for change in some])
    wanted: list[Diagnostic | str] = []
    for key, some in groups.items():
        if key in left_out:
            continue
        wanted += [
            change.rule if change.source is None else _as_finding(change, change.source)
            for change in some
            # To ask for what is emptied would ask for everything in it.
            if change.kind != "dropped" or (change.rule, str(change.source)) not in follows
        ]
    return wanted


def repaired_without(
    conversation: Conversation,
    missing: Missing,
    left_out: Collection[str],
    everything: Repaired | None = None,
) -> Repaired:
    """A repair with some of its changes left out; `everything` is the one with all, where it
    is known."""
    if everything is None:
        everything = repair(conversation, missing=missing)
    only = chosen(everything.changes, left_out) if left_out else None
    if only is None:
        return everything
    found = repair(conversation, only=only, missing=missing)
    found.remaining = _with_reasons(found.remaining, everything.remaining)
    return found


def _with_reasons(
    left: Iterable[RemainingFinding], anyway: Iterable[RemainingFinding]
) -> list[RemainingFinding]:
    """What the repair leaves, with the reasons that the whole repair gives for it."""
    reasons = {(one.finding.name, one.source): one.why for one in anyway}
    return [
        structs.replace(one, why=reasons.get((one.finding.name, one.source), _LEFT_OUT))
        if one.why == NOT_ASKED
        else one
        for one in left
    ]


def _as_finding(change: Change, place: Address) -> Diagnostic:
    return Defect("", change.rule, Severity.ERROR, place, "", UNNAMED)


def _key(names: tuple[str, ...]) -> str:
    text = "\0".join(names).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=6).hexdigest()


def _written(value: JsonValue) -> str:
    return write_json(value).decode("utf-8", "surrogatepass")


def as_losses(repaired: Repaired) -> list[dict[str, str | None]]:
    """The changes as a pane lists what became of the log in it: fields of `crosswire.Loss`."""
    return [
        {
            "kind": _AS_LOSS.get(change.kind, "changed"),
            "code": change.rule,
            "what": change.kind,
            "why": change.why,
            "source": change.source,
            "target": change.target,
            "fallback": None,
        }
        for change in repaired.changes
    ]


def repaired_cells(
    conversation: Conversation, pairing: Pairing, repaired: Repaired
) -> list[list[Cell]]:
    """The cells of each row after the repair: a part stands in the row of the part that it
    came from."""
    return _RepairedPane(conversation, pairing, repaired).cells()


class _RepairedPane:
    def __init__(
        self, conversation: Conversation, pairing: Pairing, repaired: Repaired
    ) -> None:
        self.conversation = conversation
        self.repaired = repaired
        self.numbers = RowNumbers(conversation)
        self.rows: list[list[Cell]] = [[] for _ in range(self.numbers.count)]
        self.ids = {change.node: change for change in repaired.id_map}
        self.changes = [change for change in repaired.changes if change.target is not None]
        self.tied: dict[str, Tied] = {}
        self.ties: list[WrittenTie] | None = None
        if repaired.changes:  # else all is as in the upload
            after = pair(repaired.conversation)
            self.tied = repaired_ties(conversation, pairing, repaired, after)
            self.ties = written_ties(after)

    def cells(self) -> list[list[Cell]]:
        after = self.repaired.conversation
        self.rows[0] = [describe_part(part, None) for part in after.settings_and_tools]
        self._say_what_no_request_has(after)
        at = 0
        for message in after.messages:
            for part in message.parts or (None,):
                at = self._place(message, part, at)
        self._say_what_is_gone()
        if self.ties is not None:
            draw(self.rows, call_numbers(self.conversation, self.numbers), self.ties)
        return self.rows

    def _say_what_no_request_has(self, after: Conversation) -> None:
        """What is mended is a request, where the upload may be an answer and say how it
        ended."""
        kept = {
            part.name for part in after.settings_and_tools if isinstance(part, SettingPart)
        }
        gone = [
            part.name
            for part in self.conversation.settings_and_tools
            if isinstance(part, SettingPart) and part.of_response and part.name not in kept
        ]
        if gone:
            cell = Cell(kind="absent", relation="dropped", address="", wire="")
            cell["note"], cell["about"] = printable(", ".join(gone)), "not in a request"
            self.rows[0].append(cell)

    def _place(self, message: Message, part: Part | None, at: int) -> int:
        """Put a part into its row; what was added stands with the row before it."""
        node = message if part is None else part
        origin = self.repaired.origins.get(node.key)
        row = None if origin is None else self.numbers.of_address(origin)
        if origin is not None and row is not None and self.rows[row]:
            row = next((one for one in self.numbers.at(origin) if not self.rows[one]), row)
        cell = self._cell(message, part)
        if row is None:
            cell["mended"] = ["added"]
        elif kinds := self._changed(node, message):
            cell["mended"] = kinds
        self.rows[at if row is None else row].append(cell)
        return at if row is None else row

    def _cell(self, message: Message, part: Part | None) -> Cell:
        line = line_around(self.repaired.conversation, message)
        if part is None:
            return describe_message(message, line)
        cell = describe_part(part, message, self.ids.get(part.key), line)
        if part.key in self.tied:
            cell["tied"] = self.tied[part.key]
        return cell

    def _changed(self, node: Part | Message, message: Message) -> list[str]:
        """The kinds of changes of a part, and of its message where the part is the first."""
        begins = not message.parts or node is message.parts[0]
        kinds = [
            change.kind
            for change in self.changes
            if change.target is not None
            and (
                is_within(change.target, node.address)
                or (begins and change.target == message.address)
                or (
                    change.kind in ("order", "group")
                    and is_within(node.address, change.target)
                )
            )
        ]
        return list(dict.fromkeys(kinds))

    def _say_what_is_gone(self) -> None:
        reasons: dict[int, list[str]] = defaultdict(list)
        for change in self.repaired.changes:
            row = None if change.source is None else self.numbers.of_address(change.source)
            if change.kind == "dropped" and row is not None:
                reasons[row].append(change.why)
        for number, cells in enumerate(self.rows):
            if number and not cells:
                cell = Cell(kind="absent", relation="dropped", address="", wire="")
                cell["note"] = printable(" ".join(dict.fromkeys(reasons[number])))
                if not cell["note"]:
                    cell["about"] = "nothing left"
                cell["mended"] = ["dropped"]
                cells.append(cell)
