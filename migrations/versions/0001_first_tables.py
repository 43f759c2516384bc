"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "uploads",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("example", sa.String(length=60), nullable=True),
        sa.Column("manage_salt", sa.String(length=22), nullable=False),
        sa.Column("manage_hash", sa.String(length=64), nullable=False),
        sa.Column("asked_format", sa.String(length=60), nullable=True),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("code_version", sa.String(length=32), nullable=False),
        sa.Column("container", sa.String(length=20), nullable=False),
        sa.Column("format", sa.String(length=60), nullable=False),
        sa.Column("format_title", sa.String(length=120), nullable=False),
        sa.Column("shape", sa.String(length=20), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
        sa.UniqueConstraint("example", name=op.f("uq_uploads_example")),
    )
    op.create_table(
        "conversations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=22), nullable=False),
        sa.Column("format", sa.String(length=60), nullable=False),
        sa.Column("shape", sa.String(length=20), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_conversations_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversations")),
        sa.UniqueConstraint("slug", name=op.f("uq_conversations_slug")),
        sa.UniqueConstraint(
            "upload_id", "number", name=op.f("uq_conversations_upload_id_number")
        ),
    )
    op.create_table(
        "upload_segments",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("offset", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_upload_segments_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("upload_id", "offset", name=op.f("pk_upload_segments")),
    )
    op.create_table(
        "findings",
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("severity", sa.String(length=10), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("targets", sa.Text(), nullable=False),
        sa.Column("related", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_findings_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("conversation_id", "number", name=op.f("pk_findings")),
    )
    op.create_table(
        "list_blocks",
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("list", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_list_blocks_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "conversation_id", "list", "number", name=op.f("pk_list_blocks")
        ),
    )
    op.create_table(
        "panes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("code_version", sa.String(length=32), nullable=False),
        sa.Column("target", sa.String(length=60), nullable=False),
        sa.Column("policy", sa.String(length=20), nullable=False),
        sa.Column("losses", sa.LargeBinary(), nullable=False),
        sa.Column("id_map", sa.LargeBinary(), nullable=False),
        sa.Column("places", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_panes_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_panes")),
        sa.UniqueConstraint(
            "conversation_id",
            "code_version",
            "target",
            "policy",
            name=op.f("uq_panes_conversation_id_code_version_target_policy"),
        ),
    )
    op.create_table(
        "parts",
        sa.Column("conversation_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("message", sa.Integer(), nullable=True),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("address_hash", sa.BigInteger(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=True),
        sa.Column("end", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=True),
        sa.Column("tool_name", sa.Text(), nullable=True),
        sa.Column("call_id", sa.Text(), nullable=True),
        sa.Column("id_source", sa.String(length=20), nullable=True),
        sa.Column("id_state", sa.String(length=20), nullable=True),
        sa.Column("pair", sa.Integer(), nullable=True),
        sa.Column("how", sa.String(length=20), nullable=True),
        sa.Column("partner", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_parts_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("conversation_id", "number", name=op.f("pk_parts")),
    )
    op.create_index(
        op.f("ix_parts_conversation_id_address_hash"),
        "parts",
        ["conversation_id", "address_hash"],
        unique=False,
    )
    op.create_table(
        "pane_blocks",
        sa.Column("pane_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cells", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pane_id"], ["panes.id"], name=op.f("fk_pane_blocks_pane_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("pane_id", "number", name=op.f("pk_pane_blocks")),
    )
    op.create_table(
        "pane_segments",
        sa.Column("pane_id", sa.Integer(), nullable=False),
        sa.Column("offset", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pane_id"],
            ["panes.id"],
            name=op.f("fk_pane_segments_pane_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pane_id", "offset", name=op.f("pk_pane_segments")),
    )


def downgrade() -> None:
    op.drop_table("pane_segments")
    op.drop_table("pane_blocks")
    op.drop_index(op.f("ix_parts_conversation_id_address_hash"), table_name="parts")
    op.drop_table("parts")
    op.drop_table("panes")
    op.drop_table("list_blocks")
    op.drop_table("findings")
    op.drop_table("upload_segments")
    op.drop_table("conversations")
    op.drop_table("uploads")
