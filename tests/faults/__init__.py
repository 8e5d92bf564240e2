"""Experiments that misbehave, for the tests of the server: JAXLIVE_PACKAGES=tests.faults."""
