"""Attacks in every string of a log of every format, and no page gets an element from them."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from tests import attacks
from tests.attacks import at_a_glance, in_every_place
from tests.samples import REQUESTS
from tests.selection import some_of

ATTACKS = tuple(some_of(attacks.ATTACKS, 5))
MARKDOWN = (
    "see [a](https://a.example/ 't') <https://a.example> `b` ~~z~~",
    "- **c** _d_\n- c",
    "1. e\n2. e",
    "```py\nf\n```",
    "| g | h |\n|:-:|--:|\n| i | j |",
    "k\n> k",
    "k\n\n# l",
    "k\n\n---",
    "m\u202e\u200b\x00 \\\nm",
    "![n](https://a.example/n.png)",
    "plain",
    "    indented",
    '{"a": [1, "b", null, true]}',
)
HARMLESS = tuple(
    f"W{n}w {MARKDOWN[n // 2 % len(MARKDOWN)]}" if n % 2 else f"W{n}w" for n in range(len(ATTACKS))
)
"""What may stand in a log: plain words, Markdown, characters that nobody sees, JSON."""
OF_CHANGES = {
    *((tag, "") for tag in ("ins", "del", "br", "caption")),
    *((tag, "class") for tag in ("caption", "thead")),
    ("span", "id"),
    ("div", "aria-labelledby"),
    ("circle", "stroke-dasharray"),
}
"""Of the card, the check and the export, where a log is broken or can be converted."""
OF_WAITING = {("p", name) for name in ("hx-get", "hx-trigger", "hx-target", "hx-swap", "hx-nonce")}
"""Of a pane that is not written yet."""
OF_MARKDOWN = {(tag, "") for tag in ("blockquote", "hr", "ol", "ul", "li", "em", "strong", "s", "h2", "h3")}
LOADING = {"script", "link", "meta", "base", "style", "iframe", "object", "embed", "title", "body", "html"}
WORDS = (
    "q",
    "error",
    "name",
    "at",
    "of",
    "to",
    "from",
    "format",
    "pane",
    "target",
    "with",
    "tag",
    "tool",
    "id",
)
"""What the queries of pages are called."""


class Page(HTMLParser):
    """The elements of a page and their attributes, and what they lead to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.signs: set[tuple[str, str]] = set()
        self.loading: Counter[str] = Counter()
        self.faults: list[str] = []
        self.words: list[str] = []
        self.rows = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        inert = [name for name, _ in attrs if name.startswith("data-") and not name.startswith("data-hx")]
        self.signs |= {(tag, ""), *((tag, name) for name, _ in attrs if name not in inert)}
        if tag in LOADING:
            self.loading[tag] += 1
        names = dict(attrs)
        self.rows += names.get("class") == "row"
        for name, value in attrs:
            leads = name in ("href", "src", "action", "formaction", "data") and re.match(
                r"[\x00-\x20]*(?!https?:)[a-z]+:|//|\\", value or "", re.IGNORECASE
            )
            asks = name.startswith(("hx-", "data-hx-")) and not names.get("hx-nonce")
            if leads or name in ("style", "srcdoc") or name.startswith("on") or asks:
                self.faults.append(f"<{tag} {name}={value!r}>")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def kept(client: FlaskClient, log: Any, **query: str) -> str:
    answer = client.post("/api/conversations", data=json.dumps(log).encode(), query_string=query)
    assert answer.status_code == 201
    slug: str = answer.json["slug"]
    return slug


def addresses(app: Flask, slug: str, format: str) -> Iterator[tuple[str, str]]:
    """Endpoint and address of everything that is below a conversation's."""
    values = {"slug": slug, "format": format, "row": 1, "kind": "dropped", "code": "field", "key": "0"}
    for rule in app.url_map.iter_rules():
        if (
            "GET" in (rule.methods or ())
            and "slug" in rule.arguments
            and not rule.rule.startswith("/wire-types")
        ):
            with app.test_request_context():
                _, path = rule.build({name: values.get(name, 0) for name in rule.arguments}) or ("", "")
            yield rule.endpoint, path


def pages(app: Flask, client: FlaskClient, slug: str, format: str) -> dict[str, Page]:
    found = {}
    for endpoint, path in addresses(app, slug, format):
        answer = client.get(path, buffered=True)
        assert answer.status_code < 500, path
        if answer.mimetype == "text/html" and answer.status_code == 200:
            found[endpoint] = Page(answer.text)
    return found


@pytest.mark.parametrize("format", some_of(REQUESTS, 12))
def test_no_page_of_a_log_has_an_element_or_attribute_that_no_harmless_log_gives_it(
    app: Flask, client: FlaskClient, format: str
) -> None:
    other = next(one for one in REQUESTS if one != format)
    fine = pages(app, client, kept(client, at_a_glance(format, HARMLESS)), other)
    slug = kept(client, at_a_glance(format, ATTACKS), name=f"{ATTACKS[0]}{ATTACKS[39]}.json", format=format)
    known = (OF_MARKDOWN | OF_CHANGES | OF_WAITING).union(*(page.signs for page in fine.values()))
    usual = [Counter(), *(page.loading for page in fine.values())]
    attacked = pages(app, client, slug, other)
    assert len(attacked) > 15
    for endpoint, page in attacked.items():
        assert (endpoint, page.signs - known, page.faults) == (endpoint, set(), [])
        assert page.loading in usual, endpoint


@pytest.mark.parametrize("format", some_of(REQUESTS, 6))
def test_every_attack_in_every_place_of_a_message_is_shown_as_text(client: FlaskClient, format: str) -> None:
    slug = kept(client, in_every_place(format, ATTACKS), format=format)
    other = next(one for one in REQUESTS if one != format)
    query = f"pane=original:wire&pane={other}:read"
    client.get(f"/c/{slug}/made?{query}")
    shown: Counter[str] = Counter()
    for page in rows(client, f"/c/{slug}/rows?{query}"):
        assert page.faults == []
        shown.update(re.findall(r"W(\d+)w", "".join(page.words)))
    assert len(shown) == len(ATTACKS)
    assert min(shown.values()) >= 8


def rows(client: FlaskClient, path: str) -> Iterator[Page]:
    """All rows of a conversation, some at a time."""
    at = 0
    while (answer := client.get(f"{path}&from={at}")).status_code == 200:
        page = Page(answer.text)
        assert page.rows > 0
        at += page.rows
        yield page
    assert (answer.status_code, at >= 2.8 * len(ATTACKS)) == (404, True)


@pytest.mark.parametrize("first", range(0, len(ATTACKS), 100))
def test_what_a_query_or_an_address_says_is_never_markup(app: Flask, client: FlaskClient, first: int) -> None:
    slug = kept(client, at_a_glance("openai-chat", HARMLESS))
    query = {name: " ".join(ATTACKS[first + n : first + 100 : len(WORDS)]) for n, name in enumerate(WORDS)}
    asked = [path for _, path in addresses(app, slug, "gemini")]
    asked += [
        "/",
        "/explain",
        "/uploaded",
        "/library",
        "/shares",
        "/wire-types",
        "/formats",
        "/losses",
        "/access",
    ]
    for path in asked:
        answer = client.get(path, query_string=query, buffered=True)
        assert answer.status_code < 500, path
        if answer.mimetype == "text/html":
            assert (path, Page(answer.text).faults) == (path, [])
    for attack in some_of(ATTACKS[first : first + 100], 4):
        answer = client.get(f"/c/{attack}")
        assert answer.status_code in (308, 404)
        assert Page(answer.text).faults == []
