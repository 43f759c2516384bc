"""`./dev bench --goals`: each goal for speed, memory and size, with what one run on this machine gives."""
