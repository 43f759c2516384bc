"""What all pages about one conversation share: its frame, its query, its panes."""
