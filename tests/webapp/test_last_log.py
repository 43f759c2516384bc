"""A worker reads a long log once for all that its page asks for, and does not hold it for ever."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from tests.conftest import database_of
from tests.webapp.samples import chat
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow
from webapp.store import conversations
from webapp.uploads import last_log
from webapp.uploads.last_log import LastLog


@pytest.fixture
def session(app: Flask, client: FlaskClient) -> Iterator[Session]:
    """A database with two uploads."""
    for id in (b"call_a", b"call_b"):
        assert client.post("/api/conversations", data=chat().replace(b"call_1", id)).status_code == 201
    with database_of(app).session() as session:
        yield session


@pytest.fixture
def rows(session: Session) -> list[ConversationRow]:
    return list(session.scalars(select(ConversationRow).order_by(ConversationRow.id)))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The uploads that were read, in turn."""
    read: list[int] = []
    read_log = conversations.read_log

    def counted(session: Session, row: ConversationRow) -> object:
        read.append(row.upload_id)
        return read_log(session, row)

    monkeypatch.setattr(conversations, "read_log", counted)
    return read


def test_a_log_that_is_asked_for_again_is_read_once(
    session: Session, rows: list[ConversationRow], reads: list[int]
) -> None:
    logs = LastLog()
    first, again = (logs.read(session, rows[0]) for _ in range(2))
    assert first is again
    other, _ = logs.read(session, rows[1])
    assert other is not first[0]
    assert reads == [rows[0].upload_id, rows[1].upload_id]


def test_an_upload_that_changed_is_read_again(
    session: Session, rows: list[ConversationRow], reads: list[int]
) -> None:
    logs = LastLog()
    logs.read(session, rows[0])
    rows[0].upload.asked_format = "openai-chat"
    logs.read(session, rows[0])
    assert len(reads) == 2


def test_a_log_goes_after_a_while(
    session: Session, rows: list[ConversationRow], reads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = LastLog()
    logs.read(session, rows[0])
    logs.let_go_if_old()
    logs.read(session, rows[0])
    assert len(reads) == 1
    monkeypatch.setattr(last_log, "SECONDS", -1.0)
    logs.let_go_if_old()
    logs.read(session, rows[0])
    assert len(reads) == 2


def test_a_very_large_log_is_not_held(
    session: Session, rows: list[ConversationRow], reads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(last_log, "MOST_BYTES", 10)
    logs = LastLog()
    for _ in range(2):
        logs.read(session, rows[0])
    assert len(reads) == 2
