"""What several wire formats read and write alike; no format imports another."""
