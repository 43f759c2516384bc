"""Uploads as they came, and the conversations in them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    Boolean,
    Float,
    Index,
    Integer,
    LargeBinary,
    String,
    UniqueConstraint,
    false,
    func,
    select,
)
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from webapp.database.tables.columns import (
    NEVER_AGAIN,
    JsonText,
    LargeNumber,
    Moment,
    PackedJson,
    Table,
    WireText,
    belongs_to,
    key_of,
)


class UploadRow(Table):
    """An upload, and what was recognised in it."""

    __tablename__ = "uploads"
    __table_args__ = NEVER_AGAIN

    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(Moment, default=lambda: datetime.now(UTC))
    name: Mapped[str | None] = mapped_column(WireText)
    example: Mapped[str | None] = mapped_column(String(60), unique=True)
    """Which of our own examples it is; None for everything that somebody uploaded."""
    label: Mapped[str | None] = mapped_column(WireText)
    """What whoever manages it calls it, in place of its name."""
    remark: Mapped[str | None] = mapped_column(WireText)
    """What whoever manages it wrote about it."""
    manage_salt: Mapped[str | None] = mapped_column(String(22))
    """With a browser's key it gives the manage secret; only of uploads older than
    `upload_owners`."""
    manage_hash: Mapped[str] = mapped_column(String(64))
    """sha256 of the manage secret in hex."""
    asked_format: Mapped[str | None] = mapped_column(String(60))
    """The format that the uploader insisted on."""
    asked_mapping: Mapped[Any | None] = mapped_column(JsonText)
    """The mapping that it is read by; None where a format of its own is."""
    size: Mapped[int] = mapped_column(LargeNumber)
    """Of its text: the bytes as they came, but for one that came packed."""
    digest: Mapped[str] = mapped_column(String(64))
    object_key: Mapped[str | None] = mapped_column(String(200))
    """Where its bytes are in the object store; None where `upload_segments` has them."""
    hidden_keys: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Where keys stand around its conversations, packed: `[[first byte, byte after], ...]`.
    Pages show no byte of them."""
    reading_version: Mapped[int] = mapped_column(Integer)
    """The version of the reading in the tables below (`readmodel.VERSION`); 0 where it is not
    read yet."""
    container: Mapped[str] = mapped_column(String(20))
    format: Mapped[str] = mapped_column(String(60))
    format_title: Mapped[str] = mapped_column(String(120))
    shape: Mapped[str] = mapped_column(String(20))
    confidence: Mapped[float] = mapped_column(Float)
    reason: Mapped[str] = mapped_column(WireText)
    notes: Mapped[Any] = mapped_column(JsonText)
    """What reading had to say: `[{"code", "message", "address"}]`."""

    @property
    def reading(self) -> tuple[int, str]:
        """Which reading of which bytes it is: what is made of it is worth something as long as
        this is the same."""
        return self.reading_version, self.digest

    conversation_count: ClassVar[Mapped[int]]
    """How many conversations it has, counted when asked for."""
    conversations: Mapped[list[ConversationRow]] = relationship(
        back_populates="upload", order_by="ConversationRow.number", passive_deletes=True
    )
    moved: Mapped[list[MovedRow]] = relationship(passive_deletes=True)
    """Those that became a revision of it when a worker had read them."""


class UploadSegmentRow(Table):
    """Some of the bytes of an upload, packed."""

    __tablename__ = "upload_segments"

    upload_id: Mapped[int] = key_of("uploads")
    offset: Mapped[int] = mapped_column(LargeNumber, primary_key=True, autoincrement=False)
    packed: Mapped[bytes] = mapped_column(LargeBinary)


class PackedRow(Table):
    """That an upload came packed: what is kept of it elsewhere is the text of the files in
    it."""

    __tablename__ = "packed_uploads"

    upload_id: Mapped[int] = key_of("uploads")
    size: Mapped[int] = mapped_column(LargeNumber)
    """Of the bytes as they came, which `packed_segments` or the object store have."""
    digest: Mapped[str] = mapped_column(String(64))
    object_key: Mapped[str | None] = mapped_column(String(200))
    marks: Mapped[Any] = mapped_column(PackedJson)
    """Where the files stand in the text: `crosswire.containers.marks_of`."""


class PackedSegmentRow(Table):
    """Some of the bytes of a packed upload as it came, packed once more."""

    __tablename__ = "packed_segments"

    upload_id: Mapped[int] = key_of("uploads")
    offset: Mapped[int] = mapped_column(LargeNumber, primary_key=True, autoincrement=False)
    packed: Mapped[bytes] = mapped_column(LargeBinary)


class ConversationRow(Table):
    """A conversation of an upload, with its permalink."""

    __tablename__ = "conversations"
    __table_args__ = (UniqueConstraint("upload_id", "number"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    upload_id: Mapped[int] = belongs_to("uploads")
    number: Mapped[int] = mapped_column(Integer)
    slug: Mapped[str] = mapped_column(String(22), unique=True)
    format: Mapped[str] = mapped_column(String(60))
    shape: Mapped[str] = mapped_column(String(20))
    title: Mapped[str | None] = mapped_column(WireText)
    rows: Mapped[int] = mapped_column(Integer)
    """Rows of the page."""
    summary: Mapped[Any] = mapped_column(JsonText)
    """The counts above the page: `readmodel.lists.Summary`."""
    messages: Mapped[int] = mapped_column(Integer)
    """This and what follows stands in the summary too; here it can be added up and filtered
    by."""
    calls: Mapped[int] = mapped_column(Integer)
    errors: Mapped[int] = mapped_column(Integer)
    warnings: Mapped[int] = mapped_column(Integer)
    remarks: Mapped[int] = mapped_column(Integer)
    unread: Mapped[int | None] = mapped_column(Integer)
    """Places that were not read; None where the reading is too old to tell."""

    upload: Mapped[UploadRow] = relationship(back_populates="conversations", lazy="joined")


UploadRow.conversation_count = column_property(
    select(func.count())
    .where(ConversationRow.upload_id == UploadRow.id)
    .correlate_except(ConversationRow)
    .scalar_subquery(),
    deferred=True,
)


class RevisionRow(Table):
    """That an upload is a repaired conversation of another one, or was edited from it; that
    one may be deleted by itself."""

    __tablename__ = "revisions"
    __table_args__ = (Index(None, "conversation_id"),)

    upload_id: Mapped[int] = key_of("uploads")
    conversation_id: Mapped[int] = belongs_to("conversations")
    """The one that it was made from."""
    changes: Mapped[int] = mapped_column(Integer)
    """In how many places it was repaired; 0 where it was edited."""


class EarlierRow(Table):
    """What an upload that grew was before: the first bytes of the next revision whose bytes
    are kept, or bytes of its own."""

    __tablename__ = "earlier_revisions"

    upload_id: Mapped[int] = key_of("uploads")
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    """From 1; the revision that stands now has the next one."""
    size: Mapped[int] = mapped_column(LargeNumber)
    digest: Mapped[str] = mapped_column(String(64))
    """sha256 of the bytes of then, in hex."""
    lines: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(Moment)
    """When its bytes came."""
    is_apart: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    """Whether its bytes are kept by themselves, as what came next was written anew: in
    `earlier_segments` or the object store."""
    object_key: Mapped[str | None] = mapped_column(String(200))
    hidden_keys: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Of bytes that are kept by themselves; see `UploadRow.hidden_keys`."""


class EarlierSegmentRow(Table):
    """Some of the bytes of an earlier revision that are kept by themselves, packed."""

    __tablename__ = "earlier_segments"

    upload_id: Mapped[int] = key_of("uploads")
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    """Of the revision."""
    offset: Mapped[int] = mapped_column(LargeNumber, primary_key=True, autoincrement=False)
    packed: Mapped[bytes] = mapped_column(LargeBinary)


class MovedRow(Table):
    """The link of an upload that waited to be read, and was found to be the next revision of
    another one."""

    __tablename__ = "moved_links"
    __table_args__ = (Index(None, "upload_id"),)

    slug: Mapped[str] = mapped_column(String(22), primary_key=True)
    upload_id: Mapped[int] = belongs_to("uploads")
    """The one that it is a revision of."""
    manage_hash: Mapped[str] = mapped_column(String(64))
    """sha256 of the manage secret that was told with the link, in hex."""
