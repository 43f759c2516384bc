"""The pages of rules and formats, with what a reader may do from there."""

import html
import re

import crosswire
from crosswire.rules import FAMILY_TITLES, PROVIDER_RULES
from crosswire.rules.docs import examples
from crosswire.rules.rule import Ground, ProviderRule
from flask.testing import FlaskClient
from markupsafe import escape
from tests.selection import for_each, in_turns


def test_all_rules_are_listed(client: FlaskClient) -> None:
    page = client.get("/rules").text
    for rule in crosswire.RULES.values():
        assert rule.code in page
        assert f"/rules/{rule.code}" in page


def test_rules_stand_in_their_families_with_kind_and_who_refuses(client: FlaskClient) -> None:
    page = html.unescape(client.get("/rules").text)
    sections = re.findall(r"<section.*?</section>", page, re.DOTALL)
    told = {re.sub(r"<[^>]+>", "", re.findall(r"<h2.*?>(.*?) <span", one)[0]): one for one in sections}
    assert list(told) == [FAMILY_TITLES[f] for f in FAMILY_TITLES if FAMILY_TITLES[f] in told]
    for rule in crosswire.RULES.values():
        assert f">{rule.name}</a>" in told[FAMILY_TITLES[rule.family]]
    row = next(row for row in told["The form of ids"].split("<tr") if ">id-charset</a>" in row)
    assert 'data-kind="refusal"' in row
    assert "Anthropic, Bedrock" in row


@for_each("rule", PROVIDER_RULES)
def test_a_refusal_says_who_refuses_in_which_words_and_how_sure_that_is(
    client: FlaskClient, rule: ProviderRule[Ground]
) -> None:
    page = html.unescape(client.get(f"/rules/{rule.code}").text)
    for ground in rule.grounds:
        for text in (ground.key, ground.error_text, ground.since, ground.until):
            assert text is None or text in page
        assert ground.status is None or f"HTTP {ground.status}" in page
    assert page.count("Open this example") == 2


@for_each(("number", "rule"), enumerate(crosswire.RULES.values()), ids=crosswire.RULES.keys())
def test_a_rule_is_found_by_code_and_by_name(client: FlaskClient, number: int, rule: crosswire.Rule) -> None:
    keys = in_turns((rule.code, rule.code.lower(), rule.name), number, 1)
    pages = [client.get(f"/rules/{key}") for key in keys]
    assert {page.status_code for page in pages} == {200}
    assert all(rule.name in page.text for page in pages)


@for_each("code", ["CW231", "CW431", "CW717"])
def test_a_rule_leads_to_its_error_texts_and_these_lead_back(client: FlaskClient, code: str) -> None:
    page = client.get(f"/rules/{code}").text
    slugs = re.findall(r'href="/errors/([^"]+)"', page)
    assert slugs
    for slug in slugs[:4]:
        assert f'href="/rules/{code}"' in client.get(f"/errors/{slug}").text


def test_the_page_of_an_error_text_has_it_as_title_and_says_what_to_do(client: FlaskClient) -> None:
    page = html.unescape(client.get("/errors/messages-content-tool-use-ids-must-be-unique").text)
    text = "messages.N.content.N: `tool_use` ids must be unique"
    assert f"<h1>{text}</h1>" in page
    assert f"<title>{text} · Crosswire</title>" in page
    for heading in ("What it means", "What to do", "Who says it", "How it looks in a log"):
        assert f"<h2>{heading}</h2>" in page
    assert page.count("Open this example") == 2
    assert "HTTP 400" in page
    assert client.get("/errors/no-such-text").status_code == 404


def test_what_is_not_about_the_history_says_so_on_its_page(client: FlaskClient) -> None:
    page = client.get("/errors/not-the-history-quota").text
    assert "This is not about the history" in page
    assert "Open this example" not in page


def test_error_texts_are_found_by_words_rule_and_subject(client: FlaskClient) -> None:
    by_words = client.get("/errors", query_string={"q": "ids UNIQUE"}).text
    assert "/errors/messages-content-tool-use-ids-must-be-unique" in by_words
    assert "/errors/tools-tool-names-must-be-unique" not in by_words
    assert "/errors/malformed-identifier" in client.get("/errors", query_string={"q": "CW334"}).text
    other = client.get("/errors", query_string={"about": "other"}).text
    assert "/errors/not-the-history-key" in other
    assert "must-be-unique" not in other
    assert "No text has all these words" in client.get("/errors?q=zzz").text


def test_an_unknown_rule_is_not_found(client: FlaskClient) -> None:
    assert client.get("/rules/CW999").status_code == 404


def test_an_example_of_a_rule_opens_in_the_inspector(client: FlaskClient) -> None:
    rule = next(iter(crosswire.RULES.values()))
    failing = examples(rule.doc)[0]
    opened = client.post("/", data={"text": failing.text, "format": failing.format})
    assert opened.status_code == 303
    assert rule.code in client.get(opened.location).text


def test_all_formats_are_listed(client: FlaskClient) -> None:
    page = client.get("/formats").text
    for format in (*crosswire.FORMATS.values(), *crosswire.LOGS.values()):
        assert escape(format.TITLE) in page


def test_the_reference_leads_to_every_catalogue_and_is_marked_on_each(client: FlaskClient) -> None:
    page = client.get("/reference").text
    catalogues = re.findall(r'<li><a href="([^"]+)">[^<]+</a><p>[^<]+</p>', page)
    assert catalogues == [
        *("/rules", "/errors", "/targets", "/formats", "/reads", "/wire-types"),
        *("/reference/keys", "/losses"),
    ]
    for path in ("/reference", *catalogues, "/rules/CW302", "/formats/gemini"):
        assert '<a href="/reference" aria-current="true">' in client.get(path).text
    for path in ("/", "/library"):
        assert '<a href="/reference">' in client.get(path).text


def test_robots_are_asked_to_stay_away(client: FlaskClient) -> None:
    assert "Disallow: /" in client.get("/robots.txt").text
