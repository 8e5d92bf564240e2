"""Variants timed side by side, and what their times say."""
