"""What targets make of a conversation, as far as it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError

from webapp.database.engine import Session, writing
from webapp.database.tables import ConversationRow, UploadRow, VerdictRow
from webapp.readmodel.indexed import Record
from webapp.readmodel.verdicts import TARGETS_ASKED, TargetVerdict
from webapp.store.blobs import insert_all
from webapp.store.growing import is_as_it_was

CARD = "card"
"""In place of a target: what is wrong, which every page shows and no list of reasons has to be
read for."""
OWN = "own"
"""The same for what the log's own target makes of it, whichever that is."""


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


def keep(session: Session, row: ConversationRow, made: Mapping[str, TargetVerdict]) -> None:
    """Store verdicts; raises StorageFull."""
    try:
        with writing(session):
            if not is_as_it_was(session, row.upload):
                return
            insert_all(session, VerdictRow, verdict_records(row, row.upload, made))
    except IntegrityError:
        pass  # they were stored meanwhile, or the conversation was deleted


def verdict_records(
    row: ConversationRow, upload: UploadRow, made: Mapping[str, TargetVerdict]
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


def _apart(made: Mapping[str, TargetVerdict]) -> Iterator[tuple[str, str, Any]]:
    """Targets, words and records, with the card by itself."""
    for target, record in made.items():
        if "card" in record:
            yield CARD, "", record["card"]
        word = record["outcomes"][0]["word"]
        if "fixed" in record:
            yield OWN, word, target
        yield target, word, {name: value for name, value in record.items() if name != "card"}
