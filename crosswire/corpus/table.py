"""Records of rows as an Arrow table. Pyarrow is an extra, loaded when a table is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, TypeAlias

from crosswire.corpus.outcomes import outcome_of
from crosswire.corpus.row import Row, Verb, Wish
from crosswire.errors import CrosswireError
from crosswire.pairing import Fate, How

Table: TypeAlias = Any
"""A table of pyarrow's."""
INSTALL = "pip install 'crosswire[corpus]'"


class NoArrow(CrosswireError):
    """Pyarrow is not installed."""

    def __init__(self) -> None:
        super().__init__(f"A corpus needs pyarrow: {INSTALL}.")


def arrow(module: str = "pyarrow") -> Any:
    """Pyarrow, or a module of it; raises NoArrow where it is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise NoArrow from error


def rows_to_table(rows: Iterable[Row], wish: Wish) -> Table:
    """What becomes of some rows, as a table of `schema(wish.verb)`: the same rows give the
    same table, in any process."""
    return to_table([one for row in rows for one in outcome_of(row, wish).records], wish.verb)


def to_table(records: Sequence[dict[str, Any]], verb: Verb) -> Table:
    """Records of rows as a table. Half a character, which no UTF-8 holds, is spelt out."""
    pa = arrow()
    try:
        return pa.Table.from_pylist(records, schema=schema(verb))
    except UnicodeEncodeError:
        return pa.Table.from_pylist([*map(_spelt, records)], schema=schema(verb))


def _spelt(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {key: _spelt(inner) for key, inner in value.items()}
    return [*map(_spelt, value)] if isinstance(value, list) else value


FINDING = dict.fromkeys(("code", "name", "severity", "address", "message"), "string")
_PLACE = {
    "source": "string",
    "row": "int64",
    "offset": "int64",
    "bytes": "int64",
    "sha256": "string",
    "state": "string",
    "error": "string",
}
_CONVERSATION = {
    "conversation": "int32",
    "format": "string",
    "container": "string",
    "model": "string",
    "messages": "int32",
    "results": "int32",
    "notes": [{"code": "string", "message": "string", "address": "string"}],
}
COLUMNS: dict[Verb, dict[str, Any]] = {
    "check": {
        **_PLACE,
        **_CONVERSATION,
        "own_target": "string",
        "pairing": dict.fromkeys((*map(str, (*How, *Fate)), "orphan"), "int32"),
        "calls": [
            {
                "tool": "string",
                "how": "string",
                "failed": "bool",
                "checksum": "string",
                "algorithm": "string",
            }
        ],
        "findings": [FINDING],
        "verdicts": [
            {
                "target": "string",
                "accepts": "bool",
                "findings": [FINDING],
                "undecided": ["string"],
            }
        ],
    },
    "convert": {
        **_PLACE,
        **_CONVERSATION,
        "to": "string",
        "losses": [dict.fromkeys(("kind", "code", "what", "address"), "string")],
        "changed_ids": "int32",
        "line": "int64",
    },
    "mask": {
        **_PLACE,
        "secrets": [{"kind": "string", "sure": "bool", "address": "string"}],
        "line": "int64",
        "file": "string",
    },
}
"""The columns of each table with their types: a list holds its items, an object its fields."""


def schema(verb: Verb) -> Any:
    """The schema of a verb's table."""
    pa = arrow()
    return pa.schema([(name, _type(pa, kind)) for name, kind in COLUMNS[verb].items()])


def _type(pa: Any, kind: Any) -> Any:
    if isinstance(kind, list):
        return pa.list_(_type(pa, kind[0]))
    if isinstance(kind, dict):
        return pa.struct([(name, _type(pa, inner)) for name, inner in kind.items()])
    return pa.type_for_alias(kind)
