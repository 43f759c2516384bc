"""What targets make of a conversation, as far as it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias, cast

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError

from webapp.database.engine import Session, writing
from webapp.database.inserting import insert_all
from webapp.database.tables import ConversationRow, UploadRow, VerdictRow
from webapp.readmodel.answer import CARD, ShownAnswer
from webapp.readmodel.indexed import Record
from webapp.readmodel.verdicts import TARGETS_ASKED, TargetVerdict
from webapp.store.growing import is_as_it_was

Verdicts: TypeAlias = Mapping[str, ShownAnswer | TargetVerdict]
"""By target, with what is wrong as `CARD`."""
OWN = "own"
"""In place of a target: what the log's own target makes of it, whichever that is."""


def stored(
    session: Session, row: ConversationRow, targets: Iterable[str] = TARGETS_ASKED
) -> dict[str, TargetVerdict]:
    """The verdicts of some targets, in their order, as far as they are stored."""
    wanted = list(targets)
    query = select(VerdictRow.target, VerdictRow.record).where(
        VerdictRow.conversation_id == row.id,
        VerdictRow.reading_version == row.upload.reading_version,
        VerdictRow.target.in_(wanted),
    )
    found = {row.target: row.record for row in session.execute(query)}
    return {target: found[target] for target in wanted if target in found}


def card(session: Session, row: ConversationRow) -> Any | None:
    """What is wrong with a conversation (`readmodel.answer.ShownAnswer`), if it is stored."""
    return session.scalar(_of(row, VerdictRow.record, CARD))


def state(session: Session, row: ConversationRow, target: str) -> str | None:
    """What a target makes of a conversation, in a word, without its reasons."""
    found: str | None = session.scalar(_of(row, VerdictRow.state, target))
    return found


def own_target(session: Session, row: ConversationRow) -> str | None:
    """The target that a conversation was made for, if that was asked."""
    found: str | None = session.scalar(_of(row, VerdictRow.record, OWN))
    return found


def _of(row: ConversationRow, column: Any, target: str) -> Select[Any]:
    return select(column).where(
        VerdictRow.conversation_id == row.id,
        VerdictRow.reading_version == row.upload.reading_version,
        VerdictRow.target == target,
    )


def names_stored(session: Session, row: ConversationRow) -> set[str]:
    """The targets whose verdicts are stored, and `CARD` where that is."""
    query = select(VerdictRow.target).where(
        VerdictRow.conversation_id == row.id,
        VerdictRow.reading_version == row.upload.reading_version,
    )
    return set(session.scalars(query))


def keep(session: Session, row: ConversationRow, made: Verdicts) -> None:
    """Store verdicts; raises StorageFull."""
    try:
        with writing(session):
            if not is_as_it_was(session, row.upload):
                return
            insert_all(session, VerdictRow, verdict_records(row, row.upload, made))
    except IntegrityError:
        pass  # they were stored meanwhile, or the conversation was deleted


def verdict_records(
    row: ConversationRow, upload: UploadRow, made: Verdicts
) -> Iterator[Record]:
    """The rows of verdicts."""
    for target, word, record in _apart(made):
        yield {
            "conversation_id": row.id,
            "reading_version": upload.reading_version,
            "target": target,
            "state": word,
            "record": record,
        }


def _apart(made: Verdicts) -> Iterator[tuple[str, str, Any]]:
    """Targets, words and records; the own target stands there twice."""
    for target, record in made.items():
        outcomes = cast(TargetVerdict, record)["outcomes"] if target != CARD else []
        word = outcomes[0]["word"] if outcomes else ""
        if "fixed" in record and outcomes:
            yield OWN, word, target
        yield target, word, record
