"""The strength report: one self-contained HTML file made from a match."""
