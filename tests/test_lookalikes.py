"""What looks the same to a reader, and what sets it apart."""

from __future__ import annotations

from crosswire.ids.lookalikes import difference, skeleton
from tests.measured import within
from tests.selection import for_each

PAIRS = [
    ("call_a", "Call_A", "case"),
    ("call_a", " call_a", "white space at the ends"),
    ("call_a", "call_a\n", "white space at the ends"),
    ("call_a", "call_\u200ba", "characters that can't be seen (U+200B)"),
    ("call_a", "\ufeffcall_a", "characters that can't be seen (U+FEFF)"),
    ("call_a", "call\u00ad_a", "characters that can't be seen (U+00AD)"),
    ("call_a", "call_a\ufe0f", "characters that can't be seen (U+FE0F)"),
    ("call_a", "call_a\x00", "characters that can't be seen (U+0000)"),
    ("call_a", "call_\u0430", "characters that look alike (U+0430)"),
    ("call_a", "c\u03b1ll_a", "characters that look alike (U+03B1)"),
    ("CALL_A", "\u0421ALL_A", "characters that look alike (U+0421)"),
    ("call_1", "call_\uff11", "characters that look alike (U+FF11)"),
    ("call-1", "call\u20131", "characters that look alike (U+2013)"),
    ("call_A", "CALL_\u0430", "characters that look alike (U+0430)"),
]


@for_each(("one", "other", "how"), PAIRS)
def test_what_looks_the_same_has_one_skeleton_and_a_difference(one: str, other: str, how: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert difference(one, other) == difference(other, one) == how


@for_each(
    ("one", "other"),
    [("call_1", "call_l"), ("call_O", "call_0"), ("a.b", "a_b"), ("call_a", "call_b"), ("a b", "ab")],
)
def test_what_ids_rightly_differ_by_is_kept(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@for_each("piece", ["a", "\u200b", "\u0430", "\ufdfa", " "])
def test_the_skeletons_of_a_hostile_upload_are_had_soon(piece: str) -> None:
    with within(1):
        for length in (100, 400, 3_000_000):
            skeleton(piece * length)
