"""The journal of an SQLite database, the file beside it that ends in `-wal`: pages that were
written last and do not stand in the database yet.
"""

from __future__ import annotations

import struct

from crosswire.containers.wrappers.budget import Budget

ENDING = "-wal"
INDEX_ENDING = "-shm"
"""Of a file that only says where in the journal a page stands."""
_MAGIC = {b"\x37\x7f\x06\x82": "<", b"\x37\x7f\x06\x83": ">"}
"""How it begins -> the order of the bytes in its checksums."""
_HEADER, _FRAME = 32, 24
_MASK = 0xFFFFFFFF
_MODES = slice(18, 20)

_Sums = tuple[int, int]


def fits(data: bytes) -> bool:
    """Whether it is a journal; one whose pages all went into the database is empty."""
    return not data or data[:4] in _MAGIC


def is_expected(database: bytes) -> bool:
    """Whether a database is written with a journal."""
    return database[_MODES] == b"\x02\x02"


def without_journal(database: bytes) -> bytes:
    """The database as one that is written without a journal, which SQLite opens in memory."""
    return database[:18] + database[_MODES].replace(b"\x02", b"\x01") + database[20:]


def applied(database: bytes, journal: bytes, budget: Budget) -> tuple[bytes, int]:
    """The database with the pages of its journal that were written to their end, and how many
    these are."""
    page_size = int.from_bytes(journal[8:12], "big")
    own = int.from_bytes(database[16:18], "big")
    if len(journal) < _HEADER or page_size != (65_536 if own == 1 else own):
        return without_journal(database), 0
    pages, count = _committed(journal, page_size, budget)
    known = len(database) // page_size
    if not 0 < count <= known + len(journal) // page_size:
        return without_journal(database), 0
    whole = bytearray(database[: count * page_size])
    whole.extend(bytes(count * page_size - len(whole)))
    for number, at in pages.items():
        if number <= count:
            start = (number - 1) * page_size
            whole[start : start + page_size] = journal[at : at + page_size]
    return without_journal(bytes(whole)), len(pages)


def _committed(journal: bytes, page_size: int, budget: Budget) -> tuple[dict[int, int], int]:
    """Where the last version of each page stands, and how many pages the database has then;
    behind a frame of an older journal, or a damaged one, nothing counts."""
    order = _MAGIC[journal[:4]]
    salts, sums = journal[16:24], _added(journal[:24], (0, 0), order)
    committed: dict[int, int] = {}
    waiting: dict[int, int] = {}
    count = 0
    if journal[24:32] != struct.pack(">II", *sums):
        return committed, count
    for at in range(_HEADER, len(journal) - _FRAME - page_size + 1, _FRAME + page_size):
        page = at + _FRAME
        number, pages, *_ = struct.unpack_from(">II", journal, at)
        sums = _added(journal[at : at + 8], sums, order)
        sums = _added(journal[page : page + page_size], sums, order)
        said = journal[at + 8 : at + 16], journal[at + 16 : page]
        budget.take(0)  # it may not take too long
        if said != (salts, struct.pack(">II", *sums)) or not number:
            break
        waiting[number] = page
        if pages:
            committed |= waiting
            waiting, count = {}, pages
    return committed, count


def _added(data: bytes, sums: _Sums, order: str) -> _Sums:
    """The two sums over some bytes, eight at a time."""
    first, second = sums
    for one, other in struct.iter_unpack(f"{order}II", data):
        first = (first + one + second) & _MASK
        second = (second + other + first) & _MASK
    return first, second
