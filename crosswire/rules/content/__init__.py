"""Arguments, names and content."""
