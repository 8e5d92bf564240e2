"""Arrays: what looks like NumPy, and where it is not."""
