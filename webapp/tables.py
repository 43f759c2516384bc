"""The tables: uploads as they came, what was read from them, and what was made of them.

An upload is deleted with everything that hangs on it; nothing is shared between uploads. What was
read or made can be read or made again, and is when the code has changed (`code_version`).
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    BigInteger,
    Boolean,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    func,
    select,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, column_property, mapped_column, relationship

from webapp.packing import pack_json, unpack_json


class WireText(TypeDecorator[str]):
    """Text from a log: a NUL or a lone surrogate, which databases refuse, is stored escaped."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or (value.isascii() and value.isprintable() and "\\" not in value):
            return value
        return "".join(map(_escaped, value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or "\\" not in value:
            return value
        first, *pieces = value.split("\\u{")
        return first + "".join(_unescaped(*piece.split("}", 1)) for piece in pieces)


def _escaped(character: str) -> str:
    if character in "\0\\" or "\ud800" <= character <= "\udfff":
        return f"\\u{{{ord(character):x}}}"
    return character


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


class PackedJson(TypeDecorator[Any]):
    """A JSON value, packed."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes:
        return pack_json(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:
        return None if value is None else unpack_json(value)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, also from databases that keep no time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Table(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def _belongs_to(table: str) -> Mapped[int]:
    return mapped_column(ForeignKey(f"{table}.id", ondelete="CASCADE"))


def _key_of(table: str) -> Mapped[int]:
    return mapped_column(ForeignKey(f"{table}.id", ondelete="CASCADE"), primary_key=True)


class UploadRow(Table):
    """An upload, and what was recognised in it."""

    __tablename__ = "uploads"

    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(Moment, default=lambda: datetime.now(UTC))
    name: Mapped[str | None] = mapped_column(WireText)
    example: Mapped[str | None] = mapped_column(String(60), unique=True)
    """Which of our own examples it is; None for everything that somebody uploaded."""
    manage_salt: Mapped[str] = mapped_column(String(22))
    """With a browser's key it gives the manage secret."""
    manage_hash: Mapped[str] = mapped_column(String(64))
    """sha256 of the manage secret in hex."""
    asked_format: Mapped[str | None] = mapped_column(String(60))
    """The format that the uploader insisted on."""
    size: Mapped[int] = mapped_column(Integer)
    digest: Mapped[str] = mapped_column(String(64))
    code_version: Mapped[str] = mapped_column(String(32))
    """The code that filled the tables below."""
    container: Mapped[str] = mapped_column(String(20))
    format: Mapped[str] = mapped_column(String(60))
    format_title: Mapped[str] = mapped_column(String(120))
    shape: Mapped[str] = mapped_column(String(20))
    confidence: Mapped[float] = mapped_column(Float)
    reason: Mapped[str] = mapped_column(WireText)
    notes: Mapped[Any] = mapped_column(JsonText)
    """What reading had to say: `[{"code", "message", "address"}]`."""

    conversation_count: ClassVar[Mapped[int]]
    """How many conversations it has, counted when asked for."""
    conversations: Mapped[list[ConversationRow]] = relationship(
        back_populates="upload", order_by="ConversationRow.number", passive_deletes=True
    )


class UploadSegmentRow(Table):
    """Some of the bytes of an upload, packed."""

    __tablename__ = "upload_segments"

    upload_id: Mapped[int] = _key_of("uploads")
    offset: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    packed: Mapped[bytes] = mapped_column(LargeBinary)


class ConversationRow(Table):
    """A conversation of an upload, with its permalink."""

    __tablename__ = "conversations"
    __table_args__ = (UniqueConstraint("upload_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    upload_id: Mapped[int] = _belongs_to("uploads")
    number: Mapped[int] = mapped_column(Integer)
    slug: Mapped[str] = mapped_column(String(22), unique=True)
    format: Mapped[str] = mapped_column(String(60))
    shape: Mapped[str] = mapped_column(String(20))
    title: Mapped[str | None] = mapped_column(WireText)
    rows: Mapped[int] = mapped_column(Integer)
    """Rows of the page."""
    summary: Mapped[Any] = mapped_column(JsonText)
    """The counts above the page: `presenters.Summary`."""

    upload: Mapped[UploadRow] = relationship(back_populates="conversations", lazy="joined")


UploadRow.conversation_count = column_property(
    select(func.count())
    .where(ConversationRow.upload_id == UploadRow.id)
    .correlate_except(ConversationRow)
    .scalar_subquery(),
    deferred=True,
)


class PartRow(Table):
    """The index of parts: where each stands in the upload, and who answers whom."""

    __tablename__ = "parts"
    __table_args__ = (Index(None, "conversation_id", "address_hash"),)

    conversation_id: Mapped[int] = _key_of("conversations")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    row: Mapped[int] = mapped_column(Integer)
    """The row of the page that shows it."""
    message: Mapped[int | None] = mapped_column(Integer)
    """Which message it is in; None for what stands beside the messages."""
    address: Mapped[str] = mapped_column(WireText)
    address_hash: Mapped[int] = mapped_column(BigInteger)
    """Finds the address as pages show it, which may be longer than an index takes."""
    start: Mapped[int | None] = mapped_column(Integer)
    """Its first byte in the upload; None in a Python literal."""
    end: Mapped[int | None] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(20))
    role: Mapped[str | None] = mapped_column(String(20))
    tool_name: Mapped[str | None] = mapped_column(WireText)
    call_id: Mapped[str | None] = mapped_column(WireText)
    id_source: Mapped[str | None] = mapped_column(String(20))
    id_state: Mapped[str | None] = mapped_column(String(20))
    pair: Mapped[int | None] = mapped_column(Integer)
    """Number of the pair within the conversation."""
    how: Mapped[str | None] = mapped_column(String(20))
    """How it was paired, or why it was not."""
    partner: Mapped[int | None] = mapped_column(Integer)
    """`number` of the other end."""


class FindingRow(Table):
    """A diagnostic, in the order of the upload: `presenters.Finding`."""

    __tablename__ = "findings"

    conversation_id: Mapped[int] = _key_of("conversations")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    row: Mapped[int] = mapped_column(Integer)
    """The row of the page that shows it."""
    code: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(60))
    severity: Mapped[str] = mapped_column(String(10))
    kind: Mapped[str] = mapped_column(String(10))
    address: Mapped[str] = mapped_column(WireText)
    message: Mapped[str] = mapped_column(WireText)
    targets: Mapped[Any] = mapped_column(JsonText)
    related: Mapped[Any] = mapped_column(JsonText)


class CallRow(Table):
    """A call with what it is sorted and filtered by: `presenters.CallLine`."""

    __tablename__ = "calls"
    __table_args__ = (Index(None, "conversation_id", "checksum"), Index(None, "conversation_id", "tool"))

    conversation_id: Mapped[int] = _key_of("conversations")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    row: Mapped[int] = mapped_column(Integer)
    """The row of the page that shows it."""
    address: Mapped[str] = mapped_column(WireText)
    result_row: Mapped[int | None] = mapped_column(Integer)
    """The row of its result; its own where it holds it, None where there is none."""
    result_address: Mapped[str | None] = mapped_column(WireText)
    tool: Mapped[str] = mapped_column(WireText)
    """The tool's name; of a very long one the beginning, with a number that tells it from others."""
    call_id: Mapped[str | None] = mapped_column(WireText)
    """The beginning of its id."""
    chip: Mapped[Any] = mapped_column(JsonText)
    """That id, as pages show it: `presenters.ids.IdChip`."""
    origin: Mapped[str] = mapped_column(String(10))
    """Where the id comes from: `wire`, `item` or `absent`."""
    maker: Mapped[str] = mapped_column(String(80))
    """Whose ids look like it, or empty."""
    how: Mapped[str] = mapped_column(String(20))
    """How its result was found, or why there is none."""
    state: Mapped[str] = mapped_column(String(80))
    """The same in words."""
    started: Mapped[float | None] = mapped_column(Float)
    """Seconds since 1970, UTC."""
    ended: Mapped[float | None] = mapped_column(Float)
    took: Mapped[float | None] = mapped_column(Float)
    """Seconds."""
    measured: Mapped[bool] = mapped_column(Boolean)
    """Whether a program timed it; else it is the distance between two messages."""
    argument_bytes: Mapped[int] = mapped_column(Integer)
    result_bytes: Mapped[int | None] = mapped_column(Integer)
    checksum: Mapped[str | None] = mapped_column(String(64))
    algorithm: Mapped[str] = mapped_column(String(40))
    times: Mapped[int] = mapped_column(Integer)
    """How many calls have its checksum."""
    nth: Mapped[int] = mapped_column(Integer)
    """Which of these it is."""
    loops: Mapped[bool] = mapped_column(Boolean)
    """It was made three times or more, always for the same result."""
    failed: Mapped[bool] = mapped_column(Boolean)
    """Its result says that it is an error."""
    batch: Mapped[int] = mapped_column(Integer)
    """Calls of one batch were made at once."""
    batch_size: Mapped[int] = mapped_column(Integer)
    waited: Mapped[float | None] = mapped_column(Float)
    """Seconds in which no call ran before it."""
    user_spoke: Mapped[bool] = mapped_column(Boolean)
    """Whether a user wrote something in these."""
    badness: Mapped[int] = mapped_column(Integer)
    """The worst finding on it: 0 none, 1 info, 2 warning, 3 error."""


class ListBlockRow(Table):
    """Some rows of the page without the panes, or some entries of a list beside them."""

    __tablename__ = "list_blocks"

    conversation_id: Mapped[int] = _key_of("conversations")
    list: Mapped[str] = mapped_column(String(20), primary_key=True)
    """`outline`, `calls`, `strip`, or `call records`, which programs ask for."""
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entries: Mapped[Any] = mapped_column(PackedJson)


class SearchBlockRow(Table):
    """The texts of some rows of the page, packed: `presenters.searchable`."""

    __tablename__ = "search_blocks"

    conversation_id: Mapped[int] = _key_of("conversations")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    packed: Mapped[bytes] = mapped_column(LargeBinary)


class PaneRow(Table):
    """A conversation as one target writes it, or as it came; made once by each code version."""

    __tablename__ = "panes"
    __table_args__ = (UniqueConstraint("conversation_id", "code_version", "target", "policy"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    conversation_id: Mapped[int] = _belongs_to("conversations")
    code_version: Mapped[str] = mapped_column(String(32))
    target: Mapped[str] = mapped_column(String(60))
    policy: Mapped[str] = mapped_column(String(20))
    losses: Mapped[Any] = mapped_column(PackedJson, deferred=True)
    id_map: Mapped[Any] = mapped_column(PackedJson, deferred=True)
    name_map: Mapped[Any | None] = mapped_column(PackedJson, deferred=True)
    told: Mapped[Any | None] = mapped_column(JsonText)
    """The counts above it: `presenters.losses.Told`; the original has none."""
    places: Mapped[Any] = mapped_column(PackedJson, deferred=True)
    """Address in the payload, as the page shows it -> row of the page."""


class PaneSegmentRow(Table):
    """Some of the bytes of a payload, packed."""

    __tablename__ = "pane_segments"

    pane_id: Mapped[int] = _key_of("panes")
    offset: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    packed: Mapped[bytes] = mapped_column(LargeBinary)


class PaneBlockRow(Table):
    """The cells of some rows of the page, in one pane."""

    __tablename__ = "pane_blocks"

    pane_id: Mapped[int] = _key_of("panes")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    cells: Mapped[Any] = mapped_column(PackedJson)


class PaneListRow(Table):
    """Some entries of a list of what a pane lost or renamed: `presenters.losses.Lists`."""

    __tablename__ = "pane_lists"

    pane_id: Mapped[int] = _key_of("panes")
    list: Mapped[str] = mapped_column(String(80), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entries: Mapped[Any] = mapped_column(PackedJson)


class VerdictRow(Table):
    """What one target makes of a conversation: `presenters.TargetVerdict`; made once by each code version."""

    __tablename__ = "verdicts"

    conversation_id: Mapped[int] = _key_of("conversations")
    code_version: Mapped[str] = mapped_column(String(32), primary_key=True)
    target: Mapped[str] = mapped_column(String(60), primary_key=True)
    record: Mapped[Any] = mapped_column(PackedJson)


class RevisionRow(Table):
    """That an upload is a repaired conversation of another one, which may be deleted by itself."""

    __tablename__ = "revisions"
    __table_args__ = (Index(None, "conversation_id"),)

    upload_id: Mapped[int] = _key_of("uploads")
    conversation_id: Mapped[int] = _belongs_to("conversations")
    """The one that it was repaired from."""
    changes: Mapped[int] = mapped_column(Integer)
