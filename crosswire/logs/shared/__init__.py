"""What log formats share: the ways through messages that name the one before them."""
