"""Manage links: whoever has one manages the upload too, and a wrong one tells nothing."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from tests.webapp.samples import chat
from webapp.database.engine import Session
from webapp.operations.put import put
from webapp.store import opening


@pytest.fixture
def kept(app: Flask) -> dict[str, str]:
    """Kept by a program, which is no browser and has no cookies."""
    answer: dict[str, str] = app.test_client().post("/api/conversations", data=chat()).json
    return answer


def test_the_answer_to_a_program_has_a_manage_link_with_the_secret_in_its_fragment(
    kept: dict[str, str],
) -> None:
    slug, secret = kept["slug"], kept["manage_secret"]
    assert kept["manage_url"] == f"http://localhost/manage/{slug}#{secret}"


@pytest.mark.parametrize(
    "pasted", ["{secret}", " {secret}\n", "http://localhost/manage/{slug}#{secret}", "#{secret}"]
)
def test_a_manage_link_makes_this_browser_manage_the_upload(
    client: FlaskClient, second_client: FlaskClient, kept: dict[str, str], pasted: str
) -> None:
    slug = kept["slug"]
    text = pasted.format(slug=slug, secret=kept["manage_secret"])
    assert client.post(f"/c/{slug}/delete").status_code == 403
    answer = client.post(f"/manage/{slug}", data={"secret": text})
    assert (answer.status_code, answer.location) == (303, f"/c/{slug}")
    assert "Delete this upload" in client.get(f"/c/{slug}").text
    assert "Delete this upload" not in second_client.get(f"/c/{slug}").text
    assert client.post(f"/c/{slug}/delete").status_code == 303


def test_a_whole_link_may_be_pasted_where_the_address_names_no_upload(
    client: FlaskClient, kept: dict[str, str]
) -> None:
    answer = client.post("/manage", data={"secret": kept["manage_url"]})
    assert answer.location == f"/c/{kept['slug']}"
    assert client.post("/manage", data={"secret": kept["manage_secret"]}).status_code == 403


@pytest.mark.parametrize("secret", ["", "x", "#", "A" * 43, "é" * 43, "\0", "cwt_" + "A" * 43])
def test_a_wrong_secret_and_an_unknown_upload_are_answered_the_same(
    client: FlaskClient, kept: dict[str, str], secret: str
) -> None:
    answers = [
        client.post(f"/manage/{slug}", data={"secret": secret})
        for slug in (kept["slug"], "A" * 22, "short", "%00" * 22)
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert len({_without_nonce(answer) for answer in answers}) == 1
    assert not any("Set-Cookie" in answer.headers and "cw_manage" in answer.text for answer in answers)


def test_the_secret_of_one_upload_manages_no_other(client: FlaskClient, kept: dict[str, str]) -> None:
    other = client.post("/api/conversations", data=chat()).json
    answer = client.post(f"/manage/{kept['slug']}", data={"secret": other["manage_secret"]})
    assert answer.status_code == 403
    assert client.post(f"/c/{kept['slug']}/delete").status_code == 403


def test_the_page_of_a_manage_link_looks_for_nothing(client: FlaskClient, kept: dict[str, str]) -> None:
    pages = [client.get(f"/manage/{slug}") for slug in (kept["slug"], "A" * 22)]
    assert {page.status_code for page in pages} == {200}
    assert len({_without_nonce(page) for page in pages}) == 1


def test_whoever_managed_an_upload_before_still_does(
    client: FlaskClient, second_client: FlaskClient, kept: dict[str, str]
) -> None:
    for browser in (client, second_client):
        browser.post(f"/manage/{kept['slug']}", data={"secret": kept["manage_secret"]})
        browser.post(f"/manage/{kept['slug']}", data={"secret": kept["manage_secret"]})
    for browser in (client, second_client):
        assert "Delete this upload" in browser.get(f"/c/{kept['slug']}").text


def test_put_prints_a_manage_link(tmp_path: Path, app: Flask, client: FlaskClient, session: Session) -> None:
    file = tmp_path / "log.json"
    file.write_bytes(chat())
    url = session.get_bind().url.render_as_string()
    ran = CliRunner().invoke(put, [str(file)], env={"CROSSWIRE_DATABASE_URL": url})
    assert ran.exit_code == 0, ran.output
    link = next(word for word in ran.stderr.split() if word.startswith("/manage/"))
    assert client.post("/manage", data={"secret": link}).location == ran.stdout.strip()


def test_a_browser_that_keeps_by_the_api_manages_what_it_kept(client: FlaskClient, session: Session) -> None:
    client.post("/", data={"text": chat().decode()})
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    assert opening.find(session, slug) is not None
    assert client.post(f"/c/{slug}/delete").status_code == 303


def _without_nonce(answer: object) -> str:
    nonce = answer.headers["Content-Security-Policy"].partition("'nonce-")[2].partition("'")[0]
    return str(answer.text).replace(nonce, "")
