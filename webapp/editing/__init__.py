"""The upload as a text to be edited: checked while one types, stored only as a new version."""
