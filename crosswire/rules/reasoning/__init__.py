"""Reasoning and signatures."""
