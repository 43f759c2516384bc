"""A version of each reading in place of a fingerprint of the code; a queue of what pages asked
for.

What was read before is marked as older and read again. Panes and verdicts of it are not kept:
they are made from the new reading.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

OLDER = 1
"""The version of all that was read before readings had one."""
MADE = ("pane_lists", "pane_segments", "pane_blocks", "panes", "verdicts")
LARGE_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AUTOINCREMENT = {"sqlite_autoincrement": True}


def upgrade() -> None:
    _replace_in_uploads(
        sa.Column("reading_version", sa.Integer(), nullable=False, server_default="0")
    )
    _make_again("reading_version", sa.Integer())
    if (
        op.get_bind().dialect.name == "postgresql"
    ):  # of another package, which is not used any more
        op.execute("DROP SCHEMA IF EXISTS crosswire_queue CASCADE")
    op.create_table(
        "wishes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("target", sa.String(length=60), nullable=False),
        sa.Column("policy", sa.String(length=20), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=80), nullable=True),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        _belongs_to("wishes", "conversation_id", "conversations"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wishes")),
        sa.UniqueConstraint(
            "conversation_id",
            "target",
            "policy",
            name=op.f("uq_wishes_conversation_id_target_policy"),
        ),
        **AUTOINCREMENT,
    )


def downgrade() -> None:
    op.drop_table("wishes")
    _replace_in_uploads(
        sa.Column("code_version", sa.String(length=32), nullable=False, server_default="")
    )
    _make_again("code_version", sa.String(length=32))


def _replace_in_uploads(column: "sa.Column[int] | sa.Column[str]") -> None:
    """Put one column that tells the version of a reading in the place of the other."""
    op.add_column("uploads", column)
    if column.name == "reading_version":
        op.execute(f"UPDATE uploads SET reading_version = {OLDER} WHERE code_version <> ''")  # noqa: S608
        other = "code_version"
    else:
        op.execute("UPDATE uploads SET code_version = 'newer' WHERE reading_version > 0")
        other = "reading_version"
    with op.batch_alter_table("uploads", table_kwargs=AUTOINCREMENT) as uploads:
        uploads.alter_column(column.name, server_default=None)
        uploads.drop_column(other)


def _make_again(
    version: str, kind: sa.types.TypeEngine[int] | sa.types.TypeEngine[str]
) -> None:
    """Empty tables of what is made from a reading, with a version of this name and kind."""
    for table in MADE:
        op.drop_table(table)
    op.create_table(
        "panes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column(version, kind, nullable=False),
        sa.Column("target", sa.String(length=60), nullable=False),
        sa.Column("policy", sa.String(length=20), nullable=False),
        sa.Column("losses", sa.LargeBinary(), nullable=False),
        sa.Column("id_map", sa.LargeBinary(), nullable=False),
        sa.Column("name_map", sa.LargeBinary(), nullable=True),
        sa.Column("told", sa.Text(), nullable=True),
        sa.Column("places", sa.LargeBinary(), nullable=False),
        _belongs_to("panes", "conversation_id", "conversations"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_panes")),
        sa.UniqueConstraint(
            "conversation_id",
            version,
            "target",
            "policy",
            name=op.f(f"uq_panes_conversation_id_{version}_target_policy"),
        ),
        **AUTOINCREMENT,
    )
    _parts_of_panes(
        "pane_segments", sa.Column("offset", LARGE_NUMBER, nullable=False), "packed"
    )
    _parts_of_panes("pane_blocks", sa.Column("number", sa.Integer(), nullable=False), "cells")
    op.create_table(
        "pane_lists",
        sa.Column("pane_id", sa.Integer(), nullable=False),
        sa.Column("list", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        _belongs_to("pane_lists", "pane_id", "panes"),
        sa.PrimaryKeyConstraint("pane_id", "list", "number", name=op.f("pk_pane_lists")),
    )
    op.create_table(
        "verdicts",
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column(version, kind, nullable=False),
        sa.Column("target", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        _belongs_to("verdicts", "conversation_id", "conversations"),
        sa.PrimaryKeyConstraint(
            "conversation_id", version, "target", name=op.f("pk_verdicts")
        ),
    )


def _parts_of_panes(table: str, number: "sa.Column[int]", content: str) -> None:
    op.create_table(
        table,
        sa.Column("pane_id", sa.Integer(), nullable=False),
        number,
        sa.Column(content, sa.LargeBinary(), nullable=False),
        _belongs_to(table, "pane_id", "panes"),
        sa.PrimaryKeyConstraint("pane_id", number.name, name=op.f(f"pk_{table}")),
    )


def _belongs_to(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}"), ondelete="CASCADE"
    )
