"""From bytes to conversations: detection, reading, and what is not read."""
