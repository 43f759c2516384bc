"""The form of ids."""
