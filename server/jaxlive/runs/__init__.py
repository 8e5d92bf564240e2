"""Runs: asked for, queued, executed, told, remembered."""
