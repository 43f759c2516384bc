"""The pages of the formats: every cell is the converter's, every specimen opens, every link leads on."""

from __future__ import annotations

import json
import re
from html import unescape

import crosswire
import pytest
from crosswire.capabilities import BY_NAME, FEATURES, State, holding
from crosswire.tools.builtin import MEANINGS
from crosswire.tools.builtin_matrix import TODAY
from crosswire.wire_types import WIRE_TYPES
from flask.testing import FlaskClient
from tests.selection import for_each
from tests.webapp.markup import flowed
from webapp.reference.format_pages import rules_of

each_format = for_each("name", crosswire.FORMATS)


@pytest.fixture
def overview(client: FlaskClient) -> str:
    return flowed(client.get("/formats").text)


def test_the_table_says_of_each_format_what_is_measured(overview: str) -> None:
    rows = re.findall(
        r'<tr role="row"><th scope="row" role="rowheader">([^<]+) <form.*?</tr>', overview, re.S
    )
    assert [unescape(row) for row in rows] == [feature.title for feature in FEATURES]
    cells = re.findall(
        r'<a href="/formats/([^"#]+)#([^"]+)"><span class="holds" data-state="([^"]+)">', overview
    )
    assert cells == [
        (name, feature.name, holding(feature, name).best.state.value)
        for feature in FEATURES
        for name in crosswire.FORMATS
    ]


def test_what_is_held_without_an_own_form_is_held_in_others_words(overview: str) -> None:
    cells = re.findall(r'<a href="/formats/([^"#]+)#([^"]+)"><span class="holds"(.*?)</td>', overview)
    for name, feature, says in cells:
        held = holding(BY_NAME[feature], name)
        borrowed = held.own is None and held.best.state is State.HELD
        assert ("in others’ words" in says) == borrowed
        assert "form" not in says or not borrowed
    assert any("in others’ words" in says for _, _, says in cells)


def test_each_format_says_how_it_searches_the_web_and_reads_pages(overview: str) -> None:
    cells = re.findall(r'data-label="(?:Tool|Declared|Called|Result)">\s*(.*?)\s*<', overview)
    assert [unescape(cell) for cell in cells] == [
        text for row in TODAY for text in (MEANINGS[row.meaning], row.declaration, row.call, row.result)
    ]


@each_format
def test_a_format_has_a_page_with_all_features_and_its_own_limits(client: FlaskClient, name: str) -> None:
    page = client.get(f"/formats/{name}").text
    assert crosswire.FORMATS[name].TITLE in page
    for feature in FEATURES:
        held = holding(feature, name)
        section = page[page.index(f'<section id="{feature.name}"') :]
        state = re.search(r'data-state="([^"]+)"', section)
        assert state is not None
        assert state[1] == held.best.state.value
        if held.own is None:
            words = "in others’ words" if held.best.state is State.HELD else "no form of its own"
            assert words in section[: section.index("</section>")]
    for row in WIRE_TYPES:
        assert (f'"/wire-types/{row.slug}"' in page) == (row.format == name)
    for codes in rules_of(name).values():
        assert all(f'"/rules/{code}"' in page for code in codes)


def test_why_something_is_not_held_is_said_in_the_words_of_the_rendering(client: FlaskClient) -> None:
    page = unescape(client.get("/formats/openai-chat").text)
    for feature in FEATURES:
        for one in holding(feature, "openai-chat").others:
            assert all(line in page for line in one.because)


def test_links_between_the_pages_lead_to_a_feature(client: FlaskClient, overview: str) -> None:
    pages = {name: client.get(f"/formats/{name}").text for name in crosswire.FORMATS}
    for text in (overview, *pages.values()):
        for name, feature in set(re.findall(r'"/formats/([^"#]+)#([^"]+)"', text)):
            assert f'id="{feature}"' in pages[name]


def test_a_specimen_opens_in_the_inspector(client: FlaskClient, overview: str) -> None:
    forms = re.findall(
        r'name="text" value="([^"]*)"><input type="hidden" name="format" value="([^"]*)"', overview
    )
    assert len(forms) == len(FEATURES)
    for (text, format), feature in list(zip(forms, FEATURES, strict=True))[::6]:
        assert json.loads(unescape(text)) == feature.specimens[0].body
        opened = client.post("/", data={"text": unescape(text), "format": format})
        assert opened.status_code == 303
        assert client.get(opened.location).status_code == 200


def test_what_is_no_written_format_has_no_page(client: FlaskClient) -> None:
    for name in ("claude-code", "nothing", "openai", "OPENAI-CHAT"):
        assert client.get(f"/formats/{name}").status_code == 404
