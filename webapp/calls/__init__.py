"""The table and the timeline of a conversation's calls."""
