"""What pages asked for and a worker is to make: the second half of the queue, after `jobs`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from webapp.database.engine import Session, writing
from webapp.database.tables import ConversationRow, WishRow
from webapp.readmodel.panes import PaneChoice
from webapp.store import workers
from webapp.store.clock import is_recent

MOST_ATTEMPTS = 3
MOST_OF_ONE = 40
"""Wishes of one conversation that wait at a time; a reader can ask for any number of panes."""
LONGEST = timedelta(minutes=30)
"""A worker that has made a pane for so long is taken for lost."""


def ask_for_pane(session: Session, row: ConversationRow, choice: PaneChoice) -> None:
    """Let a worker make and store a pane."""
    _ask(session, row, choice.target, choice.policy, asdict(choice))


def ask_for_verdicts(session: Session, row: ConversationRow) -> None:
    """Let a worker ask all targets and store what they say."""
    _ask(session, row, "", "", {})


def is_given_up(
    session: Session, row: ConversationRow, target: str = "", policy: str = ""
) -> bool:
    """Whether a pane, or without a target the verdicts, was tried and failed, so that it will
    not come."""
    tried = select(WishRow).where(
        WishRow.conversation_id == row.id,
        WishRow.target == target,
        WishRow.policy == policy,
        WishRow.attempts >= MOST_ATTEMPTS,
    )
    return any(map(_is_free, session.scalars(tried)))


def _ask(
    session: Session,
    row: ConversationRow,
    target: str,
    policy: str,
    choices: dict[str, object],
) -> None:
    own = select(WishRow.target, WishRow.policy).where(WishRow.conversation_id == row.id)
    waiting = {(wish.target, wish.policy) for wish in session.execute(own)}
    if (target, policy) in waiting or len(waiting) >= MOST_OF_ONE:
        return
    try:
        with writing(session):
            session.add(
                WishRow(conversation_id=row.id, target=target, policy=policy, choices=choices)
            )
    except IntegrityError:
        pass  # another request asked for it, or deleted the conversation


def claim(session: Session, worker: str) -> WishRow | None:
    """Take what was asked for first; None where nothing waits."""
    with writing(session):
        # What was begun too often stays, so that it is not asked for again.
        query = select(WishRow).where(WishRow.attempts < MOST_ATTEMPTS).order_by(WishRow.id)
        query = query.limit(MOST_OF_ONE).execution_options(populate_existing=True)
        free = (wish for wish in session.scalars(query) if _is_free(wish))
        wish = next(free, None)
        if wish is None:
            return None
        taken = session.execute(
            update(WishRow)
            .where(WishRow.id == wish.id, WishRow.attempts == wish.attempts)
            .values(worker=worker, begun_at=datetime.now(UTC), attempts=WishRow.attempts + 1)
            .returning(WishRow.id)
            .execution_options(synchronize_session=False)
        ).first()
    return None if taken is None else session.get(WishRow, wish.id, populate_existing=True)


def _is_free(wish: WishRow) -> bool:
    return (
        wish.worker is None
        or not is_recent(wish.begun_at, LONGEST)
        or workers.has_ended(wish.worker)
    )


def give_up(session: Session, wish_id: int) -> None:
    """Do not try again to make something; it stays, so that it is not asked for again."""
    with writing(session):
        session.execute(
            update(WishRow)
            .where(WishRow.id == wish_id)
            .values(worker=None, attempts=MOST_ATTEMPTS)
            .execution_options(synchronize_session=False)
        )


def remove(session: Session, wish_id: int) -> None:
    """Strike out a wish: it is made, or cannot be."""
    with writing(session):
        session.execute(delete(WishRow).where(WishRow.id == wish_id))
