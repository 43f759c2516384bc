"""The repair of a conversation, step by step."""
