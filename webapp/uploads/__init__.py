"""The way of an upload: what was sent, how it is accepted, how it waits."""
