"""A request that only reads writes nothing, except what it puts into the queue."""

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import event, update
from tests.conftest import MakeApp, database_of, work_off
from tests.selection import in_turns, is_thorough, some_of, tries
from tests.webapp.access_routes import GROUPS, OF_A_SHARE, Who
from tests.webapp.samples import long_chat
from tests.webapp.test_access_matrix import Site
from webapp.database.tables import UploadRow
from webapp.settings import Settings

QUEUE = {"jobs", "wishes"}
WRITES = re.compile(
    r"\s*(?:WITH .*?\)\s*)?(INSERT\s+INTO|UPDATE|DELETE\s+FROM|REPLACE\s+INTO)\s+\"?(\w+)", re.I | re.S
)
ENDS_A_LOGIN = "access.back"
"""The provider sends a browser back with a GET; it ends a login, and writes down who logged in."""


LOGINS = ("without login", "with login")


@pytest.fixture(params=LOGINS)
def site(request: pytest.FixtureRequest, make_app: MakeApp, settings: Settings) -> Site:
    login = request.param == "with login"
    more = {"login": "header", "trusted_proxy": "127.0.0.1", "members": ("member", "keeper")}
    app = make_app(settings.model_copy(update=more) if login else settings)
    return Site(app, login=login, closed=False)


@pytest.fixture
def written(site: Site) -> Iterator[list[str]]:
    """The tables that anything writes to, the queue's aside."""
    found: list[str] = []
    engine = database_of(site.app).engine

    def note(_: object, __: object, statement: str, *___: object) -> None:
        writes = WRITES.match(statement)
        if writes is not None and writes[2] not in QUEUE:
            found.append(writes[2])

    event.listen(engine, "before_cursor_execute", note)
    yield found
    event.remove(engine, "before_cursor_execute", note)


def keep_long(site: Site) -> str:
    """A log whose panes no page makes at once."""
    keeper = Who("keeper", "member")
    slug: str = site.ask(keeper, "POST", "/api/conversations", data=long_chat(150)).json["slug"]
    return slug


CHOICES = ("", "pane=original:read&pane=gemini:read&pane=repaired:wire&target=anthropic")


def get_all(site: Site, slug: str, share: str, *, stride: int = 1) -> int:
    """Ask for every `stride`-th of what can be read, each with one of the choices by turns."""
    keeper, asked = Who("keeper", "member"), 0
    for route, method, rule in some_of(site.requests(), stride):
        if method != "GET" or route == ENDS_A_LOGIN:
            continue
        path = site.path(rule, share if route in OF_A_SHARE else slug)
        for more in in_turns(CHOICES, asked, 1):
            joined = path + ("&" if "?" in path else "?") + more if more else path
            assert site.ask(keeper, "GET", joined).status_code not in (500, 507), joined
            asked += 1
    return asked


def test_no_get_writes(site: Site, written: list[str]) -> None:
    share, long = site.share_of(site.slug), keep_long(site)
    site.token("member token of keeper")
    written.clear()
    assert get_all(site, site.slug, share) > tries(60, thorough=len(GROUPS))
    if is_thorough() or not site.login:
        get_all(site, long, share, stride=2)
    program = Who("member token of keeper", "member", by="token")
    assert site.ask(program, "GET", f"/api/conversations/{site.slug}").status_code == 200
    assert written == []


@pytest.mark.parametrize("site", some_of(LOGINS, 2), indirect=True)
def test_no_get_of_an_older_reading_writes(site: Site, written: list[str]) -> None:
    share = site.share_of(site.slug)
    with database_of(site.app).session() as session:
        session.execute(update(UploadRow).values(reading_version=1))
        session.commit()
    written.clear()
    get_all(site, site.slug, share)
    assert written == []
    work_off(site.app)
    assert "conversations" in written or "uploads" in written


def test_the_listener_sees_what_is_written(site: Site, written: list[str]) -> None:
    site.keep()
    assert {"uploads", "conversations", "parts", "panes"} <= set(written)
