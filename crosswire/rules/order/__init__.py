"""Missing, orphaned and out of order."""
