"""Records of a reading are packed with a dictionary that they share. What is there already
stays as it is; older code cannot unpack the others."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

MADE = ("pane_lists", "pane_blocks", "pane_segments", "panes", "verdicts", "list_blocks")


def upgrade() -> None:
    pass


def downgrade() -> None:
    """All uploads are read again."""
    op.execute("UPDATE uploads SET reading_version = 1 WHERE reading_version > 0")
    for table in MADE:
        op.execute(f"DELETE FROM {table}")  # noqa: S608
