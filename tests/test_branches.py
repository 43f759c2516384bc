"""Branches of a session: what is one, which is the active one, and what each of both sees."""

import random
from collections.abc import Callable

import crosswire
import pytest
from crosswire.logs.shared.branching import Step, ways
from crosswire.logs.shared.links import parents_of
from tests.claude_code_lines import (
    Json,
    answered,
    called,
    errors,
    gave,
    line,
    loaded,
    notes,
    only,
    result,
    said,
    use,
    uuids,
)
from tests.measured import work_of
from tests.selection import for_each

REWOUND = [
    said("u1", None, "List the files."),
    called("a1", "u1", "toolu_1"),
    gave("r1", "a1", "toolu_1"),
    answered("a2", "r1"),
    said("u2", "a2", "Delete one."),
    called("a3", "u2", "toolu_rm"),
    said("u3", "a2", "No, read it."),
    called("a4", "u3", "toolu_2"),
    gave("r2", "a4", "toolu_2"),
    answered("a5", "r2"),
]
"""The user went back before `u2`, whose call was never run."""


def test_a_rewind_leaves_no_error() -> None:
    log = loaded(REWOUND)
    assert errors(log) == []
    verdict = crosswire.verdicts(log.conversations[0], ["anthropic"])["anthropic"]
    assert [finding.name for finding in verdict.findings if finding.severity == "error"] == []


def test_a_conversation_is_its_active_path_and_the_other_one_is_kept() -> None:
    active, other = loaded(REWOUND).conversations
    assert uuids(active) == ["u1", "a1", "r1", "a2", "u3", "a4", "r2", "a5"]
    assert uuids(other) == ["u2", "a3"]
    assert (active.thread, other.thread) == ("s1", "u2")
    assert active.messages[4].parent == "a2"
    assert other.title == "Branch: Delete one."


BEGUN_ANEW = [
    said("u1", None, "List the files."),
    called("a1", "u1", "toolu_1"),
    said("u2", None, "Read the first one."),
    called("a2", "u2", "toolu_2"),
    gave("r2", "a2", "toolu_2"),
    answered("a3", "r2"),
]
"""The user went back behind the first prompt, whose call was never run."""


def test_a_rewind_behind_the_first_prompt_is_a_branch() -> None:
    log = loaded(BEGUN_ANEW)
    active, other = log.conversations
    assert (uuids(active), uuids(other)) == (["u2", "a2", "r2", "a3"], ["u1", "a1"])
    assert errors(log) == []
    assert (active.thread, other.thread, other.title) == ("s1", "u1", "Branch: List the files.")
    edge = other.started_from
    assert edge is not None
    assert (edge.relation, edge.number, edge.there, edge.why) == ("branch", 0, None, "rewind")
    assert "chains" not in notes(active)
    assert "1 other beginning" in notes(active)["branch"]


def test_what_branches_off_a_beginning_that_was_left_leads_to_it() -> None:
    lines = [*BEGUN_ANEW[:2], answered("x", "u1", id="msg_x"), *BEGUN_ANEW[2:]]
    active, first, second = loaded(lines).conversations
    assert uuids(active) == ["u2", "a2", "r2", "a3"]
    ends = {one.started_from.number for one in (first, second) if one.started_from}
    assert ends == {0, first.number}


@for_each(
    "lines",
    [
        [*BEGUN_ANEW, answered("a9", "a1")],  # it went on
        [*BEGUN_ANEW[:2], {**BEGUN_ANEW[2], "parentUuid": "lost"}, *BEGUN_ANEW[3:]],
        [{key: value for key, value in one.items() if key != "parentUuid"} for one in BEGUN_ANEW],
        [{**one, "parentUuid": None} for one in BEGUN_ANEW],
        [*BEGUN_ANEW[:2], {**BEGUN_ANEW[2], "isCompactSummary": True}, *BEGUN_ANEW[3:]],
    ],
)
def test_chains_that_the_structure_does_not_tell_apart_stay_one(lines: list[Json]) -> None:
    (conversation,) = loaded(lines).conversations
    assert len(conversation.messages) == len(lines)


def test_a_branch_names_the_message_that_it_leaves_from_and_why() -> None:
    active, other = loaded(REWOUND).conversations
    (edge,) = active.branches
    assert (edge.number, edge.thread, edge.here, edge.there) == (1, "u2", "3:/message", "4:/message")
    back = other.started_from
    assert back is not None
    assert (back.relation, back.thread, back.number) == ("branch", "s1", 0)
    assert (back.here, back.there, back.why) == ("4:/message", "3:/message", "rewind")


def test_the_same_prompt_again_is_a_retry() -> None:
    again = [{**one} for one in REWOUND]
    again[6] = said("u3", "a2", "Delete one.")
    assert loaded(again).conversations[1].started_from.why == "retry"


def test_an_id_that_stands_for_all_ids_makes_no_branches() -> None:
    """A recording whose ids were replaced by one word keeps the order of its lines."""
    scrubbed = [{**one, "uuid": "XXXX", "parentUuid": one["parentUuid"] and "XXXX"} for one in REWOUND]
    (only_one,) = loaded(scrubbed).conversations
    assert len(only_one.messages) == len(REWOUND)


def test_other_branches_count_as_read() -> None:
    log = loaded(REWOUND)
    assert log.coverage.unread_characters == 0
    assert notes(log.conversations[0])["branch"] == (
        "1 other branch leaves from this conversation, kept as a conversation of its own in this upload."
    )
    assert sum(len(list(each.calls())) for each in log.conversations) == 3


def test_branches_of_branches_lead_to_where_they_leave() -> None:
    deeper = [
        *REWOUND[:6],
        said("u4", "u2", "And another."),
        answered("a6", "u4"),
        *REWOUND[6:],
    ]
    active, branch, deepest = loaded(deeper).conversations
    assert (uuids(branch), uuids(deepest)) == (["u2", "u4", "a6"], ["a3"])
    assert deepest.started_from.thread == "u2"
    assert [edge.number for edge in branch.branches] == [2]
    assert [edge.number for edge in active.branches] == [1]


PARALLEL: dict[str, list[Json]] = {
    "results follow their own calls": [
        said("u1", None, "Twice."),
        called("a1", "u1", "toolu_1", id="m"),
        called("a2", "a1", "toolu_2", id="m"),
        called("a3", "a2", "toolu_3", id="m"),
        gave("r1", "a1", "toolu_1"),
        gave("r3", "a3", "toolu_3"),
        gave("r2", "a2", "toolu_2"),
        answered("a4", "r3"),
    ],
    "calls are siblings": [
        said("u1", None, "Twice."),
        called("a1", "u1", "toolu_1", id="m"),
        called("a2", "u1", "toolu_2", id="m"),
        gave("r1", "a1", "toolu_1"),
        gave("r2", "a2", "toolu_2"),
        answered("a4", "r1"),
    ],
    "a hook stands between": [
        said("u1", None, "Twice."),
        called("a1", "u1", "toolu_1", id="m"),
        {
            **line("h1", "a1", "attachment", None),
            "attachment": {"type": "hook_additional_context", "content": "Be brief."},
        },
        called("a2", "a1", "toolu_2", id="m"),
        gave("r1", "h1", "toolu_1"),
        gave("r2", "a2", "toolu_2"),
        answered("a4", "r2"),
    ],
    "a hook speaks behind": [
        said("u1", None, "Once."),
        called("a1", "u1", "toolu_1"),
        gave("r1", "a1", "toolu_1"),
        answered("a2", "r1"),
        said("m1", "a2", "Stop hook feedback.", isMeta=True),
        said("u2", "a2", "More."),
        answered("a3", "u2"),
    ],
    "two results of one call's line": [
        line("u1", None, "user", "Twice."),
        line("a1", "u1", "assistant", [use("toolu_1"), use("toolu_2")]),
        line("r1", "a1", "user", [result("toolu_1")]),
        line("r2", "a1", "user", [result("toolu_2")]),
        answered("a2", "r1"),
    ],
}


@pytest.mark.parametrize("name", PARALLEL)
def test_forks_of_parallel_calls_are_no_branches(name: str) -> None:
    conversation = only(PARALLEL[name])
    assert len(conversation.messages) == len(PARALLEL[name])
    assert crosswire.pair(conversation).counts()["missing"] == 0


def test_a_second_result_of_a_call_is_a_branch() -> None:
    lines = [*REWOUND[:4], gave("r9", "a1", "toolu_1"), answered("a9", "r9")]
    log = loaded(lines)
    active, other = log.conversations
    assert (uuids(active), uuids(other)) == (["u1", "a1", "r9", "a9"], ["r1", "a2"])
    assert errors(log) == []
    [found] = [one for one in crosswire.diagnose(other) if one.name == "orphan-result"]
    assert "is not on this branch" in found.message
    assert crosswire.verdict(other, "anthropic").accepts is None


ODD: dict[str, tuple[list[Json], bool]] = {
    "without links": ([said("", None, "a"), answered("", None, "b"), said("", None, "c")], True),
    "unknown parents": ([said("u1", "x", "a"), answered("a1", "y"), said("u2", "z", "c")], True),
    "a ring": ([said("u1", "u2", "a"), answered("a1", "u1"), said("u2", "a1", "c")], False),
    "itself": ([said("u1", "u1", "a"), answered("a1", "a1"), said("u2", "a1", "c")], True),
    "cut at its start": ([answered("a1", "x"), said("u2", "a1", "c"), answered("a2", "u2")], False),
    "two roots, one cut": ([said("u1", "x", "a"), answered("a1", "u1"), said("u2", None, "c")], True),
    "backwards": ([said("u3", "a2", "c"), answered("a2", "u1"), said("u1", None, "a")], False),
}


@for_each("name", ODD)
def test_odd_links_lose_no_message_and_keep_the_order(name: str) -> None:
    lines, noted = ODD[name]
    lines = [{key: value for key, value in one.items() if value != "" or key != "uuid"} for one in lines]
    conversation = only(lines)
    assert [message.address for message in conversation.messages] == [
        "0:/message",
        "1:/message",
        "2:/message",
    ]
    assert ("chains" in notes(conversation)) is noted


def test_a_compaction_is_followed_by_its_logical_parent() -> None:
    boundary = {
        "type": "system",
        "subtype": "compact_boundary",
        "uuid": "c1",
        "parentUuid": None,
        "logicalParentUuid": "a5",
        "sessionId": "s1",
    }
    rest = [said("s9", "c1", "So far: all read.", isCompactSummary=True), answered("a9", "s9")]
    active, other = loaded([*REWOUND, boundary, *rest]).conversations
    assert uuids(active)[-3:] == ["a5", "s9", "a9"]
    assert uuids(other) == ["u2", "a3"]
    assert "chains" not in notes(active)


def test_every_message_is_in_one_way_whatever_the_links() -> None:
    dice = random.Random(7)
    for _ in range(300):
        size = dice.randint(1, 12)
        before = [dice.choice([None, "x", *map(str, range(size))]) for _ in range(size)]
        ids = [str(number) if dice.random() < 0.9 else None for number in range(size)]
        links = {id: up for id, up in zip(ids, before, strict=True) if id is not None}
        parents = parents_of(ids, before, links)
        steps = [
            Step(
                parent,
                dice.choice([None, None, "g"]),
                frozenset(dice.sample("ab", dice.randint(0, 1))),
                dice.random() < 0.2,
            )
            for parent in parents
        ]
        found = ways(steps)
        assert sorted(number for way in found for number in way.own) == list(range(size))
        assert all(way.own == sorted(way.own) and way.own for way in found)
        assert all(way.leaves is not None for way in found[1:])


TREES: dict[str, Callable[[int], list[int | None]]] = {
    "star": lambda size: [None, *[0] * (size - 1)],
    "comb": lambda size: [None, *(max(0, n - n % 2 - 1) for n in range(1, size))],
    "chain": lambda size: [None, *range(size - 1)],
    "nested": lambda size: [None, 0, *(n - 2 for n in range(2, size))],
    "each before all others": lambda size: [None, *(0 if n == 1 else n - 1 for n in range(size - 1, 0, -1))],
}


@for_each("shape", TREES)
def test_work_grows_with_the_lines_whatever_the_tree(shape: str) -> None:
    def work(size: int) -> float:
        parents = TREES[shape](size)
        before = [None if parent is None else str(parent) for parent in parents]
        ids = [str(number) for number in range(size)]
        links = dict(zip(ids, before, strict=True))
        return work_of(lambda: ways([Step(parent) for parent in parents_of(ids, before, links)]))

    assert work(1600) < 3 * work(800)


def test_a_branch_is_never_called_sound_without_what_came_before_it() -> None:
    branch = loaded(REWOUND).conversations[1]
    verdict = crosswire.verdicts(branch, ["anthropic"])["anthropic"]
    assert verdict.accepts is None
    assert [(one.code, one.address) for one in verdict.undecided] == [("branch", "3:/message")]
