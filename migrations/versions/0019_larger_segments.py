"""Segments of uploads have 1 MB where they had 256 KB. Those that are there already stay as
they are, and are read as ever; older code finds no place in the larger ones."""

import sqlalchemy as sa
from alembic import op

from webapp.packing import pack, unpack

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

BEFORE = 256 * 1024
KEYS = {
    "upload_segments": ["upload_id"],
    "packed_segments": ["upload_id"],
    "earlier_segments": ["upload_id", "number"],
}
WITH_OBJECTS = ("uploads", "packed_uploads", "earlier_revisions")


def upgrade() -> None:
    pass


def downgrade() -> None:
    """Segments are cut again; objects cannot be."""
    connection = op.get_bind()
    for name in WITH_OBJECTS:
        there = sa.text(f"SELECT count(*) FROM {name} WHERE object_key LIKE '%.%'")  # noqa: S608
        if connection.execute(there).scalar():
            raise RuntimeError("Older code cannot read uploads that are in the object store.")
    for name, keys in KEYS.items():
        columns = [sa.column(key) for key in (*keys, "offset", "packed")]
        _cut(connection, sa.table(name, *columns), [*keys, "offset"])


def _cut(connection: sa.Connection, table: sa.TableClause, keys: list[str]) -> None:
    """One segment at a time, so that few are in memory."""
    places = connection.execute(sa.select(*(table.c[key] for key in keys))).all()
    for place in places:
        own = sa.and_(*(table.c[key] == value for key, value in zip(keys, place, strict=True)))
        data = unpack(connection.execute(sa.select(table.c.packed).where(own)).scalar_one())
        if len(data) > BEFORE:
            before = dict(zip(keys, place, strict=True))
            connection.execute(sa.delete(table).where(own))
            connection.execute(
                sa.insert(table),
                [
                    before
                    | {
                        "offset": before["offset"] + at,
                        "packed": pack(data[at : at + BEFORE]),
                    }
                    for at in range(0, len(data), BEFORE)
                ],
            )
