"""Login at an OpenID provider, a real one on a port of this machine."""

import logging
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
import requests
from flask import redirect
from flask.testing import FlaskClient
from joserfc.jwk import OctKey
from pydantic import SecretStr
from sqlalchemy import select
from tests.conftest import MakeApp, database_of, serving
from tests.selection import for_each
from tests.webapp.oidc_provider import CLIENT, SECRET, Provider, new_key, providing
from tests.webapp.samples import chat
from webapp.access import UnusableLogin
from webapp.database.tables import PersonRow
from webapp.settings import Settings
from werkzeug.test import TestResponse

from webapp import create_app


@pytest.fixture
def provider() -> Iterator[Provider]:
    with providing() as provider:
        yield provider


@pytest.fixture
def oidc(settings: Settings, provider: Provider) -> Settings:
    return settings.model_copy(
        update={
            "login": "oidc",
            "oidc_issuer": provider.issuer,
            "oidc_client_id": CLIENT,
            "oidc_client_secret": SecretStr(SECRET),
            "secret_key": SecretStr("k" * 32),
            "closed": True,
        }
    )


@pytest.fixture
def guest(make_app: MakeApp, oidc: Settings) -> FlaskClient:
    return make_app(oidc).test_client()


def way_back(guest: FlaskClient, to: str = "/", base: str = "http://localhost") -> str:
    """Where the provider sends a browser that went to it."""
    there = guest.get(f"/login/go?to={quote(to)}", base_url=base)
    assert there.status_code == 302
    answer = requests.get(there.location, allow_redirects=False, timeout=10)
    assert answer.status_code == 302
    back: str = answer.headers["Location"]
    assert back.startswith(f"{base}/login/back?")
    return back


def logged_in(guest: FlaskClient, to: str = "/", base: str = "http://localhost") -> TestResponse:
    return guest.get(way_back(guest, to, base), base_url=base)


def test_who_logs_in_comes_back_to_where_they_were(guest: FlaskClient) -> None:
    sent = guest.get("/rules?q=x&y=%2F")
    assert sent.status_code == 302
    page = guest.get(sent.location)
    assert "Log in at 127.0.0.1" in page.text
    asked_for = parse_qs(urlsplit(sent.location).query)["to"][0]
    answer = logged_in(guest, asked_for)
    assert (answer.status_code, answer.location) == (303, "/rules?q=x&y=%2F")
    shown = guest.get(answer.location).text
    assert "ann@example.org" in shown
    assert "Log out" in shown


@for_each(
    "to",
    [
        "",
        "//evil.test",
        "/\\evil.test",
        "/\t/evil.test",
        "/\n/evil.test",
        "\\/evil.test",
        "https://evil.test/",
        "javascript:alert(1)",
        "evil.test",
        "/%0d%0aX:%20y\r\nX: y",
        "/login/go",
        "/" + "a" * 2000,
    ],
)
def test_a_login_leads_to_no_other_site(guest: FlaskClient, to: str) -> None:
    assert logged_in(guest, to).location == "/"
    assert guest.get(f"/login?to={quote(to)}").location == "/"


def test_the_cookie_holds_the_subject_only(guest: FlaskClient, provider: Provider) -> None:
    answer = logged_in(guest)
    [cookie] = answer.headers.getlist("Set-Cookie")
    parts = [part.strip() for part in cookie.split(";")]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts)
    assert "Secure" not in parts
    with guest.session_transaction() as held:
        assert {name: held[name] for name in held if name != "_permanent"} == {"subject": "subject-1"}
    assert "Secure" in logged_in(guest, base="https://localhost").headers["Set-Cookie"]


def test_a_login_holds_for_seven_days(guest: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    logged_in(guest)
    import itsdangerous.timed as timed

    now = timed.time.time()
    day = 24 * 60 * 60
    for days, status in ((6.9, 200), (7.1, 302)):
        monkeypatch.setattr(timed.TimestampSigner, "get_timestamp", lambda _, at=now + days * day: int(at))
        assert guest.get("/access").status_code == status


def test_who_logs_out_is_unknown_again(guest: FlaskClient) -> None:
    logged_in(guest)
    assert guest.get("/access").status_code == 200
    answer = guest.post("/logout")
    assert (answer.status_code, answer.location) == (303, "/login")
    assert "cw_login=;" in answer.headers["Set-Cookie"]
    assert guest.get("/access").status_code == 302


def test_who_logs_in_is_written_down(guest: FlaskClient) -> None:
    logged_in(guest)
    with database_of(guest.application).session() as session:
        row = session.scalars(select(PersonRow)).one()
    assert (row.name, row.role, row.owner[:2]) == ("ann@example.org", "member", "p:")


def test_the_same_person_manages_what_they_kept_from_another_browser(guest: FlaskClient) -> None:
    logged_in(guest)
    link = guest.post("/", data={"text": chat().decode()}).location
    other = guest.application.test_client()
    assert other.post(f"{link}/delete").status_code == 401
    logged_in(other)
    assert other.post(f"{link}/delete").status_code == 303


def test_another_subject_with_the_same_address_is_somebody_else(
    guest: FlaskClient, provider: Provider
) -> None:
    logged_in(guest)
    link = guest.post("/", data={"text": chat().decode()}).location
    provider.person["sub"] = "subject-2"
    other = guest.application.test_client()
    logged_in(other)
    assert other.get(link).status_code == 200
    assert other.post(f"{link}/delete").status_code == 403


@pytest.mark.parametrize("verified", [False, None, "true"])
def test_an_address_that_nobody_verified_names_nobody(
    make_app: MakeApp, oidc: Settings, provider: Provider, verified: object
) -> None:
    provider.person["email_verified"] = verified
    app = make_app(oidc.model_copy(update={"owners": ("ann@example.org",), "readers": ("*",), "members": ()}))
    guest = app.test_client()
    logged_in(guest)
    page = guest.get("/access").text
    assert "Role: <b>reader</b>" in page
    assert "ann@example.org" not in page


def test_another_claim_may_name_people(make_app: MakeApp, oidc: Settings) -> None:
    app = make_app(oidc.model_copy(update={"oidc_name_claim": "name", "owners": ("ann",)}))
    guest = app.test_client()
    logged_in(guest)
    assert "Role: <b>owner</b>" in guest.get("/access").text


LIES: dict[str, dict[str, Any]] = {
    "another issuer": {"lies": {"iss": "https://evil.test"}},
    "no issuer": {"lies": {"iss": None}},
    "another audience": {"lies": {"aud": "other"}},
    "another audience for us": {"lies": {"aud": "other", "azp": CLIENT}},
    "over": {"lies": {"exp": 1}},
    "no end": {"lies": {"exp": None}},
    "another nonce": {"lies": {"nonce": "x" * 20}},
    "no nonce": {"lies": {"nonce": None}},
    "no subject": {"lies": {"sub": None}},
    "empty subject": {"lies": {"sub": ""}},
    "number as subject": {"lies": {"sub": 5}},
    "another key": {"signs_with": lambda: new_key("another")},
    "symmetric": {"algorithm": "HS256", "signs_with": lambda: OctKey.import_key(SECRET)},
    "no id token": {"answer_token": lambda answer: {**answer, "id_token": None}},
    "id token left out": {"answer_token": lambda answer: {"access_token": "x", "token_type": "Bearer"}},
    "an error": {"answer_token": lambda answer: ({"error": "server_error"}, 500)},
    "no json": {"answer_token": lambda answer: "<html>"},
    "a redirect": {"answer_token": lambda answer: redirect("/elsewhere", 307)},
    "unsigned": {"answer_token": lambda answer: {**answer, "id_token": _unsigned(answer["id_token"])}},
}


def _unsigned(token: str) -> str:
    """`{"alg":"none"}` and the same claims."""
    return f"eyJhbGciOiJub25lIn0.{token.split('.')[1]}."


@pytest.mark.parametrize("lie", LIES)
def test_a_token_that_is_not_right_logs_nobody_in(
    guest: FlaskClient, provider: Provider, lie: str, caplog: pytest.LogCaptureFixture
) -> None:
    back = way_back(guest)
    for name, value in LIES[lie].items():
        setattr(provider, name, value)
    with caplog.at_level(logging.WARNING):
        answer = guest.get(back)
    assert answer.status_code == 403
    assert "The login did not work" in answer.text
    assert guest.get("/access").status_code == 302
    assert "A login failed" in caplog.text
    assert "subject-1" not in caplog.text + answer.text
    assert "/elsewhere" not in provider.asked


METADATA: dict[str, dict[str, Any]] = {
    "another issuer": {"issuer": "https://evil.test"},
    "no issuer": {"issuer": None},
    "only symmetric": {"id_token_signing_alg_values_supported": ["HS256"]},
    "no endpoint": {"authorization_endpoint": None},
    "a file": {"jwks_uri": "file:///etc/passwd"},
}


@pytest.mark.parametrize("lie", METADATA)
def test_a_provider_that_describes_itself_wrongly_logs_nobody_in(
    guest: FlaskClient, provider: Provider, lie: str
) -> None:
    provider.metadata = METADATA[lie]
    answer = guest.get("/login/go")
    if answer.status_code == 302:
        back = requests.get(answer.location, allow_redirects=False, timeout=10).headers["Location"]
        answer = guest.get(back)
    assert answer.status_code == 403
    assert guest.get("/access").status_code == 302


def test_a_provider_that_does_not_answer_is_said_so(make_app: MakeApp, oidc: Settings) -> None:
    app = make_app(oidc.model_copy(update={"oidc_issuer": "http://127.0.0.1:9"}))
    answer = app.test_client().get("/login/go")
    assert answer.status_code == 403
    assert "The login did not work" in answer.text


def test_the_way_back_is_only_for_the_browser_that_went_and_only_once(guest: FlaskClient) -> None:
    back = way_back(guest)
    other = guest.application.test_client()
    assert other.get(back).status_code == 403
    assert other.get("/access").status_code == 302
    assert guest.get(back.replace("state=", "state=x")).status_code == 403
    back = way_back(guest)
    assert guest.get(back).status_code == 303
    again = guest.get(back)
    assert again.status_code == 403


@for_each("query", ["", "?code=x", "?code=x&state=y", "?error=access_denied&state=y"])
def test_a_way_back_that_nobody_went_leads_nowhere(guest: FlaskClient, query: str) -> None:
    answer = guest.get(f"/login/back{query}")
    assert answer.status_code == 403
    assert "access_denied" not in answer.text


def test_a_cookie_signed_with_another_key_logs_nobody_in(
    guest: FlaskClient, make_app: MakeApp, oidc: Settings
) -> None:
    logged_in(guest)
    other = make_app(oidc.model_copy(update={"secret_key": SecretStr("x" * 32)})).test_client()
    other.set_cookie("cw_login", guest.get_cookie("cw_login").value)
    assert other.get("/access").status_code == 302


def test_nothing_is_asked_for_before_somebody_logs_in(guest: FlaskClient, provider: Provider) -> None:
    guest.get("/login")
    guest.get("/")
    assert provider.asked == []
    logged_in(guest)
    # `/authorize` is asked for by the browser itself.
    assert set(provider.asked) == {"/.well-known/openid-configuration", "/authorize", "/token", "/jwks"}


def test_a_role_taken_away_is_gone_at_once(guest: FlaskClient, make_app: MakeApp, oidc: Settings) -> None:
    logged_in(guest)
    later = make_app(oidc.model_copy(update={"members": ()})).test_client()
    later.set_cookie("cw_login", guest.get_cookie("cw_login").value)
    assert later.get("/access").status_code == 403


def test_without_the_package_the_server_says_what_is_missing(
    oidc: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.startswith(("authlib", "webapp.access.oidc_client"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "authlib", None)
    with pytest.raises(UnusableLogin, match=r"needs the package authlib.*: pip install 'crosswire\[oidc\]'"):
        create_app(oidc)


def test_it_works_over_real_connections(oidc: Settings) -> None:
    with serving(oidc) as server, requests.Session() as guest:
        page = guest.get(f"{server}/access", timeout=10)
        assert "Log in at" in page.text
        page = guest.get(f"{server}/login/go?to=/access", timeout=10)
        assert page.url == f"{server}/access"
        assert "You are <b>ann@example.org</b>" in page.text
