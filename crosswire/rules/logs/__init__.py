"""Streams and logs."""
