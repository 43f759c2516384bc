"""What targets make of a conversation: asked once by each version of the code, target by target."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from crosswire.formats import FORMATS
from crosswire.repairs import repair
from crosswire.rules.targets import TARGETS
from webapp.database.engine import Session, StorageFull, writing
from webapp.database.tables import ConversationRow, VerdictRow
from webapp.readmodel.outline import RowNumbers
from webapp.readmodel.verdicts import TargetVerdict, target_verdicts
from webapp.store.conversations import whole
from webapp.store.long_work import begin_long_work
from webapp.store.turns import turn

JUDGES = tuple(target.name for target in TARGETS.values() if target.format in FORMATS)
"""The targets whose format is written, in the order of lists."""


def verdicts(
    session: Session, row: ConversationRow, targets: Iterable[str] = JUDGES
) -> dict[str, TargetVerdict]:
    """The verdict of each of these targets, in their order.

    Raises Gone where the conversation is deleted meanwhile, and Busy where others are judged.
    """
    asked = list(targets)
    found = stored_verdicts(session, row, asked)
    if not found.keys() >= set(asked):
        begin_long_work(session, row.upload)
        with turn(row.id, "verdicts"):
            found = stored_verdicts(session, row, asked)
            missing = [target for target in asked if target not in found]
            if missing:
                found |= _asked(session, row, missing)
    return {target: found[target] for target in asked}


def _asked(session: Session, row: ConversationRow, targets: list[str]) -> dict[str, TargetVerdict]:
    conversation, _ = whole(session, row)
    made = target_verdicts(conversation, targets, repair(conversation), RowNumbers(conversation))
    _keep(session, row, made)
    return made


def stored_verdicts(
    session: Session, row: ConversationRow, targets: Iterable[str] = JUDGES
) -> dict[str, TargetVerdict]:
    """The verdicts of some targets, as far as they are known already."""
    query = select(VerdictRow.target, VerdictRow.record).where(
        VerdictRow.conversation_id == row.id,
        VerdictRow.code_version == row.upload.code_version,
        VerdictRow.target.in_(list(targets)),
    )
    return {row.target: row.record for row in session.execute(query)}


def _keep(session: Session, row: ConversationRow, made: dict[str, TargetVerdict]) -> None:
    try:
        with writing(session):
            session.add_all(
                VerdictRow(
                    conversation_id=row.id,
                    code_version=row.upload.code_version,
                    target=target,
                    state=record["outcomes"][0]["word"],
                    record=record,
                )
                for target, record in made.items()
            )
    except (IntegrityError, StorageFull):
        pass  # somebody else asked meanwhile, or deleted the conversation; or there is no room for it
