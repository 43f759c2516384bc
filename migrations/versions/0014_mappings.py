"""Mappings: the one that an upload is read by, and those that somebody keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("uploads", sa.Column("asked_mapping", sa.Text(), nullable=True))
    op.create_table(
        "kept_mappings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=80), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mapping", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("owner", "name"),
    )


def downgrade() -> None:
    op.drop_table("kept_mappings")
    op.drop_column("uploads", "asked_mapping")
