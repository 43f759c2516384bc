"""Two conversations side by side, part by part."""
