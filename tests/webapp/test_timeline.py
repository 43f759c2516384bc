"""Where the bars of a timeline stand, and the lanes of a whole conversation."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.selection import for_each
from webapp.calls.lanes import MOST_LANES, lanes, stretch_length
from webapp.calls.timeline import timeline
from webapp.store.call_choice import Axis
from webapp.wording.times import moment_words, took_words

TEN = 1_795_255_200.0


@dataclass
class Call:
    """What is drawn of a call."""

    row: int = 1
    result_row: int | None = None
    started: float | None = None
    ended: float | None = None
    took: float | None = None


def ran(start: float, end: float) -> Call:
    return Call(started=TEN + start, ended=TEN + end)


def test_bars_stand_by_the_time_that_calls_took() -> None:
    drawn = timeline([ran(0, 10), ran(5, 10), ran(10, 20)], "time")
    assert [(bar.x, bar.width) for bar in drawn.bars if bar] == [(0, 50), (25, 25), (50, 50)]
    assert [words for _, words in drawn.ticks] == [
        "10:00:00",
        "+5.0 s",
        "+10.0 s",
        "+15.0 s",
        "+20.0 s",
    ]
    assert drawn.cuts == []


def test_a_long_wait_is_drawn_short_and_says_how_long_it_was() -> None:
    drawn = timeline([ran(0, 10), ran(7210, 7220)], "time")
    first, second = drawn.bars
    assert first is not None
    assert second is not None
    [cut] = drawn.cuts
    assert cut.words == "2 h"
    assert (cut.x, cut.width) == (first.end, 1.5)
    assert first.width == second.width == pytest.approx(49.25)
    assert drawn.shortest_cut == 7200


def test_a_call_without_a_time_has_no_bar_by_time_and_one_by_position() -> None:
    calls = [Call(row=2, result_row=3), Call(row=4)]
    assert timeline(calls, "time").bars == [None, None]
    by_position = timeline(calls, "position")
    assert [(bar.x, bar.width) for bar in by_position.bars if bar] == [(0, 66.67), (66.67, 33.33)]
    assert by_position.ticks[0] == (0, "row 2")


def test_a_result_before_its_call_is_drawn_from_the_earlier_to_the_later() -> None:
    [one, _] = timeline([Call(row=5, result_row=2), Call(row=6)], "position").bars
    assert one
    assert (one.x, one.width) == (0, 80)


TIMES = st.none() | st.floats(0, 10**6)
CALLS = st.builds(
    Call,
    row=st.integers(0, 10**6),
    result_row=st.none() | st.integers(0, 10**6),
    started=TIMES,
    ended=TIMES,
    took=st.none() | st.floats(0, 10**7),
)


@given(st.lists(CALLS, max_size=40), st.sampled_from(["time", "position"]))
def test_every_bar_is_inside_and_in_order_of_its_start(calls: list[Call], axis: Axis) -> None:
    drawn = timeline(calls, axis)
    assert len(drawn.bars) == len(calls)
    placed = [(call, bar) for call, bar in zip(calls, drawn.bars, strict=True) if bar]
    for _, bar in placed:
        assert 0 <= bar.x <= 100
        assert bar.width > 0
        assert bar.end <= 100.5
        assert 0 <= bar.mark <= 100
    if axis == "time":
        by_start = sorted(placed, key=lambda one: one[0].started or 0)
        assert [bar.x for _, bar in by_start] == sorted(bar.x for _, bar in placed)
    assert len(drawn.cuts) <= 30


@dataclass
class Cell:
    """The calls of one tool in one stretch."""

    stretch: int
    tool: str
    calls: int = 1
    failed: int = 0
    alone: int = 0
    loops: int = 0


def test_each_tool_has_a_lane_and_what_fails_is_marked_in_it() -> None:
    found = lanes([Cell(0, "read", 4, failed=1), Cell(2, "read", 2), Cell(1, "write", alone=1)], 3)
    read, write = found.lanes
    assert (read.tool, read.calls, read.failed) == ("read", 6, 1)
    assert read.bars(found.most) == "M0 5h.9v14h-.9zM2 12h.9v7h-.9z"
    assert read.failure_marks == "M0 0h.9v4h-.9z"
    assert write.lonely_marks == "M1 20h.9v4h-.9z"


def test_tools_beyond_the_most_used_share_a_lane_and_none_is_lost() -> None:
    cells = [Cell(0, f"tool_{number}", number) for number in range(1, 31)]
    found = lanes(cells, 1)
    assert len(found.lanes) == MOST_LANES + 1
    assert found.lanes[-1].tool is None
    assert sum(lane.calls for lane in found.lanes) == sum(range(1, 31))


def test_the_length_of_a_conversation_makes_stretches_longer_and_not_more() -> None:
    assert [stretch_length(calls) for calls in (0, 1, 120, 121, 10_000)] == [1, 1, 1, 2, 84]


@for_each(
    ("seconds", "words"),
    [
        (None, ""),
        (0, "0 ms"),
        (0.0004, "under 1 ms"),
        (0.006, "6 ms"),
        (0.12, "0.12 s"),
        (1.25, "1.2 s"),
        (59.97, "1 min"),
        (3599, "59 min 59 s"),
        (7200, "2 h"),
        (90_061, "1 d 1 h"),
    ],
)
def test_lengths_of_time_in_words(seconds: float | None, words: str) -> None:
    assert took_words(seconds) == words


def test_a_moment_of_the_same_day_needs_no_date() -> None:
    assert moment_words(TEN + 1, near=TEN) == "10:00:01"
    assert moment_words(TEN + 86_400, near=TEN) == "2026-11-22 10:00:00"
