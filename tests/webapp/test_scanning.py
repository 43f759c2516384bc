"""An upload is scanned for secrets while it is read, and its page says how many there are."""

import json

from crosswire.secrets.secret_rule import made_up
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete
from tests.conftest import database_of
from tests.webapp.shares import keep
from webapp.database.engine import Session
from webapp.database.tables import ScanRow

KEY = "gh" + "p_" + made_up(36)


def log(*texts: str) -> bytes:
    return json.dumps({"messages": [{"role": "user", "content": text} for text in texts]}).encode()


def page(client: FlaskClient, slug: str) -> str:
    return client.get(f"/c/{slug}/how-read").get_data(as_text=True)


def test_a_page_says_how_many_different_secrets_are_in_its_log(client: FlaskClient) -> None:
    slug = keep(client, log(KEY, f"again {KEY}", "DB_PASSWORD=hunter2forever", "API_KEY=aB3dE5fG7hJ9kLmN"))
    assert "1 secret and 2 probable secrets in this log" in page(client, slug)


def test_a_page_says_that_no_secret_was_found(client: FlaskClient) -> None:
    assert "no secret found in this log" in page(client, keep(client, log("Hello.")))


def test_a_page_of_what_was_never_scanned_gives_no_all_clear(app: Flask, client: FlaskClient) -> None:
    slug = keep(client, log(KEY))
    with Session(database_of(app).engine) as session:
        session.execute(delete(ScanRow))
        session.commit()
    assert "not scanned for secrets yet" in page(client, slug)
