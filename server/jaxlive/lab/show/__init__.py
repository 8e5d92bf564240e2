"""Blocks outside of a deck: as Markdown and as pictures."""
