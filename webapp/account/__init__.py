"""Who somebody is here: their tokens, logging in, what a browser manages."""
