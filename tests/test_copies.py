"""A part that a log has twice is read once, with both places; what differs is a finding at both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import crosswire
from click.testing import CliRunner
from crosswire.address import Address
from crosswire.cli import main
from crosswire.model import (
    Arguments,
    ArgumentsState,
    CallId,
    IdSource,
    IdState,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    Traits,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.copies import MOST_TOLD, stands_also_at, told_copies
from tests.histories import call, calling, result, said, user
from tests.recordings import talk

ID = "call_Kd82hsLq0Zx7"


def called(at: str, id: str | None = ID, value: Any = None, name: str = "add") -> ToolCallPart:
    state = IdState.NO_FIELD if id is None else IdState.PRESENT
    return ToolCallPart(
        address=Address(at),
        raw={},
        call_id=CallId(id, IdSource.CORRELATION, state, address=Address(f"{at}/id")),
        name=name,
        arguments=Arguments(ArgumentsState.PARSED, value or {"a": 1}, None),
        wire_type="function",
    )


def written(at: str, text: str = "I add.") -> TextPart:
    return TextPart(address=Address(at), raw=text, text=text)


def again(kept: list[Part], copies: list[Part]) -> tuple[list[Part], list[str]]:
    """What is left of the copies, and what they say otherwise."""
    into = ConversationBuilder("openai-chat", Traits())
    message = into.message("assistant", Address("0:/0"), {}, kept)
    left = into.written_again(message.parts, copies)
    return left, [one.what for one in into.differences]


def test_a_call_and_its_event_are_one_part_with_two_places() -> None:
    one = called("0:/0")
    assert again([one], [called("0:/1")]) == ([], [])
    assert list(one.also) == ["0:/1"]


def test_an_id_joins_copies_whose_words_differ() -> None:
    assert again([called("0:/0")], [called("0:/1", value={"a": 2})]) == ([], ["arguments"])
    assert again([called("0:/0")], [called("0:/1", name="sub")]) == ([], ["name"])


def test_the_place_and_the_words_join_copies_whose_ids_differ_or_are_missing() -> None:
    assert again([called("0:/0")], [called("0:/1", id="call_other")]) == ([], ["call id"])
    assert again([called("0:/0", id=None)], [called("0:/1", id=None)]) == ([], [])


def test_two_real_calls_with_one_id_stay_two() -> None:
    first, second = called("0:/0", value={"a": 1}), called("0:/1", value={"a": 2})
    assert again([first, second], [called("0:/2", value={"a": 1}), called("0:/3", value={"a": 2})]) == (
        [],
        [],
    )
    assert (list(first.also), list(second.also)) == (["0:/2"], ["0:/3"])


def test_a_call_that_the_utterance_does_not_have_stays_a_part_of_its_own() -> None:
    other = called("0:/2", id="call_other", value={"a": 2})
    assert again([called("0:/0")], [called("0:/1"), other]) == ([other], [])


def test_a_text_that_was_changed_is_told_where_another_part_shows_that_it_is_the_same_answer() -> None:
    kept = [written("0:/0"), called("0:/1")]
    assert again(kept, [written("0:/2", "I sum up."), called("0:/3")]) == ([], ["text"])
    alone = written("0:/2", "I sum up.")
    assert again([written("0:/0")], [alone]) == ([alone], [])


def test_a_thought_is_joined_by_its_words_alone() -> None:
    def thought(at: str, text: str) -> ReasoningPart:
        return ReasoningPart(address=Address(at), raw=text, text=text)

    one, other = thought("0:/0", "Seven."), thought("0:/2", "Eight.")
    assert again([one], [other]) == ([other], [])
    assert again([one], [thought("0:/1", "Seven.")]) == ([], [])
    assert list(one.also) == ["0:/1"]


def test_of_very_many_places_the_first_and_the_last_are_told() -> None:
    one = written("0:/0")
    for number in range(1, 100):
        stands_also_at(one, Address(f"{number}:/0"))
    places = told_copies(one)
    assert len(one.also) == 99
    assert (len(places), places[0], places[-1]) == (MOST_TOLD, "1:/0", "99:/0")


def test_every_output_of_a_check_names_the_further_places(tmp_path: Path) -> None:
    orphaned = talk(user("Add."), calling(call(ID)), user("Well?"), said("15."))
    path = tmp_path / "recording.jsonl"
    path.write_text("\n".join(map(json.dumps, orphaned)))
    place = "0:/response/choices/0/message/tool_calls/0"

    def checked(format: str) -> Any:
        arguments = ["check", str(path), "--format", format]
        return json.loads(CliRunner().invoke(main, arguments, catch_exceptions=False).stdout)

    text = CliRunner().invoke(main, ["check", str(path)], catch_exceptions=False).stdout
    assert "2 requests joined" in text
    [answer] = checked("json")["files"]
    [found] = [one for one in answer["diagnostics"] if one["name"] == "missing-result"]
    assert {"what": "also", "address": place} in found["related"]
    assert [event["kind"] for event in answer["events"]] == ["seam", "seam"]
    [reported] = [one for one in checked("sarif")["runs"][0]["results"] if one["ruleId"] == found["code"]]
    [related] = reported["relatedLocations"]
    assert related["message"] == {"text": "also"}
    assert related["physicalLocation"]["region"] == {"startLine": 1}
    assert related["logicalLocations"][0]["fullyQualifiedName"] == place


def test_a_repaired_recording_names_the_findings_that_it_leaves() -> None:
    rewritten = json.loads(json.dumps(talk(user(), calling(call(ID)), result(ID), said())))
    rewritten[0]["response"]["choices"][0]["message"]["tool_calls"][0]["id"] = "call_0ther1234567"
    [joined] = crosswire.load(json.dumps(rewritten).encode()).conversations
    assert {one.finding.name for one in crosswire.repair(joined).remaining} == {"rewritten-id"}
