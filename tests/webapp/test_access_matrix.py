"""Every route, asked for by everybody, on a server without a login, with one, and on a closed one.

`access_routes.py` says who may. A route that is not in it fails the test.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update
from tests.conftest import MakeApp, database_of
from tests.selection import in_turns, is_thorough, tries
from tests.webapp.access_routes import (
    ASKED,
    DELETES,
    GROUPS,
    OF_A_SHARE,
    UNKNOWN,
    WITH_LOGIN,
    WITHOUT_LOGIN,
    Who,
    may,
)
from tests.webapp.samples import chat
from webapp.database.tables import CollectionRow, ShareRow, TokenRow, UploadRow
from webapp.settings import Settings
from werkzeug.routing import Rule
from werkzeug.test import TestResponse


class Site:
    """An app with a log that somebody keeps, and everybody who may come."""

    def __init__(self, app: Flask, *, login: bool, closed: bool) -> None:
        self.app, self.login, self.closed = app, login, closed
        self.browsers = {name: app.test_client() for name in ("keeper", "other browser")}
        self.browsers["keeper"].set_cookie("cw_manage", "k" * 43)
        self.slug, self.secret = self.keep()
        self.tokens: dict[str, str] = {}

    def keep(self) -> tuple[str, str]:
        """A log that the keeper keeps; its permalink and its manage secret."""
        kept = self.ask(Who("keeper", "member"), "POST", "/api/conversations", data=chat()).json
        return kept["slug"], kept["manage_secret"]

    def share_of(self, slug: str) -> str:
        """A copy of a log for others."""
        made = self.ask(Who("keeper", "member"), "POST", f"/api/conversations/{slug}/share", json={"days": 7})
        assert made.status_code == 201, made.text
        found: str = made.json["slug"]
        return found

    def collection(self) -> str:
        name = f"c{datetime.now(UTC).timestamp()}"
        self.ask(Who("keeper", "member"), "POST", "/library/collections", data={"name": name})
        with database_of(self.app).session() as session:
            return session.scalars(select(CollectionRow.slug).where(CollectionRow.name == name)).one()

    def ask(self, who: Who, method: str, path: str, secret: str = "", **more: object) -> TestResponse:
        headers: dict[str, str] = {}
        browser = self.browsers.get(who.name) or self.app.test_client()
        bearer = self.bearer_of(who, secret)
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        elif (self.login and who.by == "login") or who.name == "keeper":
            headers["X-Forwarded-User"] = who.name
        return browser.open(path, method=method, headers=headers, buffered=True, **more)

    def bearer_of(self, who: Who, secret: str) -> str:
        if who.by == "token":
            return self.token(who.name)
        return {"wrong token": "cwt_" + "x" * 43, "wrong secret": "x" * 43, "secret": secret}.get(
            who.name, ""
        )

    def token(self, name: str) -> str:
        """`reader token of keeper`, made once."""
        if name not in self.tokens:
            role, _, person = name.partition(" token of ")
            data = {"name": name, "role": role, "days": "7"}
            page = self.ask(Who(person, "member", by="login"), "POST", "/access/tokens", data=data).text
            self.tokens[name] = page.partition('class="access-token">')[2].partition("<")[0]
        return self.tokens[name]

    def requests(self) -> Iterator[tuple[str, str, Rule]]:
        """The name in `ROUTES`, the method and the rule of every request that the app knows."""
        for rule in self.app.url_map.iter_rules():
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                special = f"{rule.endpoint} {method}"
                yield special if special in GROUPS else rule.endpoint, method, rule

    def path(self, rule: Rule, slug: str) -> str:
        known = {"slug": slug, "format": "gemini", "number": 0, "code": "CW101", "filename": "css/app.css"}
        values = {name: known.get(name, "x") for name in rule.arguments}
        values |= {name: 0 for name in ("row", "first") if name in rule.arguments}
        with self.app.test_request_context():
            path = (rule.build(values) or ("", ""))[1]
        return path + ASKED.get(rule.endpoint, "")

    def counts(self) -> tuple[int, ...]:
        with database_of(self.app).session() as session:
            tables = (UploadRow, ShareRow, CollectionRow, TokenRow)
            return tuple(session.scalar(select(func.count()).select_from(one)) or 0 for one in tables)


@pytest.fixture(params=["without login", "with login", "closed"])
def site(request: pytest.FixtureRequest, make_app: MakeApp, settings: Settings) -> Site:
    login, closed = request.param != "without login", request.param == "closed"
    if login:
        lists = {"owners": ("owner",), "members": ("member", "keeper"), "readers": ("reader",)}
        more = {"login": "header", "trusted_proxy": "127.0.0.1", "closed": closed, **lists}
        settings = settings.model_copy(update=more)
    return Site(make_app(settings), login=login, closed=closed)


def people(site: Site) -> tuple[Who, ...]:
    return WITH_LOGIN if site.login else WITHOUT_LOGIN


def few_of(route: str, people: list[Who]) -> int:
    """How many by turns ask for a route: all where few routes are alike."""
    return 1 if GROUPS[route] in ("all", "pages", "read") else len(people)


def is_asked_elsewhere(site: Site, number: int, route: str) -> bool:
    """Of many routes alike one site asks for one half, the others for the other."""
    alike = GROUPS[route] in ("pages", "read") and not is_thorough()
    return alike and number % 2 == (site.login and not site.closed)


def is_refusal(answer: TestResponse) -> bool:
    to_login = answer.status_code == 302 and (answer.location or "").startswith("/login?to=")
    return answer.status_code in (401, 403) or to_login


def test_every_route_is_in_the_table(site: Site) -> None:
    routes = {route for route, _, _ in site.requests()}
    assert routes - set(GROUPS) == set()
    assert set(GROUPS) - routes == set()


def test_who_may_not_is_refused_and_changes_nothing(site: Site) -> None:
    share, collection = site.share_of(site.slug), site.collection()
    for who in people(site):
        site.bearer_of(who, site.secret)
    before, asked = site.counts(), 0
    for number, (route, method, rule) in enumerate(site.requests()):
        slug = share if route in OF_A_SHARE else collection if "collections" in route else site.slug
        refused = [who for who in people(site) if not may(who, route, closed=site.closed, login=site.login)]
        for who in in_turns(refused, number, few_of(route, refused)):
            answer = site.ask(who, method, site.path(rule, slug), site.secret)
            hidden = GROUPS[route] in ("manage", "collection") and answer.status_code == 404
            assert is_refusal(answer) or hidden, (who.name, route, method, answer.status_code)
            asked += 1
    assert site.counts() == before
    assert asked > 50


def test_a_refusal_does_not_tell_what_is_there(site: Site) -> None:
    share, collection = site.share_of(site.slug), site.collection()
    compared = 0

    def is_told(who: Who, route: str, slug: str) -> bool:
        """Who reads a log knows that it is there; a copy is for strangers."""
        reads = may(who, "conversations.show", closed=site.closed, login=site.login)
        if slug == share and site.closed and who.role == "stranger":
            return True
        return may(who, route, closed=site.closed, login=site.login) or (reads and GROUPS[route] == "manage")

    for number, (route, method, rule) in enumerate(site.requests()):
        if "slug" not in rule.arguments:
            continue
        slug = share if route in OF_A_SHARE else collection if "collections" in route else site.slug
        asking = [who for who in people(site) if not is_told(who, route, slug)]
        for who in in_turns(asking, number, 1):
            answers = [_told(site.ask(who, method, site.path(rule, one)), one) for one in (slug, UNKNOWN)]
            assert answers[0] == answers[1], (who.name, route, method)
            compared += 1
    assert compared > 50


def _told(answer: TestResponse, slug: str) -> tuple[object, ...]:
    """All that an answer tells, beside what was in the question and what is new in each answer."""
    nonce = answer.headers["Content-Security-Policy"].partition("'nonce-")[2].partition("'")[0]
    changing = ("Content-Security-Policy", "Content-Length", "Date", "X-Request-Id")
    same = ((k, re.sub("Expires=[^;]+", "", v)) for k, v in answer.headers.items() if k not in changing)
    headers = {k: v.replace(slug, "") for k, v in same}
    return answer.status_code, headers, answer.text.replace(nonce, "").replace(slug, "")


NOT_THERE = {
    "losses.group",
    "losses.ids",
    "losses.names",
    "media.show",
    "parts.body",
    "parts.facts",
    "problems.extract",
    "problems.show",
    "siblings.one",
    "waiting.show",
    "members.index",
    "members.one",
}
"""What this log has none of: 404 for whoever may read it too."""


def test_who_may_is_let_through(site: Site) -> None:
    asked = 0
    for number, (route, method, rule) in enumerate(site.requests()):
        if GROUPS[route] in ("manage", "collection") or is_asked_elsewhere(site, number, route):
            continue
        allowed = [who for who in people(site) if may(who, route, closed=site.closed, login=site.login)]
        for who in in_turns(allowed, number, few_of(route, allowed)):
            answer = site.ask(who, method, site.path(rule, site.slug), site.secret)
            assert not is_refusal(answer) or route == "access.claim POST", (
                who.name,
                route,
                answer.status_code,
            )
            assert answer.status_code < 500
            if GROUPS[route] == "read" and route not in NOT_THERE:
                assert answer.status_code != 404, (who.name, route)
            asked += 1
    assert asked > tries(70, thorough=300)


def test_who_manages_does(site: Site) -> None:
    lasting, asked = site.collection(), 0
    for number, (route, method, rule) in enumerate(site.requests()):
        group = GROUPS[route]
        if group not in ("manage", "collection"):
            continue
        allowed = [who for who in people(site) if may(who, route, closed=site.closed, login=site.login)]
        for who in in_turns(allowed, number, 2):
            slug, secret = (lasting, "") if group == "collection" else (site.slug, site.secret)
            if route in DELETES:
                slug, secret = (site.collection(), "") if group == "collection" else site.keep()
            if route in OF_A_SHARE:
                slug = site.share_of(slug)
            answer = site.ask(who, method, site.path(rule, slug), secret)
            assert answer.status_code not in (401, 403, 404, 500), (who.name, route, answer.status_code)
            asked += 1
    assert asked > 20


@pytest.fixture
def closed(make_app: MakeApp, settings: Settings) -> Site:
    more = {"login": "header", "trusted_proxy": "127.0.0.1", "closed": True}
    return Site(make_app(settings.model_copy(update=more)), login=True, closed=True)


def test_a_closed_server_shows_strangers_a_copy_until_it_runs_out(closed: Site) -> None:
    share = closed.share_of(closed.slug)
    stranger = closed.app.test_client()
    before = [stranger.get(f"/c/{slug}") for slug in (closed.slug, UNKNOWN)]
    assert {answer.status_code for answer in before} == {302}
    for path in ("/c/{}", "/c/{}/original", "/c/{}/rows?from=0", "/c/{}/calls", "/api/conversations/{}"):
        assert stranger.get(path.format(share)).status_code == 200
    told = stranger.post(f"/c/{share}/explain", data={"error": "x"})
    assert told.status_code == 200
    assert stranger.post(f"/c/{share}/repair").status_code == 401
    with database_of(closed.app).session() as session:
        session.execute(update(ShareRow).values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
        session.commit()
    after = [stranger.get(f"/c/{slug}") for slug in (share, UNKNOWN)]
    assert _told(after[0], share) == _told(after[1], UNKNOWN)


def test_a_copy_opens_no_other_log_to_strangers(closed: Site) -> None:
    share = closed.share_of(closed.slug)
    stranger = closed.app.test_client()
    private, unknown = (stranger.get(f"/c/{share}/compare?with={one}") for one in (closed.slug, UNKNOWN))
    assert _told(private, closed.slug) == _told(unknown, UNKNOWN)
    assert closed.slug not in stranger.get(f"/c/{share}").text


def test_a_closed_server_sends_pages_to_the_login_and_answers_programs(closed: Site) -> None:
    stranger = closed.app.test_client()
    for path in ("/", "/rules", "/nothing", f"/c/{UNKNOWN}?pane=original:read"):
        answer = stranger.get(path)
        assert answer.status_code == 302
        assert stranger.get(answer.location).status_code == 200
    for path in ("/api/nothing", f"/api/conversations/{closed.slug}"):
        answer = stranger.get(path)
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer realm=Crosswire"
    part = stranger.get(f"/c/{closed.slug}/rows", headers={"HX-Request-Type": "partial"})
    assert part.status_code == 401
    assert stranger.post("/").status_code == 401
