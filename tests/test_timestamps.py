"""Timestamps and durations as logs write them; any other value is left out and never raises."""

import math
from typing import Any

import pytest
from crosswire.address import Address
from crosswire.containers.json_document import ExactNumber
from crosswire.facts.timestamps import BEGAN, EARLIEST, LATEST, length, moment, seconds_of
from hypothesis import given
from hypothesis import strategies as st
from tests.selection import for_each

AT = Address("0:/item")
TEN = 1_795_255_200.0  # 2026-11-21 10:00 UTC


@for_each(
    ("value", "seconds"),
    [
        ("2026-11-21T10:00:00Z", TEN),
        ("2026-11-21T10:00:00.250Z", TEN + 0.25),
        ("2026-11-21T10:00:00.250000999Z", TEN + 0.25),
        ("2026-11-21t10:00:00z", TEN),
        ("2026-11-21 10:00:00", TEN),
        ("2026-11-21T10:00", TEN),
        ("2026-11-21T12:30:00+02:30", TEN),
        ("2026-11-21T05:00:00-0500", TEN),
        ("2026-11-21 10:00:00 +00:00", TEN),
        (1_795_255_200, TEN),
        (1_795_255_200.5, TEN + 0.5),
        ("1795255200.25", TEN + 0.25),
        (1_795_255_200_000, TEN),
        (1_795_255_200_000_000, TEN),
        (1_795_255_200_000_000_000, TEN),
    ],
)
def test_texts_and_numbers_of_every_unit_are_moments(value: Any, seconds: float) -> None:
    assert seconds_of(value) == seconds


@for_each(
    "value",
    [
        None,
        True,
        "",
        "yesterday",
        "2026-11-21",
        "2026-13-45T99:00:00Z",
        "2026-11-21T10:00:00Z" * 3,
        "0001-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "٢٠٢٦-١١-٢١T١٠:٠٠:٠٠Z",
        0,
        -1_795_255_200,
        12,
        10**400,
        math.nan,
        math.inf,
        pytest.param(ExactNumber("1e999"), id="1e999"),
        {"seconds": 1_795_255_200},
        [],
    ],
)
def test_what_nobody_filled_and_what_is_no_moment_gives_none(value: Any) -> None:
    assert seconds_of(value) is None


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
)


@given(ANYTHING)
def test_anything_in_the_fields_gives_a_moment_of_our_time_or_none(value: Any) -> None:
    found = seconds_of(value)
    assert found is None or EARLIEST <= found <= LATEST
    moment(value, BEGAN, AT)
    length(value, AT)
    moment({"created_at": value}, BEGAN, AT)
    took = length({"durationMs": value}, AT)
    assert took is None or took.seconds >= 0


def test_the_first_field_that_holds_a_moment_counts_and_is_named() -> None:
    found = moment({"created_at": None, "timestamp": "2026-11-21T10:00:00Z"}, BEGAN, AT)
    assert found is not None
    assert (found.at, found.address) == (TEN, "0:/item/timestamp")


@for_each(
    ("fields", "seconds"),
    [
        ({"durationMs": 250}, 0.25),
        ({"totalDurationMs": 21_194}, 21.194),
        ({"durationSeconds": 1.5}, 1.5),
        ({"durationMs": -1, "elapsed_ms": 0}, 0.0),
        ({"durationMs": True}, None),
        ({"durationMs": 10**20}, None),
        ({"duration": 250}, None),  # of what?
    ],
)
def test_lengths_are_read_by_the_unit_in_their_name(fields: Any, seconds: float | None) -> None:
    found = length(fields, AT)
    assert (found and found.seconds) == seconds
    if found:
        assert found.measured
        assert found.address == f"0:/item/{next(key for key in reversed(fields))}"
