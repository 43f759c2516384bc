"""The lines of an upload of any size, found without reading the rest of it; paths as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from webapp.readmodel.upload_lines import STRIDE, index_lines
from webapp.wording.paths import path_words

TEXTS = st.lists(st.sampled_from(["", "a", "[1]", "\r", "long" * 20]), min_size=1, max_size=40)


def in_pieces(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def holds(data: bytes, size: int) -> None:
    """Each line begins where it begins, and each byte is on its line."""
    index = index_lines(in_pieces(data, size))
    lines = data.split(b"\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    assert index.count == len(lines)
    offset = 0
    for number, line in enumerate(lines, start=1):
        assert index.start_of(number, lambda start, end: data[start:end]) == offset
        assert index.line_of(offset, lambda start, end: data[start:end]) == number
        offset += len(line) + 1
    assert index.start_of(len(lines) + 1, lambda start, end: data[start:end]) == len(data)


@given(TEXTS, st.integers(1, 30))
def test_every_line_is_found_whatever_the_pieces(lines: list[str], size: int) -> None:
    holds("\n".join(lines).encode(), size)


@pytest.mark.parametrize("size", [100, 4_096, 10_000_000])
def test_lines_far_apart_in_the_index_are_found(size: int) -> None:
    holds(b"".join(b"%d\n" % number for number in range(3 * STRIDE + 5)), size)


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("0:/input/4/call_id", "input[4].call_id"),
        (
            "0:/messages/1/tool_calls/0/function/arguments!/city",
            "messages[1].tool_calls[0].function.arguments > city",
        ),
        ("0:/messages/1/content@4-19", "messages[1].content"),
        ("7:/message/content/0", "record 8: message.content[0]"),
        ('0:/a b/c~1d/e"', '["a b"]["c/d"]["e\\""]'),
        ("0:", "the whole document"),
        ("no address", "no address"),
    ],
)
def test_an_address_is_told_as_a_path(address: str, path: str) -> None:
    assert path_words(address) == path
