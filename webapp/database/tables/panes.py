"""What was made of a conversation; it is made again when the log is read again."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Integer, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from webapp.database.tables.columns import (
    NEVER_AGAIN,
    JsonText,
    LargeNumber,
    PackedRecord,
    Table,
    belongs_to,
    key_of,
)


class PaneRow(Table):
    """A conversation as one target writes it, or as it came; made once of each reading."""

    __tablename__ = "panes"
    __table_args__ = (
        UniqueConstraint("conversation_id", "reading_version", "target", "policy"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    conversation_id: Mapped[int] = belongs_to("conversations")
    reading_version: Mapped[int] = mapped_column(Integer)
    target: Mapped[str] = mapped_column(String(60))
    policy: Mapped[str] = mapped_column(String(20))
    losses: Mapped[Any] = mapped_column(PackedRecord, deferred=True)
    id_map: Mapped[Any] = mapped_column(PackedRecord, deferred=True)
    name_map: Mapped[Any | None] = mapped_column(PackedRecord, deferred=True)
    told: Mapped[Any | None] = mapped_column(JsonText)
    """The counts above it: `readmodel.losses.Told`; the original has none."""
    places: Mapped[Any] = mapped_column(PackedRecord, deferred=True)
    """Address in the payload, as the page shows it -> row of the page."""


class PaneSegmentRow(Table):
    """Some of the bytes of a payload, packed."""

    __tablename__ = "pane_segments"

    pane_id: Mapped[int] = key_of("panes")
    offset: Mapped[int] = mapped_column(LargeNumber, primary_key=True, autoincrement=False)
    packed: Mapped[bytes] = mapped_column(LargeBinary)
    start: Mapped[int | None] = mapped_column(LargeNumber)
    """They are packed beside the bytes of the upload from here on; None: by themselves."""
    end: Mapped[int | None] = mapped_column(LargeNumber)


class PaneBlockRow(Table):
    """The cells of some rows of the page, in one pane."""

    __tablename__ = "pane_blocks"

    pane_id: Mapped[int] = key_of("panes")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    cells: Mapped[bytes] = mapped_column(LargeBinary)
    start: Mapped[int | None] = mapped_column(LargeNumber)
    """They are packed beside the bytes of the upload from here on; None: by themselves."""
    end: Mapped[int | None] = mapped_column(LargeNumber)


class PaneListRow(Table):
    """Some entries of a list of what a pane lost or renamed: `readmodel.losses.Lists`."""

    __tablename__ = "pane_lists"

    pane_id: Mapped[int] = key_of("panes")
    list: Mapped[str] = mapped_column(String(80), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entries: Mapped[Any] = mapped_column(PackedRecord)


class VerdictRow(Table):
    """What one target makes of a conversation: `readmodel.verdicts.TargetVerdict`."""

    __tablename__ = "verdicts"

    conversation_id: Mapped[int] = key_of("conversations")
    reading_version: Mapped[int] = mapped_column(Integer, primary_key=True)
    target: Mapped[str] = mapped_column(String(60), primary_key=True)
    state: Mapped[str] = mapped_column(String(20))
    """What it says of the log as it came, to search for: `accepted`, `refused`, `unsure`."""
    record: Mapped[Any] = mapped_column(PackedRecord)
