"""The talk while it is given: the presenter's place, and edited code."""
