"""Where keys stand in the headers of a recording, which no page shows.

Older readings do not say it until they are read again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("uploads", sa.Column("hidden_keys", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("uploads", "hidden_keys")
