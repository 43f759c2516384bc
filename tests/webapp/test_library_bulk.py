"""Many uploads of a library at once: deleted, exported, tagged, collected; only ever those of who asks."""

import hashlib
import io
import json
import re
import zipfile
from typing import Any

import crosswire
from flask import Flask
from flask.testing import FlaskClient
from tests.webapp.test_library import ORPHAN, PAIRED, kept, listed
from werkzeug.test import TestResponse


def act(client: FlaskClient, do: str, slugs: list[str], query: str = "", **more: Any) -> TestResponse:
    return client.post(f"/library/bulk{query}", data={"c": slugs, "do": do, **more})


def archived(answer: TestResponse) -> tuple[zipfile.ZipFile, dict[str, Any]]:
    assert answer.status_code == 200
    assert answer.mimetype == "application/zip"
    packed = zipfile.ZipFile(io.BytesIO(answer.data))
    assert packed.testzip() is None
    return packed, json.loads(packed.read("manifest.json"))


def test_uploads_are_deleted_once_it_was_asked_and_confirmed(any_app: Flask) -> None:
    client = any_app.test_client()
    slugs = [kept(client, PAIRED) for _ in range(4)]
    asked = act(client, "delete", slugs[:3])
    assert "Delete 3 uploads?" in asked.text
    assert len(listed(client)) == 4
    confirmed = re.findall(r'name="c" value="([\w-]{22})"', asked.text)
    done = act(client, "delete-now", confirmed)
    assert done.location == "/library?done=deleted-3"
    assert "<b>3</b> uploads deleted." in client.get(done.location).text
    assert listed(client) == [slugs[3]]
    assert [client.get(f"/c/{slug}").status_code for slug in slugs] == [404, 404, 404, 200]


def test_two_that_are_ticked_are_compared_the_older_one_first(client: FlaskClient) -> None:
    older, newer = kept(client, PAIRED), kept(client, ORPHAN)
    answer = act(client, "compare", [newer, older])
    assert answer.location == f"/c/{older}/compare?with={newer}"
    assert client.get(answer.location).status_code == 200
    for ticked in ([older], [older, newer, kept(client, PAIRED)]):
        refused = act(client, "compare", ticked)
        assert refused.status_code == 400
        assert "Tick two uploads" in refused.text


def test_nobody_does_anything_with_what_others_keep(client: FlaskClient, second_client: FlaskClient) -> None:
    theirs = kept(client, PAIRED)
    client.post("/library/collections", data={"name": "theirs"})
    [collection] = re.findall(r"collections/([\w-]{22})/rename", client.get("/library/collections").text)
    own = kept(second_client, PAIRED)
    for do, more in (
        ("delete", {}),
        ("delete-now", {}),
        ("tag", {"tag": "x"}),
        ("export", {}),
        ("collect", {"new": "x"}),
        ("uncollect", {"collection": collection}),
    ):
        assert act(second_client, do, [theirs], **more).status_code == 400
    packed, _ = archived(act(second_client, "export", [theirs, own]))
    assert len(packed.namelist()) == 2
    assert act(second_client, "collect", [own], collection=collection).status_code == 400
    assert (
        second_client.post(f"/library/collections/{collection}/rename", data={"name": "x"}).status_code == 404
    )
    assert second_client.post(f"/library/collections/{collection}/delete").status_code == 404
    assert listed(client) == [theirs]
    assert "theirs" in client.get("/library/collections").text


def test_all_that_match_are_meant_beyond_the_page(client: FlaskClient) -> None:
    paired = [kept(client, PAIRED) for _ in range(3)]
    lost = kept(client, ORPHAN)
    assert act(client, "tag", [], "?id=call_1", all="1", tag="sound").location.endswith("done=tagged-3")
    assert listed(client, tag="sound") == paired[::-1]
    # With words in the address all that match are not known: only what is ticked is meant.
    assert act(client, "tag", [lost], "?q=needle", all="1", tag="found").location.endswith("done=tagged-1")
    assert act(client, "delete-now", [], "?has=errors", all="1").location.endswith(
        "has=errors&done=deleted-1"
    )
    assert listed(client) == paired[::-1]


def test_tags_are_put_on_and_taken_off(any_app: Flask) -> None:
    client = any_app.test_client()
    one, two = kept(client, PAIRED), kept(client, PAIRED)
    client.patch(f"/api/conversations/{two}", json={"tags": [str(n) for n in range(20)]})
    assert act(client, "tag", [one, two], tag=" a  tag ").location == "/library?done=tagged-1"
    assert act(client, "", [one], tag="a tag").location == "/library?done=tagged-1"  # Enter in the field
    assert listed(client, tag="a tag") == [one]
    assert act(client, "untag", [one, two], tag="19").status_code == 303
    assert act(client, "tag", [one, two], tag="a tag").location == "/library?done=tagged-2"
    for wrong in ("", "a,b", "x" * 61):
        assert act(client, "tag", [one], tag=wrong).status_code == 400
    assert act(client, "juggle", [one]).status_code == 400
    assert act(client, "tag", [], tag="x").status_code == 400


def test_a_collection_holds_uploads_and_deletes_none(any_app: Flask) -> None:
    client = any_app.test_client()
    one, two = kept(client, PAIRED), kept(client, PAIRED)
    assert act(client, "collect", [one, two], new="Bench runs").location == "/library?done=collected-2"
    assert act(client, "collect", [one], new="Bench runs").status_code == 303
    page = client.get("/library/collections").text
    [slug] = re.findall(r"collections/([\w-]{22})/rename", page)
    assert "<b>2</b> uploads" in page
    assert listed(client, collection=slug) == [two, one]
    assert act(client, "uncollect", [one], collection=slug).status_code == 303
    assert listed(client, collection=slug) == [two]
    client.post("/library/collections", data={"name": "Other"})
    renamed = client.post(f"/library/collections/{slug}/rename", data={"name": "Other"})
    assert (renamed.status_code, "Another collection has this name" in renamed.text) == (422, True)
    assert client.post(f"/library/collections/{slug}/rename", data={"name": "Runs"}).status_code == 303
    assert client.get("/api/library").json["uploads"][0]["collections"] == [{"slug": slug, "name": "Runs"}]
    assert client.post(f"/library/collections/{slug}/delete").status_code == 303
    assert listed(client) == [two, one]
    for wrong in ("", "x" * 121, "a\0"):
        assert client.post("/library/collections", data={"name": wrong}).status_code == 422


def test_an_export_has_every_upload_to_the_byte_under_a_safe_name(client: FlaskClient) -> None:
    names = ["../../etc/passwd", "log.json", "log.json", "CON", "a\u202eb.jsonl"]
    slugs = []
    for name in names:
        sent = {"file": (io.BytesIO(PAIRED.encode()), name)}
        answer = client.post("/", data=sent, content_type="multipart/form-data")
        slugs.append(answer.location.rpartition("/")[2])
    client.patch(f"/api/conversations/{slugs[0]}", json={"label": "../up", "note": "n", "tags": ["t"]})
    packed, manifest = archived(act(client, "export", slugs))
    files = [name for name in packed.namelist() if name != "manifest.json"]
    assert all(re.fullmatch(r"\d{4}-[\w-]+\.(json|jsonl|txt)", name, flags=re.ASCII) for name in files)
    assert len({name.lower() for name in files}) == 5
    assert [one["file"] for one in manifest["uploads"]] == files
    for one in manifest["uploads"]:
        data = packed.read(one["file"])
        assert hashlib.sha256(data).hexdigest() == one["sha256"]
        assert data == PAIRED.encode()
    told = {one["slug"]: one for one in manifest["uploads"]}[slugs[0]]
    assert (told["label"], told["name"], told["tags"]) == ("../up", "passwd", ["t"])


def test_a_converted_export_says_what_was_lost(client: FlaskClient) -> None:
    slug = kept(client, "\n".join([PAIRED, ORPHAN]))
    packed, manifest = archived(act(client, "export", [slug], format="anthropic"))
    [one] = manifest["uploads"]
    assert [file["conversation"] for file in one["files"]] == [1, 2]
    for number, file in enumerate(one["files"]):
        body = json.loads(packed.read(file["file"]))
        rendering = crosswire.render(
            crosswire.load("\n".join([PAIRED, ORPHAN]).encode()).conversations[number], "anthropic"
        )
        assert body == rendering.payload
        assert sum(file["losses"].values()) == len(rendering.losses)
    assert act(client, "export", [slug], format="nothing").status_code == 400


def test_what_is_deleted_while_an_export_runs_is_told_of(client: FlaskClient) -> None:
    one, two = kept(client, PAIRED), kept(client, PAIRED)
    sent = client.post("/library/bulk", data={"c": [one, two], "do": "export"}, buffered=False)
    pieces = iter(sent.response)
    first = next(pieces)
    act(client, "delete-now", [two])
    packed = zipfile.ZipFile(io.BytesIO(first + b"".join(pieces)))
    manifest = json.loads(packed.read("manifest.json"))
    assert [one.get("error") for one in manifest["uploads"]] == [None, "It was deleted meanwhile."]
