"""Conversations of a large upload that are looked at in several processes."""

import json
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from string import ascii_letters, digits

import pytest
from crosswire.containers import InFile, InMemory, lines
from crosswire.errors import UnreadableUpload
from crosswire.reading import are_read_apart, line_by_line
from crosswire.secrets import count_secrets, counting
from flask import Flask
from tests.conftest import database_of
from tests.webapp.indexer_faults import ended, refused
from tests.webapp.samples import chat
from webapp.operations.put import _panes_of
from webapp.readmodel import build, indexers
from webapp.readmodel.ahead import Ahead
from webapp.readmodel.build import index_in_steps, result_of
from webapp.readmodel.indexers import AT_ONCE, IndexerEnded, each_in, in_indexers
from webapp.store import uploads
from webapp.store.loading import loaded

KEY = "Bearer abcdefgh12345678"


@pytest.fixture(autouse=True)
def _lines_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "HELD_BYTES", 0)
    monkeypatch.setattr(build, "AT_ONCE", 3_000)
    monkeypatch.setattr(line_by_line, "AT_ONCE", 3_000)
    monkeypatch.setattr(indexers, "LARGE", 0)


@pytest.fixture
def file(tmp_path: Path) -> InFile:
    """Requests, each its own, one of them with a key beside it and one longer than what is asked for at
    once."""
    path = tmp_path / "log.jsonl"
    requests = [json.loads(chat().replace(b"call_", b"call_%d" % n)) for n in range(20)]
    requests[7] |= {"headers": {"Authorization": KEY}}
    requests[11]["messages"].append({"role": "user", "content": "How far is it? " * (AT_ONCE // 10)})
    path.write_bytes(b"".join(json.dumps(one).encode() + b"\n" for one in requests))
    return InFile(path)


def test_several_processes_make_what_one_makes(file: InFile) -> None:
    ahead = Ahead(partial(_panes_of, ["anthropic", "repaired"]), targets="all", most=8)

    def made(processes: int) -> list[object]:
        read = loaded(file, None, None, processes=processes)
        assert are_read_apart(read.log)
        assert len(read.log.conversations) == 20
        steps = index_in_steps(read.log, read.data, read.text, ahead, processes)
        return [read.to_keep().columns, *result_of(steps)]

    assert made(2) == made(1)


def test_what_goes_wrong_in_another_process_is_raised_here() -> None:
    with pytest.raises(IndexerEnded, match="signal 9"):
        list(in_indexers(ended, None, [range(1), range(1, 2)], 2))
    with pytest.raises(UnreadableUpload, match="cut") as raised:
        list(in_indexers(refused, "It was cut.", [range(1)], 2))
    assert raised.value.offset == 3


def test_nothing_is_kept_where_a_process_came_to_its_end(
    file: InFile, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "_indexed", ended)
    with database_of(app).session() as session:
        with pytest.raises(IndexerEnded):
            list(uploads.keep_in_stages(session, file, processes=2))
        assert uploads.keep(session, file).first.number == 0


def test_secrets_are_counted_alike_in_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    signs = iter(Random(1).choices(ascii_letters + digits, k=300))
    keys = [f"sk-ant-api03-{''.join(islice(signs, 93))}AA" for _ in range(3)]
    data = b"".join(b'{"content": "%s"}\n' % keys[n % 3].encode() for n in range(12))
    monkeypatch.setattr(counting, "STRETCH", 300)
    counted = count_secrets(InMemory(data), each_in(2, data))
    assert counted == count_secrets(InMemory(data))
    assert counted.sure + counted.probable == 3
