"""API tokens: shown once, kept as a hash, and never more than who made them."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from tests.conftest import database_of
from tests.webapp.samples import chat
from webapp.database.engine import Session
from webapp.database.tables import TokenRow
from webapp.services import services_of

TOKEN = re.compile(r"cwt_[\w-]{43}")


def made(browser: FlaskClient, role: str = "member", days: str = "30", name: str = "nightly") -> str:
    answer = browser.post("/access/tokens", data={"name": name, "role": role, "days": days})
    assert answer.status_code == 200, answer.text
    found = TOKEN.search(answer.text)
    assert found
    return found.group()


def sent(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def program(app: Flask) -> FlaskClient:
    """It has no cookies, only what it sends."""
    return app.test_client()


def test_a_token_is_shown_once_and_only_its_hash_is_kept(client: FlaskClient, session: Session) -> None:
    token = made(client)
    row = session.scalars(select(TokenRow)).one()
    assert token not in repr(vars(row))
    assert len(row.token_hash) == 64
    again = client.get("/access").text
    assert token not in again
    assert row.hint in again
    assert "nightly" in again


def test_what_a_program_keeps_with_a_token_belongs_to_its_owner(
    client: FlaskClient, second_client: FlaskClient, program: FlaskClient
) -> None:
    token = made(client)
    slug = program.post("/api/conversations", data=chat(), headers=sent(token)).json["slug"]
    page = program.post("/", data={"text": chat().decode()}, headers=sent(token))
    assert "Set-Cookie" not in page.headers
    assert client.post(f"{page.location}/delete").status_code == 303
    assert second_client.post(f"/c/{slug}/delete").status_code == 403
    assert program.delete(f"/api/conversations/{slug}").status_code == 403
    assert program.delete(f"/api/conversations/{slug}", headers=sent(token)).status_code == 200


def test_a_token_that_only_reads_keeps_and_deletes_nothing(client: FlaskClient, program: FlaskClient) -> None:
    slug = client.post("/", data={"text": chat().decode()}).location.removeprefix("/c/")
    headers = sent(made(client, role="reader"))
    assert program.get(f"/api/conversations/{slug}", headers=headers).status_code == 200
    refused = program.post("/api/conversations", data=chat(), headers=headers)
    assert refused.status_code == 403
    assert (
        refused.json["error"]["message"] == "Here this token may read, and not keep, change, share or delete."
    )
    assert program.delete(f"/api/conversations/{slug}", headers=headers).status_code == 403
    assert program.post(f"/c/{slug}/delete", headers=headers).status_code == 403
    assert client.get(f"/c/{slug}").status_code == 200


def test_a_browser_makes_no_token_with_more_than_it_has(client: FlaskClient) -> None:
    for data in (
        {"name": "x", "role": "owner", "days": "30"},
        {"name": "x", "role": "stranger", "days": "30"},
        {"name": "x", "role": "", "days": "30"},
        {"name": "x", "role": "member", "days": "31"},
        {"name": "  ", "role": "member", "days": "30"},
        {},
    ):
        assert client.post("/access/tokens", data=data).status_code == 400


def test_a_token_makes_and_revokes_no_tokens_and_claims_no_upload(
    client: FlaskClient, program: FlaskClient, session: Session
) -> None:
    headers = sent(made(client))
    key = session.scalars(select(TokenRow)).one().token_hash[:16]
    kept = program.post("/api/conversations", data=chat()).json
    data = {"name": "more", "role": "member", "days": "never"}
    assert program.post("/access/tokens", data=data, headers=headers).status_code == 403
    assert program.post(f"/access/tokens/{key}/revoke", headers=headers).status_code == 403
    claimed = program.post("/manage", data={"secret": kept["manage_url"]}, headers=headers)
    assert claimed.status_code == 403


@pytest.mark.parametrize(
    "token", ["cwt_", "cwt_x", "cwt_" + "A" * 43, "cwt_" + "é" * 43, "cwt_" + "A" * 4000]
)
def test_an_unknown_token_is_refused_everywhere(program: FlaskClient, token: str) -> None:
    for path in ("/api/conversations/" + "A" * 22, "/api/nothing", "/", "/nothing"):
        answer = program.get(path, headers=sent(token))
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer realm=Crosswire"
    assert program.get("/healthz", headers=sent(token)).status_code == 200


def test_a_revoked_token_and_one_that_ran_out_are_as_unknown(
    client: FlaskClient, program: FlaskClient, session: Session
) -> None:
    revoked, over, unknown = made(client), made(client), "cwt_" + "A" * 43
    rows = session.scalars(select(TokenRow).order_by(TokenRow.id)).all()
    for token in (revoked, over):
        assert program.get("/", headers=sent(token)).status_code == 200
    answer = client.post(f"/access/tokens/{rows[0].token_hash[:16]}/revoke")
    assert (answer.status_code, answer.location) == (303, "/access#tokens")
    past = datetime.now(UTC) - timedelta(seconds=1)
    session.execute(update(TokenRow).where(TokenRow.id == rows[1].id).values(expires_at=past))
    session.commit()
    answers = [program.get("/api/x", headers=sent(one)) for one in (revoked, over, unknown)]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert "(over)" in client.get("/access").text


def test_nobody_revokes_another_s_token(
    client: FlaskClient, second_client: FlaskClient, program: FlaskClient, session: Session
) -> None:
    token = made(client)
    made(second_client)
    row = session.scalars(select(TokenRow).order_by(TokenRow.id)).first()
    for key in (row.token_hash[:16], row.token_hash, "", "%", "_" * 16, "0" * 16):
        answer = second_client.post(f"/access/tokens/{key or '-'}/revoke")
        assert answer.status_code == 404
    assert program.get("/", headers=sent(token)).status_code == 200


def written_down(client: FlaskClient) -> None:
    """What was seen of late is written down, as a server does once a minute."""
    with database_of(client.application).session() as session:
        services_of(client.application).sightings.write_down(session)


def test_when_a_token_was_used_is_written_down_once_a_minute(
    client: FlaskClient, program: FlaskClient, session: Session
) -> None:
    token = made(client)
    row = session.scalars(select(TokenRow)).one()
    assert row.used_at is None
    program.get("/", headers=sent(token))
    session.refresh(row)
    assert row.used_at is None  # reading writes nothing
    written_down(program)
    session.refresh(row)
    first = row.used_at
    assert first is not None
    program.get("/", headers=sent(token))
    written_down(program)
    session.refresh(row)
    assert row.used_at == first
    long_ago = first - timedelta(minutes=2)
    session.execute(update(TokenRow).values(used_at=long_ago))
    session.commit()
    program.get("/", headers=sent(token))
    written_down(program)
    session.refresh(row)
    assert row.used_at > long_ago
    assert "UTC" in client.get("/access").text


def test_one_may_have_a_hundred_tokens(client: FlaskClient, session: Session) -> None:
    made(client)
    row = session.scalars(select(TokenRow)).one()
    session.add_all(
        TokenRow(owner=row.owner, name="x", role="reader", token_hash=f"{n:064}", hint="cwt_")
        for n in range(99)
    )
    session.commit()
    answer = client.post("/access/tokens", data={"name": "x", "role": "member", "days": "7"})
    assert answer.status_code == 400
    assert "100 tokens" in answer.text


def test_a_token_s_name_is_shown_as_text(client: FlaskClient) -> None:
    made(client, name="<script>x</script>\u202e")
    page = client.get("/access").text
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


def test_a_manage_secret_that_begins_like_a_token_is_still_one(app: Flask, session: Session) -> None:
    from webapp.database.tables import UploadRow
    from webapp.store.permalinks import hash_of

    program = app.test_client()
    slug = program.post("/api/conversations", data=chat()).json["slug"]
    secret = "cwt_" + "A" * 39
    session.execute(update(UploadRow).values(manage_hash=hash_of(secret)))
    session.commit()
    assert program.delete(f"/api/conversations/{slug}", headers=sent(secret)).status_code == 200
