"""Uploads with odd texts, keys and types in every field: whatever was kept can be looked at."""

import copy
import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from bench.fuzz import places, seeds
from flask.testing import FlaskClient
from tests.selection import some_of, tries

ODD_TEXTS = ("\ud800", "a\udfffb", "\x00", "\x1b[31m\x07", "\u202ea\u2066", "\ufeff", "k" * 70_000)
ODD_VALUES = (None, True, [], {}, ["a", {"b": 1}], {"x": "\ud800"}, -1, 1.5, 2**70, 10**400, 1e308, "")
PAGES = (
    *("", "?pane=gemini:read&pane=anthropic:wire", "?pane=original:wire&pane=repaired:read", "/rows?from=0"),
    *("/calls", "/calls?turns=1", "/strip", "/print", "/compare", "/repair", "/repaired.json", "/check"),
    *("/search?q=a", "/explain?error=messages.1", "/original", "/conversations", "/row/0", "/part/0"),
    *("/part/0.json", "/calls/0", "/as/gemini.json?losses=1", "/as/anthropic.md", "/as/openai-chat.zip"),
)
TOLD = ("", "/calls", "/check", "/search?q=a", "/as/bedrock")
SHARES = tries(1, thorough=10)
"""So many tests share the logs, with an app each."""
LINKS = tries(1, thorough=12)
"""Links of a page that are followed."""


def odd_keys(text: str) -> bytes:
    """A Chat log with this text as every key that is free, every id, name and content."""
    function = {"name": text, "arguments": json.dumps({text: text})}
    schema = {"type": "object", "properties": {text: {"type": "string"}}}
    log = {
        text: 1,
        "model": text,
        "metadata": {text: text},
        "tools": [{"type": "function", "function": {"name": text, "parameters": schema}}],
        "messages": [
            {"role": "user", "content": text, "name": text, text: text},
            {"role": "assistant", "tool_calls": [{"id": text, "type": "function", "function": function}]},
            {"role": "tool", "tool_call_id": text, "content": json.dumps({text: text})},
            {"role": "tool", "tool_call_id": text + "1", "content": [{"type": text, text: text}]},
            {"role": text, "content": text},
        ],
    }
    return json.dumps(log).encode()


def odd_types(share: int) -> Iterator[bytes]:
    """A share of logs of all formats, each with another type of value in another of its fields."""
    everywhere = []
    for _, documents in seeds():
        count = len(list(places(documents)))
        everywhere += [(documents, place) for place in range(count)]
    step = max(1, len(everywhere) // tries(3, thorough=600))
    for number, (documents, place) in [*enumerate(everywhere[::step])][share::SHARES]:
        changed = copy.deepcopy(documents)
        container, key = list(places(changed))[place]
        container[key] = ODD_VALUES[number % len(ODD_VALUES)]
        yield b"\n".join(json.dumps(one).encode() for one in changed)


def look_at_all(client: FlaskClient, data: bytes) -> list[str]:
    """Keep a log and open every page of it, and links of those; the addresses that failed."""
    sent = client.post("/api/conversations", data=data)
    if sent.status_code != 201:
        return [] if sent.status_code < 500 else [f"upload: {sent.status_code}"]
    slug: str = sent.json["slug"]
    waiting = [f"/c/{slug}{page}" for page in PAGES]
    waiting += [f"/api/conversations/{slug}{page}" for page in TOLD]
    failed, links = [], set[str]()
    for address in waiting:
        answer = client.get(address, buffered=True)
        if answer.status_code >= 500:
            failed.append(f"{address}: {answer.status_code}")
        if answer.mimetype == "text/html" and address not in links:
            found = {html.unescape(one) for one in re.findall(r'(?:href|hx-get)="(/c/[^"#]+)"', answer.text)}
            fresh = sorted(one for one in found - links if slug in one)[:LINKS]
            links.update(fresh)
            waiting += fresh
    return failed


@pytest.mark.parametrize("text", some_of(ODD_TEXTS, 4), ids=lambda text: ascii(text[:4]))
def test_odd_texts_in_every_key_and_field_leave_every_page_open(client: FlaskClient, text: str) -> None:
    assert look_at_all(client, odd_keys(text)) == []


@pytest.mark.parametrize("share", range(SHARES))
def test_odd_types_in_every_known_field_leave_every_page_open(client: FlaskClient, share: int) -> None:
    failed = [address for data in odd_types(share) for address in look_at_all(client, data)]
    assert failed == []


@pytest.mark.parametrize("value", some_of([["a", {"b": 1}], {"x": "\ud800"}, 2**70, True], 4))
def test_an_id_of_a_response_of_any_type_is_read(client: FlaskClient, value: Any) -> None:
    part = {"functionCall": {"name": "f", "args": {}}}
    log = {"candidates": [{"content": {"role": "model", "parts": [part]}}], "responseId": value}
    assert look_at_all(client, json.dumps(log).encode()) == []
    assert look_at_all(client, json.dumps([log, log]).encode()) == []


def test_a_page_shows_a_surrogate_of_a_key_as_json_writes_it(client: FlaskClient) -> None:
    slug = client.post("/api/conversations", data=odd_keys("\ud83d")).json["slug"]
    assert "\\ud83d" in client.get(f"/c/{slug}").text


def test_a_page_that_cannot_be_made_still_says_what_is_wrong(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> str:
        raise ValueError

    monkeypatch.setattr("webapp.errors.render_page", fail)
    answer = client.get("/nothing")
    assert (answer.status_code, answer.text[:16]) == (404, "There is no page")
