"""A sample of a log without what was said in it."""

from __future__ import annotations

import json
from typing import Any

from crosswire.logs.by_shape import mapping_from
from crosswire.logs.by_shape.reading import read_by
from crosswire.logs.pointing.blanking import MAX_ITEMS, blanked
from crosswire.logs.pointing.marks import marks_of
from crosswire.model import ToolCallPart, ToolResultPart, Traits

MAPPING = mapping_from(
    {
        "crosswire_mapping": 1,
        "messages": ["/turns/*"],
        "role": "who",
        "text": "says",
        "calls": [
            {"at": "does/*", "where": {"sort": ["ask"]}, "name": "name", "arguments": "with", "id": "no"}
        ],
        "results": [{"at": "does/*", "where": {"sort": ["answer"]}, "id": "to", "output": "gives"}],
    }
)
LOG: dict[str, Any] = {
    "customer": {"name": "Ada Byron", "age": 36},
    "turns": [
        {"who": "guest", "says": "My code is 4711-Ä."},
        {
            "who": "host",
            "does": [
                {"sort": "ask", "name": "open_door", "with": {"code": "4711"}, "no": "call_9f"},
                {"sort": "answer", "to": "call_9f", "gives": '{"door": "open", "secret": "s3"}'},
            ],
        },
    ],
}


def test_nothing_that_was_said_is_left_and_nothing_that_the_mapping_goes_by_is_lost() -> None:
    (sample,) = blanked(MAPPING, [LOG])
    assert sample == {
        "customer": {"name": "xxx xxxxx", "age": 0},
        "turns": [
            {"who": "guest", "says": "xx xxxx xx xxxx-x."},
            {
                "who": "host",
                "does": [
                    {"sort": "ask", "name": "open_door", "with": {"code": "xxxx"}, "no": "call_1"},
                    {"sort": "answer", "to": "call_1", "gives": '{"door":"xxxx","secret":"xx"}'},
                ],
            },
        ],
    }


def test_a_sample_is_read_like_the_log() -> None:
    def read(documents: list[Any]) -> list[tuple[str, str | None]]:
        (builder,) = read_by(MAPPING, documents, 0, "by-shape", Traits())
        parts = (part for message in builder.messages for part in message.parts)
        return [(type(part).__name__, getattr(part, "name", None)) for part in parts]

    assert read(blanked(MAPPING, [LOG])) == read([LOG])
    assert {ToolCallPart.__name__, ToolResultPart.__name__} <= {name for name, _ in read([LOG])}


def test_a_sample_is_short() -> None:
    (sample,) = blanked(MAPPING, [{"turns": [{"who": "guest", "says": "x"}] * 500}])
    assert isinstance(sample, dict)
    assert len(json.loads(json.dumps(sample["turns"]))) == MAX_ITEMS


def test_marks_name_the_places_and_count_the_words_of_speakers() -> None:
    marks = marks_of(MAPPING, [LOG])
    assert marks.words == {"guest": 1, "host": 1}
    names = {str(at): names for at, names in marks.at.items()}
    assert names["0:/turns/1/does/0/name"] == ["calls/name"]
    assert names["0:/turns/1/does/1/gives"] == ["results/output"]
    assert names["0:/turns/0"] == ["messages"]
    assert "0:/customer/name" not in names
