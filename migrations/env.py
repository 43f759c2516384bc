"""Runs migrations on the connection that the app (or a test) hands over."""

from alembic import context

from webapp.database.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,  # SQLite alters no tables, Alembic makes them anew
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
