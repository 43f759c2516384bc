"""The print view: one pane with nothing folded, on as few pages as a printer takes."""

import re

import pytest
from flask.testing import FlaskClient
from tests.browser.logs import GENKIT, PAIRED, chat_json, long_log
from tests.webapp.markup import flowed
from webapp.inspector import print_views as printing


def printed(client: FlaskClient, log: str, query: str = "") -> str:
    slug = client.post("/api/conversations", data=log).json["slug"]
    return flowed(client.get(f"/c/{slug}/print{query}").text)


def rows(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'class="printed-row" data-row="(\d+)"', page)]


def test_every_row_is_printed_once_with_nothing_cut(client: FlaskClient) -> None:
    text = "word " * 4_000 + "THE END"
    page = printed(client, chat_json([*PAIRED, {"role": "user", "content": text}]))
    assert rows(page) == list(range(11))
    assert "THE END" in page
    assert "Show the other" not in page


def test_pairs_are_told_by_numbers(client: FlaskClient) -> None:
    page = printed(client, chat_json(PAIRED))
    assert "Its result is part 4, paired." in page
    assert "Its call is part 2, paired." in page
    assert "Most likely belongs to part 2, " in printed(client, chat_json(GENKIT))


def test_another_pane_is_printed_where_it_is_asked_for(client: FlaskClient) -> None:
    page = printed(client, chat_json(PAIRED), "?pane=anthropic:wire&pane=gemini:read")
    assert "shown as Anthropic Messages" in page
    assert "tool_use" in page


def test_a_long_log_is_printed_in_pages(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "PAGE_ROWS", 100)
    slug = client.post("/api/conversations", data=chat_json(long_log(60))).json["slug"]
    seen: list[int] = []
    url = f"/c/{slug}/print"
    while url:
        page = flowed(client.get(url).text)
        assert len(rows(page)) <= 100
        seen += rows(page)
        onwards = re.search(r'href="([^"]+)" rel="next"', page)
        url = onwards[1].replace("&amp;", "&") if onwards else ""
    assert seen == list(range(243))


def test_what_is_too_long_for_paper_says_so(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "LONGEST_PRINTED", 20_000)
    page = printed(client, chat_json([{"role": "user", "content": "x" * 30_000}]))
    assert "printed in part" in page
    assert len(page) < 30_000


def test_a_page_ends_where_it_would_be_too_long(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "PAGE_CHARACTERS", 30_000)
    log = [{"role": "user", "content": "x" * 8_000} for _ in range(6)]
    page = printed(client, chat_json(log))
    assert 1 <= len(rows(page)) < 7
    assert 'rel="next"' in page
