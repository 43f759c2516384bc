"""Names and sentences that the templates of several features use."""
