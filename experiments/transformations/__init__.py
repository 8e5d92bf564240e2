"""Transformations: functions made from functions."""
