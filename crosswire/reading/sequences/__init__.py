"""Recorded exchanges that belong together: requests of one conversation, each with the
history before it; tries of one request; and conversations that go on with a cut history."""

from crosswire.reading.sequences.joining import join

__all__ = ["join"]
