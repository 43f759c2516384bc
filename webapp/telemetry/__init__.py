"""What a server tells whoever runs it: its log, its numbers, and whether it is ready."""
