"""The page of the registry: what its filters choose, and a page for every type."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from html import unescape

import pytest
from crosswire.wire_types import BY_SLUG, WIRE_TYPES, specimens
from crosswire.wire_types.wire_type import Role
from flask.testing import FlaskClient
from tests.selection import for_each

HOSTILE = (
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "\x00\ud7ff",
    "natural\nfabricated",
    "x" * 5_000,
    "../..",
)


def listed(page: str) -> list[str]:
    """The slugs of the table, in order."""
    return re.findall(r'<td role="cell"><a href="/wire-types/([^"]+)"', page)


def count(page: str) -> tuple[int, int]:
    found = re.search(r"<b>(\d+)</b> of (\d+)", page)
    assert found
    return int(found[1]), int(found[2])


def test_all_types_are_listed_once(client: FlaskClient) -> None:
    page = client.get("/wire-types").text
    assert sorted(listed(page)) == sorted(BY_SLUG)
    assert count(page) == (len(WIRE_TYPES), len(WIRE_TYPES))


def test_each_filter_chooses_by_its_column(client: FlaskClient) -> None:
    columns = {
        "provider": ("anthropic", lambda row: row.provider == "anthropic"),
        "family": ("mcp", lambda row: row.family == "mcp"),
        "role": ("call+output", lambda row: row.role is Role.BOTH),
        "category": ("nullable", lambda row: row.category == "nullable"),
    }
    for name, (value, wanted) in columns.items():
        page = client.get("/wire-types", query_string={name: value}).text
        expected = {row.slug for row in WIRE_TYPES if wanted(row)}
        assert set(listed(page)) == expected
        assert count(page) == (len(expected), len(WIRE_TYPES))
        assert f'<option value="{value}" selected>' in page


@for_each(
    ("query", "meant"),
    [
        ("role=call+output", "role=call%2Boutput"),  # nobody escaped the plus
        ("role=CALL", "role=call"),
        ("category=Nullable", "category=nullable"),
        ("provider=azure%20foundry", "provider=azure-foundry"),
        ("provider=OpenAI", "provider=openai"),
    ],
)
def test_a_value_is_known_in_other_letters_too(client: FlaskClient, query: str, meant: str) -> None:
    found = listed(client.get(f"/wire-types?{query}").text)
    assert found
    assert found == listed(client.get(f"/wire-types?{meant}").text)


def test_the_categories_to_choose_from_are_those_that_types_have(client: FlaskClient) -> None:
    chooser = client.get("/wire-types").text.partition('name="category"')[2].partition("</select>")[0]
    counts = Counter(row.category.value for row in WIRE_TYPES)
    choices = re.findall(r'<option value="(\w+)">\1 \((\d+)\)', chooser)
    assert {value: int(number) for value, number in choices} == counts


def test_an_unknown_value_is_answered_with_the_known_ones(client: FlaskClient) -> None:
    notice = (
        unescape(client.get("/wire-types?role=nothing").text).partition("Known are")[2].partition("</p>")[0]
    )
    assert re.findall(r">([^<]+)</a>", notice) == ["call", "output", "call and output in one"]


def test_filters_narrow_each_other(client: FlaskClient) -> None:
    page = client.get("/wire-types?provider=gemini&category=nullable&role=call&family=code-execution").text
    assert set(listed(page)) == {"gemini.executableCode"}
    assert count(page) == (1, len(WIRE_TYPES))
    none = client.get("/wire-types?provider=cohere&role=call%2Boutput").text
    assert count(none) == (0, len(WIRE_TYPES))
    assert "No wire type matches all filters." in none


def test_only_the_table_is_sent_to_who_asks_for_a_part(client: FlaskClient) -> None:
    part = client.get("/wire-types?role=output", headers={"HX-Request-Type": "partial"})
    assert part.text.lstrip().startswith('<div id="types">')
    assert "<h1" not in part.text
    assert listed(part.text) == listed(client.get("/wire-types?role=output").text)


def test_an_unknown_value_chooses_nothing_and_is_said(client: FlaskClient) -> None:
    names = ("provider", "family", "role", "category")
    for name, value in itertools.product(names, HOSTILE):
        answer = client.get("/wire-types", query_string={name: value})
        assert answer.status_code == 200
        assert count(answer.text) == (0, len(WIRE_TYPES))
        assert "No wire type has “" in answer.text
        assert "(unknown)</option>" in answer.text
        assert "<script>alert" not in answer.text
        assert "x" * 100 not in answer.text


def test_a_filter_that_does_not_exist_is_no_filter(client: FlaskClient) -> None:
    assert count(client.get("/wire-types?colour=red&provider=").text)[0] == len(WIRE_TYPES)


def test_every_type_has_a_page_that_says_all_of_it(client: FlaskClient) -> None:
    for row in WIRE_TYPES:
        answer = client.get(f"/wire-types/{row.slug}")
        assert answer.status_code == 200, row.slug
        text = unescape(re.sub(r"<[^>]+>", "", answer.text))
        ids = [field for field in (row.correlation_field, row.item_id_field) if field]
        for said in (row.slug, row.sdk_type, row.api, row.family, row.category.value, *ids, *row.edges):
            assert said in text, row.slug
        for slug in row.paired_with:
            assert f'href="/wire-types/{slug}"' in answer.text, row.slug
        assert answer.text.count('name="text"') == (1 + len(row.paired_with) if row.format else 0), row.slug
        assert ("does not read it yet" in text) == (row.format is None), row.slug


@for_each("slug", ["nothing", "OPENAI.MCP_CALL", "%00", "..%2F..%2Fetc"])
def test_an_unknown_type_is_not_found(client: FlaskClient, slug: str) -> None:
    assert client.get(f"/wire-types/{slug}").status_code == 404


@pytest.mark.parametrize("slug", ["openai.code_interpreter_call", "gemini.executableCode"])
def test_the_examples_of_a_type_open_in_the_inspector(client: FlaskClient, slug: str) -> None:
    page = client.get(f"/wire-types/{slug}").text
    texts = [unescape(text) for text in re.findall(r'name="text" value="([^"]*)"', page)]
    assert len(texts) == 1 + len(BY_SLUG[slug].paired_with)
    for text in texts:
        opened = client.post("/", data={"text": text, "format": BY_SLUG[slug].format})
        assert opened.status_code == 303
        assert "1</b> call" in client.get(f"{opened.location}/how-read").text


def test_a_pair_of_examples_is_paired(client: FlaskClient) -> None:
    call = BY_SLUG["openai.computer_call"]
    upload = specimens.together(call, BY_SLUG[call.paired_with[0]])
    kept = client.post("/api/conversations", json=upload)
    assert "<b>1</b> pair<" in client.get(f"{kept.get_json()['url']}/how-read").text
