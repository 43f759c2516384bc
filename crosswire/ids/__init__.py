"""Ids as text: whose shape they have, which look alike, what is hidden in them."""
