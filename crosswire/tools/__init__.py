"""Tools: how they are declared and called, schemas of their arguments, and those that a provider runs."""
