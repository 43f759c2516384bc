"""The front page, and an upload until it is read."""
