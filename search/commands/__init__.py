"""The commands of `kibitz`, one module a topic; `search.cli` finds them."""
