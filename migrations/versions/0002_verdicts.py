"""Verdicts, and which upload was repaired from which conversation."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "verdicts",
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("code_version", sa.String(length=32), nullable=False),
        sa.Column("target", sa.String(length=60), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_verdicts_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "conversation_id", "code_version", "target", name=op.f("pk_verdicts")
        ),
    )
    op.create_table(
        "revisions",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_revisions_upload_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_revisions_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("upload_id", name=op.f("pk_revisions")),
    )
    op.create_index(op.f("ix_revisions_conversation_id"), "revisions", ["conversation_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_revisions_conversation_id"), table_name="revisions")
    op.drop_table("revisions")
    op.drop_table("verdicts")
