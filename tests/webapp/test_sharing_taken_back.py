"""What was taken back, or has run out, answers as what never was; and nothing of it is left."""

import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from string import ascii_letters, digits

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, func, select, update
from tests.conftest import database_of
from tests.selection import some_of
from tests.webapp.samples import chat
from tests.webapp.shares import api_share, keep, shared
from webapp.database.engine import Session
from webapp.database.tables import ShareRow, Table, UploadRow
from webapp.packing import pack, segments
from webapp.store import deleting, opening, workers
from werkzeug.test import TestResponse

PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
FILLED = {"format": "gemini", "kind": "calls", "code": "CW101"}
NEVER = "N" * 22


def pictured() -> bytes:
    """A log that has something at every address below a conversation."""
    log = json.loads(chat())
    url = {"url": f"data:image/png;base64,{PICTURE}"}
    log["messages"].append({"role": "user", "content": [{"type": "image_url", "image_url": url}]})
    return json.dumps(log).encode()


def run_out(session: Session) -> None:
    session.execute(update(ShareRow).values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
    session.commit()


def every_address(app: Flask, slug: str, media: tuple[str, str]) -> Iterator[tuple[str, str, str]]:
    """Every address with a slug in it, with every method that it takes, and its endpoint."""
    values = FILLED | {"slug": slug, "row": media[0], "key": media[1]}
    for rule in app.url_map.iter_rules():
        if "slug" not in rule.arguments:
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values.get(found[1], "0"), rule.rule)
        for method in sorted(rule.methods or ()):
            yield method, path, rule.endpoint


def said(answer: TestResponse, slug: str) -> tuple[object, ...]:
    """All of an answer but its nonce, its number and the second in which it came."""
    text = re.sub(r"nonce-[\w-]+|nonce=\"[\w-]+\"", "", answer.get_data(as_text=True))
    of_one_time = r"nonce-[\w-]+|Expires=[^;]+"
    headers = sorted((k, re.sub(of_one_time, "", v)) for k, v in answer.headers if k != "X-Request-Id")
    return answer.status_code, text.replace(slug, ""), str(headers).replace(slug, "")


@pytest.mark.parametrize("how", some_of(["revoked", "run out"], 2))
def test_a_link_that_is_no_more_answers_everywhere_as_one_that_never_was(
    app: Flask, client: FlaskClient, session: Session, how: str
) -> None:
    copy = shared(client, keep(client, pictured()))
    shown = re.search(r"/media/(\d+)/([\w-]+)", client.get(f"/c/{copy}").text)
    assert shown
    media = (shown[1], shown[2])
    alive = {
        end: client.get(at).status_code for way, at, end in every_address(app, copy, media) if way == "GET"
    }
    assert list(alive.values()).count(200) > 25
    assert alive["media.show"] == alive["exports.original"] == alive["api.show"] == 200
    if how == "revoked":
        assert client.post(f"/shares/{copy}/revoke").status_code == 303
    else:
        run_out(session)
    over, never = (list(every_address(app, one, media)) for one in (copy, NEVER))
    assert len(over) == len(never) > 80
    for (method, path, endpoint), (_, other, _) in zip(over, never, strict=True):
        one, two = client.open(path, method=method), client.open(other, method=method)
        assert said(one, copy) == said(two, NEVER), (method, path)
        if method != "OPTIONS" and endpoint != "access.claim":  # which only asks for a secret
            assert one.status_code >= 400, (method, path)


def test_who_asks_for_several_finds_no_copy_that_has_run_out(client: FlaskClient, session: Session) -> None:
    slug = keep(client, chat())
    copy = shared(client, slug, named="")
    revision_source = client.post(f"/c/{copy}/format", data={"format": "openai-chat"})
    run_out(session)
    assert copy not in client.get(f"/uploaded?c={copy}&c={slug}").text
    assert client.get("/shares").text.count(copy) == 0
    assert client.get("/api/shares").json == {"shares": [], "total": 0}
    assert copy not in client.get(f"/c/{slug}/share").text
    other, never = (client.get(f"/c/{slug}/compare?with={one}") for one in (copy, NEVER))
    assert other.status_code == never.status_code
    assert revision_source.status_code == 303


def test_a_revision_of_a_copy_names_it_no_more_once_it_has_run_out(
    client: FlaskClient, session: Session
) -> None:
    broken = json.loads(chat())
    broken["messages"][2]["tool_call_id"] = "Sunny."
    copy = shared(client, keep(client, json.dumps(broken).encode(), name="the-name.json"))
    revision = client.post(f"/c/{copy}/repair", data={})
    assert revision.status_code == 303, revision.text
    how = f"{revision.location}/how-read"
    assert copy in client.get(how).text
    run_out(session)
    assert copy not in client.get(how).text


def test_deleting_takes_back_all_copies_and_their_copies(any_app: Flask) -> None:
    client = any_app.test_client()
    slug, other = (keep(client, chat(ask=ask)) for ask in ("one", "two"))
    copies = [shared(client, slug) for _ in range(3)]
    deeper = [shared(client, copies[0]), shared(client, copies[0])]
    deepest = shared(client, deeper[1])
    kept = shared(client, other)
    assert "3 copies that were shared of it go first" not in client.get(f"/c/{other}").text
    assert "6 copies that were shared of it go first" in client.get(f"/c/{slug}").text
    client.post(f"/c/{slug}/delete")
    for gone in (slug, *copies, *deeper, deepest):
        assert client.get(f"/c/{gone}").status_code == 404
    assert client.get(f"/c/{other}").status_code == client.get(f"/c/{kept}").status_code == 200
    client.post(f"/c/{other}/delete")
    with database_of(any_app).session() as session:
        for table in Table.metadata.sorted_tables:
            assert session.scalar(select(func.count()).select_from(table)) == 0, table.name


def test_taking_back_a_copy_takes_back_what_was_copied_from_it(client: FlaskClient) -> None:
    slug = keep(client, chat())
    first, second = shared(client, slug), shared(client, slug)
    below = shared(client, first)
    client.post(f"/shares/{first}/revoke")
    assert [client.get(f"/c/{one}").status_code for one in (slug, first, second, below)] == [
        200,
        404,
        200,
        404,
    ]


def test_many_uploads_are_deleted_with_their_copies_at_once(client: FlaskClient, session: Session) -> None:
    slugs = [keep(client, chat(ask=str(n))) for n in range(4)]
    copies = [shared(client, slug) for slug in slugs]
    rows = [row for slug in [*slugs[:3], copies[0]] if (row := opening.find(session, slug))]
    ids = [row.upload_id for row in rows]
    assert deleting.copies_of(session, ids[:3]) == 3
    assert deleting.delete_uploads(session, ids) == 6
    assert session.scalar(select(func.count()).select_from(UploadRow)) == 2
    assert client.get(f"/c/{copies[3]}").status_code == 200


def test_others_write_between_the_deletions_of_many_bytes(
    app: Flask, client: FlaskClient, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    slugs = [keep(client, chat(ask=f"Number {n}")) for n in range(3)]
    ids = session.scalars(select(UploadRow.id)).all()
    shared(client, slugs[0])
    left: list[int] = []

    def look(*_: object) -> None:
        with database_of(app).session() as other:
            workers.heartbeat(other, "somebody:1:x")
            left.append(len(other.scalars(select(UploadRow.id).where(UploadRow.id.in_(ids))).all()))

    monkeypatch.setattr("webapp.store.deleting.BYTES_AT_ONCE", 1)
    monkeypatch.setattr("webapp.store.deleting.remove_objects", look)
    assert deleting.delete_uploads(session, ids) == 4
    assert left == [2, 1, 0]


def test_a_copy_of_a_copy_never_outlives_it(client: FlaskClient) -> None:
    slug = keep(client, chat())
    week = api_share(client, slug, days=7)
    below = api_share(client, week["slug"], days=None)
    assert below["expires_at"] == week["expires_at"]
    assert "Never later than the copy" in client.get(f"/c/{week['slug']}/share").text
    sooner = api_share(client, week["slug"], days=1)
    assert sooner["expires_at"] < week["expires_at"]


def noise(seed: int, count: int) -> str:
    """Text that no compression makes much shorter, so that its packed bytes can be looked for."""
    made = random.Random(seed)
    return "".join(made.choices(ascii_letters + digits + " .,;:", k=count))


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def traces(data: bytes) -> list[bytes]:
    """Pieces of the packed bytes of an upload."""
    return [
        packed[at : at + 40]
        for _, piece in segments(data)
        for packed in [pack(piece)]
        for at in range(100, len(packed) - 40, 40_000)
    ]


def test_nothing_of_a_deleted_upload_and_of_its_copies_is_left_in_the_file(
    client: FlaskClient, tmp_path: Path
) -> None:
    data = chat(ask=noise(1, 300), answer=noise(2, 400_000))
    slug = keep(client, data, name="marked-" + "name.json")
    copies = [shared(client, slug), shared(client, slug, named="")]
    shared(client, copies[0])
    for one in (slug, *copies):
        client.get(f"/c/{one}?pane=gemini:wire")
        client.get(f"/api/conversations/{one}/as/anthropic")
    before = everything(tmp_path)
    # Some are cut in two by the end of a page of the file.
    looked_for = [trace for trace in (*traces(data), b"marked-name.json") if trace in before]
    assert len(looked_for) > 5
    client.post(f"/c/{slug}/delete")
    after = everything(tmp_path)
    assert [trace for trace in looked_for if trace in after] == []
    assert not any(one.encode() in after for one in (slug, *copies))


def test_nothing_of_a_copy_that_was_taken_back_is_left_in_the_file(
    client: FlaskClient, tmp_path: Path
) -> None:
    """The copy has other bytes than its source: they are masked."""
    token = "ghp_" + "7bYc4" * 7 + "K"
    slug = keep(client, chat(ask=token + noise(4, 300_000)))
    copy = shared(client, slug)
    bytes_of_copy = client.get(f"/c/{copy}/original").data
    looked_for = traces(bytes_of_copy)
    assert len(looked_for) > 4
    own = [trace for trace in looked_for if trace not in traces(client.get(f"/c/{slug}/original").data)]
    before = everything(tmp_path)
    own = [trace for trace in own if trace in before]
    assert len(own) > 3
    client.delete(f"/api/shares/{copy}")
    after = everything(tmp_path)
    assert [trace for trace in own if trace in after] == []
    assert copy.encode() not in after


# The list of what one shared


def test_shares_are_listed_for_who_shared_them_the_newest_first(
    client: FlaskClient, second_client: FlaskClient
) -> None:
    slug = keep(client, chat(), name="mine.json")
    copies = [shared(client, slug) for _ in range(3)]
    theirs = shared(second_client, keep(second_client, chat(), name="theirs.json"))
    page = client.get("/shares").text
    found = re.findall(r'<th scope="row"><a href="[^"]*/c/([\w-]{22})', page)
    assert found == copies[::-1]
    assert theirs not in page
    assert [one["slug"] for one in client.get("/api/shares").json["shares"]] == copies[::-1]
    assert second_client.get("/api/shares").json["total"] == 1
    assert slug not in page


def test_who_shared_nothing_has_an_empty_list(second_client: FlaskClient) -> None:
    assert "You share nothing now" in second_client.get("/shares").text
    assert second_client.get("/api/shares").json == {"shares": [], "total": 0}
    assert second_client.post("/shares/revoke").status_code == 303


def test_all_shares_are_revoked_at_once_and_nobody_else_s(
    client: FlaskClient, second_client: FlaskClient
) -> None:
    slug = keep(client, chat())
    copies = [shared(client, slug) for _ in range(2)]
    theirs = shared(second_client, keep(second_client, chat()))
    assert "Revoke all 2" in client.get("/shares").text
    assert client.post("/shares/revoke").location == "/shares"
    assert [client.get(f"/c/{one}").status_code for one in (*copies, slug, theirs)] == [404, 404, 200, 200]
    assert second_client.post(f"/shares/{theirs}/revoke").status_code == 303


def test_the_list_asks_the_database_no_more_for_more_shares(app: Flask, client: FlaskClient) -> None:
    slug = keep(client, chat())
    asked: list[str] = []
    event.listen(database_of(app).engine, "before_cursor_execute", lambda *args: asked.append(args[2]))

    def questions() -> int:
        asked.clear()
        assert client.get("/shares").status_code == client.get("/api/shares").status_code == 200
        return len(asked)

    shared(client, slug)
    one = questions()
    for _ in range(4):
        shared(client, slug)
    assert questions() == one


def test_a_copy_in_which_newer_code_reads_fewer_conversations_is_listed_still(
    client: FlaskClient, session: Session
) -> None:
    slug = shared(client, keep(client, chat()))
    session.execute(update(ShareRow).values(number=2))
    session.commit()
    assert client.get("/api/shares").json["shares"][0]["slug"] == slug


def test_so_many_shares_stand_on_a_page_and_the_others_on_the_next(
    client: FlaskClient, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.sharing.views.ON_A_PAGE", 5)
    slug = keep(client, chat())
    copy = shared(client, slug)
    owner = opening.find(session, copy)
    assert owner
    for _ in range(6):
        api_share(client, slug, masked=False)
    first, second = client.get("/shares").text, client.get("/shares?page=2").text
    assert first.count('<th scope="row">') == 5
    assert second.count('<th scope="row">') == 2
    assert copy in second
    assert 'href="/shares?page=2"' in first
    assert 'href="/shares?page=1"' in second
    for wrong in ("0", "-1", "99999999999999999999", "x"):
        assert client.get(f"/shares?page={wrong}").status_code == 200
