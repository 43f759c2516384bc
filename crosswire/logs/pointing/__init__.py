"""A mapping made by pointing at places of a document, tried, and given away with a sample."""
