"""What several experiments of this talk share."""
