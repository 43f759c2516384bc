"""What is wrong with a conversation, alone, and the fix as a file."""
