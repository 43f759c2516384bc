"""Downloads of a conversation in any format and shape."""
