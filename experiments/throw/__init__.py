"""One throw: a ball, drag, wind and a target, through all that JAX does."""
