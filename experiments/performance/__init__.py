"""Performance: how to measure, and what comes out."""
