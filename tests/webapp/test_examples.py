"""The examples say what their stories promise."""

import json
import re
from html import unescape

import crosswire
import pytest
from crosswire.facts import checksum
from flask.testing import FlaskClient
from tests.selection import for_each
from webapp.database.engine import Session
from webapp.store import opening

from webapp import examples

BY_FILE = {example.file: example for example in examples.EXAMPLES}


def findings(file: str) -> set[str]:
    conversation = crosswire.load(BY_FILE[file].data()).conversations[0]
    return {found.name for found in crosswire.diagnose(conversation)}


def test_every_file_is_an_example() -> None:
    files = {path.name for path in examples.HERE.glob("*.json*")}
    assert files == BY_FILE.keys()


BROKEN = {
    "genkit-ids.json": {"result-text-as-id", "tool-name-as-id"},
    "gemini-fabricated-ids.json": {"fabricated-id"},
    "responses-item-id.json": {"item-id-as-call-id"},
    "anthropic-cut-history.json": {"orphan-result", "missing-result"},
    "toolcall-loop.json": {"checksum-repeat"},
}


@for_each("file", sorted(BY_FILE.keys() - BROKEN.keys()))
def test_nothing_is_wrong_in_the_sound_ones(file: str) -> None:
    conversation = crosswire.load(BY_FILE[file].data()).conversations[0]
    assert not [f for f in crosswire.diagnose(conversation) if f.severity == "error"]
    assert crosswire.pair(conversation).counts()["missing"] == 0


@for_each(("file", "rules"), BROKEN.items(), ids=BROKEN.keys())
def test_what_is_wrong_in_the_broken_ones_is_named(file: str, rules: set[str]) -> None:
    assert BY_FILE[file].broken
    assert findings(file) == rules


def test_the_sound_ones_are_not_called_broken() -> None:
    assert {example.file for example in examples.EXAMPLES if example.broken} == BROKEN.keys()


def test_each_is_opened_at_its_part_in_all_its_panes(client: FlaskClient, session: Session) -> None:
    examples.keep_all(session)
    links = re.findall(r'<a href="(/c/[^"]+)"', client.get("/").text)
    assert len(links) == len(examples.EXAMPLES)
    pictured_first = sorted(examples.EXAMPLES, key=lambda example: not example.picture)
    assert sum(bool(example.picture) for example in examples.EXAMPLES) == 3
    for link, example in zip(map(unescape, links), pictured_first, strict=True):
        page = client.get(link.partition("#")[0])
        assert page.status_code == 200
        assert ('id="at"' in page.text) is not example.broken, example.file
        for number in range(1, len(example.panes) + 1):
            assert f'data-pane="{number}"' in page.text, example.file


def test_a_loop_counts_by_checksum_whatever_the_order_of_the_keys() -> None:
    log = json.loads(BY_FILE["toolcall-loop.json"].data())
    searches = [record for record in log if record["tool"] == "search_mail"][:4]
    assert len({record["checksum"] for record in searches}) == 1
    assert len({json.dumps(record["args"]) for record in searches}) == 2
    for record in log:
        found = checksum.of_value(record["tool"], record["args"])
        assert found is not None
        assert found.hex == record["checksum"]


def test_the_ids_of_genkit_are_what_its_tools_answered() -> None:
    (conversation,) = crosswire.load(BY_FILE["genkit-ids.json"].data()).conversations
    refused = crosswire.verdict(conversation, "openai-chat")
    assert "id-too-long" in {found.name for found in refused.findings}
    messages = json.loads(BY_FILE["genkit-ids.json"].data())["messages"]
    ids = [message["tool_call_id"] for message in messages if message["role"] == "tool"]
    assert [len(id) for id in ids] == [len("Sum: 15"), 1721, 45]


def test_examples_are_kept_once_and_replaced_when_they_change(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples.keep_all(session)
    first = dict(examples.kept(session))
    examples.keep_all(session)
    assert dict(examples.kept(session)) == first
    changed = examples.EXAMPLES[1]
    monkeypatch.setattr(
        examples.Example, "data", lambda self: (examples.HERE / changed.file).read_bytes() + b"\n"
    )
    examples.keep_all(session)
    assert dict(examples.kept(session)).keys() == first.keys()
    assert opening.find(session, first[changed]) is None
