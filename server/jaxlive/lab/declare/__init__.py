"""What an experiment declares and yields: parameters, blocks, values, the machine."""
