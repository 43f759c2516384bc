"""Uploads that their program wrote anew with more in them: the bytes of before, and links of
uploads that became a revision of another."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

OFFSET = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    apart = sa.Column("is_apart", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("earlier_revisions", apart)
    op.add_column(
        "earlier_revisions", sa.Column("object_key", sa.String(length=200), nullable=True)
    )
    op.add_column(
        "earlier_revisions", sa.Column("hidden_keys", sa.LargeBinary(), nullable=True)
    )
    op.add_column("jobs", sa.Column("holder_hash", sa.String(length=64), nullable=True))
    op.create_table(
        "earlier_segments",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("offset", OFFSET, autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("upload_id", "number", "offset"),
    )
    op.create_table(
        "moved_links",
        sa.Column("slug", sa.String(length=22), nullable=False),
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("manage_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("slug"),
    )
    op.create_index("ix_moved_links_upload_id", "moved_links", ["upload_id"])


def downgrade() -> None:
    op.drop_table("moved_links")
    op.drop_table("earlier_segments")
    op.drop_column("jobs", "holder_hash")
    for name in ("hidden_keys", "object_key", "is_apart"):
        op.drop_column("earlier_revisions", name)
