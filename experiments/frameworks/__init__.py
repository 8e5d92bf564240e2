"""Frameworks: JAX beside its neighbours."""
