"""The Check page: what the log's own provider says of it, and what the others would say."""
