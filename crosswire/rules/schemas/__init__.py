"""Schemas of tools."""
