"""What the formats share when they write: plans of ids and names, links and losses, common pieces."""
