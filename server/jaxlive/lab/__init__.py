"""The instruments that experiments are written with: blocks, timing, programs, roofs, environment."""
