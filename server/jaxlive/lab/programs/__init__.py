"""What JAX and XLA make of a function: jaxpr, StableHLO, HLO, line by line."""
