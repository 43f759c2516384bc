"""Uniqueness of ids."""
