"""What one sends to somebody else: the fix as a patch that applies, a finding as a log that shows it."""

import json

import crosswire
import pytest
from flask.testing import FlaskClient
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.test_json_patch import applied
from tests.webapp.test_conversation_pages import keep, keep_chat, page_of

SECRET = "The password of the vault is swordfish."
ITEM_IDS = {
    "model": "gpt-5.1",
    "input": [
        user(SECRET),
        function_call("call_1", id="fc_1"),
        function_output("fc_1", SECRET),
        user(SECRET),
    ],
}


@pytest.fixture
def path(client: FlaskClient) -> str:
    return keep(client, json.dumps(ITEM_IDS).encode())


def test_the_patch_makes_the_fixed_document_of_the_upload(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/fixed.patch.json")
    assert answer.mimetype == "application/json-patch+json"
    assert applied(ITEM_IDS, json.loads(answer.data)) == client.get(f"{path}/fixed.json").json


def test_a_patch_follows_the_choice_for_what_nobody_logged(client: FlaskClient) -> None:
    messages = [user(), calling(call("call_1")), user("And?")]
    path = keep_chat(client, *messages)
    upload = client.get(f"{path}/original").data
    for missing in ("mark", "drop"):
        operations = json.loads(client.get(f"{path}/fixed.patch.json?missing={missing}").data)
        fixed = client.get(f"{path}/fixed.json?missing={missing}").json
        assert applied(json.loads(upload), operations) == fixed


def test_the_patch_of_lines_is_one_of_their_array(client: FlaskClient) -> None:
    lines = [user(), calling(call("call_a")), result("call_b"), said()]
    path = keep(client, "".join(json.dumps(line) + "\n" for line in lines).encode())
    operations = json.loads(client.get(f"{path}/fixed.patch.json").data)
    fixed = [json.loads(line) for line in client.get(f"{path}/fixed.json").data.splitlines()]
    assert applied(lines, operations) == fixed


def test_an_example_is_a_log_that_shows_the_finding_and_says_nothing(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/example.json?of=CW311&at=0:/input/2/call_id")
    assert "swordfish" not in answer.text
    (read,) = crosswire.load(answer.data).conversations
    assert "CW311" in {one.code for one in crosswire.diagnose(read)}
    assert len(read.messages) == 2


def test_the_page_of_a_problem_leads_to_its_example(client: FlaskClient, path: str) -> None:
    page = page_of(client, f"{path}/problem?of=CW311&at=0:/input/2/call_id")
    assert f'href="{path}/example.json?at=0:/input/2/call_id&of=CW311"' in page
    assert f'href="{path}/fixed.patch.json"' in page_of(client, f"{path}/check")


def test_programs_get_both(client: FlaskClient, path: str) -> None:
    place = path.replace("/c/", "/api/conversations/")
    operations = client.get(f"{place}/patch").json["patch"]
    assert operations == [{"op": "replace", "path": "/input/2/call_id", "value": "call_1"}]
    told = client.get(f"{place}/example?of=item-id-as-call-id").json
    assert (told["messages"], told["of"], told["texts"], told["read_as"]) == (2, 4, "blanked", None)
    assert told["log"].encode() == client.get(f"{path}/example.json?of=CW311").data


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("", 400, "code or the name of a rule"),
        ("?of=CW999", 400, "code or the name of a rule"),
        ("?of=CW204", 422, "This log has no finding CW204."),
        ("?of=CW311&at=0:/input/0", 422, "it is at 0:/input/2/call_id"),
        ("?of=CW712&target=nobody", 400, "target"),
    ],
)
def test_what_cannot_be_is_said(client: FlaskClient, path: str, query: str, status: int, says: str) -> None:
    place = path.replace("/c/", "/api/conversations/")
    answer = client.get(f"{place}/example{query}")
    assert answer.status_code == status
    assert says in answer.json["error"]["message"]
