"""What targets make of a conversation, as far as it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from webapp.database.engine import Session, writing
from webapp.database.tables import ConversationRow, VerdictRow
from webapp.readmodel.verdicts import TARGETS_ASKED, TargetVerdict


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


def keep(session: Session, row: ConversationRow, made: Mapping[str, TargetVerdict]) -> None:
    """Store verdicts; raises StorageFull."""
    try:
        with writing(session):
            session.add_all(
                VerdictRow(
                    conversation_id=row.id,
                    reading_version=row.upload.reading_version,
                    target=target,
                    state=record["outcomes"][0]["word"],
                    record=record,
                )
                for target, record in made.items()
            )
    except IntegrityError:
        pass  # they were stored meanwhile, or the conversation was deleted
