"""A page in Markdown with no messages between its fences is refused with the lines of what is JSON."""

from __future__ import annotations

import crosswire
import pytest
from crosswire.containers import open_upload
from crosswire.errors import UnreadableUpload
from tests.measured import work_of
from tests.selection import for_each, tries

BLOCK = '{"name": "add",\n "strict": true}'


def refusal(text: str) -> UnreadableUpload:
    with pytest.raises(UnreadableUpload) as refused:
        open_upload(text.encode())
    return refused.value


@for_each(
    ("text", "lines"),
    [
        (f"```json\n{BLOCK}\n```\n", (2, 3)),
        (f"# My log\n\nIt fails so:\n\n```json\n{BLOCK}\n```\nWhy?\n", (6, 7)),
        (f"Look:\r\n~~~~\r\n{BLOCK}\r\n~~~\r\n~~~~\r\n", (3, 5)),
        (f"It was cut:\n```\n{BLOCK}", (3, 4)),
        (f"```python\nprint(1)\n```\n\n```json\n{BLOCK}\n```", (6, 7)),
    ],
)
def test_a_block_in_a_page_is_refused_with_its_lines(text: str, lines: tuple[int, int]) -> None:
    refused = refusal(text)
    first, last = lines
    assert f"a block of JSON on lines {first} to {last}. Keep these lines alone" in str(refused)
    assert refused.line == first
    assert refused.offset is not None
    assert text.encode()[: refused.offset].count(b"\n") == first - 1


def test_several_blocks_are_counted_and_told_by_their_lines() -> None:
    refused = refusal(f"# Calls\n```json\n{BLOCK}\n```\nand\n```json\n{BLOCK}\n```\n")
    assert "2 blocks of JSON, on lines 3 to 4, 8 to 9." in str(refused)


@for_each(
    "text",
    [
        "Only words.\n```python\nprint(1)\n```\n",
        '{"content": "```json\n{}\n```", "n": +1}',
        "No fence: {}\n",
    ],
)
def test_what_is_no_page_with_json_is_refused_for_what_it_is(text: str) -> None:
    assert "Markdown" not in str(refusal(text))


def test_json_that_holds_fences_is_json() -> None:
    value = '{"role": "user", "content": "```json\n{}\n```"}'
    assert crosswire.load(value.encode()).format == "openai-chat"


def test_the_search_for_fences_grows_with_the_text() -> None:
    def work(size: int) -> float:
        return work_of(lambda: refusal("x\n" + "```\n{\n```\n" * size))

    size = tries(300, thorough=30_000)
    assert work(4 * size) < 10 * work(size)  # a quadratic one takes 16 times as long
