"""The kinds of columns, and what every table begins with."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Text,
    TypeDecorator,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from webapp.packing import pack_json, pack_record, unpack_json

LargeNumber = BigInteger().with_variant(Integer, "sqlite")
"""A number of bytes; SQLite's integers are as large as they need to be."""


class WireText(TypeDecorator[str]):
    """Text from a log: a NUL or a lone surrogate, which databases refuse, is stored
    escaped."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or (value.isascii() and value.isprintable() and "\\" not in value):
            return value
        return _REFUSED.sub(_escaped, value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or "\\" not in value:
            return value
        first, *pieces = value.split("\\u{")
        return first + "".join(_unescaped(*piece.split("}", 1)) for piece in pieces)


_REFUSED = re.compile(r"[\0\\\ud800-\udfff]")
"""What is stored escaped, with the sign that says so."""


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{{{ord(found[0]):x}}}"


def _unescaped(number: str, rest: str) -> str:
    return chr(int(number, 16)) + rest


class JsonText(TypeDecorator[Any]):
    """A small JSON value."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        return json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)


class HexDigits(TypeDecorator[str]):
    """A digest, given and told in hex."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        try:
            return None if value is None else bytes.fromhex(value)
        except ValueError:  # somebody asks for what is no digest, and finds nothing
            return b""

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        return None if value is None else value.hex()


class PackedJson(TypeDecorator[Any]):
    """A JSON value, packed; it may be given packed already."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes:
        return value if isinstance(value, bytes) else pack_json(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:
        return None if value is None else unpack_json(value)


class PackedRecord(PackedJson):
    """The same of what was read or made of a log, of which each record is small."""

    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes:
        return value if isinstance(value, bytes) else pack_record(value)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, also from databases that keep no time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(
        self, value: datetime | None, dialect: Dialect
    ) -> datetime | None:
        return (
            value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value
        )


NEVER_AGAIN = {"sqlite_autoincrement": True}
"""For a table: SQLite too gives no number of a deleted row again, which somebody may just be
working with."""


class Table(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def belongs_to(table: str) -> Mapped[int]:
    return mapped_column(ForeignKey(f"{table}.id", ondelete="CASCADE"))


def key_of(table: str) -> Mapped[int]:
    return mapped_column(ForeignKey(f"{table}.id", ondelete="CASCADE"), primary_key=True)
