"""Steps to the next part of a kind, and the parts by themselves, as the page's tools copy them."""

import json
from typing import Any

from flask.testing import FlaskClient
from tests.browser.logs import GENKIT, PAIRED, chat_json
from tests.histories import answers, model
from tests.selection import for_each

JSON = {"Accept": "application/json"}
ANTHROPIC = {
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "First"}, {"type": "text", "text": "too"}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}]},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1", "content": "a.txt"},
                {"type": "text", "text": "Second"},
                {"type": "text", "text": "as well"},
            ],
        },
        {"role": "assistant", "content": "Done."},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "lost"}]},
    ]
}
"""Its rows: 1, 2 the first turn, 3 a call, 4 its result, 5, 6 the second turn, 7 an answer, 8 an orphan."""


def kept(client: FlaskClient, log: str) -> str:
    slug: str = client.post("/api/conversations", data=log).json["slug"]
    return slug


def step(client: FlaskClient, slug: str, kind: str, from_row: int, way: int = 1) -> Any:
    answer = client.get(f"/c/{slug}/next?step={kind}&from={from_row}&way={way}", headers=JSON)
    assert answer.status_code == 200
    return answer.json and answer.json["row"]


@for_each(
    ("kind", "from_row", "way", "there"),
    [
        ("user", 0, 1, 1),
        ("user", 1, 1, 5),
        ("user", 2, 1, 5),
        ("user", 3, 1, 5),
        ("user", 5, 1, None),
        ("user", 8, -1, 5),
        ("user", 6, -1, 5),
        ("user", 5, -1, 1),
        ("user", 2, -1, 1),
        ("user", 1, -1, None),
        ("call", 0, 1, 3),
        ("call", 3, 1, 8),
        ("call", 8, -1, 3),
        ("call", 3, -1, None),
        ("call", 10_000, -1, 8),
    ],
)
def test_a_step_leads_to_the_next_part_of_its_kind(
    client: FlaskClient, kind: str, from_row: int, way: int, there: int | None
) -> None:
    assert step(client, kept(client, json.dumps(ANTHROPIC)), kind, from_row, way) == there


def test_a_log_with_settings_and_one_without_count_their_rows_alike(client: FlaskClient) -> None:
    assert step(client, kept(client, chat_json(PAIRED)), "call", 0) == 2
    bare = {"contents": [model({"name": "ls"}), answers({"name": "ls"})]}
    assert step(client, kept(client, json.dumps(bare)), "call", 0) == 1


def test_a_browser_is_sent_to_the_place(client: FlaskClient) -> None:
    slug = kept(client, json.dumps(ANTHROPIC))
    answer = client.get(f"/c/{slug}/next?step=user&from=1&pane=original:wire")
    assert answer.status_code == 302
    assert answer.location.endswith("?at=0:/messages/2/content/1&pane=original:wire#at")
    nowhere = client.get(f"/c/{slug}/next?step=user&from=5")
    assert nowhere.location.endswith("?row=5#panes")
    assert client.get(f"/c/{slug}/next?step=spaceship").status_code == 400


def test_a_part_is_copied_to_the_byte(client: FlaskClient) -> None:
    log = chat_json(PAIRED)
    slug = kept(client, log)
    facts = client.get(f"/c/{slug}/part/3").json
    pointer = "/messages/1/tool_calls/1"
    assert facts == {"address": f"0:{pointer}", "document": 0, "pointer": pointer, "id": "call_2", "also": []}
    body = client.get(f"/c/{slug}/part/3.json")
    assert body.data in log.encode()
    assert json.loads(body.data) == PAIRED[1]["tool_calls"][1]
    assert "attachment" in body.headers["Content-Disposition"]
    assert "sandbox" in body.headers["Content-Security-Policy"]


def test_a_part_of_a_pane_is_what_that_pane_writes(client: FlaskClient) -> None:
    slug = kept(client, chat_json(PAIRED))
    client.get(f"/c/{slug}?pane=original:read&pane=anthropic:read")
    facts = client.get(f"/c/{slug}/part/3?of=anthropic").json
    assert facts["pointer"] == "/messages/1/content/1"
    written = json.loads(client.get(f"/c/{slug}/part/3.json?of=anthropic").data)
    assert (written["type"], written["id"]) == ("tool_use", facts["id"])


def test_a_part_of_a_repaired_log_is_what_the_repair_wrote(client: FlaskClient) -> None:
    slug = kept(client, chat_json(GENKIT))
    client.get(f"/c/{slug}?pane=repaired:read")
    was = json.loads(client.get(f"/c/{slug}/part/3.json").data)
    mended = json.loads(client.get(f"/c/{slug}/part/3.json?of=repaired").data)
    assert (was["tool_call_id"], mended["tool_call_id"]) == ("Sum: 15", "call_1")


def test_a_part_of_a_line_of_a_log_names_its_document(client: FlaskClient) -> None:
    lines = "\n".join(
        json.dumps({"type": "user", "sessionId": "s", "uuid": str(n), "message": one})
        for n, one in enumerate(ANTHROPIC["messages"])
    )
    slug = kept(client, lines)
    facts = [client.get(f"/c/{slug}/part/{row}").json for row in range(1, 6)]
    assert facts[2]["document"] == 1
    assert facts[2]["pointer"].startswith("/message/content/0")
    assert json.loads(client.get(f"/c/{slug}/part/3.json").data)["id"] == "toolu_1"


def test_what_is_no_part_is_not_found(client: FlaskClient) -> None:
    slug = kept(client, chat_json(PAIRED))
    for path in ("0", "99", "99.json", "0.json", "3.json?of=gemini"):
        assert client.get(f"/c/{slug}/part/{path}").status_code == 404
