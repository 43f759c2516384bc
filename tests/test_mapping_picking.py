"""A mapping made by pointing at places of a document."""

from __future__ import annotations

from typing import Any

import pytest
from crosswire.errors import BadAddress, BadMapping
from crosswire.logs.pointing.inner_paths import with_path
from crosswire.logs.pointing.picking import picked

HALL: dict[str, Any] = {
    "visitor": 7,
    "visits": [
        {
            "wer": "gast",
            "sagt": "How warm is it in Oslo?",
        },
        {
            "wer": "haus",
            "sagt": "I look.",
            "griffe": [{"werkzeug": "thermometer", "eingabe": {"stadt": "Oslo"}, "nr": "g-41"}],
        },
        {"wer": "bote", "zu": "g-41", "bringt": "4 degrees"},
        {"wer": "haus", "sagt": "Four degrees."},
    ],
}
"""A format that no reader knows, with words that no guess knows."""


def test_the_role_says_where_messages_are() -> None:
    assert picked({}, "role", "0:/visits/2/wer", [HALL]) == {
        "crosswire_mapping": 1,
        "messages": ["/visits/*"],
        "role": "wer",
    }


def test_the_name_of_a_call_brings_its_arguments_its_id_and_the_result() -> None:
    mapping = picked({}, "role", "0:/visits/0/wer", [HALL])
    mapping = picked(mapping, "calls/name", "0:/visits/1/griffe/0/werkzeug", [HALL])
    assert mapping["messages"] == ["/visits/*"]
    assert mapping["calls"] == [{"at": "griffe/*", "name": "werkzeug", "arguments": "eingabe", "id": "nr"}]
    assert mapping["results"] == [{"at": "", "id": "zu", "output": "bringt"}]


def test_an_id_further_up_moves_where_a_call_begins() -> None:
    log: Any = [{"say": "x", "do": {"no": "c1", "tool": {"named": "add", "with": '{"a": 1}'}}}]
    mapping = picked({}, "calls/name", "0:/0/do/tool/named", [log])
    assert mapping["calls"] == [{"at": "do/tool", "name": "named", "arguments": "with"}]
    mapping = picked(mapping, "calls/id", "0:/0/do/no", [log])
    assert mapping["calls"] == [{"at": "do", "name": "tool/named", "arguments": "tool/with", "id": "no"}]


def test_lines_are_messages_where_no_list_is() -> None:
    lines: list[Any] = [{"by": "a", "body": {"says": "hi"}}, {"by": "b", "body": {"says": "ho"}}]
    mapping = picked({}, "text", "1:/body/says", lines)
    assert (mapping["messages"], mapping["text"]) == ([""], "body/says")


def test_json_in_a_text_is_gone_through() -> None:
    lines: list[Any] = [{"raw": '{"by": "a"}'}, {"raw": '{"by": "b"}'}]
    assert picked({}, "role", "0:/raw!/by", lines)["role"] == "raw/by"


def test_what_stands_outside_of_messages_is_a_list_of_its_own() -> None:
    log: Any = {"talk": [{"by": "a"}], "runs": [{"tool": "add", "in": {}}]}
    mapping = picked({}, "role", "0:/talk/0/by", [log])
    mapping = picked(mapping, "calls/name", "0:/runs/0/tool", [log])
    assert mapping["messages"] == ["/talk/*", "/runs/*"]
    assert mapping["calls"] == [{"at": "", "name": "tool", "arguments": "in"}]


def test_a_further_text_is_added_and_another_role_replaces_the_first() -> None:
    log: Any = [{"by": "a", "kind": "x", "says": "hi", "adds": "ho"}]
    mapping = picked({}, "role", "0:/0/by", [log])
    mapping = picked(mapping, "role", "0:/0/kind", [log])
    for key in ("says", "adds", "says"):
        mapping = picked(mapping, "text", f"0:/0/{key}", [log])
    assert (mapping["role"], mapping["text"]) == ("kind", ["says", "adds"])


def test_what_cannot_be_picked_is_said() -> None:
    with pytest.raises(BadAddress, match="Nothing stands at 0:/visits/9"):
        picked({}, "role", "0:/visits/9/wer", [HALL])
    with pytest.raises(BadAddress, match="There is no document 4"):
        picked({}, "role", "4:/visits", [HALL])
    with pytest.raises(BadMapping, match="/calls/at"):
        picked({}, "calls/at", "0:/visits", [HALL])


def test_of_a_hostile_document_pointing_ends_soon() -> None:
    log: Any = [{"tool": "add", "in": {}, "no": "c1", "x": [["c1"] * 10] * 20_000}]
    mapping = picked({"messages": ["/**/**"[:4]]}, "calls/name", "0:/0/tool", [log])
    assert mapping["calls"]


def test_a_path_that_is_written_by_hand_is_taken_like_one_that_is_pointed_at() -> None:
    mapping = with_path({"messages": ["/visits/*"]}, "calls/name", ["griffe/*/werkzeug"])
    mapping = with_path(mapping, "calls/id", ["griffe/*/nr", "nummer"])
    assert mapping["calls"] == [{"at": "", "name": "griffe/*/werkzeug", "id": ["griffe/*/nr", "nummer"]}]
    mapping = with_path(with_path(mapping, "calls/id", []), "calls/name", [])
    assert "calls" not in mapping
    assert with_path({"text": "a"}, "text", []) == {}
    with pytest.raises(BadMapping, match="it has 41 steps"):
        with_path({}, "text", ["a/" * 40 + "a"])
