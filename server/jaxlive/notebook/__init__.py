"""Experiments as notebooks, for those who take them home."""
