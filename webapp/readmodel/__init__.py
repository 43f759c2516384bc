"""What is stored of a reading, as plain data."""
