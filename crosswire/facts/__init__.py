"""What one can say of calls: their facts, repeats, times, usage and checksums."""
