"""How much of each conversation was not read, so that the library can filter by it.

It is taken from the summaries. Readings that are too old to tell have none, and are no "no
problem" until they are read again.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

AT_ONCE = 500
CONVERSATIONS = sa.table(
    "conversations",
    sa.column("id", sa.Integer),
    sa.column("summary", sa.Text),
    sa.column("unread", sa.Integer),
)


def upgrade() -> None:
    op.add_column("conversations", sa.Column("unread", sa.Integer(), nullable=True))
    database, last = op.get_bind(), 0
    query = sa.select(CONVERSATIONS.c.id, CONVERSATIONS.c.summary).limit(AT_ONCE)
    query = query.order_by(CONVERSATIONS.c.id)
    while rows := database.execute(query.where(CONVERSATIONS.c.id > last)).all():
        last = rows[-1].id
        counts = {row.id: json.loads(row.summary).get("unread") for row in rows}
        for id, unread in counts.items():
            if unread is not None:
                one = CONVERSATIONS.update().where(CONVERSATIONS.c.id == id)
                database.execute(one.values(unread=len(unread)))


def downgrade() -> None:
    op.drop_column("conversations", "unread")
