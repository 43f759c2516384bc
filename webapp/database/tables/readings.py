"""What was read of a conversation; it is read again by a newer version
(`readmodel.VERSION`)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Float, Index, Integer, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column

from webapp.database.tables.columns import (
    HexDigits,
    JsonText,
    LargeNumber,
    PackedRecord,
    Table,
    WireText,
    key_of,
)

LONE_RESULTS = "how IN ('orphan', 'ambiguous', 'report')"
"""Results that no call names, in SQL."""


class PartRow(Table):
    """The index of parts: where each stands in the upload, and who answers whom."""

    __tablename__ = "parts"
    __table_args__ = (
        Index(None, "conversation_id", "address_hash"),
        Index(None, "call_id_hash"),
        Index(
            "ix_parts_lone_results",
            "conversation_id",
            sqlite_where=text(LONE_RESULTS),
            postgresql_where=text(LONE_RESULTS),
        ),
    )

    conversation_id: Mapped[int] = key_of("conversations")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    row: Mapped[int] = mapped_column(Integer)
    """The row of the page that shows it."""
    message: Mapped[int | None] = mapped_column(Integer)
    """Which message it is in; None for what stands beside the messages."""
    address: Mapped[str] = mapped_column(WireText)
    address_hash: Mapped[int] = mapped_column(BigInteger)
    """Finds the address as pages show it, which may be longer than an index takes."""
    start: Mapped[int | None] = mapped_column(LargeNumber)
    """Its first byte in the upload; None in a Python literal."""
    end: Mapped[int | None] = mapped_column(LargeNumber)
    kind: Mapped[str] = mapped_column(String(20))
    role: Mapped[str | None] = mapped_column(String(20))
    tool_name: Mapped[str | None] = mapped_column(WireText)
    call_id: Mapped[str | None] = mapped_column(WireText)
    call_id_hash: Mapped[int | None] = mapped_column(BigInteger)
    """Finds the id in all conversations; it may be longer than an index takes."""
    id_source: Mapped[str | None] = mapped_column(String(20))
    id_state: Mapped[str | None] = mapped_column(String(20))
    pair: Mapped[int | None] = mapped_column(Integer)
    """Number of the pair within the conversation."""
    how: Mapped[str | None] = mapped_column(String(20))
    """How it was paired, or why it was not."""
    partner: Mapped[int | None] = mapped_column(Integer)
    """`number` of the other end."""


class FindingRow(Table):
    """A diagnostic, in the order of the upload: `readmodel.lists.Finding`."""

    __tablename__ = "findings"
    __table_args__ = (Index(None, "conversation_id", "code"),)

    conversation_id: Mapped[int] = key_of("conversations")
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
    """A call with what it is sorted and filtered by: `readmodel.call_lines.CallLine`."""

    __tablename__ = "calls"
    __table_args__ = (Index(None, "conversation_id", "tool"),)

    conversation_id: Mapped[int] = key_of("conversations")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    row: Mapped[int] = mapped_column(Integer)
    """The row of the page that shows it."""
    address: Mapped[str] = mapped_column(WireText)
    telling: Mapped[str | None] = mapped_column(WireText)
    """The argument that tells what it does; None in a reading that is too old to say it."""
    turn: Mapped[int | None] = mapped_column(Integer)
    """The answer of the model that made it; answers count from 1."""
    tokens: Mapped[int | None] = mapped_column(Integer)
    """What the model wrote in that answer, as its provider counted it."""
    result_row: Mapped[int | None] = mapped_column(Integer)
    """The row of its result; its own where it holds it, None where there is none."""
    result_address: Mapped[str | None] = mapped_column(WireText)
    tool: Mapped[str] = mapped_column(WireText)
    """The tool's name; of a very long one the beginning, with a number that tells it from
    others."""
    call_id: Mapped[str | None] = mapped_column(WireText)
    """The beginning of its id."""
    id_state: Mapped[str] = mapped_column(String(20))
    """This and the next two with the id and its origin: `readmodel.ids.IdChip`."""
    id_required: Mapped[bool] = mapped_column(Boolean)
    id_field: Mapped[str | None] = mapped_column(WireText)
    origin: Mapped[str] = mapped_column(String(10))
    """Where the id comes from: `wire`, `item` or `absent`."""
    maker: Mapped[str] = mapped_column(String(80))
    """Whose ids look like it, or empty."""
    how: Mapped[str] = mapped_column(String(20))
    """How its result was found, or why there is none."""
    state: Mapped[str] = mapped_column(String(80))
    """What is special about that: `readmodel.outline.State`."""
    started: Mapped[float | None] = mapped_column(Float)
    """Seconds since 1970, UTC."""
    ended: Mapped[float | None] = mapped_column(Float)
    took: Mapped[float | None] = mapped_column(Float)
    """Seconds."""
    measured: Mapped[bool] = mapped_column(Boolean)
    """Whether a program timed it; else it is the distance between two messages."""
    argument_bytes: Mapped[int] = mapped_column(Integer)
    result_bytes: Mapped[int | None] = mapped_column(Integer)
    checksum: Mapped[str | None] = mapped_column(HexDigits)
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

    conversation_id: Mapped[int] = key_of("conversations")
    list: Mapped[str] = mapped_column(String(20), primary_key=True)
    """`outline`, `calls`, `turns`, `strip`, or `call records`, which programs ask for."""
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entries: Mapped[Any] = mapped_column(PackedRecord)


class SearchBlockRow(Table):
    """The texts of some rows of the page, packed: `readmodel.search_texts`."""

    __tablename__ = "search_blocks"

    conversation_id: Mapped[int] = key_of("conversations")
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    packed: Mapped[bytes] = mapped_column(LargeBinary)
    start: Mapped[int | None] = mapped_column(LargeNumber)
    """They are packed beside the bytes of the upload from here on; None: by themselves."""
    end: Mapped[int | None] = mapped_column(LargeNumber)
    signature: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Which words may stand in them: `readmodel.signatures`; None: any."""
