"""What panes lost and renamed: counts, the names of tools, and lists in blocks."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("panes", sa.Column("name_map", sa.LargeBinary(), nullable=True))
    op.add_column("panes", sa.Column("told", sa.Text(), nullable=True))
    op.create_table(
        "pane_lists",
        sa.Column("pane_id", sa.Integer(), nullable=False),
        sa.Column("list", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pane_id"], ["panes.id"], name=op.f("fk_pane_lists_pane_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("pane_id", "list", "number", name=op.f("pk_pane_lists")),
    )


def downgrade() -> None:
    op.drop_table("pane_lists")
    op.drop_column("panes", "told")
    op.drop_column("panes", "name_map")
