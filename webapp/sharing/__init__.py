"""Copies of uploads for others."""
