"""The rows of the page: sent in slices, all of them reachable, none too large, panes written behind them."""

import html
import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import work_off
from tests.histories import call, calling, result, said, user
from tests.selection import some_of, tries
from tests.webapp.markup import flowed
from tests.webapp.samples import form, long_chat
from tests.webapp.test_conversation_pages import HTMX, keep, keep_chat, page_of
from webapp.inspector.rows import ALONE_PARTS, FIRST_TEXT, SLICE_ROWS

MOST_BYTES, MOST_NODES = 300_000, 1_500
"""Of the first HTML, for any conversation."""


def slices(client: FlaskClient, path: str, query: str) -> Iterator[str]:
    """All rows, as scripts ask for them."""
    following = 0
    while True:
        answer = client.get(f"{path}/rows?from={following}&{query}", headers=HTMX)
        if answer.status_code == 404:
            return
        assert answer.status_code == 200
        found = re.search(r'<section class="slice" data-first="(\d+)" data-last="(\d+)">', answer.text)
        assert found
        assert int(found[1]) == following
        following = int(found[2]) + 1
        yield answer.text


def rows_of(text: str) -> dict[int, str]:
    """Number -> HTML of each row."""
    pieces = re.split(r'(?=<div class="row" data-row=")', text)[1:]
    return {int(re.match(r'<div class="row" data-row="(\d+)"', piece)[1]): piece for piece in pieces}  # type: ignore[index]


def test_the_rows_come_in_slices_forwards_and_backwards(client: FlaskClient) -> None:
    path = keep(client, long_chat(100))
    numbers = [list(rows_of(text)) for text in slices(client, path, "pane=original:read")]
    assert [number for some in numbers for number in some] == list(range(301))
    assert all(len(some) <= SLICE_ROWS for some in numbers)
    back = client.get(f"{path}/rows?to=99", headers=HTMX).text
    assert list(rows_of(back))[-1] == 99
    assert f'data-first="{min(rows_of(back))}" data-last="99"' in back
    assert page_of(client, f"{path}/rows?from=100").count("<h1") == 1
    for wrong in ("from=301", "to=301", "from=-1", "to=-5"):
        assert client.get(f"{path}/rows?{wrong}").status_code == 404


def test_without_scripts_links_lead_through_all_rows_both_ways(client: FlaskClient) -> None:
    path = keep(client, long_chat(30))
    at, seen, steps = f"{path}?pane=original:read", [], 0
    while at and steps < 20:
        page = page_of(client, at)
        seen += list(rows_of(page))
        later = re.search(r'<a href="([^"]+)#panes" rel="next"', page)
        at, steps = later[1] if later and 'data-way="1"' in page and not _hidden(page, 1) else "", steps + 1
    assert seen == list(range(91))
    assert _hidden(page_of(client, path), -1)
    at, back, steps = f"{path}?pane=original:read&row=80", list(range(80, 91)), 0
    while back[0] and steps < 20:
        earlier = re.search(r'<a href="([^"]+)#panes" rel="prev"', page_of(client, at))
        assert earlier
        at, steps = html.unescape(earlier[1]), steps + 1
        back = [*rows_of(page_of(client, at)), *back]
    assert back == seen, "none is skipped on the way back"


def _hidden(page: str, way: int) -> bool:
    tag = re.search(rf'<nav class="rest" data-way="{way}"[^>]*>', page)
    assert tag
    return tag.group().endswith(" hidden>")


def test_a_link_into_a_long_conversation_brings_its_row_with_those_around_it(client: FlaskClient) -> None:
    path = keep(client, long_chat(200))
    numbers = list(rows_of(page_of(client, f"{path}?at=0:/messages/400")))
    assert numbers == list(range(398, 398 + len(numbers)))
    assert 401 in numbers
    last = list(rows_of(page_of(client, f"{path}?at=0:/messages/599")))
    assert last[-1] == 600


MANY = tries(1, thorough=5)
LONG = "<b>&\"'" * 1_000
"""Each character of it becomes several in HTML."""
LARGE = {
    "long texts": [message for n in range(40 * MANY) for message in (user(LONG), said(LONG))],
    "many calls at once": [
        user(),
        calling(*[call(f"call_{n}", LONG[:500], json.dumps({"a": LONG})) for n in range(300 * MANY)]),
        *[result(f"call_{n}", LONG) for n in range(300 * MANY)],
    ],
    "many texts in one result": [
        user(),
        calling(call("call_1")),
        {
            "role": "tool",
            "tool_call_id": "call_1",
            "content": [{"type": "text", "text": LONG} for _ in range(60 * MANY)],
        },
    ],
    "numbers in arguments": [
        user(),
        *[calling(call(f"call_{n}", "f", json.dumps({"a": list(range(5_000))}))) for n in range(8 * MANY)],
    ],
    "findings without end": [user(), *[result(f"nobody_{n}") for n in range(600 * MANY)]],
}


@pytest.mark.parametrize("what", some_of([*LARGE, "tools"], 3))
def test_no_conversation_makes_the_first_page_large(app: Flask, client: FlaskClient, what: str) -> None:
    tool = {"type": "function", "function": {"name": "t" * 60, "description": LONG, "parameters": {}}}
    tools = [tool] * 1_000 * MANY if what == "tools" else [tool]
    log = {"model": "gpt-4o", "messages": LARGE.get(what, [user()]), "tools": tools}
    answer = client.post("/", **form(json.dumps(log).encode()))
    assert answer.status_code == 303
    path = str(answer.location)
    panes = ("anthropic", "repaired", "gemini")
    for query in (
        "",
        "?" + "&".join(f"pane={target}:wire" for target in ("original", *panes)),
        "?row=40&" + "&".join(f"pane={target}:read" for target in ("original", *panes)),
    ):
        if what != "tools":
            client.get(f"{path}/made{query}")
            work_off(app)
        page = client.get(path + query).text
        nodes = page.count("<") - page.count("</")
        assert (len(page.encode()) <= MOST_BYTES, nodes <= MOST_NODES) == (True, True), (
            query, len(page.encode()), nodes,
        )  # fmt: skip


def test_thousands_of_tools_are_shown_a_few_at_first_and_all_in_steps(client: FlaskClient) -> None:
    tools = [{"type": "function", "function": {"name": f"tool_{n}_"}} for n in range(2_500)]
    path = keep(client, json.dumps({"messages": [user()], "tools": tools}).encode())
    page = flowed(page_of(client, f"{path}?pane=original:read"))
    assert "2,500 tools:" in page
    assert "tool_900_" not in page
    following = re.search(r'href="([^"]+/row/0\?[^"]*parts=\d+[^"]*)"', page)
    shown = 0
    while following:
        whole = html.unescape(flowed(client.get(following[1], headers=HTMX).text))
        before, shown = shown, len(set(re.findall(r"<b>(tool_\d+_)", whole)))
        assert before < shown
        assert shown >= min(2_500, ALONE_PARTS - 10)
        following = re.search(r'href="([^"]+/row/0\?[^"]*parts=\d+[^"]*)"', whole)
    assert shown == 2_500


def test_the_page_does_not_wait_for_a_pane_that_is_not_written(client: FlaskClient, app: Flask) -> None:
    path = keep(client, long_chat(150))
    query = "?pane=original:read&pane=gemini:read"
    page = page_of(client, path + query)
    assert "Gemini" in re.sub(r"<[^>]+>", "", page[page.index('class="waiting"') :][:800])
    assert re.search(r'id="asker" hidden hx-get="[^"]+/made\?lacks=answer,check,panes&', page)
    assert len(re.findall(r'data-pane="2" data-waiting', page)) == len(rows_of(page))
    assert client.get(f"{path}/made{query}", headers=HTMX).status_code == 204
    work_off(app)
    answer = client.get(f"{path}/made{query}", headers=HTMX)
    assert re.search(r'hx-get="[^"]+/panes\?[^"]+" hx-trigger="load" hx-target="#panes"', answer.text)
    panes = client.get(f"{path}/panes{query}&row=50", headers=HTMX)
    assert panes.text.strip().startswith('<section class="panes" id="panes"')
    assert "HX-Push-Url" not in panes.headers
    assert min(rows_of(panes.text)) == 50
    assert "data-waiting" not in panes.text
    assert 'class="waiting"' not in page_of(client, path + query)


def test_without_scripts_a_link_asks_for_the_pane(client: FlaskClient, app: Flask) -> None:
    path = keep(client, long_chat(150))
    page = page_of(client, f"{path}?pane=gemini:wire")
    link = re.search(r'<a href="([^"]+/made[^"]*)"', page)
    assert link
    answer = client.get(link[1])
    assert answer.status_code == 302
    assert answer.location == f"{path}?pane=gemini:wire"
    work_off(app)
    assert "data-waiting" not in page_of(client, answer.location)


def test_a_short_conversation_is_written_at_once(client: FlaskClient) -> None:
    page = page_of(client, f"{keep_chat(client, user(), said())}?pane=bedrock:read")
    assert "data-waiting" not in page
    assert 'class="waiting"' not in page


def test_a_far_row_comes_in_one_slice_with_those_around_it(client: FlaskClient) -> None:
    path = keep(client, long_chat(200))
    numbers = list(rows_of(client.get(f"{path}/rows?around=300", headers=HTMX).text))
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert numbers[0] < 300 < numbers[-1]
    assert len(numbers) <= SLICE_ROWS
    last = list(rows_of(client.get(f"{path}/rows?around=600", headers=HTMX).text))
    assert last[-1] == 600
    assert len(last) > 10, "near the end it fills up with those before"
    for wrong in ("around=601", "around=-1", "around=3&from=3", ""):
        assert client.get(f"{path}/rows?{wrong}").status_code == 404


def test_a_log_that_is_read_anew_meanwhile_asks_to_try_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep_chat(client, user("Hi"), said("Hello"))
    monkeypatch.setattr("webapp.store.panes.Pane.block", lambda *_: [])
    answer = client.get(path)
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers


def test_rows_that_are_kept_for_the_next_reader_carry_the_nonce_of_their_own_page(
    client: FlaskClient,
) -> None:
    path = keep(client, json.dumps({"messages": [user("word " * 2_000), said()]}).encode())
    pages = [client.get(path).text for _ in range(3)]
    nonces = [set(re.findall(r'nonce="([^"]+)"', page)) for page in pages]
    assert all("Show the other" in page for page in pages)
    assert [len(found) for found in nonces] == [1, 1, 1]
    assert len(set.union(*nonces)) == 3


def test_a_row_that_somebody_comes_for_is_marked_though_the_plain_page_is_kept(client: FlaskClient) -> None:
    path = keep(client, json.dumps({"messages": [user(), said()]}).encode())
    client.get(path)
    assert 'id="at"' in client.get(f"{path}?at=0:/messages/0").text
    assert 'id="at"' not in client.get(path).text


def test_a_pane_that_shows_something_else_has_its_own_rows(client: FlaskClient) -> None:
    path = keep(client, json.dumps({"messages": [user(), calling(call("c1")), result("c1")]}).encode())
    shown = {
        query: rows_of_page(client.get(path + query).text) for query in ("", "?pane=gemini", "?ids=native")
    }
    assert len(set(shown.values())) == 3


def rows_of_page(page: str) -> str:
    return re.sub(r"nonce=\"[^\"]+\"", "", page.partition('class="slice"')[2].partition("</section>")[0])


def test_a_long_log_comes_with_few_texts_and_the_way_to_the_next_rows(client: FlaskClient) -> None:
    log = {"messages": [one for n in range(30) for one in (user("word " * 500), said())]}
    page = client.get(keep(client, json.dumps(log).encode())).text
    rows = rows_of_page(page)
    assert FIRST_TEXT <= len(re.sub("<[^>]*>", "", rows)) <= FIRST_TEXT * 2
    [following] = re.findall(r'href="([^"]+)" rel="next"', page)
    number = rows.count('class="row"')
    assert f"row={number}#" in following
    assert f'data-row="{number}"' in client.get(following.partition("#")[0]).text
