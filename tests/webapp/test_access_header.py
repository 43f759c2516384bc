"""Login by a proxy's header: believed from the proxy alone, over real connections."""

import http.client
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update
from tests.conftest import MakeApp, database_of, serving
from tests.webapp.markup import flowed
from tests.webapp.samples import chat
from webapp.database.tables import PersonRow, UploadRow
from webapp.services import services_of
from webapp.settings import Settings
from webapp.store import workers

PROXY = "127.0.0.1"
ELSEWHERE = "127.0.0.2"


@pytest.fixture
def behind_proxy(settings: Settings) -> Settings:
    return settings.model_copy(
        update={"login": "header", "trusted_proxy": PROXY, "members": ("ann", "zoë"), "readers": ("bob",)}
    )


@pytest.fixture
def server(behind_proxy: Settings) -> Iterator[str]:
    with serving(behind_proxy) as address:
        yield address


def name_on_page(server: str, *headers: tuple[str, str], of: str = PROXY) -> str:
    """Whom the page takes for the one who asks, over a connection from this address."""
    connection = http.client.HTTPConnection(urlsplit(server).netloc, source_address=(of, 0), timeout=10)
    connection.putrequest("GET", "/access")
    for name, value in headers:
        connection.putheader(name, value.encode())
    connection.endheaders()
    text = connection.getresponse().read().decode()
    connection.close()
    if "You are not logged in" in text:
        return ""
    return re.sub("</?bdi>", "", text.partition("You are <b>")[2].partition("</b>")[0])


@pytest.mark.parametrize(
    "more",
    [
        [],
        [("X-Forwarded-For", "203.0.113.7")],
        [("X-Forwarded-For", "127.0.0.2"), ("X-Forwarded-Proto", "http")],
    ],
    ids=["plain", "for", "for-other"],
)
def test_the_proxy_is_believed_whomever_it_asks_for(server: str, more: list[tuple[str, str]]) -> None:
    assert name_on_page(server, ("X-Forwarded-User", "ann"), *more) == "ann"
    assert name_on_page(server, *more) == ""


@pytest.mark.parametrize(
    "more",
    [
        [],
        [("X-Forwarded-For", PROXY)],
        [("Forwarded", f"for={PROXY}")],
        [("X-Forwarded-For", f"{PROXY}, {PROXY}")],
        [("Remote-Addr", PROXY)],
        [("Crosswire.Peer", PROXY)],
    ],
    ids=["plain", "for", "forwarded", "for-twice", "remote-addr", "peer"],
)
def test_nobody_else_is_believed(server: str, more: list[tuple[str, str]]) -> None:
    assert name_on_page(server, ("X-Forwarded-User", "ann"), *more, of=ELSEWHERE) == ""


@pytest.mark.parametrize(
    "headers",
    [
        [("X-Forwarded-User", "")],
        [("X-Forwarded-User", "ann, bob")],
        [("X-Forwarded-User", "ann"), ("X-Forwarded-User", "bob")],
        [("X-Forwarded-User", "a" * 201)],
        [("X_Forwarded_User", "ann")],
        [("X-Remote-User", "ann")],
    ],
    ids=["empty", "comma", "twice", "long", "underscores", "other-header"],
)
def test_what_is_no_name_names_nobody(server: str, headers: list[tuple[str, str]]) -> None:
    assert name_on_page(server, *headers) == ""


def test_names_are_utf8(server: str) -> None:
    assert name_on_page(server, ("X-Forwarded-User", "zoë")) == "zoë"


def test_the_header_may_have_another_name(behind_proxy: Settings) -> None:
    with serving(behind_proxy.model_copy(update={"login_header": "Remote-User"})) as server:
        assert name_on_page(server, ("Remote-User", "ann")) == "ann"
        assert name_on_page(server, ("X-Forwarded-User", "ann")) == ""


@pytest.fixture
def guest(make_app: MakeApp, behind_proxy: Settings) -> FlaskClient:
    return make_app(behind_proxy).test_client()


def as_(name: str) -> dict[str, str]:
    return {"X-Forwarded-User": name}


def test_a_person_manages_what_they_kept_on_every_machine(guest: FlaskClient) -> None:
    slug = guest.post("/", data={"text": chat().decode()}, headers=as_("ann")).location
    other = guest.application.test_client()
    assert other.post(f"{slug}/delete", headers=as_("zoë".encode().decode("latin-1"))).status_code == 403
    assert other.post(f"{slug}/delete", headers=as_("bob")).status_code == 403
    assert other.post(f"{slug}/delete").status_code == 403
    assert other.post(f"{slug}/delete", headers=as_("ann")).status_code == 303


def test_a_reader_reads_and_is_told_that_nothing_is_kept(guest: FlaskClient) -> None:
    slug = guest.post("/", data={"text": chat().decode()}, headers=as_("ann")).location
    assert guest.get(slug, headers=as_("bob")).status_code == 200
    home = guest.get("/", headers=as_("bob")).text
    assert "Here you may read, and not keep" in home
    assert 'type="file"' not in home
    assert 'type="file"' in guest.get("/", headers=as_("ann")).text
    for path, data in {"/": {"text": chat().decode()}, f"{slug}/repair": {}, f"{slug}/format": {}}.items():
        refused = guest.post(path, data=data, headers=as_("bob"))
        assert refused.status_code == 403
        assert "Here you may read, and not keep, change, share or delete." in refused.text


def test_a_closed_server_says_that_its_links_want_a_login(make_app: MakeApp, behind_proxy: Settings) -> None:
    client = make_app(behind_proxy.model_copy(update={"closed": True})).test_client()
    slug = client.post("/api/conversations", data=chat(), headers=as_("ann")).json["slug"]
    page = flowed(client.get(f"/c/{slug}/how-read", headers=as_("ann")).text)
    assert "Unlisted: anyone who has logged in and has the link can read it; " in page


def test_who_is_here_is_written_down_once_an_hour(guest: FlaskClient) -> None:
    guest.get("/", headers=as_("bob"))
    sightings = services_of(guest.application).sightings
    with database_of(guest.application).session() as session:
        assert session.scalars(select(PersonRow)).all() == []  # reading writes nothing
        sightings.write_down(session)
        row = session.scalars(select(PersonRow)).one()
        assert (row.name, row.role, row.owner[:2], len(row.owner)) == ("bob", "reader", "p:", 66)
        first = row.seen_at
        guest.get("/", headers=as_("bob"))
        sightings.write_down(session)
        session.refresh(row)
        assert row.seen_at == first
        session.execute(update(PersonRow).values(role="owner"))
        session.commit()
        guest.get("/", headers=as_("bob"))
        sightings.write_down(session)
        session.refresh(row)
        assert row.role == "reader"


def test_a_database_that_takes_nothing_keeps_nobody_from_reading(guest: FlaskClient) -> None:
    with database_of(guest.application).engine.connect() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER no BEFORE INSERT ON people BEGIN SELECT RAISE(ABORT, 'x'); END"
        )
    page = guest.get("/access", headers=as_("bob"))
    assert page.status_code == 200
    assert "You are <b>bob</b>" in page.text


def test_a_token_follows_the_role_that_its_owner_has_now(
    guest: FlaskClient, make_app: MakeApp, behind_proxy: Settings
) -> None:
    data = {"name": "x", "role": "member", "days": "never"}
    page = guest.post("/access/tokens", data=data, headers=as_("ann")).text
    token = page.partition('class="access-token">')[2].partition("<")[0]
    sent = {"Authorization": f"Bearer {token}"}
    assert guest.post("/api/conversations", data=chat(), headers=sent).status_code == 201
    for lists, status in (({"members": (), "readers": ("ann",)}, 403), ({"owners": ("ann",)}, 201)):
        app = make_app(behind_proxy.model_copy(update=lists))
        assert app.test_client().post("/api/conversations", data=chat(), headers=sent).status_code == status
    nobody = make_app(behind_proxy.model_copy(update={"login": "none"}))
    assert nobody.test_client().get("/", headers=sent).status_code == 401


@pytest.mark.parametrize(
    ("lists", "role"),
    [
        ({}, "member"),
        ({"members": ()}, "stranger"),
        ({"members": ("*",), "readers": ("ann",)}, "reader"),
        ({"owners": ("ann",), "readers": ("ann",)}, "owner"),
        ({"members": (), "readers": ("*",)}, "reader"),
        ({"owners": ("*",), "members": ("ann",)}, "member"),
    ],
    ids=["usual", "none", "reader-by-name", "owner-first", "all-readers", "member-by-name"],
)
def test_a_list_with_the_name_counts_before_one_with_everybody(
    make_app: MakeApp, behind_proxy: Settings, lists: dict[str, tuple[str, ...]], role: str
) -> None:
    changed = {"members": ("*",), "readers": (), **lists}
    guest = make_app(behind_proxy.model_copy(update=changed)).test_client()
    assert f"Role: <b>{role}</b>" in guest.get("/access", headers=as_("ANN")).text


def test_somebody_on_no_list_is_told_so(make_app: MakeApp, behind_proxy: Settings) -> None:
    app = make_app(behind_proxy.model_copy(update={"closed": True}))
    answer = app.test_client().get("/", headers=as_("eve"))
    assert answer.status_code == 403
    assert "You are logged in, but you are on no list of those who may read here." in answer.text


def test_what_a_browser_kept_is_taken_over_when_asked_for(
    make_app: MakeApp, settings: Settings, behind_proxy: Settings
) -> None:
    before = make_app(settings).test_client()
    slugs = [before.post("/", data={"text": chat().decode()}).location for _ in range(2)]
    guest = make_app(behind_proxy).test_client()
    guest.set_cookie("cw_manage", before.get_cookie("cw_manage").value)
    assert guest.post(f"{slugs[0]}/delete").status_code == 403
    assert guest.post(f"{slugs[0]}/delete", headers=as_("ann")).status_code == 403
    assert "This browser kept <b>2</b> uploads before" in guest.get("/access", headers=as_("ann")).text
    assert guest.post("/access/browser").status_code == 403
    assert guest.post("/access/browser", headers=as_("bob")).status_code == 403
    assert guest.post("/access/browser", headers=as_("ann")).status_code == 303
    page = guest.get("/access", headers=as_("ann")).text
    assert "This browser kept" not in page
    assert "You manage <b>2</b> uploads." in page
    assert "You manage" not in guest.get("/access", headers=as_("bob")).text
    assert guest.post(f"{slugs[0]}/delete", headers=as_("ann")).status_code == 303
    assert before.post(f"{slugs[1]}/delete").status_code == 403


def test_a_copy_for_outsiders_of_a_closed_server_is_read_again_for_them(
    make_app: MakeApp, behind_proxy: Settings
) -> None:
    app = make_app(behind_proxy.model_copy(update={"closed": True, "read_at_once_bytes": 20}))
    guest, link = app.test_client(), ""
    with database_of(app).session() as session:
        kept = guest.post("/api/conversations", data=chat(), headers=as_("ann"))
        slug = kept.json["slug"]
        body = guest.post(f"/api/conversations/{slug}/share", json={}, headers=as_("ann"))
        link = body.json["slug"]
        workers.heartbeat(session, "elsewhere:1:x")
        session.execute(update(UploadRow).values(reading_version=1))
        session.commit()
    assert "is being read again" in guest.get(f"/c/{link}").text
    assert guest.get(f"/c/{link}/waiting").status_code == 200
    assert guest.get(f"/c/{slug}").status_code == 302  # to the login
    assert "is being read again" in guest.get(f"/c/{slug}", headers=as_("ann")).text
