"""What repeats the upload is packed beside the bytes of it that the database has anyway."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sized
from pathlib import Path
from random import Random

import crosswire
import pytest
from alembic import command
from crosswire.containers import write_json
from crosswire.model import Conversation
from crosswire.pairing import Pairing
from flask import Flask
from sqlalchemy import text
from tests.conftest import MakeApp, database_of, work_off
from tests.webapp.samples import long_chat
from webapp.database.engine import WRITES, Session
from webapp.database.schema import alembic_config
from webapp.database.tables import (
    ConversationRow,
    PaneBlockRow,
    PaneSegmentRow,
    UploadRow,
)
from webapp.packing import (
    DICTIONARIES,
    NEWEST,
    NotPacked,
    pack,
    pack_json,
    pack_record,
    unpack,
    unpack_json,
)
from webapp.readmodel.ahead import packed_pane
from webapp.readmodel.beside import MOST_BESIDE, PAYLOAD_BYTES, Beside, block_spans
from webapp.readmodel.indexed import Block
from webapp.readmodel.panes import PaneChoice
from webapp.settings import Settings, data_dir
from webapp.store import opening, panes, uploads
from webapp.store.blobs import upload_bytes

DIGEST = "fc7cc90d17caadaeba16ab566f298099544ba6661e947c4f640e4016daf4a326"
"""Of the dictionary of records: what was packed with it is unpacked with no other bytes."""
MIGRATIONS = data_dir("migrations")
LOG = long_chat(150)
MANY = json.dumps(
    {
        "model": "gpt-5",
        "messages": [{"role": "user", "content": Random(n).randbytes(400).hex()} for n in range(1_000)],
    }
).encode()
"""More than a segment of a payload takes, with no two messages alike."""


def test_what_is_packed_beside_bytes_is_unpacked_beside_the_same_ones_alone() -> None:
    words = json.dumps([f"word {n}" for n in range(200)]).encode()
    packed = pack(words, beside=b"before" + words + b"behind")
    assert len(packed) * 5 < len(pack(words))
    assert unpack(packed, b"before" + words + b"behind") == words
    with pytest.raises(NotPacked):
        unpack(packed, b"Before" + words[::-1])


@pytest.mark.parametrize("size", range(10))
def test_few_bytes_are_no_hindrance(size: int) -> None:
    known = b"0123456789"[:size]
    assert unpack(pack(b"0123456789", beside=known), known) == b"0123456789"


def test_records_are_packed_with_what_they_share_and_those_of_before_are_read() -> None:
    record = {"code": "CW201", "severity": "error", "address": "0:/messages/3/tool_call_id", "targets": []}
    packed = pack_record(record)
    assert len(packed) * 1.5 < len(pack_json(record))
    assert unpack_json(packed) == unpack_json(pack_json(record)) == record
    named = (DICTIONARIES / f"{NEWEST}.zdict").read_bytes()
    assert hashlib.sha256(named).hexdigest() == DIGEST


def test_what_names_a_dictionary_that_is_not_there_is_not_packed_here() -> None:
    packed = pack_record([1]).replace(NEWEST.to_bytes(4, "little"), (NEWEST + 1).to_bytes(4, "little"))
    with pytest.raises(NotPacked):
        unpack_json(packed)


def test_a_block_stands_where_its_parts_do_as_far_as_that_is_known() -> None:
    places = [(0, 50, 60), (99, 10, 20), (100, None, None), (250, 7, 7 + 2 * MOST_BESIDE)]
    spans = block_spans(places)
    assert spans == {0: (10, 60), 2: (7, 7 + MOST_BESIDE)}
    assert Beside(b"the upload", places).packed(1, b"a row").start is None


def test_cells_say_beside_what_they_are_packed(app: Flask) -> None:
    with database_of(app).session() as session:
        row = uploads.keep(session, MANY).first
        blocks = session.query(PaneBlockRow).all()
        assert max(block.end - block.start for block in blocks) > 50_000
        alone = [pack_json(panes.original(session, row).block(block.number)) for block in blocks]
        assert sum(len(block.cells) for block in blocks) * 3 < sum(map(len, alone))


def test_payloads_repeat_what_stands_as_far_into_the_conversation(app: Flask) -> None:
    made = PaneChoice("openai-responses").made_of(*_read(MANY))
    with database_of(app).session() as session:
        row = uploads.keep(session, MANY).first
        panes.keep(session, row, made)
        pane = panes.stored(session, row, PaneChoice("openai-responses"))
        assert pane is not None
        assert pane.payload_bytes() == made.payload_bytes()
        packed = sum(len(one.packed) for one in session.query(PaneSegmentRow))
        assert packed * 3 < len(pack(made.payload_bytes()))


def test_a_payload_finds_what_it_repeats_wherever_something_else_stands_between() -> None:
    chance = Random(1)
    said = [chance.randbytes(60_000).hex().encode() for _ in range(60)]
    upload, places = b"", []
    for number, one in enumerate(said):
        places.append((number, len(upload), len(upload) + len(one)))
        upload += one + (chance.randbytes(3_000_000) if number % 20 == 0 else b"")
    size = sum(map(len, said))
    packed = [piece for _, piece in Beside(upload, places).packed_payload(said, size, whole=False)]
    assert sum(len(piece.packed) for piece in packed) * 20 < size


class _Watched(Beside):
    """Notes how much of a payload came before each segment of it was packed."""

    def packed_payload(self, payload: Iterable[bytes], size: int, whole: bool) -> Iterator[tuple[int, Block]]:
        assert not isinstance(payload, Sized)
        came: list[bytes] = []
        self.ahead = []
        for offset, segment in super().packed_payload(_noting(payload, came), size, whole):
            self.ahead.append(sum(map(len, came)) - offset)
            yield offset, segment


def _noting(pieces: Iterable[bytes], came: list[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        came.append(piece)
        yield piece


def test_a_payload_is_packed_while_it_is_written() -> None:
    made, beside = PaneChoice("openai-responses").made_of(*_read(MANY)), _Watched(b"")
    segments = packed_pane(made, beside).payload
    written = b"".join(unpack(segment.packed) for _, segment in segments)
    assert written == write_json(made.payload, indent=True, newline=True)
    assert len(beside.ahead) > 3
    assert max(beside.ahead) < PAYLOAD_BYTES + 2_000 < len(written) / 3


def _read(data: bytes) -> tuple[Conversation, Pairing]:
    [conversation] = crosswire.load(data).conversations
    return conversation, crosswire.pair(conversation)


def test_of_bytes_in_an_object_store_pages_need_none(make_app: MakeApp, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/log.db"
    app = make_app(Settings(database_url=url, uploads=f"file://{tmp_path}/uploads"))
    with database_of(app).session() as session:
        row = uploads.keep(session, LOG).first
        assert {block.start for block in session.query(PaneBlockRow)} == {None}
        assert session.get_one(UploadRow, row.upload_id).object_key
        assert len(panes.original(session, row).block(0)) == 100


def test_there_and_back_to_the_schema_before_nothing_is_lost(
    make_app: MakeApp, bare_database_url: str
) -> None:
    app = make_app(Settings(database_url=bare_database_url, workers=0))
    choice = PaneChoice("openai-responses")
    with database_of(app).session() as session:
        row = uploads.keep(session, MANY).first
        panes.keep(session, row, choice.made_of(*_read(MANY)))
        before, slug = _shown(session, row, choice), row.slug
    with database_of(app).engine.connect() as connection:
        connection.execution_options(**{WRITES: True})
        with connection.begin():
            command.downgrade(alembic_config(MIGRATIONS, connection), "0015")
            left = connection.execute(text("SELECT count(*) FROM pane_blocks")).scalar()
    assert left == 0
    again = make_app(Settings(database_url=bare_database_url, workers=0))
    work_off(again)
    with database_of(again).session() as session:
        found = opening.find(session, slug)
        assert found is not None
        assert upload_bytes(session, found) == MANY
        panes.keep(session, found, choice.made_of(*_read(MANY)))
        assert _shown(session, found, choice) == before


def _shown(session: Session, row: ConversationRow, choice: PaneChoice) -> list[object]:
    made = panes.stored(session, row, choice)
    assert made is not None
    blocks = [pane.block(number) for pane in (panes.original(session, row), made) for number in range(10)]
    return [made.payload_bytes(), *blocks]
