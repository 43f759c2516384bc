"""How many secrets stand in an upload, counted when it is read.

What was read before has no row until it is read again: nothing is said of it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scans",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("sure", sa.Integer(), nullable=False),
        sa.Column("probable", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_scans_upload_id_uploads"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("upload_id", name=op.f("pk_scans")),
    )


def downgrade() -> None:
    op.drop_table("scans")
