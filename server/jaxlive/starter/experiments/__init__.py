"""What can be clicked: one file for each experiment, found by itself."""
