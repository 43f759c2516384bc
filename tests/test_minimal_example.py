"""A minimal example shows its finding when it is read again, has few messages, and no words of the log."""

import json
from pathlib import Path

import crosswire
import pytest
from crosswire.address import Address, resolve
from crosswire.errors import CannotExport
from crosswire.exports import minimal_example
from crosswire.exports.blanking import blanked
from crosswire.exports.cutting import Cut
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.selection import for_each, some_of, tries
from tests.test_cases import CASES, HISTORY

SECRET = "The password of the vault is swordfish."


def history_of(path: Path) -> crosswire.Log:
    ((format, history),) = HISTORY.findall(path.read_text())
    return crosswire.load(history.encode(), format=format)


@for_each("path", some_of(CASES, 2), ids=lambda path: path.stem)
def test_every_finding_of_the_cases_is_found_again_in_its_example(path: Path) -> None:
    for conversation in history_of(path).conversations:
        for finding in crosswire.diagnose(conversation)[: tries(1, thorough=4)]:
            example = minimal_example(conversation, finding.code, finding.address)
            found = [
                (one.code, one.address)
                for read in crosswire.load(example.data, format=example.read_as).conversations
                for one in crosswire.diagnose(read)
            ]
            assert (finding.code, example.address) in found
            assert example.messages <= len(conversation.messages)


def long_log(lost: int) -> crosswire.Conversation:
    """Sixty rounds, of which one has an item's id where the call's belongs."""
    items = []
    for number in range(60):
        answer = f"fc_{number}" if number == lost else f"call_{number}"
        items += [user(f"{SECRET} {number}"), function_call(f"call_{number}", id=f"fc_{number}")]
        items += [function_output(answer, SECRET), said(SECRET)]
    data = {"model": "gpt-5.1", "instructions": SECRET, "temperature": 1, "input": items}
    (conversation,) = crosswire.load(json.dumps(data).encode()).conversations
    return conversation


@pytest.mark.parametrize("lost", [0, 31, 59])
def test_of_a_long_log_the_call_and_its_result_are_left(lost: int) -> None:
    example = minimal_example(long_log(lost), "CW311")
    assert (example.messages, example.of) == (2, 241)  # the instructions are one
    assert example.texts == "blanked"
    body = json.loads(example.data)
    assert [item["type"] for item in body["input"]] == ["function_call", "function_call_output"]
    assert body["input"][1]["call_id"] == f"fc_{lost}"
    assert "swordfish" not in example.data.decode()
    assert body.keys() == {"input"}


def test_texts_stay_where_the_finding_is_about_them() -> None:
    messages = [user(SECRET), calling(call("call_1")), result("Sum: 15", "Sum: 15"), said(SECRET)]
    data = json.dumps({"model": "gpt-4o", "messages": messages}).encode()
    (conversation,) = crosswire.load(data).conversations
    example = minimal_example(conversation, "CW302")
    (read,) = crosswire.load(example.data).conversations
    assert "CW302" in {one.code for one in crosswire.diagnose(read)}
    assert "swordfish" not in example.data.decode()


def test_a_refusal_is_kept_for_its_target() -> None:
    example = minimal_example(long_log(7), "CW712", target="openai-responses")
    (read,) = crosswire.load(example.data).conversations
    found = crosswire.verdict(read, "openai-responses").findings
    assert ("CW712", example.address) in {(one.code, one.address) for one in found}
    assert example.messages < 4


@pytest.mark.parametrize(
    ("code", "address", "says"),
    [
        ("CW204", None, "This log has no finding CW204."),
        ("CW311", "0:/input/0", "no finding CW311 at 0:/input/0; it is at 0:/input/30/call_id."),
        ("CW712", None, "name the target"),
    ],
)
def test_what_is_not_found_is_told_with_where_it_is(code: str, address: str | None, says: str) -> None:
    with pytest.raises(CannotExport, match=says.replace(".", r"\.")):
        minimal_example(long_log(7), code, address)


def test_what_is_left_is_found_at_the_address_that_it_moved_to() -> None:
    documents = [{"a": [0, 1, {"b": [2, 3, 4]}], "c": 5}, {"d": 6}, {"e": [7, [8]]}]
    cut = Cut([Address(one) for one in ("0:/a/0", "0:/a/2/b/1", "0:/c", "1:")])
    left = cut.documents(documents)  # type: ignore[arg-type]
    assert left == [{"a": [1, {"b": [2, 4]}]}, {"e": [7, [8]]}]
    for old in ("0:/a/1", "0:/a/2/b/0", "0:/a/2/b/2", "2:/e/1/0"):
        moved = cut.moved(Address(old))
        assert resolve(moved, left, json.loads) == resolve(Address(old), documents, json.loads)


def test_a_blanked_log_keeps_its_shape_and_nothing_that_was_said() -> None:
    arguments = {"city": SECRET, "days": 4711, "a b": {"deep": [SECRET]}, "c d": None}
    body = {
        "model": "gpt-5.1",
        "messages": [
            {"role": "user", "name": "mara", "content": [{"type": "text", "text": SECRET}]},
            calling(call("call_1", "book", json.dumps(arguments))),
            result("call_1", SECRET),
        ],
    }
    found = blanked(body, {"call_1", "book"})  # type: ignore[arg-type]
    written = json.dumps(found)
    for said_before in ("swordfish", "4711", "mara", "a b"):
        assert said_before not in written
    inner = json.loads(found["messages"][1]["tool_calls"][0]["function"]["arguments"])  # type: ignore[index,call-overload]
    assert [type(one) for one in inner.values()] == [type(one) for one in arguments.values()]
    assert crosswire.pair(crosswire.load(written.encode()).conversations[0]).counts()["by_id"] == 1
