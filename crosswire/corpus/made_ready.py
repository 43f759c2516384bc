"""Loaded before processes are forked: does a row once, as much is loaded at its first use, and
each of them would load it anew."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

from crosswire.corpus.row import Row, Wish
from crosswire.corpus.table import NoArrow, arrow, rows_to_table
from crosswire.lazy_names import load_all

load_all()

_TEXT = b'{"messages": [{"role": "user", "content": "Hello."}]}'
_ROW = Row("", 1, _TEXT, len(_TEXT), sha256(_TEXT).hexdigest())

with suppress(NoArrow):  # the command has said what is missing
    arrow("pyarrow.parquet")
    for _wish in (Wish("check"), Wish("convert", to="anthropic"), Wish("mask")):
        rows_to_table([_ROW], _wish)
