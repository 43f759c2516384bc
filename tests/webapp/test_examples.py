"""The examples say what their stories promise."""

import json

import pytest

import crosswire
from webapp import examples, store
from webapp.database import Session

BY_FILE = {example.file: example for example in examples.EXAMPLES}


def findings(file: str) -> set[str]:
    conversation = crosswire.load(BY_FILE[file].data()).conversations[0]
    return {found.name for found in crosswire.diagnose(conversation)}


def test_every_file_is_an_example() -> None:
    files = {path.name for path in examples.HERE.glob("*.json*")}
    assert files == BY_FILE.keys()


@pytest.mark.parametrize("file", sorted(BY_FILE.keys() - {"genkit-ids.json"}))
def test_nothing_is_wrong_in_the_sound_ones(file: str) -> None:
    conversation = crosswire.load(BY_FILE[file].data()).conversations[0]
    assert not [f for f in crosswire.diagnose(conversation) if f.severity == "error"]
    assert crosswire.pair(conversation).counts()["missing"] == 0


def test_the_broken_ids_are_named() -> None:
    assert {"result-text-as-id", "tool-name-as-id"} <= findings("genkit-ids.json")
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
    assert store.find(session, first[changed]) is None
