"""Headers of every answer, requests from elsewhere, and errors that tell nothing."""

import io
import json
import logging
import re
import socket
from collections.abc import Iterator, Mapping
from itertools import product
from urllib.parse import urlsplit

import pytest
from crosswire.containers.foreign_bytes import NotText
from crosswire.errors import UnreadableUpload
from flask import Flask, Response
from flask.testing import FlaskClient
from tests.conftest import MakeApp
from tests.selection import for_each, in_turns, some_of, tries
from tests.webapp.samples import chat
from webapp.database.engine import StorageFull
from webapp.database.objects import ObjectsUnreachable
from webapp.security import CACHED_NOWHERE, HEADERS, OF_PARTS
from webapp.settings import Settings
from webapp.statics import ASKED_AGAIN, FOREVER
from webapp.store.uploads import Stage
from werkzeug.exceptions import (
    BadRequest,
    Conflict,
    Forbidden,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    Unauthorized,
)

PAGES = ("/", "/rules", "/formats", "/healthz", "/robots.txt")


@pytest.fixture
def slug(client: FlaskClient) -> str:
    slug: str = client.post("/api/conversations", data=chat()).json["slug"]
    return slug


def assert_protected(answer: Response, headers: Mapping[str, str] = HEADERS) -> None:
    for name, value in headers.items():
        assert answer.headers.get_all(name) == [value]
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert answer.headers["Cache-Control"] in (CACHED_NOWHERE, ASKED_AGAIN, FOREVER)
    assert "Server" not in answer.headers


def every_route(app: Flask, slug: str) -> Iterator[tuple[str, str]]:
    arguments = {"slug": slug, "format": "gemini", "number": 0, "code": "CW101", "filename": "css/app.css"}
    for rule in app.url_map.iter_rules():
        values = {name: arguments.get(name, 0) for name in rule.arguments}
        with app.test_request_context():
            _, path = rule.build(values) or ("", "")
        yield rule.endpoint, path


OTHER_METHODS = ("HEAD", "POST", "PUT", "PATCH", "OPTIONS")


def test_every_answer_of_every_route_is_protected(app: Flask, client: FlaskClient, slug: str) -> None:
    checked = 0
    for number, (endpoint, path) in enumerate(every_route(app, slug)):
        for method in ("GET", *in_turns(OTHER_METHODS, number, 2)):
            answer = client.open(path, method=method, buffered=True)
            assert answer.status_code < 500, (endpoint, method)
            assert_protected(answer)
            checked += 1
    assert checked > tries(200, thorough=400)


FAILURES: dict[int, Exception] = {
    400: BadRequest("Wrong."),
    401: Unauthorized(),
    403: Forbidden(),
    404: NotFound(),
    405: MethodNotAllowed(["GET"]),
    409: Conflict(),
    413: RequestEntityTooLarge(),
    415: NotText("This is a picture."),
    422: UnreadableUpload("Cut off.", offset=7, line=1),
    500: ZeroDivisionError("marker"),
    503: ObjectsUnreachable("marker"),
    507: StorageFull("marker"),
}


@for_each("status", FAILURES)
def test_every_route_is_protected_when_it_answers_with_this(app: Flask, slug: str, status: int) -> None:
    def fail(**_: object) -> None:
        raise FAILURES[status]

    app.test_client_class = FlaskClient  # what the API says of itself is not asked here
    client = app.test_client()
    paths = dict(every_route(app, slug))
    app.view_functions.update(dict.fromkeys(app.view_functions, fail))
    for number, rule in enumerate(app.url_map.iter_rules()):
        if status not in in_turns(list(FAILURES), number, 3):
            continue
        method = "GET" if "GET" in (rule.methods or ()) else min((rule.methods or set()) - {"OPTIONS"})
        answer = client.open(paths[rule.endpoint], method=method, buffered=True)
        assert answer.status_code == status, rule.endpoint
        assert_protected(answer)
        assert "Traceback" not in answer.text
        assert status < 500 or "marker" not in answer.text


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
    ],
)
def test_every_error_is_protected(
    make_app: MakeApp, settings: Settings, status: int, path: str, arguments: dict[str, object]
) -> None:
    app = make_app(settings.model_copy(update={"max_upload_bytes": 2000}))
    answer = app.test_client().open(path, **arguments)
    assert answer.status_code == status
    assert_protected(answer)
    assert "Traceback" not in answer.text


def test_an_answer_in_lines_is_protected_when_it_ends_in_an_error(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> Iterator[object]:
        yield Stage("read")
        raise ZeroDivisionError("marker")

    monkeypatch.setattr("webapp.store.uploads.keep_in_stages", fail)
    answer = client.post("/", data={"text": chat().decode()}, headers={"Accept": "application/x-ndjson"})
    assert_protected(answer)
    assert json.loads(answer.text.splitlines()[-1])["refused"]["status"] == 500
    assert "marker" not in answer.text


@pytest.mark.parametrize(
    ("status", "request_bytes"),
    [
        (400, b"GET / HTTP/1.1\r\nHost : a b\r\n\r\n"),
        (400, b"GET  HTTP/9.9 <script>\r\n\r\n"),
        (400, b"get / HTTP/1.1\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
        (400, b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        (431, b"GET / HTTP/1.1\r\nX: " + b"x" * 262_200),
        (501, b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n"),
        (400, b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        (400, b"POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ],
    ids=["header", "line", "method", "length", "chunk", "large", "encoding", "two lengths", "HTTP/1.0"],
)
def test_what_the_server_refuses_before_the_app_sees_it_is_protected(
    live_server: str, status: int, request_bytes: bytes
) -> None:
    host, port = urlsplit(live_server).hostname, urlsplit(live_server).port
    with socket.create_connection((host, port), timeout=10) as connection:
        connection.sendall(request_bytes)
        told = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = told.partition(b"\r\n\r\n")
    line, *lines = head.decode().split("\r\n")
    answer = Response(body, int(line.split()[1]), [tuple(one.split(": ", 1)) for one in lines])
    assert answer.status_code == status
    assert_protected(answer)
    assert b"<script>" not in body


def test_static_files_are_protected(client: FlaskClient) -> None:
    for file in re.findall(r'"(/static/[^"]+)"', client.get("/").text):
        answer = client.get(file)
        assert answer.status_code == 200
        assert_protected(answer, OF_PARTS if file.endswith((".css", ".js")) else HEADERS)


@for_each("path", PAGES)
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


SITES = (None, "same-origin", "none", "same-site", "cross-site", "garbage")
ORIGINS = (
    None,
    "http://localhost",
    "null",
    "http://evil.test",
    "http://localhost:9999",
    "http://localhost.evil.test",
)
HERE = {"Sec-Fetch-Site": "same-origin"}


def said(site: str | None, origin: str | None) -> dict[str, str]:
    """The headers with which a browser says where a request comes from; an old one says less."""
    return {name: value for name, value in (("Sec-Fetch-Site", site), ("Origin", origin)) if value}


# A browser sends `Origin: null` from here too, where a page gives no referrer; then the site says more.
FROM_HERE = [
    said(site, origin)
    for site, origin in product(SITES, ORIGINS)
    if (site in ("same-origin", "none") and origin in ORIGINS[:3]) or (site is None and origin in ORIGINS[:2])
]
FROM_ELSEWHERE = [
    said(site, origin)
    for site, origin in product(SITES, ORIGINS)
    if site not in ("same-origin", "none") and said(site, origin) not in FROM_HERE
]


def test_no_other_site_writes(app: Flask, client: FlaskClient, slug: str) -> None:
    refused = 0
    for number, (_, path) in enumerate(every_route(app, slug)):
        for headers in in_turns(FROM_ELSEWHERE, number, 1):
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                assert client.open(path, method=method, headers=headers).status_code == 403, headers
                refused += 1
    assert refused > tries(300, thorough=900)
    assert client.get(f"/c/{slug}").status_code == 200


@for_each("headers", FROM_HERE, ids=str)
def test_the_page_itself_and_programs_write(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = client.post("/", data={"text": chat().decode()}, headers=headers)
    assert answer.status_code == 303


@for_each("headers", FROM_ELSEWHERE, ids=str)
def test_a_link_from_another_site_may_be_followed(
    client: FlaskClient, slug: str, headers: dict[str, str]
) -> None:
    assert client.get(f"/c/{slug}", headers=headers).status_code == 200


@for_each("host", ["localhost", "localhost:8000", "127.0.0.1:8431", "[::1]:8000", "LOCALHOST"])
def test_local_names_are_served(client: FlaskClient, host: str) -> None:
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@for_each(
    "host", ["evil.test", "localhost.evil.test", "127.0.0.1.evil.test", "", "a b", "[::1", "localhost:x"]
)
def test_other_names_are_refused_on_every_route(
    app: Flask, client: FlaskClient, slug: str, host: str
) -> None:
    for _, path in some_of(every_route(app, slug), 4):
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
    number = re.search(r"\b[0-9a-f]{8}\b", answer.text)
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
