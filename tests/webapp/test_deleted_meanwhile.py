"""What was begun with an upload that is deleted before it ends: nothing of it reaches another upload."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from tests.conftest import MakeApp, database_of
from tests.webapp.samples import chat
from tests.webapp.shares import keep
from tests.webapp.test_upgrades import RELEASED, left_by
from webapp import store
from webapp.database import Session
from webapp.settings import Settings
from webapp.tables import ConversationRow, PaneRow


def numbers(session: Session) -> tuple[int, int, int]:
    """Those of a new upload, of its conversation and of a pane of that; all are deleted again."""
    row = store.keep(session, chat()).first
    found = row.upload_id, row.id, store.pane(session, row, "gemini").row.id
    store.delete(session, row)
    return found


def never_come_twice(app: Flask) -> bool:
    with database_of(app).session() as session:
        first, second = numbers(session), numbers(session)
    return all(one < other for one, other in zip(first, second, strict=True))


def test_no_number_of_what_was_deleted_is_given_again(any_app: Flask) -> None:
    assert never_come_twice(any_app)


@pytest.mark.parametrize("revision", RELEASED)
def test_nor_in_what_an_older_version_left(revision: str, tmp_path: Path, make_app: MakeApp) -> None:
    assert never_come_twice(make_app(Settings(database_url=f"sqlite:///{left_by(revision, tmp_path)}")))


@pytest.fixture
def replaced(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], list[str]]:
    """Has an upload deleted, and another one kept, the next time that a function is called."""

    def replace(slug: str, name: str) -> list[str]:
        kept: list[str] = []
        calls = iter(range(9))
        module, _, function = name.rpartition(".")
        undisturbed = getattr(getattr(store, module), function)

        def disturbed(*args: Any) -> Any:
            found = undisturbed(*args)
            if next(calls) == 0:
                with database_of(any_app).session() as session:
                    row = store.find(session, slug)
                    assert row is not None
                    store.delete(session, row)
                    kept.append(store.keep(session, chat(ask="Somebody else's")).first.slug)
            return found

        monkeypatch.setattr(f"webapp.store.{name}", disturbed)
        return kept

    return replace


@pytest.mark.parametrize(
    ("name", "path"),
    [("panes.whole", "/c/{}/as/gemini.json"), ("judging.whole", "/api/conversations/{}/verdicts")],
)
def test_what_is_made_of_a_deleted_conversation_is_not_shown_with_the_next_one(
    any_app: Flask, replaced: Callable[[str, str], list[str]], name: str, path: str
) -> None:
    client = any_app.test_client()
    slug = keep(client, chat())
    kept = replaced(slug, name)
    assert client.get(path.format(slug)).status_code in (200, 404)
    with database_of(any_app).session() as session:
        row = store.find(session, kept[0])
        assert row is not None
        assert store.stored_verdicts(session, row) == {}
        panes = session.scalars(select(PaneRow.target).where(PaneRow.conversation_id == row.id))
        assert panes.all() == [store.ORIGINAL]
    assert "Somebody else" in client.get(f"/c/{kept[0]}/as/gemini.json").text


def test_a_repair_of_what_is_deleted_meanwhile_keeps_nothing(
    any_app: Flask, replaced: Callable[[str, str], list[str]]
) -> None:
    client = any_app.test_client()
    broken = json.loads(chat())
    broken["messages"][2]["tool_call_id"] = "call_b2"
    slug = keep(client, json.dumps(broken).encode())
    kept = replaced(slug, "uploads.loaded")
    assert client.post(f"/c/{slug}/repair").status_code == 404
    with database_of(any_app).session() as session:
        assert session.scalars(select(ConversationRow.slug)).all() == kept
