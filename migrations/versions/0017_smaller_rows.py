"""Calls and parts take less: ids of calls are kept once, checksums as bytes, and numbers that
find an address or an id as 31 bits."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

HASHES = ("address_hash", "call_id_hash")
OF_THE_ID = (
    ("id_state", sa.String(length=20), False),
    ("id_required", sa.Boolean(), False),
    ("id_field", sa.Text(), True),
)


def upgrade() -> None:
    for name, kind, _ in OF_THE_ID:
        op.add_column("calls", sa.Column(name, kind, nullable=True))
    op.add_column("calls", sa.Column("digest", sa.LargeBinary(), nullable=True))
    _fill()
    op.drop_index(op.f("ix_calls_conversation_id_checksum"), table_name="calls")
    with op.batch_alter_table("calls") as calls:
        for name, kind, nullable in OF_THE_ID:
            calls.alter_column(name, existing_type=kind, nullable=nullable)
        calls.drop_column("chip")
        calls.drop_column("checksum")
        calls.alter_column("digest", new_column_name="checksum")
    for name in HASHES:
        op.execute(f"UPDATE parts SET {name} = {name} & 2147483647")  # noqa: S608


def _fill() -> None:
    """What stood in `chip` and in `checksum`, a conversation at a time."""
    connection = op.get_bind()
    change = sa.text(
        "UPDATE calls SET id_state = :state, id_required = :required, id_field = :field,"
        " digest = :digest WHERE conversation_id = :conversation AND number = :number"
    )
    kept = sa.text(
        "SELECT conversation_id, number, chip, checksum FROM calls WHERE conversation_id = :id"
    )
    ids = connection.execute(sa.text("SELECT DISTINCT conversation_id FROM calls"))
    for id in ids.scalars().all():
        rows = connection.execute(kept, {"id": id}).all()
        connection.execute(change, [_told(*row) for row in rows])


def _told(
    conversation: int, number: int, chip: str, checksum: str | None
) -> dict[str, object]:
    told = json.loads(chip)
    field = told.get("field")
    return {
        "conversation": conversation,
        "number": number,
        "state": told["state"],
        "required": told["required"],
        "field": None
        if field is None
        else field.replace("\\", r"\u{5c}"),  # as texts are kept
        "digest": None if checksum is None else bytes.fromhex(checksum),
    }


def downgrade() -> None:
    """Older code finds no address and no id by these numbers; it reads all uploads again."""
    op.execute("UPDATE uploads SET reading_version = 1 WHERE reading_version > 0")
    op.execute("DELETE FROM calls")
    op.execute("DELETE FROM parts")
    with op.batch_alter_table("calls") as calls:
        for name, _, _ in OF_THE_ID:
            calls.drop_column(name)
        calls.drop_column("checksum")
        calls.add_column(sa.Column("chip", sa.Text(), nullable=False))
        calls.add_column(sa.Column("digits", sa.String(length=64), nullable=True))
    op.alter_column("calls", "digits", new_column_name="checksum")
    op.create_index(
        op.f("ix_calls_conversation_id_checksum"), "calls", ["conversation_id", "checksum"]
    )
