"""The pages of the targets."""

import crosswire
from flask.testing import FlaskClient


def test_every_target_has_a_page_that_the_list_and_the_reference_lead_to(client: FlaskClient) -> None:
    assert 'href="/targets"' in client.get("/reference").text
    listed = client.get("/targets").text
    for name in crosswire.TARGETS:
        assert f'href="/targets/{name}"' in listed
        assert client.get(f"/targets/{name}").status_code == 200
    assert client.get("/targets/nobody").status_code == 404


def test_the_page_of_a_target_leads_to_its_rules_and_to_the_pages_of_its_words(client: FlaskClient) -> None:
    assert 'href="/targets/openai-chat"' in client.get("/rules/CW134").text
    page = client.get("/targets/groq").text
    assert "api.groq.com" in page
    assert 'href="/rules/CW' in page
    assert 'href="/errors/' in page
