"""A recording of requests on the page: its seams, and the further places of its parts."""

import json

from flask.testing import FlaskClient
from tests.histories import call, calling, result, said, user
from tests.recordings import talk
from tests.webapp.test_threads import links

ID = "call_Kd82hsLq0Zx7"
RECORDING = talk(user("Add."), calling(call(ID)), result(ID), said("It is 15."), user("So?"), said("15."))
FIRST = "0:/0/response/choices/0/message/tool_calls/0"


def kept(client: FlaskClient, recording: object = RECORDING) -> str:
    slug = client.post("/api/conversations", data=json.dumps(recording)).json["slug"]
    assert isinstance(slug, str)
    return slug


def test_each_request_begins_at_a_seam_that_leads_to_it(client: FlaskClient) -> None:
    timed = [
        {**one, "startedDateTime": f"2026-03-04T05:06:0{n}Z", "status": 200}
        for n, one in enumerate(RECORDING)
    ]
    slug = kept(client, timed)
    found = links(client.get(f"/c/{slug}").text)
    for number in range(3):
        there = found[f"A request begins here: 2026-03-04T05:06:0{number}Z, 200"]
        assert there == f"/c/{slug}/json?at=0:/{number}"


def test_a_part_names_the_first_and_the_last_of_its_other_places(client: FlaskClient) -> None:
    slug = kept(client)
    facts = client.get(f"/c/{slug}/part/2").json
    assert [one["words"] for one in facts["also"]] == [
        "[0].response.choices[0].message.tool_calls[0]",
        "[1].request.messages[1].tool_calls[0]",
    ]
    assert all("at=" not in client.get(one["url"]).headers["Location"] for one in facts["also"])
    assert client.get(f"/c/{slug}/part/6").json["also"] == []


def row_at(client: FlaskClient, slug: str, place: str) -> str:
    page = client.get(f"/c/{slug}", query_string={"at": place}).text
    [row] = [
        part.partition(">")[0]
        for part in page.split('<div class="row"')
        if 'id="at"' in part.partition(">")[0]
    ]
    return row.partition('data-row="')[2].partition('"')[0]


def test_the_address_of_a_copy_leads_to_the_row_of_its_part(client: FlaskClient) -> None:
    slug = kept(client)
    for place in (FIRST, f"{FIRST}/function/name", "0:/1/request/messages/1/tool_calls/0/id"):
        assert row_at(client, slug, place) == "2"


def test_what_stands_in_an_earlier_request_alone_leads_to_its_seam(client: FlaskClient) -> None:
    slug = kept(client)
    assert row_at(client, slug, "0:/1") == "3"
    assert row_at(client, slug, "0:/1/response/choices/0/finish_reason") == "3"


def test_the_api_counts_copies_and_lists_them_with_findings(client: FlaskClient) -> None:
    orphaned = talk(user("Add."), calling(call(ID)), user("Well?"), said("15."), user("So?"), said("15."))
    slug = kept(client, orphaned)
    answer = client.get(f"/api/conversations/{slug}").json
    assert answer["summary"]["copies"] == 4
    [found] = [one for one in answer["findings"] if one["name"] == "missing-result"]
    assert found["related"] == [
        {"word": "also", "address": FIRST, "row": 2},
        {"word": "also", "address": "0:/1/request/messages/1/tool_calls/0", "row": 2},
    ]


def test_no_copy_is_told_of_a_log_that_has_none(client: FlaskClient) -> None:
    slug = kept(client, RECORDING[-1])
    page = client.get(f"/c/{slug}").text
    assert "data-copies" not in page
    assert "A request begins here" not in page


def test_very_many_tries_of_one_request_are_counted_and_not_all_listed(client: FlaskClient) -> None:
    tries = [one for number in range(14) for one in talk(user("Add."), said(f"Try {number}."))]
    told = client.post("/api/conversations", data=json.dumps(tries)).json
    page = client.get(f"/c/{told['slug']}").text
    assert page.count("leaves here") == 10
    assert "and 3 more" in links(page)
    assert "13 other branches" in links(page)
