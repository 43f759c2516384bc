"""Owners, shares, people and their tokens, the library, uploads that wait to be read; bytes
beyond 2 GB."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

BYTES = (
    ("uploads", "size", False),
    ("upload_segments", "offset", False),
    ("pane_segments", "offset", False),
    ("parts", "start", True),
    ("parts", "end", True),
)
"""Columns that count bytes: table, column, whether it may be empty."""
COUNTS = {
    "messages": ("messages",),
    "calls": ("calls",),
    "errors": ("severities", "error"),
    "warnings": ("severities", "warning"),
    "remarks": ("severities", "info"),
}
"""Columns of conversations, and where their summary has the same."""


def upgrade() -> None:
    with op.batch_alter_table("uploads") as uploads:
        uploads.add_column(sa.Column("label", sa.Text(), nullable=True))
        uploads.add_column(sa.Column("remark", sa.Text(), nullable=True))
        uploads.add_column(sa.Column("object_key", sa.String(length=200), nullable=True))
        uploads.alter_column("manage_salt", existing_type=sa.String(length=22), nullable=True)
    op.execute("DELETE FROM verdicts")  # they are asked for again
    with op.batch_alter_table("verdicts") as verdicts:
        verdicts.add_column(sa.Column("state", sa.String(length=20), nullable=False))
    _count_bytes_as(sa.BigInteger(), sa.Integer())
    _counts()
    op.add_column("parts", sa.Column("call_id_hash", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_parts_call_id_hash"), "parts", ["call_id_hash"])
    lone = sa.text("how IN ('orphan', 'ambiguous', 'report')")
    op.create_index(
        "ix_parts_lone_results",
        "parts",
        ["conversation_id"],
        sqlite_where=lone,
        postgresql_where=lone,
    )
    op.create_index(
        op.f("ix_findings_conversation_id_code"), "findings", ["conversation_id", "code"]
    )
    _people()
    _copies()
    _library()
    _jobs()
    _never_give_numbers_again()


def _never_give_numbers_again() -> None:
    """PostgreSQL never does; SQLite does not in tables that are made so."""
    if op.get_bind().dialect.name != "sqlite":
        return
    for table in ("uploads", "conversations", "panes"):
        with op.batch_alter_table(
            table, recreate="always", table_kwargs={"sqlite_autoincrement": True}
        ):
            pass


def _count_bytes_as(new: sa.types.TypeEngine[int], old: sa.types.TypeEngine[int]) -> None:
    if (
        op.get_bind().dialect.name == "sqlite"
    ):  # whose integers are as large as they need to be
        return
    for table, column, nullable in BYTES:
        op.alter_column(
            table, column, type_=new, existing_type=old, existing_nullable=nullable
        )


def _counts() -> None:
    for name in COUNTS:
        op.add_column(
            "conversations", sa.Column(name, sa.Integer(), nullable=False, server_default="0")
        )
    if op.get_bind().dialect.name == "sqlite":
        there = {
            name: (f"json_extract(summary, '$.{'.'.join(keys)}')")
            for name, keys in COUNTS.items()
        }
    else:
        there = {
            name: (f"(summary::json #>> '{{{','.join(keys)}}}')::integer")
            for name, keys in COUNTS.items()
        }
    filled = ", ".join(f"{name} = coalesce({place}, 0)" for name, place in there.items())
    op.execute(f"UPDATE conversations SET {filled}")  # noqa: S608 - of nothing but the names above


def _people() -> None:
    op.create_table(
        "upload_owners",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_upload_owners_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("upload_id", "owner", name=op.f("pk_upload_owners")),
    )
    op.create_index(op.f("ix_upload_owners_owner"), "upload_owners", ["owner"])
    op.create_table(
        "people",
        sa.Column("owner", sa.String(length=80), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("owner", name=op.f("pk_people")),
    )
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=80), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("hint", sa.String(length=12), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_tokens_token_hash")),
    )
    op.create_index(op.f("ix_api_tokens_owner"), "api_tokens", ["owner"])


def _copies() -> None:
    op.create_table(
        "shares",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("opens", sa.Text(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=True),
        sa.Column("masked", sa.Integer(), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["uploads.id"], name=op.f("fk_shares_upload_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["source_id"], ["uploads.id"], name=op.f("fk_shares_source_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", name=op.f("pk_shares")),
    )
    op.create_index(op.f("ix_shares_source_id"), "shares", ["source_id"])
    op.create_index(op.f("ix_shares_expires_at"), "shares", ["expires_at"])


def _library() -> None:
    op.create_table(
        "upload_tags",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("tag", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_upload_tags_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("upload_id", "tag", name=op.f("pk_upload_tags")),
    )
    op.create_index(op.f("ix_upload_tags_tag"), "upload_tags", ["tag"])
    op.create_table(
        "collections",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=22), nullable=False),
        sa.Column("owner", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collections")),
        sa.UniqueConstraint("slug", name=op.f("uq_collections_slug")),
        sa.UniqueConstraint("owner", "name", name=op.f("uq_collections_owner_name")),
    )
    op.create_table(
        "collected",
        sa.Column("collection_id", sa.Integer(), nullable=False),
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collections.id"],
            name=op.f("fk_collected_collection_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_collected_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("collection_id", "upload_id", name=op.f("pk_collected")),
    )
    op.create_index(op.f("ix_collected_upload_id"), "collected", ["upload_id"])


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=22), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=80), nullable=True),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stage", sa.String(length=10), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("of", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["uploads.id"], name=op.f("fk_jobs_upload_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("slug", name=op.f("uq_jobs_slug")),
    )
    op.create_index(op.f("ix_jobs_state_upload_id"), "jobs", ["state", "upload_id"])
    op.create_table(
        "workers",
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_workers")),
    )


def downgrade() -> None:
    for table in ("workers", "jobs", "collected", "collections", "upload_tags", "shares"):
        op.drop_table(table)
    for table in ("api_tokens", "people", "upload_owners"):
        op.drop_table(table)
    _count_bytes_as(sa.Integer(), sa.BigInteger())
    op.drop_index(op.f("ix_findings_conversation_id_code"), "findings")
    op.drop_index("ix_parts_lone_results", "parts")
    op.drop_index(op.f("ix_parts_call_id_hash"), "parts")
    with op.batch_alter_table("parts") as parts:
        parts.drop_column("call_id_hash")
    with op.batch_alter_table("conversations") as conversations:
        for column in COUNTS:
            conversations.drop_column(column)
    with op.batch_alter_table("verdicts") as verdicts:
        verdicts.drop_column("state")
    op.execute(
        "UPDATE uploads SET manage_salt = '' WHERE manage_salt IS NULL"
    )  # nobody's key fits
    with op.batch_alter_table("uploads") as uploads:
        uploads.alter_column("manage_salt", existing_type=sa.String(length=22), nullable=False)
        for column in ("object_key", "remark", "label"):
            uploads.drop_column(column)
