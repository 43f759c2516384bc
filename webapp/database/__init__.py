"""Where everything is kept: the engine, the tables and their schema, and bytes outside of
it."""
