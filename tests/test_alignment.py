"""Aligning two sequences of keys: as good as the best for short ones, near linear for long ones."""

import random
from itertools import pairwise

import pytest
from crosswire.comparison import text_runs
from crosswire.comparison.alignment import align
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.measured import within, work_of
from tests.selection import for_each, is_thorough, some_of, tries

LISTS = st.lists(st.integers(0, 6), max_size=24)
TEXTS = st.lists(st.sampled_from(["a", "word", " ", "  ", "\n", ".", "_", "né", "\u202e"]), max_size=20).map(
    "".join
)
checked = settings(max_examples=tries(30, thorough=300), deadline=None, derandomize=True)


def longest(first: list[int], second: list[int]) -> int:
    """The length of the longest common subsequence, by the plain table."""
    before = [0] * (len(second) + 1)
    for one in first:
        row = [0]
        for j, other in enumerate(second):
            row.append(before[j] + 1 if one == other else max(before[j + 1], row[j]))
        before = row
    return before[-1]


@given(LISTS, LISTS)
@checked
def test_pairs_are_equal_and_ascend_and_some_are_found_where_there_are_any(first, second):
    pairs = align(first, second)
    assert all(first[i] == second[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
    assert bool(pairs) == (not set(first).isdisjoint(second))


@given(LISTS)
@checked
def test_a_sequence_aligns_with_itself(sequence):
    assert align(sequence, sequence) == [(i, i) for i in range(len(sequence))]


@given(LISTS, st.data())
@checked
def test_what_was_only_taken_away_leaves_the_rest_aligned(sequence, data):
    kept = [item for item in sequence if data.draw(st.booleans())]
    assert len(align(kept, sequence)) == len(kept) or longest(kept, sequence) > len(align(kept, sequence)) > 0


@pytest.mark.parametrize(("first", "second"), [("abcd", "abxd"), ("aabb", "bbaa"), ("abcabba", "cbabac")])
def test_short_sequences_get_the_longest_alignment(first, second):
    numbers = [list(map(ord, text)) for text in (first, second)]
    assert len(align(*numbers)) == longest(*numbers)


def many(count: int, keys: int, seed: int) -> list[int]:
    numbers = random.Random(seed)
    return [numbers.randrange(keys) for _ in range(count)]


PAIRS = {
    "different": lambda n: (list(range(n)), list(range(n, 2 * n))),
    "reversed": lambda n: (list(range(n)), list(range(n))[::-1]),
    "shuffled": lambda n: (list(range(n)), random.Random(1).sample(range(n), n)),
    "one key": lambda n: ([1] * n, [1] * (n - n // 100)),
}
GIVEN_UP = {
    "two keys": lambda n: (many(n, 2, 1), many(n, 2, 2)),
    "few keys": lambda n: (many(n, 300, 1), many(n, 300, 2)),
}
"""Pairs whose work grows with the square up to a bound."""


@for_each("pair", [*PAIRS.values(), *(GIVEN_UP.values() if is_thorough() else [])])
def test_nothing_is_quadratic(pair):
    size = tries(500, thorough=5_000)
    # Eight times as much takes about eight times as long; 64 times would be quadratic.
    assert work_of(lambda: align(*pair(8 * size))) < 32 * work_of(lambda: align(*pair(size)))


@given(TEXTS, TEXTS)
@checked
def test_the_runs_of_two_texts_give_both_back(first, second):
    runs = text_runs(first, second)
    assert "".join(run.text for run in runs if run.where != "second") == first
    assert "".join(run.text for run in runs if run.where != "first") == second
    assert all(run.text for run in runs)


def test_a_changed_word_is_told_as_a_word():
    runs = text_runs("Paris is sunny today.", "Paris was rainy today.")
    assert [(run.where, run.text) for run in runs] == [
        ("both", "Paris "),
        ("first", "is sunny"),
        ("second", "was rainy"),
        ("both", " today."),
    ]


def test_a_word_that_grew_is_told_whole():
    assert [run.text for run in text_runs("a cat sat", "a cats sat")] == ["a ", "cat", "cats", " sat"]


@for_each("unit", some_of(["x", "word ", "line\n", "\u202e", "_ "], 2))
def test_texts_of_a_million_characters_are_told_apart_quickly(unit):
    long = unit * (1_000_000 // len(unit))
    with within(5):
        runs = text_runs(long, f"{long[:500_000]}MIDDLE{long[500_000:]}end")
    assert any("MIDDLE" in run.text for run in runs if run.where == "second")
