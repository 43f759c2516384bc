"""What an upload was before it grew, beside what it is now."""
