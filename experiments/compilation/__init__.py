"""Compilation: tracing, jit, the compiler, and control flow inside of it."""
