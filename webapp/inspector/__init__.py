"""A conversation in panes side by side, with its problems, its search and its print."""
