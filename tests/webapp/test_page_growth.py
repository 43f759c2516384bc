"""What a page costs does not grow with the log; and where it hands the whole log out, as the log does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flask import Flask
from flask.testing import FlaskClient
from tests.conftest import work_off
from tests.growth import Growth, history
from tests.selection import is_thorough
from werkzeug.routing import Rule

SIZES = (1_000, 10_000) if is_thorough() else (440, 1_000)
"""The shorter one fills each page that shows a part of the log."""
PLACES = {
    "format": "anthropic",
    "number": "3",
    "first": "0",
    "row": "3",
    "kind": "changed",
    "code": "changed-id",
    "key": "0",
    "name": "log.json",
}
"""What stands in the address of a page for what it names."""
QUERIES = {
    "comparisons.show": "?with={other}",
    "conversations.rows": "?pane=original:read&from=60",
    "explanations.show": "?message=unexpected+tool_use_id:+lost_7",
    "search.answer": "?q=line",
    "search.show": "?q=line",
    "steps.next_row": "?row=3&step=call",
}
WHOLE = {
    "answers.fixed",
    "api.converted",
    "api.example",
    "api.patch",
    "api.show",
    "api.verdicts",
    "check.show",
    "comparisons.show",
    "editing.show",
    "explanations.show",
    "mapping.file",
    "mapping.sample",
    "mapping.show",
    "printing.show",
    "problems.extract",
    "repairs.repaired",
    "repairs.show",
    "sent.example",
    "sent.patch",
    "shapes.as_trajectory",
    "shapes.file",
}
"""Pages that read or write all of the log or all that was found in it; any other costs the same whatever
its length."""


def pages(app: Flask) -> Iterator[tuple[str, str]]:
    """Each page of a conversation, by what answers it, with its address but for the slug."""
    for rule in app.url_map.iter_rules():
        if "slug" in rule.arguments and "GET" in (rule.methods or ()) and is_of_log(rule):
            path = rule.rule.replace("int:", "").replace("path:", "").replace("<slug>", "{slug}")
            for name, value in PLACES.items():
                path = path.replace(f"<{name}>", value)
            yield rule.endpoint, path + QUERIES.get(rule.endpoint, "")


def is_of_log(rule: Rule) -> bool:
    return rule.rule.startswith(("/c/", "/api/conversations/"))


def kept(app: Flask, client: FlaskClient, size: int) -> str:
    slug: str = client.post("/api/conversations", data=history("faulty", size)).json["slug"]
    work_off(app)
    return slug


def test_no_page_outgrows_the_log(app: Flask) -> None:
    client = app.test_client()
    slugs = [kept(app, client, size) for size in SIZES]
    other = kept(app, client, 8)
    wrong = {}
    listed = list(pages(app))
    assert {endpoint for endpoint, _ in listed} >= WHOLE
    in_parts = [page for page in listed if page[0] not in WHOLE]
    for endpoint, path in listed if is_thorough() else in_parts[::6]:
        assert "<" not in path, f"PLACES has nothing for {path}"
        growth = Growth(*SIZES)
        growth.ratio = growth.ratio if endpoint in WHOLE else 1
        for slug in slugs:
            address = path.format(slug=slug, other=other)
            client.get(address)  # what is made once is not counted
            work_off(app)
            growth.count(partial(client.get, address))
        if grown := growth.outgrowing():
            wrong[path] = grown
    assert wrong == {}
