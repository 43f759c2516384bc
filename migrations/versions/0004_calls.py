"""The calls, with what they are sorted and filtered by."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("result_row", sa.Integer(), nullable=True),
        sa.Column("result_address", sa.Text(), nullable=True),
        sa.Column("tool", sa.Text(), nullable=False),
        sa.Column("call_id", sa.Text(), nullable=True),
        sa.Column("chip", sa.Text(), nullable=False),
        sa.Column("origin", sa.String(length=10), nullable=False),
        sa.Column("maker", sa.String(length=80), nullable=False),
        sa.Column("how", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=80), nullable=False),
        sa.Column("started", sa.Float(), nullable=True),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.Column("took", sa.Float(), nullable=True),
        sa.Column("measured", sa.Boolean(), nullable=False),
        sa.Column("argument_bytes", sa.Integer(), nullable=False),
        sa.Column("result_bytes", sa.Integer(), nullable=True),
        sa.Column("checksum", sa.String(length=64), nullable=True),
        sa.Column("algorithm", sa.String(length=40), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("loops", sa.Boolean(), nullable=False),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("batch_size", sa.Integer(), nullable=False),
        sa.Column("waited", sa.Float(), nullable=True),
        sa.Column("user_spoke", sa.Boolean(), nullable=False),
        sa.Column("badness", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_calls_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("conversation_id", "number", name=op.f("pk_calls")),
    )
    op.create_index(
        op.f("ix_calls_conversation_id_checksum"), "calls", ["conversation_id", "checksum"]
    )
    op.create_index(
        op.f("ix_calls_conversation_id_tool"), "calls", ["conversation_id", "tool"]
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_calls_conversation_id_tool"), table_name="calls")
    op.drop_index(op.f("ix_calls_conversation_id_checksum"), table_name="calls")
    op.drop_table("calls")
