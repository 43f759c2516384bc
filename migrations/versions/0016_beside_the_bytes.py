"""Cells and payloads of panes are packed beside the bytes of the upload that they repeat:
`start` and `end` of these bytes, none in what is there already."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

OFFSET = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ("pane_blocks", "pane_segments")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("start", OFFSET, nullable=True))
        op.add_column(table, sa.Column("end", OFFSET, nullable=True))


def downgrade() -> None:
    """Older code cannot unpack such panes; it reads their uploads again, and writes them."""
    for table in TABLES:
        beside = f"""SELECT upload_id FROM conversations
            JOIN panes ON panes.conversation_id = conversations.id
            JOIN {table} ON {table}.pane_id = panes.id WHERE {table}.start IS NOT NULL"""  # noqa: S608
        op.execute(f"UPDATE uploads SET reading_version = 1 WHERE id IN ({beside})")  # noqa: S608
    for table in TABLES:
        op.execute(f"DELETE FROM {table} WHERE start IS NOT NULL")  # noqa: S608
        op.drop_column(table, "end")
        op.drop_column(table, "start")
