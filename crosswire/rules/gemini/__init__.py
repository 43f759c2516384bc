"""Identity in Gemini."""
