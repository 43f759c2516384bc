"""What each call does in a word, the answer that made it, and the tokens of that.

Readings that are too old to tell have none, until they are read again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

COLUMNS = (("telling", sa.Text()), ("turn", sa.Integer()), ("tokens", sa.Integer()))


def upgrade() -> None:
    for name, kind in COLUMNS:
        op.add_column("calls", sa.Column(name, kind, nullable=True))


def downgrade() -> None:
    for name, _ in reversed(COLUMNS):
        op.drop_column("calls", name)
