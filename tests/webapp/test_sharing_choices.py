"""What is masked in a copy is chosen in the dialog, and previewed before the copy is made."""

import json

import pytest
from crosswire.secrets.secret_rule import made_up
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from tests.conftest import database_of
from tests.webapp.shares import FORM, api_share, keep, original, shared
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow

KEY = "gh" + "p_" + made_up(36)
TEXTS = [f"Use {KEY}", "DB_PASSWORD=hunter2forever", "API_KEY=aB3dE5fG7hJ9kLmN", "Müller of Acme, twice Acme"]


def log(*texts: str) -> bytes:
    return json.dumps({"messages": [{"role": "user", "content": text} for text in texts]}).encode()


def said(data: bytes) -> list[str]:
    return [message["content"] for message in json.loads(data)["messages"]]


@pytest.fixture
def slug(client: FlaskClient) -> str:
    return keep(client, log(*TEXTS))


def test_probable_secrets_are_listed_each_with_a_tick_that_is_set(client: FlaskClient, slug: str) -> None:
    page = client.get(f"/c/{slug}/share").text
    assert "looks like secrets in 1 place." in " ".join(page.split()).replace(" .", ".")
    for label in ("password-1", "named-key-1"):
        [box] = [part for part in page.split("<input") if f'name="probable" value="{label}"' in part]
        assert "checked" in box
    assert "hunter2forever" not in page


def test_all_are_masked_as_usual(client: FlaskClient, slug: str) -> None:
    assert said(original(client, shared(client, slug))) == [
        "Use [masked-github-token-1]",
        "DB_PASSWORD=[masked-password-1]",
        "API_KEY=[masked-named-key-1]",
        TEXTS[3],
    ]


def test_one_without_its_tick_stays_and_the_others_go(client: FlaskClient, slug: str) -> None:
    fields = FORM | {"offered": ["password-1", "named-key-1"], "probable": ["named-key-1"]}
    answer = client.post(f"/c/{slug}/share", data=fields | {"draw": "file"})
    assert said(answer.data) == [
        "Use [masked-github-token-1]",
        TEXTS[1],
        "API_KEY=[masked-named-key-1]",
        TEXTS[3],
    ]


def test_words_are_masked_everywhere_alike(client: FlaskClient, slug: str) -> None:
    copy = shared(client, slug, words="Acme\r\nMüller\r\n")
    assert said(original(client, copy))[3] == "[masked-word-1] of [masked-word-2], twice [masked-word-2]"


def test_words_alone_are_masked_where_secrets_are_not(client: FlaskClient, slug: str) -> None:
    copy = shared(client, slug, mask="", words="Acme")
    assert said(original(client, copy)) == [*TEXTS[:3], "Müller of [masked-word-1], twice [masked-word-1]"]


def test_a_word_of_the_logs_own_form_is_refused_with_the_reason(client: FlaskClient, slug: str) -> None:
    answer = client.post(f"/c/{slug}/share", data=FORM | {"words": "content"})
    assert answer.status_code == 422
    assert "part of the log" in answer.text


@pytest.mark.parametrize("words", ["ab", "x" * 201, "\n".join(f"word {number}" for number in range(51))])
def test_words_have_limits(client: FlaskClient, slug: str, words: str) -> None:
    assert client.post(f"/c/{slug}/share", data=FORM | {"words": words}).status_code == 400


def test_a_preview_shows_what_is_masked_and_keeps_the_choices(client: FlaskClient, slug: str) -> None:
    fields = FORM | {"offered": ["password-1", "named-key-1"], "probable": ["named-key-1"]}
    page = client.post(
        f"/c/{slug}/share", data=fields | {"draw": "preview", "words": "Acme", "days": "30"}
    ).text
    for mask in ("[masked-github-token-1]", "[masked-named-key-1]", "[masked-word-1]"):
        assert f"<mark>{mask}</mark>" in page
    assert KEY not in page
    assert "[masked-password-1]" not in page
    ticked = [box.split('"')[0] for box in page.split('name="probable" value="')[1:] if "checked" in box[:40]]
    assert ticked == ["named-key-1"]
    assert ">Acme</textarea>" in page
    assert client.get("/api/shares").json == {"shares": [], "total": 0}


def test_a_secret_that_stays_in_a_part_of_an_upload_is_the_chosen_one(
    app: Flask, client: FlaskClient
) -> None:
    lines = (log("PASSWORD=first11forever"), log("PASSWORD=second2forever", "PASSWORD=first11forever"))
    keep(client, b"\n".join(lines), "log.jsonl")
    with Session(database_of(app).engine) as session:
        second = session.scalars(select(ConversationRow.slug).where(ConversationRow.number == 1)).one()
    fields = FORM | {"only": "conversation", "offered": ["password-1"], "draw": "file"}
    answer = client.post(f"/c/{second}/share", data=fields)
    assert said(answer.data) == ["PASSWORD=[masked-password-1]", "PASSWORD=first11forever"]


def test_programs_choose_the_same(client: FlaskClient, slug: str) -> None:
    copy = api_share(client, slug, left=["password-1"], words=["Acme"])
    assert said(original(client, copy["slug"])) == [
        "Use [masked-github-token-1]",
        TEXTS[1],
        "API_KEY=[masked-named-key-1]",
        "Müller of [masked-word-1], twice [masked-word-1]",
    ]
    for wrong in ({"left": "x"}, {"words": [1]}):
        assert client.post(f"/api/conversations/{slug}/share", json=wrong).status_code == 400
