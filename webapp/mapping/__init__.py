"""A mapping made on the page, for a document that no format knows."""
