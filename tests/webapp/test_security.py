"""Headers of every answer, requests from elsewhere, and errors that tell nothing."""

import io
import logging
import re
from collections.abc import Iterator

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from tests.conftest import MakeApp
from tests.webapp.samples import chat
from webapp import data_dir
from webapp.database import StorageFull
from webapp.security import HEADERS
from webapp.settings import Settings

PAGES = ("/", "/rules", "/formats", "/healthz", "/robots.txt")


@pytest.fixture
def slug(client: FlaskClient) -> str:
    slug: str = client.post("/api/conversations", data=chat()).json["slug"]
    return slug


def assert_protected(answer: Response) -> None:
    for name, value in HEADERS.items():
        assert answer.headers.get_all(name) == [value]
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "Cache-Control" in answer.headers


def every_route(app: Flask, slug: str) -> Iterator[tuple[str, str]]:
    arguments = {"slug": slug, "format": "gemini", "number": 0, "code": "CW101", "filename": "css/app.css"}
    for rule in app.url_map.iter_rules():
        values = {name: arguments.get(name, 0) for name in rule.arguments}
        with app.test_request_context():
            _, path = rule.build(values) or ("", "")
        yield rule.endpoint, path


def test_every_answer_of_every_route_is_protected(app: Flask, client: FlaskClient, slug: str) -> None:
    checked = 0
    for endpoint, path in every_route(app, slug):
        for method in ("GET", "HEAD", "POST", "PUT", "OPTIONS"):
            answer = client.open(path, method=method, buffered=True)
            assert answer.status_code < 500, (endpoint, method)
            assert_protected(answer)
            checked += 1
    assert checked > 50


@pytest.mark.parametrize(
    ("status", "path", "arguments"),
    [
        (400, "/", {"headers": {"Host": "evil.test"}}),
        (403, "/", {"method": "POST", "headers": {"Sec-Fetch-Site": "cross-site"}}),
        (404, "/nowhere", {}),
        (404, "/static/nowhere.css", {}),
        (404, "/api/conversations/nowhere", {}),
        (405, "/", {"method": "PUT"}),
        (413, "/", {"method": "POST", "data": {"text": "x" * 3000}}),
        (413, "/api/conversations", {"method": "POST", "data": b"x" * 3000}),
        (415, "/", {"method": "POST", "data": {"file": (io.BytesIO(b"\x89PNG\r\n"), "a.png")}}),
        (422, "/", {"method": "POST", "data": {"text": "{"}}),
        (422, "/api/conversations", {"method": "POST", "data": b"{"}),
        (500, "/fails", {}),
        (507, "/full", {}),
    ],
)
def test_every_error_is_protected(
    make_app: MakeApp, settings: Settings, status: int, path: str, arguments: dict[str, object]
) -> None:
    app = make_app(settings.model_copy(update={"max_upload_bytes": 2000}))
    app.add_url_rule("/fails", view_func=lambda: 1 / 0)
    app.add_url_rule("/full", view_func=full)
    answer = app.test_client().open(path, **arguments)
    assert answer.status_code == status
    assert_protected(answer)
    assert "Traceback" not in answer.text


def full() -> None:
    raise StorageFull


def test_static_files_are_protected_and_asked_for_again(app: Flask, client: FlaskClient) -> None:
    for path in data_dir("static").rglob("*"):
        if path.is_file():
            name = path.relative_to(data_dir("static")).as_posix()
            first = client.get(f"/static/{name}", buffered=True)
            assert first.status_code == 200
            assert_protected(first)
            assert first.headers["Cache-Control"] == "no-cache"
            again = client.get(
                f"/static/{name}", headers={"If-None-Match": first.headers["ETag"]}, buffered=True
            )
            assert again.status_code == 304
            assert_protected(again)


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_not_stored_and_carry_a_new_nonce_each_time(client: FlaskClient, path: str) -> None:
    nonces = set()
    for _ in range(3):
        answer = client.get(path)
        assert answer.headers["Cache-Control"] == "private, no-store"
        nonces |= set(re.findall(r"'nonce-([\w-]+)'", answer.headers["Content-Security-Policy"]))
        assert set(re.findall(r'nonce="([^"]*)"', answer.text)) <= nonces
    assert len(nonces) == 3


def test_the_policy_allows_no_inline_script_or_style(client: FlaskClient) -> None:
    policy = dict(
        directive.strip().partition(" ")[::2]
        for directive in client.get("/").headers["Content-Security-Policy"].split(";")
    )
    assert re.fullmatch(r"'nonce-[\w-]{22}'", policy.pop("script-src"))
    assert policy == {
        "default-src": "'none'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "htmx",
    }


HERE = {"Sec-Fetch-Site": "same-origin"}
FROM_ELSEWHERE = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Sec-Fetch-Site": "garbage"},
    {"Origin": "http://evil.test"},
    {"Origin": "http://localhost:9999"},
    {"Origin": "http://localhost.evil.test"},
    {"Origin": "null"},
]
FROM_HERE = [
    {},
    HERE,
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost"},
    {"Origin": "http://localhost", **HERE},
]


@pytest.mark.parametrize("headers", FROM_ELSEWHERE)
def test_no_other_site_writes(app: Flask, client: FlaskClient, slug: str, headers: dict[str, str]) -> None:
    for _, path in every_route(app, slug):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert client.open(path, method=method, headers=headers).status_code == 403
    assert client.get(f"/c/{slug}").status_code == 200


@pytest.mark.parametrize("headers", FROM_HERE)
def test_the_page_itself_and_programs_write(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = client.post("/", data={"text": chat().decode()}, headers=headers)
    assert answer.status_code == 303


@pytest.mark.parametrize("headers", FROM_ELSEWHERE)
def test_a_link_from_another_site_may_be_followed(
    client: FlaskClient, slug: str, headers: dict[str, str]
) -> None:
    assert client.get(f"/c/{slug}", headers=headers).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8431", "[::1]:8000", "LOCALHOST"])
def test_local_names_are_served(client: FlaskClient, host: str) -> None:
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.test", "localhost.evil.test", "127.0.0.1.evil.test", "", "a b", "[::1", "localhost:x"]
)
def test_other_names_are_refused_on_every_route(
    app: Flask, client: FlaskClient, slug: str, host: str
) -> None:
    for _, path in every_route(app, slug):
        assert client.get(path, headers={"Host": host}, buffered=True).status_code == 400


def test_a_configured_name_is_served(make_app: MakeApp, settings: Settings) -> None:
    app = make_app(settings.model_copy(update={"trusted_hosts": ("logs.example",)}))
    client = app.test_client()
    assert client.get("/healthz", headers={"Host": "logs.example"}).status_code == 200
    assert client.get("/healthz", headers={"Host": "x.logs.example"}).status_code == 400


def test_a_failure_is_logged_with_its_number_and_without_content(
    make_app: MakeApp, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(settings)

    def fail(slug: str = "") -> str:
        raise ValueError("marker of an upload")

    app.add_url_rule("/fails/<slug>", view_func=fail)
    app.add_url_rule("/api/fails", "api-fails", view_func=fail)
    with caplog.at_level(logging.INFO):
        answer = app.test_client().get("/fails/marker")
    number = re.search(r"[0-9a-f]{8}", answer.text)
    assert number
    assert number.group() in caplog.text
    assert "ValueError" in caplog.text
    assert "test_security.py" in caplog.text
    assert "marker" not in caplog.text + answer.text
    assert app.test_client().get("/api/fails").json["error"]["status"] == 500


def test_redirects_lead_nowhere_else(client: FlaskClient) -> None:
    for path in (
        "//evil.test",
        "/\\evil.test",
        "/%2F%2Fevil.test",
        "/rules/",
        "/c//evil.test",
        "/%0d%0aX: y",
    ):
        location = client.get(path).headers.get("Location", "/")
        assert location.startswith(("/", "http://localhost/"))
        assert not location.startswith("//")
