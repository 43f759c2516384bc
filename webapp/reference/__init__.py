"""Pages about formats, rules, wire types and losses, whatever logs there are."""
