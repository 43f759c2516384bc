"""Whoever has the link reads; who uploaded it deletes; what is gone looks like what never was."""

import hmac
import io
import json
import re
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, update
from tests.selection import for_each
from tests.webapp.samples import chat, chat_lines
from webapp.database.engine import Session
from webapp.database.tables import OwnerRow, ShareRow, UploadRow
from webapp.store import opening


@pytest.fixture
def slug(client: FlaskClient) -> str:
    """Uploaded by `client` as its browser does."""
    answer = client.post("/", data={"file": (io.BytesIO(chat()), "log.json")})
    return answer.location.removeprefix("/c/")


def test_another_browser_sees_the_same_page(
    client: FlaskClient, second_client: FlaskClient, slug: str
) -> None:
    answer = second_client.get(f"/c/{slug}")
    assert answer.status_code == 200
    assert "What is the weather?" in answer.text


def test_only_the_browser_that_uploaded_may_delete(
    client: FlaskClient, second_client: FlaskClient, slug: str
) -> None:
    assert second_client.post(f"/c/{slug}/delete").status_code == 403
    assert second_client.delete(f"/api/conversations/{slug}").status_code == 403
    assert client.get(f"/c/{slug}").status_code == 200
    assert client.post(f"/c/{slug}/delete").status_code == 303
    assert client.get(f"/c/{slug}").status_code == 404


def test_a_browser_that_uploaded_something_else_may_not_delete(second_client: FlaskClient, slug: str) -> None:
    second_client.post("/", data={"file": (io.BytesIO(chat()), "log.json")})
    assert second_client.post(f"/c/{slug}/delete").status_code == 403


def test_one_browser_has_one_key_for_all_its_uploads(client: FlaskClient, session: Session) -> None:
    links = [client.post("/", data={"text": chat().decode()}).location for _ in range(3)]
    slugs = [link.removeprefix("/c/") for link in links]
    rows = [opening.find(session, slug) for slug in slugs]
    assert len({row.upload.manage_hash for row in rows if row}) == 3
    for slug in slugs:
        assert client.delete(f"/api/conversations/{slug}").status_code == 200


def test_the_cookie_is_closed_to_scripts_and_other_sites(client: FlaskClient) -> None:
    cookie = client.post("/", data={"text": chat().decode()}).headers["Set-Cookie"]
    attributes = {part.strip().partition("=")[0] for part in cookie.split(";")}
    assert {"HttpOnly", "SameSite", "Path", "Max-Age"} <= attributes
    assert "SameSite=Lax" in cookie
    assert "Path=/;" in cookie + ";"


@pytest.mark.parametrize(
    "authorization",
    [None, "Bearer", "Bearer ", "Bearer wrong", "Basic YTpi", "Bearer \u00e9", "Bearer cw_manage"],
)
def test_without_the_right_secret_nothing_is_deleted(
    second_client: FlaskClient, slug: str, authorization: str | None
) -> None:
    headers = {"Authorization": authorization} if authorization else {}
    answer = second_client.delete(f"/api/conversations/{slug}", headers=headers)
    assert answer.status_code == 403
    assert second_client.get(f"/c/{slug}").status_code == 200


def test_the_manage_secret_deletes_and_no_other_upload_s(client: FlaskClient) -> None:
    first, second = (client.post("/api/conversations", data=chat()).json for _ in range(2))
    wrong = {"Authorization": f"Bearer {second['manage_secret']}"}
    right = {"Authorization": f"Bearer {first['manage_secret']}"}
    assert client.delete(f"/api/conversations/{first['slug']}", headers=wrong).status_code == 403
    deleted = client.delete(f"/api/conversations/{first['slug']}", headers=right)
    assert deleted.status_code == 200
    assert deleted.json == {"deleted": [first["slug"]], "deleted_total": 1}
    assert client.delete(f"/api/conversations/{first['slug']}", headers=right).status_code == 404
    assert client.get(f"/c/{second['slug']}").status_code == 200


@for_each("cookie", ["", "x", "a" * 43, "é" * 43, "a" * 3000])
def test_a_made_up_cookie_deletes_nothing(app: Flask, slug: str, cookie: str) -> None:
    stranger = app.test_client()
    stranger.set_cookie("cw_manage", cookie)
    assert stranger.post(f"/c/{slug}/delete").status_code == 403


def test_deleting_one_conversation_deletes_its_whole_upload(client: FlaskClient) -> None:
    kept = client.post("/api/conversations", data=chat_lines(3)).json
    last = kept["conversations"][2]["slug"]
    secret = {"Authorization": f"Bearer {kept['manage_secret']}"}
    deleted = client.delete(f"/api/conversations/{last}", headers=secret).json["deleted"]
    assert deleted == [one["slug"] for one in kept["conversations"]]
    for one in kept["conversations"]:
        assert client.get(f"/c/{one['slug']}").status_code == 404


PATHS = ("/c/{}", "/c/{}/original", "/c/{}/as/gemini.json", "/c/{}/rows?from=0", "/c/{}?pane=gemini:wire")


@for_each("path", PATHS)
def test_unknown_and_deleted_permalinks_look_the_same(client: FlaskClient, slug: str, path: str) -> None:
    client.post(f"/c/{slug}/delete")
    answers = [client.get(path.format(one)) for one in (slug, "A" * 22, "A" * 21, "é" * 22, "..", "%00" * 22)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({without_nonce(answer.text, answer.headers) for answer in answers}) == 1


def test_unknown_and_deleted_look_the_same_to_programs(client: FlaskClient, slug: str) -> None:
    client.post(f"/c/{slug}/delete")
    bodies = set()
    for one in (slug, "A" * 22, "short"):
        answer = client.get(f"/api/conversations/{one}")
        assert answer.status_code == 404
        bodies.add(answer.text)
        assert client.delete(f"/api/conversations/{one}").status_code == 404
    assert len(bodies) == 1


def without_nonce(text: str, headers: object) -> str:
    nonce = str(headers["Content-Security-Policy"]).partition("'nonce-")[2].partition("'")[0]
    return text.replace(nonce, "")


def test_a_404_does_not_repeat_the_address(client: FlaskClient) -> None:
    assert "<marker" not in client.get("/<marker>").text
    assert "marker" not in client.get("/marker").text


def test_the_api_tells_no_internal_number(client: FlaskClient) -> None:
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    told = json.dumps(client.get(f"/api/conversations/{slug}").json)
    assert re.search(r'"id": *\d', told) is None


def test_a_browser_manages_what_it_kept_before_owners_were_written_down(
    client: FlaskClient, second_client: FlaskClient, slug: str, session: Session
) -> None:
    """Its manage secret was derived from the browser's key and a salt."""
    key = "k" * 43
    secret = urlsafe_b64encode(hmac.digest(key.encode(), b"salt", "sha256")).rstrip(b"=").decode()
    session.execute(delete(OwnerRow))
    session.execute(
        update(UploadRow).values(manage_salt="salt", manage_hash=sha256(secret.encode()).hexdigest())
    )
    session.commit()
    assert client.post(f"/c/{slug}/delete").status_code == 403
    second_client.set_cookie("cw_manage", key)
    assert "Delete this upload" in second_client.get(f"/c/{slug}").text
    assert second_client.post(f"/c/{slug}/delete").status_code == 303


def test_a_copy_whose_time_is_over_looks_as_if_it_had_never_been(
    client: FlaskClient, slug: str, session: Session
) -> None:
    copy = client.post("/", data={"text": chat().decode()}).location.removeprefix("/c/")
    source, shared = (opening.find(session, one) for one in (slug, copy))
    assert source
    assert shared
    now = datetime.now(UTC)
    share = ShareRow(
        upload_id=shared.upload_id, source_id=source.upload_id, number=0, opens="", masked=0, kinds=[]
    )
    share.expires_at = now + timedelta(minutes=1)
    session.add(share)
    session.commit()
    assert client.get(f"/c/{copy}").status_code == 200
    share.expires_at = now - timedelta(minutes=1)
    session.commit()
    assert client.get(f"/c/{copy}").status_code == 404
    never, over = (client.get(f"/api/conversations/{one}") for one in ("x" * 22, copy))
    assert (over.status_code, over.json) == (never.status_code, never.json) == (404, never.json)
    assert client.post(f"/c/{copy}/delete").status_code == 404
