"""Engines: what executes a run."""
