"""Sessions as they grow and change: each line as the end of the file, and lines that nobody knows."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import crosswire
import pytest
from tests import shared_corpus
from tests.claude_code_lines import Json, answered, loaded, said
from tests.selection import some_of
from tests.test_branches import PARALLEL, REWOUND
from tests.test_claude_code import SESSION
from tests.test_events import boundary, summary
from tests.test_sub_agents import agent_lines, asks, report

EXAMPLE = Path(__file__).parent.parent / "webapp" / "examples" / "claude-code-session.jsonl"
SESSIONS: dict[str, list[Json]] = {
    **PARALLEL,
    "session": SESSION,
    "rewound": REWOUND,
    "example": [json.loads(one) for one in EXAMPLE.read_text().splitlines()],
    "compacted": [*REWOUND, boundary("c1", "a5"), summary("s", "c1"), answered("a9", "s")],
    "with an agent": [
        said("u1", None, "Look."),
        asks("a1", "u1", "toolu_1", "Look around."),
        *agent_lines("b7", "Look around."),
        report("r1", "a1", "toolu_1", "b7"),
        answered("a2", "r1"),
    ],
}


def findings(log: crosswire.Log, *, errors: bool = False) -> set[tuple[str, str, str]]:
    found = [one for each in log.conversations for one in crosswire.diagnose(each)]
    return {(one.code, one.address, one.severity) for one in found if one.severity == "error" or not errors}


def ends(log: crosswire.Log) -> list[tuple[str, str, str | None]]:
    """All calls and results, in the conversations that they are read in."""
    return [
        (str(each.number), end.address, end.call_id.value)
        for each in log.conversations
        for end in each.ends()
    ]


def beginnings(lines: list[Json]) -> Iterator[crosswire.Log]:
    """The log as it is after each of its lines, from the first with a message on."""
    for end in range(1, len(lines)):
        try:
            yield loaded(lines[:end])
        except crosswire.NotAConversation:
            assert not any("message" in one for one in lines[:end])


@pytest.mark.parametrize("name", SESSIONS)
def test_a_later_line_takes_no_error_back(name: str) -> None:
    whole = findings(loaded(SESSIONS[name]), errors=True)
    for log in beginnings(SESSIONS[name]):
        assert findings(log, errors=True) <= whole


def drifted(lines: list[Json], dice: random.Random) -> list[Json]:
    """The lines with 20 types of line and 20 keys that no program writes yet."""
    changed = [dict(one) for one in lines]
    for number in range(20):
        place = dice.choice(changed)
        holder = dice.choice([place, place.get("message", place)])
        if isinstance(holder, dict) and holder is place:
            place[f"newKey{number}"] = dice.choice([number, None, {"a": [1]}, "x", [True]])
    others: list[Json] = [
        {"type": f"new-{number}", "uuid": f"new{number}", "parentUuid": "u1", "sessionId": "s1", "data": {}}
        for number in range(20)
    ]
    for one in others:
        changed.insert(dice.randint(0, len(changed)), one)
    return changed


@pytest.mark.parametrize("name", SESSIONS)
def test_lines_and_keys_that_nobody_knows_change_no_call_result_or_finding(name: str) -> None:
    dice = random.Random(name)
    lines = SESSIONS[name]
    changed = drifted(lines, dice)
    kept = [at for at, one in enumerate(changed) if not str(one.get("type")).startswith("new-")]

    def elsewhere(address: str) -> str:
        document, _, rest = address.partition(":")
        return f"{kept[int(document)]}:{rest}"

    before, after = loaded(lines), loaded(changed)
    assert [(number, elsewhere(at), id) for number, at, id in ends(before)] == ends(after)
    assert {(code, elsewhere(at), severity) for code, at, severity in findings(before)} == findings(after)


REAL = [
    row["path"]
    for row in shared_corpus.rows()
    if row["format"] == "claude-code"
    and row["provenance"] in ("yes", "made")
    and row["path"].endswith(".jsonl")
]
"""Sessions that a program wrote and went on with, and made ones in the same shapes."""


@shared_corpus.needs_corpus
def test_no_session_that_its_program_accepted_has_an_error() -> None:
    rows = {row["path"]: row for row in shared_corpus.rows()}
    for path in some_of(REAL, 3):
        log = shared_corpus.load(path)
        assert findings(log, errors=True) == set(), path
        counts = [sum(len(list(some(each))) for each in log.conversations) for some in COUNTED]
        assert counts == [int(rows[path]["calls"]), int(rows[path]["results"])], path


COUNTED = (crosswire.model.Conversation.calls, crosswire.model.Conversation.results)
