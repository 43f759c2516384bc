"""The server around the app: how it listens, takes bodies in, stops, and keeps workers beside
it."""
