"""What the steps of a repair did to a working copy, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from crosswire.address import Address, child
from crosswire.model import JsonValue
from crosswire.repairs.change import Change, ChangeKind, ProposedChange
from crosswire.repairs.tracked import Piece, Tracked, TrackedObject, piece_of, places_in, plain

_LINKED = "It follows another line now."


class _Record(Struct, frozen=True):
    change: Change
    """Without its target, and with tracked values."""
    piece: Piece | None
    """What was changed; None where it stands nowhere any more."""
    holder: Tracked | None = None
    """The piece itself, where a field or an element of it was written."""
    key: str | None = None


class ChangeLog:
    """Collects what is done, as changes whose places are only known at the end."""

    def __init__(self) -> None:
        self._records: list[_Record] = []
        self._links: dict[tuple[Piece, str], int] = {}
        """The field of a line that names another one -> the record of its change."""
        self.proposal: ProposedChange | None = None
        """The proposal that is being carried out."""

    def __len__(self) -> int:
        return len(self._records)

    def written(
        self, source: Address | None, holder: Tracked, key: str, before: JsonValue
    ) -> None:
        """Note what was written into a field or an element, or that the field was removed."""
        after = holder.get(key) if isinstance(holder, TrackedObject) else holder[int(key)]
        change = self._change(source, before=before, after=after)
        self._records.append(_Record(change, holder.number, holder, key))

    def renamed(
        self, source: Address | None, holder: TrackedObject, before: str, after: str
    ) -> None:
        """Note that a value stands under another key."""
        change = self._change(source, before=before, after=after)
        self._records.append(_Record(change, holder.number, holder, after))

    def linked(
        self, source: Address | None, line: TrackedObject, key: str, before: JsonValue
    ) -> None:
        """Note that a line names another one as that before it, or has another number; once
        for each line."""
        change = self._change(source, "link", before, line[key])
        change = replace(change, why=_LINKED)
        earlier = self._links.get((line.number, key))
        if earlier is None:
            self._links[line.number, key] = len(self._records)
            self._records.append(_Record(change, line.number, line, key))
        else:
            noted = self._records[earlier]
            same = replace(noted.change, after=change.after)
            self._records[earlier] = replace(noted, change=same)

    def rewritten(
        self, source: Address | None, before: JsonValue, after: Sequence[JsonValue]
    ) -> None:
        """Note that an element is said in other words, in the place of the first of them."""
        told = after[0] if len(after) == 1 else list(after)
        change = self._change(source, before=before, after=told)
        self._records.append(_Record(change, piece_of(after[0])))

    def ids(self) -> list[Change]:
        """The changes of ids."""
        changes = (record.change for record in self._records)
        return [change for change in changes if change.kind == "id"]

    def moved(
        self, source: Address | None, piece: Piece | None, kind: ChangeKind | None
    ) -> None:
        """Note that a piece was moved."""
        self._records.append(_Record(self._change(source, kind), piece))

    def added(self, piece: Piece | None, value: JsonValue) -> None:
        """Note what was put in."""
        self._records.append(_Record(self._change(None, "added", after=value), piece))

    def dropped(self, source: Address | None, value: JsonValue, reason: str | None) -> None:
        """Note what was taken out, and why where the proposal's reason is another."""
        change = self._change(source, "dropped", before=value)
        self._records.append(_Record(replace(change, why=reason or change.why), None))

    def _change(
        self,
        source: Address | None,
        kind: ChangeKind | None = None,
        before: JsonValue = None,
        after: JsonValue = None,
    ) -> Change:
        proposal = self.proposal
        assert proposal is not None  # noqa: S101 - only proposals change a working copy
        return Change(
            proposal.rule,
            kind or proposal.kind,
            source,
            None,
            before,
            after,
            proposal.reason,
            proposal.certain,
        )

    def changes(self, roots: Iterable[tuple[JsonValue, Address]]) -> list[Change]:
        """All changes, with the places that their pieces have below these values now."""
        if not self._records:
            return []
        places = {
            piece: place for value, root in roots for piece, place in places_in(value, root)
        }
        changes = (
            replace(
                record.change,
                target=_target(record, places),
                before=plain(record.change.before),
                after=plain(record.change.after),
            )
            for record in self._records
        )
        return [change for change in changes if change.kind != "link" or _is_there(change)]


def _is_there(link: Change) -> bool:
    """Whether the line of a link is in the file still, and names another one."""
    return link.target is not None and link.before != link.after


def _target(record: _Record, places: Mapping[Piece, Address]) -> Address | None:
    holder, key = record.holder, record.key
    place = None if record.piece is None else places.get(record.piece)
    if place is None or key is None:
        return place
    is_removed = isinstance(holder, TrackedObject) and key not in holder
    return None if is_removed else child(place, key)
