"""Where media of results stand, chosen in the address: of the page, of an export and of the API."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from crosswire.model.media import MEDIA_POLICIES, MediaPolicy
from flask.testing import FlaskClient
from tests.test_result_media import IMAGE, PNG, anthropic, written


@pytest.fixture
def slug(client: FlaskClient) -> str:
    slug: str = client.post("/api/conversations", data=json.dumps(anthropic(IMAGE))).json["slug"]
    return slug


@pytest.mark.parametrize("policy", MEDIA_POLICIES)
def test_an_export_has_media_where_the_address_asks(
    client: FlaskClient, slug: str, policy: MediaPolicy
) -> None:
    expected = written("an image", "gemini", policy).payload
    for _ in range(2):  # made, then as it was stored
        assert json.loads(client.get(f"/c/{slug}/as/gemini.json?media={policy}").data) == expected
        told = client.get(f"/api/conversations/{slug}/as/gemini?media={policy}").json
        assert (told["media"], told["payload"]) == (policy, expected)
    messages = client.get(f"/c/{slug}/as/gemini.messages.json?media={policy}").data
    assert json.loads(messages) == expected["contents"]


def test_each_id_policy_has_panes_of_its_own_for_each_choice(client: FlaskClient, slug: str) -> None:
    told = {
        (ids, media): client.get(f"/c/{slug}/as/openai-chat.json?ids={ids}&media={media}").data
        for ids in ("fill", "native")
        for media in ("inside", "text")
    }
    assert len(set(told.values())) == 4
    assert [media for (_, media), data in told.items() if PNG.encode() in data] == ["inside", "inside"]


def test_no_such_choice_is_a_bad_request(client: FlaskClient, slug: str) -> None:
    for path in (f"/c/{slug}/as/gemini.json", f"/api/conversations/{slug}/as/gemini"):
        assert client.get(f"{path}?media=nowhere").status_code == 400


def test_the_panes_show_it_and_the_addresses_of_the_page_keep_it(client: FlaskClient, slug: str) -> None:
    page = client.get(f"/c/{slug}?pane=original:read&pane=ollama:read&media=text").text
    assert "[image/png, 70 bytes, sha256" in page
    assert "media=text" in page
    assert "[image/png, 70 bytes, sha256" not in client.get(f"/c/{slug}?pane=ollama:read").text


def test_the_form_for_exports_asks_for_it(client: FlaskClient, slug: str) -> None:
    page = client.get(f"/c/{slug}/exporting?format=gemini&media=beside").text
    assert '<option value="beside" selected>' in page
    way = client.get(f"/c/{slug}/export?format=gemini&shape=body&ids=fill&media=beside")
    assert parse_qs(urlsplit(way.headers["Location"]).query) == {"media": ["beside"]}


def test_what_was_moved_stands_in_the_row_of_its_result(client: FlaskClient, slug: str) -> None:
    page = client.get(f"/c/{slug}?pane=original:read&pane=openai-chat:read").text
    result, label = page.index("shown behind the results]"), page.index("From the result of look (toolu_0):")
    assert result < label < page.index("moved by Crosswire")
    assert "it stands in a message of the user behind the results" in page
