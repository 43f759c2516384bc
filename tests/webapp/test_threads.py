"""Conversations that began in others of their upload: each names the other, and leads to the place."""

import html
import json
import re

from flask.testing import FlaskClient
from tests.test_branches import REWOUND
from tests.webapp.samples import chat_lines


def slugs_of(client: FlaskClient, lines: list[dict[str, object]]) -> list[str]:
    data = "\n".join(map(json.dumps, lines)).encode()
    told = client.post("/api/conversations", data=data).json
    return [one["slug"] for one in told["conversations"]]


def links(page: str) -> dict[str, str]:
    """The words of each link, with its address."""
    found = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', html.unescape(page), re.DOTALL)
    return {" ".join(re.sub(r"<.*?>", " ", words).split()): address for address, words in found}


def test_a_branch_leads_to_the_message_that_it_leaves_from(client: FlaskClient) -> None:
    active, branch = slugs_of(client, REWOUND)
    back = links(client.get(f"/c/{branch}").text)["Branch of 1"]
    assert back == f"/c/{active}?at=3:/message#at"
    assert client.get(back).status_code == 200


def test_a_conversation_says_how_many_branches_leave_from_it(client: FlaskClient) -> None:
    active, branch = slugs_of(client, REWOUND)
    listed = links(client.get(f"/c/{active}").text)["1 other branch"]
    page = client.get(listed).text
    assert links(page)["Branch of 1"] == f"/c/{active}?at=3:/message#at"
    assert f"/c/{branch}" in page


def test_the_api_tells_both_ends(client: FlaskClient) -> None:
    active, branch = (
        client.get(f"/api/conversations/{slug}").json["summary"]["threads"]
        for slug in slugs_of(client, REWOUND)
    )
    assert (active["id"], active["counts"], active["started_from"]) == ("s1", {"branch": 1}, None)
    assert active["starts"][0]["conversation"] == 2
    assert branch["started_from"] == {
        "relation": "branch",
        "id": "s1",
        "conversation": 1,
        "here": "4:/message",
        "there": "3:/message",
        "why": "rewind",
    }


def test_conversations_that_the_log_does_not_tie_name_no_other(client: FlaskClient) -> None:
    slug = client.post("/api/conversations", data=chat_lines(2)).json["slug"]
    assert "Branch of" not in client.get(f"/c/{slug}/conversations").text
