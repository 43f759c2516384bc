"""The library: what a browser keeps and nobody else sees, every filter, names, tags, collections, the API."""

import hmac
import html
import io
import json
import re
import zipfile
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, event, select, update
from tests.conftest import database_of, work_off
from tests.histories import call, calling, result, user
from tests.selection import for_each
from tests.webapp.markup import flowed
from webapp.database.tables import ConversationRow, OwnerRow, ShareRow, UploadRow
from webapp.library.words import LONGEST_NOTE, Unusable, tag_of
from webapp.packing import unpack
from webapp.store import jobs, library_search, uploads
from webapp.store.permalinks import hash_of

BIDI = "a\u202eb<script>alert(1)</script>"


def chat(*messages: dict[str, Any]) -> str:
    return json.dumps({"model": "gpt-5", "messages": list(messages)})


PAIRED = chat(user("A needle"), calling(call("call_1")), result("call_1", "15"))
ORPHAN = chat(user("No answer"), calling(call("call_lost")), user("Well?"))


def kept(client: FlaskClient, text: str) -> str:
    """Kept by this browser; the slug."""
    answer = client.post("/", data={"text": text})
    assert answer.status_code == 303
    slug: str = answer.location.rpartition("/")[2]
    return slug


def listed(client: FlaskClient, **query: Any) -> list[str]:
    """The slugs that the page lists, which the API lists too."""
    page = client.get("/library", query_string=query)
    assert page.status_code == 200
    slugs = re.findall(r'name="c" value="([\w-]{22})"', page.text)
    assert [one["slug"] for one in client.get("/api/library", query_string=query).json["uploads"]] == slugs
    return slugs


@pytest.fixture
def any_client(any_app: Flask) -> FlaskClient:
    return any_app.test_client()


def test_an_empty_library_says_what_will_be_in_it(client: FlaskClient) -> None:
    assert "Nothing is here yet" in client.get("/library").text
    assert client.get("/api/library").json == {
        "uploads": [],
        "total": 0,
        "searched": None,
        "limit": 50,
        "next": None,
    }


def test_only_who_keeps_an_upload_sees_it_listed(client: FlaskClient, second_client: FlaskClient) -> None:
    first, second = kept(client, PAIRED), kept(client, ORPHAN)
    assert listed(client) == [second, first]
    assert listed(second_client) == []
    theirs = kept(second_client, PAIRED)
    assert listed(second_client) == [theirs]
    assert listed(client) == [second, first]


def test_every_filter_finds_what_it_names_and_nothing_else(any_app: Flask) -> None:
    client = any_app.test_client()
    paired, lost = kept(client, PAIRED), kept(client, ORPHAN)
    alone = kept(client, chat(user("Hi"), result("call_gone", "x", name="stray")))
    for slug in (lost, paired):
        client.get(f"/api/conversations/{slug}/verdicts")
    work_off(any_app)
    client.patch(f"/api/conversations/{paired}", json={"tags": ["good", "old"], "note": "n"})
    today = datetime.now(UTC).date()
    for query, found in (
        ({"tool": "add"}, [lost, paired]),
        ({"tool": "ad"}, []),
        ({"tool": "stray"}, [alone]),
        ({"id": "call_lost"}, [lost]),
        ({"id": "call_gone"}, [alone]),
        ({"id": "call_"}, []),
        ({"format": "openai-chat"}, [alone, lost, paired]),
        ({"format": "gemini"}, []),
        ({"code": "missing-result"}, [lost]),
        ({"code": "CW302"}, []),
        ({"verdict": "anthropic:refused"}, [lost]),
        ({"verdict": "anthropic:accepted"}, [paired]),
        ({"from": today}, [alone, lost, paired]),
        ({"to": today}, [alone, lost, paired]),
        ({"to": today - timedelta(days=1)}, []),
        ({"from": today + timedelta(days=1)}, []),
        ({"tag": "good"}, [paired]),
        ({"tag": ["good", "old"]}, [paired]),
        ({"tag": ["good", "new"]}, []),
        ({"has": "errors"}, [alone, lost]),
        ({"has": "no-problem"}, [paired]),
        ({"has": "unread"}, []),
        ({"has": "note"}, [paired]),
        ({"has": "shares"}, []),
        ({"q": "NEEDLE"}, [paired]),
        ({"q": "needle", "tool": "add", "has": "note"}, [paired]),
        ({"q": "needle", "has": "errors"}, []),
    ):
        assert (query, listed(client, **query)) == (query, found)


HALF_READ = json.dumps({**json.loads(PAIRED), "more": [{"name": "add", "arguments": {"a": "7" * 40}}]})


def test_what_was_not_all_read_is_not_without_a_problem(any_app: Flask) -> None:
    client = any_app.test_client()
    sound, half = kept(client, PAIRED), kept(client, HALF_READ)
    assert listed(client, has="no-problem") == [], "nobody asked yet"
    for slug in (sound, half):
        client.get(f"/api/conversations/{slug}/verdicts")
    work_off(any_app)
    assert listed(client, has="no-problem") == [sound]
    assert listed(client, has="unread") == [half]
    assert listed(client, has="errors") == []
    assert client.get("/library?has=unread").text.count("<b>1 not read</b>") == 1
    assert " not read</b>" not in client.get("/library?has=no-problem").text
    with database_of(any_app).session() as session:
        session.execute(update(ConversationRow).values(unread=None))  # as older code left it
        session.commit()
    assert listed(client, has="no-problem") == listed(client, has="unread") == []


def test_an_id_is_found_in_what_older_code_read(app: Flask, client: FlaskClient) -> None:
    slug = kept(client, PAIRED)
    with database_of(app).session() as session:
        session.execute(update(UploadRow).values(reading_version=1))
        session.connection().exec_driver_sql("UPDATE parts SET call_id_hash = NULL")
        session.commit()
    assert listed(client, id="call_1") == [slug]
    assert "An older version of Crosswire read 1" in client.get("/library").text
    assert client.post("/library/read-again").location == "/library?done=asked-1"
    assert "waiting to be read again" in client.get("/library?done=asked-1").text
    work_off(app)
    assert "An older version" not in client.get("/library").text
    assert listed(client, id="call_1") == [slug]


def test_what_is_no_filter_is_said_and_left_out(client: FlaskClient) -> None:
    kept(client, PAIRED)
    for name, text in (
        ("code", "CW999"),
        ("verdict", "anthropic"),
        ("from", "soon"),
        ("to", "0001-01-01"),
        ("has", "luck"),
        ("format", "\0"),
        ("format", "gemni"),
        ("tag", "\u202e"),
        ("collection", "mine"),
        ("before", "x"),
    ):
        page = client.get("/library", query_string={name: text})
        assert "It was left out" in page.text
        assert page.text.count('class="kept-one"') == 1
        assert client.get("/api/library", query_string={name: text}).status_code == 400


def test_filters_stand_as_chips_that_can_be_taken_off(client: FlaskClient) -> None:
    kept(client, PAIRED)
    page = html.unescape(client.get("/library?q=needle&tool=add&tag=a&tag=b&has=note").text)
    chips = re.findall(r'<li><a href="([^"]*)" title="Take this filter off">', page)
    assert "/library?tool=add&tag=a&tag=b&has=note" in chips
    assert "/library?q=needle&tool=add&tag=b&has=note" in chips
    assert "/library?q=needle&tool=add&tag=a&tag=b" in chips


def test_a_hit_leads_to_its_place_with_the_search_beside_it(client: FlaskClient) -> None:
    slug = kept(client, PAIRED)
    page = html.unescape(client.get("/library?q=needle").text)
    assert "<mark>needle</mark>" in page
    there = f"/c/{slug}?q=needle&at=0:/messages/0/content#at"
    assert there in page
    assert 'class="search" data-open' in client.get(there).text


def test_a_long_list_goes_on_below_its_last_upload(app: Flask, client: FlaskClient) -> None:
    slugs = [kept(client, PAIRED) for _ in range(3)]
    with database_of(app).session() as session:
        [owner] = session.scalars(select(OwnerRow.owner).distinct())
        first = session.scalar(select(UploadRow).limit(1))
        assert first is not None
        for _ in range(60):
            row = uploads.keep(session, PAIRED.encode(), owner=owner).first
            slugs.append(row.slug)
    newest = slugs[::-1]
    assert listed(client) == newest[:50]
    following = client.get("/api/library").json["next"]
    assert [one["slug"] for one in client.get(following).json["uploads"]] == newest[50:]
    assert listed(client, before=newest[49]) == newest[50:]
    assert "was deleted; this is the beginning" in client.get("/library?before=" + "a" * 22).text
    assert "<b>63</b> uploads" in client.get("/library").text


def test_a_list_is_sorted_and_goes_on_where_it_stopped(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.library.page.PAGE", 2)
    called = [calling(call("call_1")), result("call_1", "15")]
    many = kept(client, chat(user("b: many calls"), *called, calling(call("call_2")), result("call_2", "9")))
    wrong = kept(client, chat(user("c: wrong"), calling(call("call_lost")), user("Well?")))
    none = kept(client, chat(user("a: " + "long " * 300)))
    assert listed(client) == [none, wrong]
    assert listed(client, sort="oldest") == [many, wrong]
    assert listed(client, sort="oldest", skip=2) == [none]
    assert listed(client, sort="title") == [none, many]
    assert listed(client, sort="calls")[0] == many
    assert listed(client, sort="errors")[0] == wrong
    assert listed(client, sort="size")[0] == none
    further = client.get("/api/library?sort=title").json["next"]
    assert [one["slug"] for one in client.get(further).json["uploads"]] == [wrong]
    assert "is not one of" in client.get("/library?sort=colour").text


def test_heads_sort_by_links_and_say_so(client: FlaskClient) -> None:
    kept(client, PAIRED)
    page = client.get("/library?has=note&tag=a").text
    assert "aria-sort" not in page, "an empty list has no heads"
    for sort, name, way in (
        ("", "age", "ascending"),
        ("oldest", "age", "descending"),
        ("calls", "calls", "descending"),
    ):
        page = client.get("/library", query_string={"sort": sort}).text
        assert re.findall(r'data-column="(\w+)" aria-sort="(\w+)"', page) == [(name, way)]
    assert '<a href="/library">Calls</a>' in page, "once more: the newest first again"
    assert '<a href="/library?sort=oldest">Age</a>' in page
    words = client.get("/library?q=add&sort=calls").text
    assert "aria-sort" not in words
    assert ">Calls</a>" not in words


def states_of(client: FlaskClient) -> list[tuple[str, str]]:
    """Shape and words of each upload in the list, the newest first."""
    return re.findall(r'<span class="kept-state" data-state="(\w+)">([^<]*)<', client.get("/library").text)


def test_a_log_says_what_its_own_provider_says_once_it_was_asked(any_app: Flask) -> None:
    client = any_app.test_client()
    sound, lost = kept(client, PAIRED), kept(client, chat(user(), calling(call("call_lost")), user("Well?")))
    dotted = kept(client, chat(user(), calling(call("call_1", "a.b")), result("call_1", "x", name="a.b")))
    empty = kept(client, chat(calling(call("call_1", arguments="{bad")), result("call_1", "x")))
    assert states_of(client) == [
        ("error", "wrong"),
        ("open", "not checked"),
        ("error", "wrong"),
        ("open", "not checked"),
    ]
    for slug in (sound, lost, dotted, empty):
        client.get(f"/api/conversations/{slug}/verdicts")
    work_off(any_app)
    assert states_of(client) == [
        ("error", "wrong"),
        ("error", "provider refuses"),
        ("error", "fails"),
        ("sound", "passes"),
    ]
    assert listed(client, has="no-problem") == [sound], "OpenAI refuses the name of a tool"


def test_the_model_of_a_log_is_listed_and_sorted_by(any_app: Flask) -> None:
    client = any_app.test_client()
    body = json.loads(PAIRED)
    unnamed = kept(client, json.dumps(body["messages"]))
    second = kept(client, PAIRED)
    first = kept(client, json.dumps({**body, "model": "Aurora\u0000\ud800"}))
    assert listed(client, sort="model") == [first, second, unnamed], "logs that name none come last"
    assert "gpt-5" in client.get("/library").text


def test_a_search_stops_and_goes_on_from_where_it_stopped(
    any_client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slugs = [kept(any_client, PAIRED if n % 2 else ORPHAN) for n in range(6)]
    monkeypatch.setattr(library_search, "CHUNK", 2)
    monkeypatch.setattr("webapp.library.views.Library.SECONDS", 0.0)
    found, there, searched = [], "/api/library?q=needle", []
    while there:
        step = any_client.get(there).json
        found += [one["slug"] for one in step["uploads"]]
        searched.append(step["searched"])
        there = step["next"]
    assert found == slugs[::-1][0::2]
    assert searched == [2, 4, 6]
    page = flowed(any_client.get("/library?q=needle").text)
    assert "<b>2</b> of <b>6</b> uploads were searched" in page
    assert "Search on from here" in page


def test_a_page_of_hits_goes_on_below_its_last_one(
    any_client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slugs = [kept(any_client, PAIRED) for _ in range(5)]
    monkeypatch.setattr("webapp.library.page.PAGE", 2)
    pages, there = [], "/api/library?q=needle"
    while there:
        step = any_client.get(there).json
        pages.append([one["slug"] for one in step["uploads"]])
        there = step["next"]
    assert [slug for page in pages for slug in page] == slugs[::-1]
    assert max(map(len, pages)) == 2


def test_a_page_of_hits_unpacks_the_uploads_that_it_lists_and_one_more(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(6):
        kept(client, PAIRED)
    unpacked: list[bytes] = []
    monkeypatch.setattr("webapp.library.page.PAGE", 2)
    monkeypatch.setattr(library_search, "unpack", lambda *one: unpacked.append(one[0]) or unpack(*one))
    assert len(client.get("/api/library?q=needle").json["uploads"]) == 2
    assert len(unpacked) == 3


def test_a_list_is_told_with_three_statements_however_long_it_is(app: Flask, client: FlaskClient) -> None:
    for _ in range(3):
        kept(client, PAIRED)
    statements: list[str] = []
    event.listen(database_of(app).engine, "before_cursor_execute", lambda *one: statements.append(one[2]))
    assert client.get("/api/library?id=call_1").json["total"] == 3
    assert len(statements) == 3


def test_counts_are_of_all_conversations_of_an_upload(client: FlaskClient) -> None:
    lines = "\n".join([PAIRED, ORPHAN, PAIRED])
    kept(client, lines)
    [one] = client.get("/api/library").json["uploads"]
    assert (one["conversations"], one["messages"], one["calls"]) == (3, 9, 3)
    assert one["findings"]["error"] == 1
    assert ">3 conversations</a>" in client.get("/library").text
    assert "Conversation 2 ·" in client.get("/library?q=no answer").text


def test_a_share_is_in_nobodys_library(app: Flask, client: FlaskClient) -> None:
    slug, copy = kept(client, PAIRED), kept(client, PAIRED)
    with database_of(app).session() as session:
        ids = {row.slug: row.upload_id for row in session.scalars(select(ConversationRow))}
        share = ShareRow(
            upload_id=ids[copy], source_id=ids[slug], number=0, opens="", masked=0, kinds=[], expires_at=None
        )
        session.add(share)
        session.commit()
    assert listed(client) == [slug]
    assert listed(client, has="shares") == [slug]
    confirm = client.post("/library/bulk", data={"c": [slug, copy], "do": "delete"})
    assert "Delete 1 upload?" in flowed(confirm.text)
    assert "<b>1</b> share of it goes too" in flowed(confirm.text)


def test_a_name_a_note_and_tags_are_for_who_manages_it_only(
    client: FlaskClient, second_client: FlaskClient
) -> None:
    slug = kept(client, PAIRED)
    sent = {"label": "Second try", "note": "one\r\ntwo", "tags": " Good ,old, Good"}
    saved = client.post(f"/library/{slug}", data=sent)
    assert saved.location == f"/library/{slug}?saved=1"
    [one] = client.get("/api/library").json["uploads"]
    assert (one["label"], one["note"], one["tags"]) == ("Second try", "one\ntwo", ["Good", "old"])
    assert ">Second try</h1>" in client.get(f"/c/{slug}").text
    for page in (f"/c/{slug}", f"/c/{slug}/calls", f"/c/{slug}/print", f"/api/conversations/{slug}"):
        theirs = second_client.get(page)
        assert theirs.status_code == 200
        assert not any(word in theirs.text for word in ("Second try", "Good", "one\ntwo"))


def test_for_others_there_is_nothing_to_edit(client: FlaskClient, second_client: FlaskClient) -> None:
    slug = kept(client, PAIRED)
    nowhere = second_client.get("/library/" + "a" * 22)
    for answer in (
        second_client.get(f"/library/{slug}"),
        second_client.post(f"/library/{slug}", data={"label": "Mine"}),
    ):
        assert answer.status_code == nowhere.status_code == 404
    assert second_client.patch(f"/api/conversations/{slug}", json={"label": "Mine"}).status_code == 404
    assert client.get("/api/library").json["uploads"][0]["label"] is None


def test_a_program_with_the_manage_secret_changes_only_what_it_names(client: FlaskClient) -> None:
    made = client.post("/api/conversations", data=PAIRED.encode()).json
    asks = {"Authorization": f"Bearer {made['manage_secret']}"}
    there = f"/api/conversations/{made['slug']}"
    assert client.patch(there, json={"label": " A  b ", "tags": ["x"]}, headers=asks).json == {
        "slug": made["slug"],
        "label": "A b",
        "note": None,
        "tags": ["x"],
    }
    assert client.patch(there, json={"note": "n"}, headers=asks).json["label"] == "A b"
    assert client.patch(there, json={"label": None}, headers=asks).json["tags"] == ["x"]
    for wrong in (
        {},
        [],
        {"slug": "x"},
        {"label": 1},
        {"tags": "x"},
        {"tags": ["a,b"]},
        {"tags": [str(n) for n in range(21)]},
        {"note": "x" * (LONGEST_NOTE + 1)},
    ):
        assert client.patch(there, json=wrong, headers=asks).status_code == 400


@for_each("wrong", ["a,b", "\u202e", "x" * 61, "a\0b", " ", "\ud800"], ids=ascii)
def test_some_words_are_no_tag(wrong: str) -> None:
    with pytest.raises(Unusable):
        tag_of(wrong)


def test_a_form_that_cannot_be_kept_comes_back_with_what_was_written(client: FlaskClient) -> None:
    slug = kept(client, PAIRED)
    answer = client.post(f"/library/{slug}", data={"label": "New", "tags": "x" * 61})
    assert answer.status_code == 422
    assert "A tag has at most 60 characters" in answer.text
    assert 'value="New"' in answer.text
    assert client.get("/api/library").json["uploads"][0]["label"] is None


def test_hostile_names_and_notes_are_shown_and_do_nothing(any_client: FlaskClient) -> None:
    client = any_client
    slug = kept(client, PAIRED)
    answer = client.patch(
        f"/api/conversations/{slug}", json={"label": BIDI + "\0\ud800", "note": BIDI + "\0\ud800"}
    )
    assert answer.status_code == 200
    client.post("/library/collections", data={"name": "<b>bold</b>"})
    [own] = re.findall(r"collections/([\w-]{22})/rename", client.get("/library/collections").text)
    client.post(f"/library/{slug}", data={"label": BIDI, "note": BIDI, "tags": "<u>", "collection": own})
    for path in (
        "/library",
        f"/library/{slug}",
        f"/c/{slug}",
        "/library/collections",
        f"/library?tag=<u>&q={BIDI}",
    ):
        page = client.get(path)
        assert page.status_code == 200
        assert not re.search(r"<script>alert|<b>bold|<u>", page.text)
        seen = re.sub(r"<(textarea|input)[^>]*>[^<]*", "", page.text)  # a field holds what was written
        assert "\u202e" not in seen


def test_what_is_not_read_yet_is_listed_and_says_so(any_app: Flask) -> None:
    client = any_app.test_client()
    kept(client, PAIRED)
    with database_of(any_app).session() as session:
        owner = session.scalar(select(OwnerRow.owner))
        job = jobs.accept(session, PAIRED.encode(), name="later.json", owner=owner).job
        slug = job.slug
    assert listed(client)[0] == slug
    page = client.get("/library").text
    assert "waits to be read" in page
    assert "An older version" not in page
    assert client.get("/api/library").json["uploads"][0]["state"] == "waiting"
    assert listed(client, has="errors") == []
    assert slug not in listed(client, has="no-problem")
    sent = client.post("/library/bulk", data={"c": slug, "do": "export"})
    packed = zipfile.ZipFile(io.BytesIO(sent.data))
    assert packed.read("0001-later.json") == PAIRED.encode()
    assert client.post("/library/bulk", data={"c": slug, "do": "delete-now"}).status_code == 303
    assert len(listed(client)) == 1


def test_a_browser_gets_what_it_kept_when_owners_were_not_written_down(
    app: Flask, client: FlaskClient
) -> None:
    slug = kept(client, PAIRED)
    cookie = client.get_cookie("cw_manage")
    assert cookie is not None
    salt = "s" * 22
    digest = hmac.digest(cookie.value.encode(), salt.encode(), "sha256")
    secret = urlsafe_b64encode(digest).rstrip(b"=").decode()
    with database_of(app).session() as session:
        session.execute(delete(OwnerRow))
        session.execute(update(UploadRow).values(manage_salt=salt, manage_hash=hash_of(secret)))
        session.commit()
    assert app.test_client().get("/api/library").json["total"] == 0
    assert "This browser kept 1 upload" in flowed(client.get("/library").text)
    assert client.post("/library/adopt").status_code == 303
    assert listed(client) == [slug]
