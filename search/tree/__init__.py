"""Tree searches: what turns a kernel with a budget into a player."""
