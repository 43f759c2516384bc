"""Threads of Zed, which its database keeps packed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import crosswire
import pytest
from crosswire.containers import open_upload
from crosswire.repairs import mend
from tests.session_logs import counts, load, sample
from tests.test_wrappers import zstd

THREAD = sample("zed-thread/tagged.session")


def database(*cells: bytes, kind: str = "zstd") -> bytes:
    columns = "id text primary key, summary text, updated_at text, data_type text, data blob"
    rows = [(f"t-{number}", "Words", "2026", kind, cell) for number, cell in enumerate(cells)]
    with closing(sqlite3.connect(":memory:")) as held:
        held.execute(f"create table threads ({columns})")
        held.executemany("insert into threads values (?, ?, ?, ?, ?)", rows)
        held.commit()
        return held.serialize()


def cell_of(data: bytes) -> bytes:
    with closing(sqlite3.connect(":memory:")) as held:
        held.deserialize(data)
        [(cell,)] = held.execute("select data from threads")
        return bytes(cell)


def defects(log: crosswire.Log) -> list[tuple[str, str]]:
    found = crosswire.diagnose(log.conversations[0])
    return [(one.name, one.severity) for one in found if one.severity in ("error", "warning")]


@pytest.mark.parametrize("name", ["tagged", "segments"])
def test_all_that_a_thread_holds_is_read(name: str) -> None:
    log = load(f"zed-thread/{name}.session")
    assert defects(log) == []
    assert log.conversations[0].title == "Count the words"
    assert log.conversations[0].unread == []


@pytest.mark.parametrize("pack", [zstd.compress, bytes], ids=["zstd", "json"])
def test_a_thread_is_read_from_its_row_packed_or_not(pack: Callable[[bytes], bytes]) -> None:
    log = crosswire.load(database(pack(THREAD)))
    assert (log.format, counts(log)) == ("zed-thread", (1, 3, 3))


def test_a_cell_that_unpacks_to_no_text_or_is_damaged_is_said_to_be_left() -> None:
    whole = zstd.compress(THREAD)
    data = database(whole, zstd.compress(b"\xff\xfe\x80"), whole[:-9])
    assert counts(crosswire.load(data)) == (1, 3, 3)
    told = [note.message for note in open_upload(data).notes]
    assert "threads: 2 cells of it hold bytes that are no text." in told


def test_a_call_without_a_result_is_left_out_by_zed_when_it_goes_on() -> None:
    thread: Any = json.loads(THREAD)
    del thread["messages"][1]["Agent"]["tool_results"]["toolu_01LxQ7"]
    log = crosswire.load(json.dumps(thread).encode())
    assert defects(log) == [("missing-result", "warning")]


def test_a_mended_database_has_its_thread_packed_as_it_was() -> None:
    thread: Any = json.loads(THREAD)
    thread["messages"][5]["Agent"]["tool_results"]["toolu_01Nk5s"]["tool_use_id"] = ""
    data = database(zstd.compress(json.dumps(thread).encode()))
    done = mend(crosswire.load(data), data)
    mended = json.loads(zstd.decompress(cell_of(done.data)))
    assert mended["messages"][5]["Agent"]["tool_results"]["toolu_01Nk5s"]["tool_use_id"] == "toolu_01Nk5s"
