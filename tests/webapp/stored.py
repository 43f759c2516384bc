"""Panes and verdicts of conversations, stored as a worker stores them."""

from typing import Any

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow
from webapp.readmodel.answer import verdicts_and_answer
from webapp.readmodel.panes import PaneChoice
from webapp.store import conversations, panes, verdicts


def pane_of(session: Session, row: ConversationRow, target: str, **choices: Any) -> panes.Pane:
    """A pane, made and stored where it is not there yet."""
    choice = PaneChoice(target, **choices)
    if panes.stored(session, row, choice) is None:
        panes.keep(session, row, choice.made_of(*conversations.read(session, row)))
    found = panes.stored(session, row, choice)
    assert found is not None
    return found


def ask_all_targets(session: Session, row: ConversationRow) -> None:
    log, data = conversations.read_log(session, row)
    verdicts.keep(session, row, verdicts_and_answer(log, data, row.number))
