"""How a state looks: blocks, text, HTML."""

from games.views.view import Cards, Facts, Grid, Lines, View, Viewed

__all__ = ["Cards", "Facts", "Grid", "Lines", "View", "Viewed"]
