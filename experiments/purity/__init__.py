"""Purity: side effects, randomness, state as a value."""
