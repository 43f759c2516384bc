"""Addresses that nobody is led to, but that somebody types: each is answered as it should be."""

from flask import Flask
from flask.testing import FlaskClient
from tests.selection import for_each
from tests.webapp.samples import chat

HUGE = ["2147483648", "99999999999999999999", "9" * 5_000]


@for_each("number", HUGE, ids=len)
@for_each("place", ["findings", "row", "calls"])
def test_a_number_that_nothing_has_leads_nowhere(any_app: Flask, place: str, number: str) -> None:
    client = any_app.test_client()
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    assert client.get(f"/c/{slug}/{place}/{number}").status_code == 404
    assert client.get(f"/c/{slug}?row={number}").status_code == 200
    assert client.get(f"/c/{slug}/rows?from={number}").status_code == 404
    assert client.get(f"/c/{slug}/findings/0?way={number}").status_code == 200


def test_a_list_ends_with_its_last_finding(client: FlaskClient) -> None:
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    assert client.get(f"/c/{slug}/findings/0").status_code == 200
    assert client.get(f"/c/{slug}/findings/1").status_code == 404


def test_a_slash_at_the_end_does_not_matter(client: FlaskClient) -> None:
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    for path in ("/rules/", "/rules/CW001/", "/formats/", f"/c/{slug}/", f"/api/conversations/{slug}/"):
        there = client.get(path.rstrip("/")).status_code
        assert client.get(path, follow_redirects=True).status_code == there
    assert client.get("/rules/").status_code == 200


def test_a_browser_that_guesses_finds_the_icon(client: FlaskClient) -> None:
    answer = client.get("/favicon.ico")
    assert answer.mimetype == "image/svg+xml"
    assert answer.data.startswith(b"<svg")
