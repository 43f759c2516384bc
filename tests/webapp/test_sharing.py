"""A share is a copy with links of its own: what is in it, who manages it, how it opens."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update
from tests.conftest import MakeApp, database_of
from tests.selection import for_each
from tests.webapp.markup import flowed, text
from tests.webapp.samples import chat, chat_lines
from tests.webapp.shares import api_share, keep, original, share, shared, slug_in
from tests.webapp.test_conversation_pages import keep_chat
from tests.webapp.test_repairs import LOG
from webapp.database.engine import Session
from webapp.database.tables import ShareRow, Table, UploadRow
from webapp.settings import Settings
from webapp.store import deleting, opening, sharing

TOKEN = "ghp_" + "9aXb3" * 7 + "Q"


@pytest.fixture
def slug(client: FlaskClient) -> str:
    return keep(client, chat(ask=f"My key is {TOKEN}."))


def rows(session: Session) -> dict[str, int]:
    return {
        table.name: session.scalar(select(func.count()).select_from(table)) or 0
        for table in Table.metadata.sorted_tables
        if table.name != "wishes"  # what a page may ask a worker for
    }


def test_opening_the_dialog_stores_nothing(client: FlaskClient, slug: str, session: Session) -> None:
    before = rows(session)
    for query in ("", "?pane=gemini:wire&at=0:/messages/1", "?at=nowhere"):
        answer = client.get(f"/c/{slug}/share{query}")
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
    session.commit()
    assert rows(session) == before


def test_the_dialog_says_what_was_found_where_and_never_the_secret(client: FlaskClient, slug: str) -> None:
    page = flowed(client.get(f"/c/{slug}/share").text)
    dialog = page.partition('<form class="share"')[2].partition("</form>")[0]
    assert "secrets in 1 place" in dialog
    assert "GitHub token" in dialog
    assert f'href="/c/{slug}?at=0:/messages/0/content#at"' in dialog
    assert 'name="mask" value="1" checked' in dialog
    assert TOKEN not in dialog
    assert TOKEN[8:] not in dialog
    assert f'data-copy="http://localhost/c/{slug}"' in dialog, "the private link, where no copy is wanted"


def test_the_dialog_is_the_same_as_a_part_of_a_page(client: FlaskClient, slug: str) -> None:
    part = client.get(f"/c/{slug}/share", headers={"HX-Request-Type": "partial"}).text
    assert part.strip().startswith('<form class="share"')
    assert "<html" not in part


def test_who_does_not_manage_it_sees_only_its_link_and_shares_nothing(
    client: FlaskClient, second_client: FlaskClient, slug: str
) -> None:
    assert "data-share" in client.get(f"/c/{slug}").text
    page = second_client.get(f"/c/{slug}").text
    assert "Copy link" in page
    assert "data-share" not in page
    assert second_client.get(f"/c/{slug}/share").status_code == 403
    assert second_client.post(f"/c/{slug}/share", data={"days": "7"}).status_code == 403
    assert second_client.post(f"/api/conversations/{slug}/share", json={}).status_code == 403


def test_a_share_is_a_copy_with_links_of_its_own(
    client: FlaskClient, second_client: FlaskClient, slug: str
) -> None:
    link, page = share(client, slug)
    copy = slug_in(link)
    assert copy != slug
    assert second_client.get(link).status_code == 200
    read = second_client.get(f"/c/{copy}/how-read")
    assert "A shared copy, made on" in read.text
    assert "readable until" in read.text
    assert "secrets are masked in 1 place" in read.text
    assert TOKEN not in read.text
    assert slug not in read.text
    assert "Revoke this copy" not in read.text
    assert "Revoke this copy" in client.get(link).text
    assert "GitHub token (1)" in page
    assert TOKEN.encode() in original(client, slug), "the upload itself stays as it is"


def test_the_manage_link_is_another_secret_that_is_told_once(client: FlaskClient, slug: str) -> None:
    made = api_share(client, slug)
    assert made["manage_secret"] not in made["url"]
    assert made["manage_secret"] not in client.get("/shares").text
    assert made["manage_secret"] not in json.dumps(client.get("/api/shares").json)
    again = api_share(client, slug)
    assert again["manage_secret"] != made["manage_secret"]
    assert again["slug"] != made["slug"]


def test_the_manage_secret_of_a_copy_takes_back_the_copy_and_nothing_else(
    client: FlaskClient, second_client: FlaskClient, slug: str
) -> None:
    made, other = api_share(client, slug), api_share(client, slug)
    secret = {"Authorization": f"Bearer {made['manage_secret']}"}
    assert second_client.delete(f"/api/shares/{other['slug']}", headers=secret).status_code == 403
    assert second_client.delete(f"/api/conversations/{slug}", headers=secret).status_code == 403
    taken = second_client.delete(f"/api/shares/{made['slug']}", headers=secret)
    assert (taken.status_code, taken.json) == (200, {"revoked": made["slug"]})
    assert second_client.get(f"/c/{made['slug']}").status_code == 404
    assert second_client.get(f"/c/{other['slug']}").status_code == 200
    assert client.get(f"/c/{slug}").status_code == 200


def test_who_manages_the_source_takes_back_its_copies(app: Flask, client: FlaskClient) -> None:
    kept = client.post("/api/conversations", data=chat()).json
    secret = {"Authorization": f"Bearer {kept['manage_secret']}"}
    program = app.test_client()
    made = program.post(f"/api/conversations/{kept['slug']}/share", headers=secret)
    assert made.status_code == 201
    copy = made.json["slug"]
    assert program.delete(f"/api/shares/{copy}").status_code == 403
    assert program.delete(f"/api/shares/{copy}", headers=secret).status_code == 200
    assert program.get(f"/c/{copy}").status_code == 404


def test_what_is_no_copy_is_not_revoked(client: FlaskClient, slug: str) -> None:
    assert client.post(f"/shares/{slug}/revoke").status_code == 404
    assert client.delete(f"/api/shares/{slug}").status_code == 404
    assert client.get(f"/c/{slug}").status_code == 200


@pytest.mark.parametrize(("days", "wanted"), [("7", 7), ("30", 30), ("0", None)])
def test_a_copy_runs_out_when_it_was_said(
    client: FlaskClient, session: Session, slug: str, days: str, wanted: int | None
) -> None:
    share(client, slug, days=days)
    made = session.scalars(select(ShareRow)).one()
    if wanted is None:
        assert made.expires_at is None
    else:
        assert made.expires_at
        assert abs(made.expires_at - datetime.now(UTC) - timedelta(days=wanted)) < timedelta(minutes=5)


def test_the_usual_copy_is_masked_and_runs_out_after_a_week(client: FlaskClient, slug: str) -> None:
    made = api_share(client, slug)
    ends = datetime.fromisoformat(made["expires_at"]) - datetime.fromisoformat(made["created_at"])
    assert round(ends / timedelta(days=1), 3) == 7
    assert made["masked"] == [{"rule": "github-token", "title": "GitHub token", "count": 1}]
    assert TOKEN.encode() not in original(client, made["slug"])


def test_a_copy_that_shall_not_be_masked_is_the_upload_to_the_byte(client: FlaskClient, slug: str) -> None:
    copy = shared(client, slug, mask="")
    assert original(client, copy) == original(client, slug)
    assert "nothing in it is masked" in client.get(f"/c/{copy}/how-read").text


@for_each(
    "body",
    [
        [],
        {"masked": 1},
        {"name": "yes"},
        {"days": 0},
        {"days": 3651},
        {"days": True},
        {"days": "7"},
        {"only": "all"},
        {"opens": 7},
    ],
    ids=str,
)
def test_a_wish_that_makes_no_sense_is_refused(client: FlaskClient, slug: str, body: object) -> None:
    answer = client.post(f"/api/conversations/{slug}/share", json=body)
    assert answer.status_code == 400
    assert client.get("/api/shares").json["total"] == 0
    assert client.post(f"/c/{slug}/share", data={"days": "8"}).status_code == 400


def test_the_name_of_the_file_is_left_out_where_it_is_not_wanted_or_tells(client: FlaskClient) -> None:
    plain = keep(client, chat(), name="plain.json")
    assert "plain.json" in client.get(f"/c/{shared(client, plain)}").text
    assert "plain.json" not in client.get(f"/c/{shared(client, plain, named='')}").text
    telling = keep(client, chat(), name=f"{TOKEN}.json")
    assert "it holds a secret" in client.get(f"/c/{telling}/share").text
    assert TOKEN not in client.get(f"/c/{shared(client, telling)}").text


def test_label_and_note_of_the_source_are_not_in_the_copy(
    client: FlaskClient, session: Session, slug: str
) -> None:
    session.execute(update(UploadRow).values(label="the label", remark="the remark"))
    session.commit()
    copy = opening.find(session, shared(client, slug))
    assert copy
    assert (copy.upload.label, copy.upload.remark) == (None, None)


def test_the_notes_of_sending_stay_with_the_copy(client: FlaskClient) -> None:
    pasted = client.post("/", data={"text": chat().decode().replace("\n", "\r\n")}).location
    copy = shared(client, slug_in(pasted))
    notes = client.get(f"/api/conversations/{copy}").json["notes"]
    assert [note["code"] for note in notes] == ["line-ends"]


# How the link opens


def test_the_link_opens_with_the_panes_and_at_the_part_of_the_page(client: FlaskClient, slug: str) -> None:
    query = "?pane=original:wire&pane=gemini:wire&ids=keep&at=0:/messages/2"
    page = client.get(f"/c/{slug}/share{query}").text
    dialog = page.partition('<form class="share"')[2].partition("</form>")[0]
    fields = dict.fromkeys(re.findall(r'type="hidden" name="([\w]+)" value="([^"]*)"', dialog))
    data = [*fields, ("view", "1"), ("here", "1"), ("days", "7"), ("mask", "1")]
    answer = client.post(
        f"/c/{slug}/share", data={name: [v for n, v in data if n == name] for name, _ in data}
    )
    link = re.search(r'readonly value="([^"]*)"', answer.text)
    assert link
    opened = link[1].replace("&amp;", "&").removeprefix("http://localhost")
    assert opened.partition("?")[2] == query[1:] + "#at"
    shown = client.get(opened)
    assert 'aria-label="Gemini' in shown.text or "Gemini" in shown.text
    assert shown.text.count("data-at") or 'id="at"' in shown.text


def test_without_the_ticks_the_link_opens_as_usual(client: FlaskClient, slug: str) -> None:
    link, _ = share(client, slug, pane="gemini:wire", at="0:/messages/2")
    assert link == f"/c/{slug_in(link)}"


def test_what_was_searched_for_is_nobody_else_s(client: FlaskClient, slug: str) -> None:
    made = api_share(client, slug, opens="q=weather&in=ids&pane=gemini:wire")
    assert made["url"].endswith("?pane=gemini:wire")


@pytest.mark.parametrize("place", [f"0:/x/{TOKEN}", "0:/nothing/here", "x" * 5000])
def test_a_place_that_tells_a_secret_or_is_none_is_left_out(
    client: FlaskClient, slug: str, place: str
) -> None:
    made = api_share(client, slug, opens=f"at={place}&there=gemini:{place}")
    assert TOKEN not in made["url"]
    assert len(made["url"]) < 500


def test_a_revision_can_be_shared_and_does_not_lead_to_its_source(client: FlaskClient) -> None:
    path = keep_chat(client, *LOG)
    secret = client.post("/", data={"text": "{}"})
    assert secret.status_code == 422
    revision = client.post(f"{path}/repair", data={"missing": "mark"})
    assert revision.status_code == 303
    copy = shared(client, slug_in(revision.location))
    page = flowed(client.get(f"/c/{copy}/how-read").text)
    assert re.search(r"A shared copy of a log that was repaired in \d+ places", page)
    assert path not in page
    assert original(client, copy) == original(client, slug_in(revision.location))
    again = shared(client, copy)
    assert "of a log that was repaired" in flowed(client.get(f"/c/{again}/how-read").text)


# Only one conversation of several


def lines_of_two() -> bytes:
    """Two conversations whose lines stand in turn."""
    return b"".join(line + b"\r\n" for line in chat_lines(3).splitlines())


def values(wrap: Callable[[list[object]], object]) -> bytes:
    return json.dumps(wrap([json.loads(line) for line in chat_lines(3).splitlines()]), indent=1).encode()


SEVERAL = {
    "lines": chat_lines(3),
    "lines ended by CR LF": lines_of_two(),
    "lines after a mark": b"\xef\xbb\xbf" + chat_lines(3),
    "lines without a last end": chat_lines(3).rstrip(),
    "array": values(list),
    "array of exchanges": values(
        lambda all: [{"request": one, "response": None, "at": n} for n, one in enumerate(all)]
    ),
}


@for_each("name", SEVERAL)
def test_a_conversation_is_cut_out_and_reads_the_same(client: FlaskClient, name: str) -> None:
    data = SEVERAL[name]
    kept = client.post("/api/conversations", data=data, headers={}).json
    assert kept["conversations_total"] == 3
    secret = {"Authorization": f"Bearer {kept['manage_secret']}"}
    for number, one in enumerate(kept["conversations"]):
        made = client.post(
            f"/api/conversations/{one['slug']}/share",
            json={"only": "conversation", "opens": f"at={number}:/messages/2"},
            headers=secret,
        )
        assert made.status_code == 201, made.text
        assert made.json["conversations_total"] == 1
        bytes_of_copy = original(client, made.json["slug"])
        assert bytes_of_copy.strip() in data
        assert f"Question {number}".encode() in bytes_of_copy
        assert bytes_of_copy.count(b"Question") == 1
        was, is_now = (client.get(f"/api/conversations/{s}").json for s in (one["slug"], made.json["slug"]))
        assert is_now["summary"]["pairing"] == was["summary"]["pairing"]
        assert is_now["summary"]["parts"] == was["summary"]["parts"]
        if data.lstrip(b"\xef\xbb\xbf")[:1] == b"{":
            assert "at=0:/messages/2" in made.json["url"]


def test_the_dialog_offers_the_conversation_alone_where_it_can_be_cut_out(client: FlaskClient) -> None:
    alone = client.get(f"/c/{keep(client, chat_lines(3), name='a.jsonl')}/share").text
    assert "Only this conversation" in alone
    assert 'value="upload" checked' in alone
    assert "Only this conversation" not in client.get(f"/c/{keep(client, chat())}/share").text


def test_places_in_other_conversations_of_the_upload_lead_there(client: FlaskClient) -> None:
    lines = [json.loads(chat(ask=ask)) for ask in ("Nothing.", f"It is {TOKEN}.")]
    first = keep(client, "\n".join(map(json.dumps, lines)).encode(), name="a.jsonl")
    second = client.get(f"/api/conversations/{first}").json["conversations"][1]["slug"]
    assert f'href="/c/{second}?at=1:/messages/0/content#at"' in client.get(f"/c/{first}/share").text


def test_conversations_that_share_their_bytes_are_not_cut_apart(client: FlaskClient) -> None:
    """Two choices answer one request."""
    choice = {"message": {"role": "assistant", "content": "Hello."}, "finish_reason": "stop"}
    both = {"request": json.loads(chat()), "response": {"choices": [choice | {"index": n} for n in (0, 1)]}}
    slug = keep(client, json.dumps(both).encode())
    assert client.get(f"/api/conversations/{slug}").json["conversations_total"] == 2
    assert "cannot be cut out" in client.get(f"/c/{slug}/share").text
    answer = client.post(f"/api/conversations/{slug}/share", json={"only": "conversation"})
    assert answer.status_code == 422
    assert "share the whole upload" in answer.json["error"]["message"]
    assert client.get("/api/shares").json["total"] == 0


def test_a_copy_of_the_whole_upload_opens_the_conversation_that_was_shared(client: FlaskClient) -> None:
    keep(client, chat_lines(3), name="a.jsonl")
    first = keep(client, chat_lines(3), name="a.jsonl")
    second = client.get(f"/api/conversations/{first}").json["conversations"][1]["slug"]
    link, _ = share(client, second)
    page = client.get(link).text
    assert "Conversation 2 of 3" in " ".join(text(page).split())
    assert "Question 1" in page


# What happens meanwhile


def test_sharing_what_is_deleted_meanwhile_makes_nothing(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = any_app.test_client()
    slug = keep(client, chat())

    def delete_first(*args: object) -> None:
        with database_of(any_app).session() as other:
            row = opening.find(other, slug)
            assert row
            deleting.delete(other, row)

    monkeypatch.setattr(sharing, "_until", delete_first)
    assert client.post(f"/api/conversations/{slug}/share", json={}).status_code == 404
    monkeypatch.undo()
    with database_of(any_app).session() as session:
        assert set(rows(session).values()) == {0}


def test_on_a_closed_server_outsiders_read_copies_and_nothing_else(
    make_app: MakeApp, settings: Settings
) -> None:
    closed = {"login": "header", "trusted_proxy": "127.0.0.1", "closed": True, "readers": ("bob",)}
    app = make_app(settings.model_copy(update=closed))
    ann, outsider = app.test_client(), app.test_client()
    ann.environ_base["HTTP_X_FORWARDED_USER"] = "ann"
    slug = keep(ann, chat(ask=f"It is {TOKEN}."))
    assert "whoever has it and logs in here reads" in flowed(ann.get(f"/c/{slug}/share").text)
    copy = shared(ann, slug)
    assert outsider.get(f"/c/{slug}").status_code in (302, 303)
    assert "masked-github-token-1" in flowed(outsider.get(f"/c/{copy}").text)
    assert outsider.post(f"/c/{copy}/share", data={"days": "7"}).status_code == 401
    reader = {"X-Forwarded-User": "bob"}
    assert outsider.post(f"/c/{copy}/share", data={"days": "7"}, headers=reader).status_code == 403
    ann.post(f"/shares/{copy}/revoke")
    over, never = (outsider.get(f"/c/{one}") for one in (copy, "N" * 22))
    assert over.status_code == never.status_code
    assert over.location.replace(copy, "") == never.location.replace("N" * 22, "")
