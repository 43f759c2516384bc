"""Search in a conversation: over all of the stored texts, in every scope, and over the ids in every role."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.model import JsonValue
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import MakeApp, database_of, work_off
from tests.histories import call, calling, result, said, user
from tests.measured import within
from tests.selection import for_each
from tests.webapp.markup import flowed
from webapp.database.engine import Session
from webapp.database.tables import SearchBlockRow
from webapp.packing import pack, unpack
from webapp.readmodel.cells import cells
from webapp.readmodel.outline import outline
from webapp.readmodel.search_texts import Owner, block_of, folded, lines, search_blocks, sizes_of
from webapp.readmodel.signatures import signature_of
from webapp.readmodel.text_search import Found, WholeId, Words
from webapp.settings import Settings
from webapp.store import deleting, opening, searching
from webapp.store.blobs import upload_bytes
from webapp.wording.searching import SCOPES

CORPUS = sorted((Path(__file__).parents[1] / "corpus").glob("*/*.json"))
ANTHROPIC = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "tools": [
        {"name": "haystack_tool", "description": "Declares haystack", "input_schema": {"type": "object"}}
    ],
    "messages": [
        {"role": "user", "content": "A haystack in the question"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "A haystack in my thoughts", "signature": "c2lnbmF0dXJl"},
                {"type": "tool_use", "id": "haystack_1", "name": "look", "input": {"where": "the haystack"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "haystack_1", "content": "haystack, haystack"}
            ],
        },
        {"role": "assistant", "content": "Gone."},
    ],
}


def kept(client: FlaskClient, log: JsonValue) -> str:
    slug: str = client.post("/api/conversations", data=json.dumps(log).encode()).json["slug"]
    return slug


def asked(client: FlaskClient, slug: str, **query: str) -> dict[str, Any]:
    answer = client.get(f"/api/conversations/{slug}/search", query_string={"in": "", **query})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json
    return found


def chat(*messages: dict[str, Any]) -> dict[str, Any]:
    return {"model": "gpt-5", "messages": list(messages)}


def test_every_scope_is_searched_and_counted(any_app: Flask) -> None:
    client = any_app.test_client()
    slug = kept(client, ANTHROPIC)
    found = asked(client, slug, q="HayStack")
    assert found["scopes"] == {
        "text": 1,
        "reasoning": 1,
        "arguments": 1,
        "results": 1,
        "ids": 2,
        "tools": 1,
        "other": 0,
    }
    assert (found["total"], found["times"]) == (7, 9)
    assert [hit["scope"] for hit in found["hits"]] == [
        "tools",
        "text",
        "reasoning",
        "ids",
        "arguments",
        "ids",
        "results",
    ]
    for scope, places in found["scopes"].items():
        one = asked(client, slug, q="haystack", **{"in": scope})
        assert one["scopes"] == found["scopes"]
        assert one["total"] == len(one["hits"]) == places
        assert {hit["scope"] for hit in one["hits"]} <= {scope}


def test_a_hit_says_where_it_stands_and_what_is_around_it(client: FlaskClient) -> None:
    slug = kept(client, ANTHROPIC)
    hit = asked(client, slug, q="haystack", **{"in": "results"})["hits"][0]
    assert hit == {
        "row": 4,
        "message": 3,
        "call": 1,
        "role": "user",
        "tool": "look",
        "scope": "results",
        "what": "a result",
        "address": "0:/messages/2/content/0/content",
        "times": 2,
        "before": "",
        "found": "haystack",
        "after": ", haystack",
    }
    page = client.get(f"/c/{slug}/search?q=haystack&in=results").text
    assert re.search(r'at=0:/messages/2/content/0/content&[^"]*#at" data-go="4"', html.unescape(page))
    assert "<mark>haystack</mark>, haystack" in page


def test_case_is_folded_or_told_apart(client: FlaskClient) -> None:
    slug = kept(client, chat(user("Straße und STRASSE, İstanbul, ΣΊΣΥΦΟΣ σίσυφος")))
    for words, exact, times in (
        ("straße", False, 1),
        ("STRASSE", False, 1),
        ("strasse", True, 0),
        ("İSTANBUL", False, 1),
        ("σίσυφοσ", False, 2),
        ("Σίσυφος", True, 0),
    ):
        found = asked(client, slug, q=words, case="exact" if exact else "")
        assert (words, found["times"]) == (words, times)


@for_each("text, again", [("“Über” — 漢字 THE END", 1), ("“Ja” — 漢字 THE END ﹏", 0), ("The END", 0)])
def test_texts_are_kept_folded_only_where_bytes_cannot_fold_them(text: str, again: int) -> None:
    owner = Owner(0, 0, None, "user", "", "text", "user", "0:/messages/0", len(text))
    block = block_of([owner], [text])
    assert len(block) == sizes_of(block)[1] + again * len(text.encode())
    for words in ("the end", "THE", text.split()[0].upper()):
        assert [place.times for place in Words(words).places(block)] == [1]


@for_each("text", ["Straße", "İI", "ﬁx ŉ ΰ", "a" * 5 + "\ud800", "ẞ"])
def test_folding_keeps_every_place(text: str) -> None:
    assert len(folded(text)) == len(text)
    assert folded(folded(text)) == folded(text)


LETTERS = st.sampled_from("abEé ßİΣσ漢K_9-\n\ud800ÀK")


@given(st.data())
def test_a_signature_never_hides_what_stands_in_its_block(data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.text(LETTERS, min_size=1, max_size=40), min_size=1, max_size=4))
    owners = [Owner(0, 0, None, "user", "", "text", "user", "", len(text)) for text in texts]
    block = block_of(owners, texts)
    signature = signature_of(block)
    text = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(text) - 1))
    piece = text[start : data.draw(st.integers(start + 1, len(text)))]
    for words in (Words(piece), Words(piece, exact_case=True), Words(folded(piece)), WholeId(piece)):
        assert words.may_stand_in(signature) or not list(words.places(block)), words
    upper = Words(piece.upper())
    assert upper.may_stand_in(signature) or not list(upper.places(block))


def test_a_search_unpacks_only_what_may_have_its_words(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = kept(client, chat(*(user(f"Words of question{n}, said once.") for n in range(450))))
    unpacked = []

    def noting(packed: bytes, beside: bytes) -> bytes:
        unpacked.append(len(beside))
        return unpack(packed, beside)

    monkeypatch.setattr("webapp.store.searching.unpack", noting)
    assert asked(client, slug, q="QUESTION333")["total"] == 1
    assert len(unpacked) == 1
    assert unpacked[0] > 0
    assert asked(client, slug, q="question33")["total"] == 11
    with database_of(app).session() as session:  # what an older version kept has no signature
        for block in session.query(SearchBlockRow):
            row = opening.find(session, slug)
            assert row is not None
            data = upload_bytes(session, row)
            texts = unpack(block.packed, data[block.start : block.end])
            block.packed, block.start, block.end, block.signature = pack(texts), None, None, None
        session.commit()
    assert asked(client, slug, q="question33")["total"] == 11


def test_arguments_are_found_as_the_page_shows_them_and_as_they_are_meant(client: FlaskClient) -> None:
    arguments = json.dumps({"code": 'print("é")\nreturn 1', "deep": [{"n": 12}, "x"]})
    slug = kept(client, chat(user(), calling(call("c1", "run", arguments)), result("c1")))
    for words in ('print("é")', '"n": 12', "return 1", '"x"'):
        assert asked(client, slug, q=words)["scopes"]["arguments"] == 1


def test_what_the_page_folds_and_cuts_is_found(client: FlaskClient) -> None:
    long = "a word\n" * 40_000 + "the needle"
    invalid = '{"broken": "needle'
    log = chat(user(long), calling(call("c1", "run", invalid)), result("c1", "x" * 9_000 + "needle"))
    found = asked(client, kept(client, log), q="needle")
    assert [hit["scope"] for hit in found["hits"]] == ["text", "arguments", "results"]
    assert found["hits"][0]["before"].startswith("…")


def test_nothing_in_a_log_is_markup_on_the_page_of_hits(client: FlaskClient) -> None:
    bad = "<img src=x onerror=alert(1)> \u202e\u200b needle </bdi><b hx-get=/x>"
    slug = kept(client, chat(user(bad), calling(call(bad, bad, json.dumps({bad: bad}))), result(bad, bad)))
    for query in ({"q": "needle"}, {"q": bad}, {"q": bad, "in": "ids"}):
        page = client.get(f"/c/{slug}/search", query_string=query).text
        assert "<img" not in page
        assert "<b hx-get" not in page
        words = re.sub(r"<[^>]*>", "", page.partition("</header>")[2])
        assert "\u202e" not in words
        assert "\u200b" not in words
        assert "\\u202e" in words


def test_ten_thousand_hits_are_counted_and_come_fifty_at_a_time(client: FlaskClient) -> None:
    messages = [message for n in range(5_000) for message in (user(f"needle {n}"), said("Needle."))]
    slug = kept(client, chat(*messages))
    found = asked(client, slug, q="needle")
    assert (found["total"], len(found["hits"])) == (10_000, 50)
    last = asked(client, slug, q="needle", offset="9980")
    words = [hit["before"] + hit["found"] + hit["after"] for hit in last["hits"][-2:]]
    assert words == ["needle 4999", "Needle."]
    assert last["next"] is None
    second = client.get(found["next"]).json
    assert second["hits"][0]["row"] == 51
    assert "10,000</b> places" in client.get(f"/c/{slug}/search?q=needle").text


@pytest.mark.thorough
def test_one_search_reads_ten_thousand_rows_in_little_time(client: FlaskClient, session: Session) -> None:
    messages = [message for n in range(5_000) for message in (user("a word " * 90), said(f"{n}"))]
    slug = kept(client, chat(*messages))
    row = opening.find(session, slug)
    assert row is not None
    size = len(upload_bytes(session, row))
    with within(3 * size / 100_000_000 + 0.3):
        found = Found(Words("4999"))
        searching.search(session, row, found)
        assert found.total == 1


@for_each("file", CORPUS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_text_of_the_corpus_is_found_in_its_row(file: Path) -> None:
    for conversation in crosswire.load(file.read_bytes()).conversations:
        pairing = crosswire.pair(conversation)
        rows = outline(conversation, pairing, [])
        blocks = list(search_blocks(conversation, rows))
        for number, row_cells in enumerate(cells(conversation, pairing, None)):
            for words in filter(None, _shown_texts(row_cells)):
                assert number in set(_rows_with(blocks, words)), words


def _shown_texts(row_cells: Any) -> Iterator[str]:
    for cell in row_cells:
        yield cell.get("name")
        if cell.get("kind") in ("text", "reasoning", "refusal") and "\\u" not in cell["text"]:
            yield cell["text"][:300]
        if cell.get("id") and cell["id"]["value"]:
            yield cell["id"]["value"]
        yield from _shown_texts(cell.get("content", ()))
        yield from _shown_texts(filter(None, [cell.get("result")]))


def _rows_with(blocks: list[bytes], words: str) -> Iterator[int]:
    return (place.owner.row for block in blocks for place in Words(words, exact_case=True).places(block))


def test_encoded_media_is_no_text() -> None:
    assert lines({"data": "A" * 60_000, "name": "cat.png"}) == '"data": \n"name": "cat.png"'
    assert "word" in lines({"text": "A " * 30_000 + "word"})


def test_deep_json_is_read_to_its_bottom() -> None:
    value: JsonValue = "bottom"
    for _ in range(5_000):
        value = [value]
    assert lines({"deep": value}).endswith('"bottom"')


ROLES = {
    "model": "gpt-5",
    "input": [
        {"type": "mcp_approval_request", "id": "id_1", "name": "t", "arguments": "{}", "server_label": "s"},
        {"type": "mcp_approval_response", "approval_request_id": "id_1", "approve": True},
        {
            "type": "function_call",
            "id": "id_1",
            "call_id": "id_2",
            "name": "t",
            "arguments": '{"ref": "id_2"}',
        },
        {"type": "function_call_output", "call_id": "id_2", "output": "See id_2 and id_21, not xid_2."},
        {"role": "user", "content": "What is id_2?"},
    ],
}


def test_an_id_is_found_in_every_role_and_as_a_whole(any_app: Flask) -> None:
    client = any_app.test_client()
    slug = kept(client, ROLES)
    found = asked(client, slug, q="id_2", **{"in": "ids"})
    assert found["whole_id"]
    assert [(hit["row"], hit["what"]) for hit in found["hits"]] == [
        (3, "call id of a call"),
        (3, "arguments"),
        (4, "call id of a result"),
        (4, "a result"),
        (5, "user"),
    ]
    assert found["hits"][3]["times"] == 1
    named = asked(client, slug, q="id_1", **{"in": "ids"})
    assert {hit["what"] for hit in named["hits"]} == {
        "call id of a result",
        "item id of a call",
        "call id of a call",
    }


def test_a_tie_is_a_place_of_the_id_that_it_names(client: FlaskClient) -> None:
    caller = {"type": "code_execution_20250825", "tool_id": "srvtoolu_1"}
    called = {"type": "tool_use", "id": "toolu_1", "name": "t", "input": {}, "caller": caller}
    slug = kept(client, {"messages": [user(), {"role": "assistant", "content": [called]}]})
    found = asked(client, slug, q="srvtoolu_1", **{"in": "ids"})
    assert [hit["what"] for hit in found["hits"]] == ["named in caller of a call"]


def test_near_misses_and_longer_ids_are_offered(client: FlaskClient) -> None:
    ids = ["call_A1", "call_a1", "c\u0430ll_a1", "call_a1 ", "call_a12"]
    slug = kept(client, chat(user(), calling(*(call(id) for id in ids)), *(result(id) for id in ids)))
    found = asked(client, slug, q="call_a1", **{"in": "ids"})
    assert {one["id"]: one["how"] for one in found["ids"]["alike"]} == {
        "call_A1": "case",
        "call_a1 ": "white space at the ends",
        "c\u0430ll_a1": "characters that look alike (U+0430)",
    }
    assert [one["id"] for one in found["ids"]["longer"]] == ["call_a12"]
    part = asked(client, slug, q="call_", **{"in": "ids"})
    assert not part["whole_id"]
    assert part["total"] == 8
    page = client.get(f"/c/{slug}/search?q=call_a1&in=ids").text
    assert "q=call_A1" in page
    assert "differs by case" in page


def test_an_id_that_a_rendering_made_is_told_with_its_format(app: Flask, client: FlaskClient) -> None:
    log = {
        "contents": [
            {"role": "user", "parts": [{"text": "Add."}]},
            {"role": "model", "parts": [{"functionCall": {"name": "add", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "add", "response": {"output": "15"}}}]},
        ]
    }
    slug = kept(client, log)
    written = client.get(f"/api/conversations/{slug}/as/anthropic").json
    work_off(app)
    made = written["id_map"][0]["after"]
    found = asked(client, slug, q=made, **{"in": "ids"})
    assert found["total"] == 0
    assert {(one["target"], one["how"]) for one in found["ids"]["made"]} == {("anthropic", "made")}
    page = client.get(f"/c/{slug}/search?q={made}&in=ids").text
    assert "Anthropic" in page.partition("Written by Crosswire")[2]


def test_what_several_policies_write_alike_is_told_once(app: Flask, client: FlaskClient) -> None:
    slug = kept(client, chat(user("Add."), calling(call("call_1")), result("Sum: 15", "Sum: 15")))
    for missing in ("leave", "mark"):
        client.get(f"/c/{slug}?pane=original:read&pane=repaired:read&missing={missing}")
    work_off(app)
    page = flowed(client.get(f"/c/{slug}/search?q=call_1&in=ids").text)
    assert page.count("The repair: <b>from its call</b>") == 1
    assert len(asked(client, slug, q="call_1", **{"in": "ids"})["ids"]["made"]) == 2


@for_each(
    ("query", "status"),
    [
        ("", 400),
        ("?q=", 400),
        ("?q=%20", 400),
        ("?q=x&in=nowhere", 200),
        ("?q=x&offset=-5", 200),
        ("?q=x&slug=y&_external=1", 200),
    ],
)
def test_a_program_is_told_what_to_ask(client: FlaskClient, query: str, status: int) -> None:
    slug = kept(client, chat(user("x")))
    assert client.get(f"/api/conversations/{slug}/search{query}").status_code == status
    assert client.get("/api/conversations/" + "a" * 22 + "/search?q=x").status_code == 404


def test_what_is_searched_for_stands_in_every_address_of_the_page(client: FlaskClient) -> None:
    slug = kept(client, ANTHROPIC)
    page = html.unescape(client.get(f"/c/{slug}?q=hay&in=results&case=exact").text)
    assert 'value="hay"' in page
    assert re.search(rf'hx-get="/c/{slug}/search\?q=hay&in=results&case=exact"', page)
    assert 'class="search" data-open' in page
    assert re.search(r'href="[^"]*\?at=0:/messages/0[^"]*&q=hay&in=results&case=exact', page)
    assert 'class="search">' in client.get(f"/c/{slug}").text
    for scope in SCOPES:
        assert client.get(f"/c/{slug}/search?q=hay&in={scope}").status_code == 200


def test_a_page_without_words_says_what_can_be_searched(client: FlaskClient) -> None:
    slug = kept(client, ANTHROPIC)
    assert "reasoning, arguments, results, ids" in client.get(f"/c/{slug}/search").text


def test_a_search_of_nothing_says_so(client: FlaskClient) -> None:
    slug = kept(client, ANTHROPIC)
    assert "Nothing has it" in flowed(client.get(f"/c/{slug}/search?q=zebra").text)
    assert "Nothing has this id" in flowed(client.get(f"/c/{slug}/search?q=zebra&in=ids").text)


def test_deleting_and_reading_again_keep_no_old_text(make_app: MakeApp, settings: Settings) -> None:
    app = make_app(settings)
    client = app.test_client()
    slug = kept(client, ANTHROPIC)
    with database_of(app).session() as session:
        row = opening.find(session, slug)
        assert row is not None
        for _ in range(2):
            row.upload.reading_version = 1
            session.commit()
            work_off(app)
            assert opening.find(session, slug) is not None
        found = Found(Words("haystack"))
        searching.search(session, row, found)
        assert found.total == 7
        deleting.delete(session, row)
        again = Found(WholeId("haystack_1"))
        searching.search(session, row, again)
        assert again.total == 0
