"""Texts that are searched are packed beside the bytes of the upload that they repeat, and each
block of them has a signature of its words. What is there already is packed by itself, and is
looked at always."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

OFFSET = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("search_blocks", sa.Column("start", OFFSET, nullable=True))
    op.add_column("search_blocks", sa.Column("end", OFFSET, nullable=True))
    op.add_column("search_blocks", sa.Column("signature", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    """Older code cannot unpack such texts; it reads their uploads again."""
    beside = """SELECT upload_id FROM conversations JOIN search_blocks
        ON search_blocks.conversation_id = conversations.id
        WHERE search_blocks.start IS NOT NULL"""
    op.execute(f"UPDATE uploads SET reading_version = 1 WHERE id IN ({beside})")  # noqa: S608
    op.execute("DELETE FROM search_blocks WHERE start IS NOT NULL")
    for name in ("signature", "end", "start"):
        op.drop_column("search_blocks", name)
