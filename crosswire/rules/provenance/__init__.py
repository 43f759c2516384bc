"""Where ids come from."""
