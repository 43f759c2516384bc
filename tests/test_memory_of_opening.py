"""What opening a log holds at once: its bytes and its documents, and little more."""

import json
import tracemalloc
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from crosswire.containers import DEFAULT_LIMITS, json_lines, open_upload, plain_file
from crosswire.errors import UnreadableUpload
from tests.selection import for_each

WORDS = "some words that a session says again and again, and no line says them alike: "


def lines(count: int, of: str = "") -> bytes:
    said = (
        json.dumps({"number": n, "role": "user", "content": f"{of}{n} {WORDS * 12}"}) for n in range(count)
    )
    return "\n".join(said).encode() + b"\n"


def beside(open: Callable[[], Any]) -> tuple[Any, int]:
    """What opening gives, and the bytes that it held at once beside that."""
    tracemalloc.start()
    try:
        found = open()
        kept, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return found, most - kept


def test_lines_are_read_one_after_another() -> None:
    data = lines(4_000)
    opened, more = beside(lambda: plain_file.open(data))
    assert (opened.container, len(opened.documents)) == ("jsonl", 4_000)
    assert more < len(data) / 20


def test_files_of_an_archive_are_kept_once() -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(16):
            archive.writestr(f"{number}.jsonl", lines(300, f"of {number}: "))
    data = packed.getvalue()
    opened, more = beside(lambda: open_upload(data, DEFAULT_LIMITS))
    assert (len(opened.files), len(opened.documents)) == (16, 4_800)
    assert opened.text is not None
    assert more < len(opened.text) / 3


@for_each(
    ("data", "likely"),
    (
        (b'{"a": 1}\n{"b": 2}\n', True),
        (b'\xef\xbb\xbf{"a": 1}\n{"b": 2}', True),
        (b"[1]\n\n[2]\n", True),
        (b'{"a": 1}\n', False),
        (b'{"a": 1}\n' + b" " * 3000 + b"\n", False),
        (b'{"a": 1}{"b": 2}\n{"c": 3}\n', False),
        (b'{\n"a": 1}\n{"b": 2}\n', False),
        (b"1\n2\n", False),
        (b"", False),
    ),
)
def test_a_whole_value_before_more_is_no_single_value(data: bytes, likely: bool) -> None:
    assert json_lines.are_likely(data) is likely


def test_what_begins_like_lines_and_is_a_text_log_is_refused_as_before() -> None:
    data = b'{"a": 1}\n' + b"a line of words\n" * 30
    assert json_lines.are_likely(data)
    with pytest.raises(UnreadableUpload, match="something else follows"):
        plain_file.open(data)
