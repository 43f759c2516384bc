"""What runs a server: the commands, one module each, the server itself, its health and its
numbers."""
