"""Uploads that came packed: the bytes as they came, beside the text of the files in them, and
where these files stand in it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

SIZE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "packed_uploads",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("size", SIZE, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("object_key", sa.String(length=200), nullable=True),
        sa.Column("marks", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("upload_id"),
    )
    op.create_table(
        "packed_segments",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("offset", SIZE, autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("upload_id", "offset"),
    )


def downgrade() -> None:
    op.drop_table("packed_segments")
    op.drop_table("packed_uploads")
